import { LIMITS } from '@crewroom/shared/protocol/limits'
import * as shapes from '@crewroom/shared/protocol/routes/sessions'
import type { SessionRecord } from '@crewroom/shared/model/session'
import { whatStays } from '@crewroom/shared/text/what-stays'
import type { StoredRollouts } from '../../agents/read-rollout'
import type { Crew } from '../../crew/crew'
import type { PresenceBook } from '../../crew/presence'
import type { By } from '../../crew/shard'
import { answerByName } from '../../rounds/answer-by-name'
import { createSession } from '../../sessions/create-session'
import { interruptAnswer } from '../../sessions/interrupt-answer'
import { markSessionRead } from '../../sessions/mark-session-read'
import { postedHint } from '../../sessions/posted-hint'
import { postToSession } from '../../sessions/post-to-session'
import { reactInSession } from '../../sessions/react-in-session'
import {
  listSessions,
  readRounds,
  readSession,
  readSessionMessages,
  sessionView,
} from '../../sessions/read-session'
import { retryAnswer } from '../../sessions/retry-answer'
import { readSessionRollout } from '../../sessions/session-rollout'
import { deleteSession, updateSession } from '../../sessions/update-session'
import type { Answer, RoutePorts } from './route'
import { row, type RouteRow } from './row'

/** Which session of which group an address names. */
const at = (param: (name: string) => string) => ({ group: param('name'), session: param('sid') })

const answer = (crew: Crew, body: object, status = 200): Answer => ({
  status,
  body: { ...body, asOf: crew.state.seq },
  leadId: crew.state.lead.id,
})
const one = (crew: Crew, by: By, session: SessionRecord, status = 200) =>
  answer(crew, { session: sessionView(crew, by, session) }, status)

/** Anything but a whole number is the number of no round. */
const roundNumber = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : 0)

/** Agents as people call them. */
const wordsOf = ({ state }: Crew) =>
  ({ nameOf: (id: string) => state.agents[id]?.name ?? id, field: 'agents' }) as const

const NAMES_AGENTS = ['agent_not_found', 'other_crew', 'ambiguous_member'] as const
const WRITES = ['group_archived', 'admission_closed', 'session_archived'] as const
const SESSION = { sid: '{aliases}' }

export interface SessionRoutePorts extends RoutePorts {
  readonly rollouts: StoredRollouts
  readonly presence: PresenceBook
}

/** Sessions of a group, their rounds, and what agents answer in them. */
export const SESSION_ROUTES: readonly RouteRow<SessionRoutePorts>[] = [
  row('Sessions', shapes.listSessions, {
    id: 'listSessions',
    who: 'reader',
    errors: ['not_a_member'],
    summary:
      'The sessions of a group that you can see, newest first; archived ones only on request',
    sample: { query: { status: 'all' } },
    run: ({ crew, by, query, param }) =>
      answer(crew, listSessions(crew, by, { ...query, group: param('name') })),
  }),
  row('Sessions', shapes.createSession, {
    id: 'openSession',
    who: 'writer',
    status: [201],
    errors: [
      'not_a_member',
      'group_archived',
      'admission_closed',
      'limit_reached',
      ...NAMES_AGENTS,
    ],
    summary:
      'Opens a session; without `agents` all agents of the group take part but the lead of the crew',
    sample: { body: { title: 'Names of the files', agents: ['{dora}', '{ben}'] } },
    run: ({ crew, by, body, param }, { shard }) =>
      one(crew, by, createSession(shard, crew, by, { ...body, group: param('name') }), 201),
  }),
  row('Sessions', shapes.getSession, {
    id: 'getSession',
    who: 'reader',
    summary:
      'A session with its newest round, and older ones in which somebody still thinks; `main` is the group’s free talk',
    sample: { path: SESSION },
    run: ({ crew, by, param }) => answer(crew, readSession(crew, by, at(param))),
  }),
  row('Sessions', shapes.updateSession, {
    id: 'updateSession',
    who: 'writer',
    errors: ['group_archived', 'admission_closed', ...NAMES_AGENTS],
    summary:
      'Renames a session, archives it or takes it into use again, and says who takes part; archiving stops what is open in it',
    sample: { path: SESSION, body: { title: 'Old names' } },
    run: ({ crew, by, body, param }, { shard }) =>
      one(crew, by, updateSession(shard, crew, by, { ...body, ...at(param) })),
  }),
  row('Sessions', shapes.deleteSession, {
    id: 'deleteSession',
    who: 'writer',
    summary: 'Deletes a session for everybody, and stops what is open in it',
    sample: { path: SESSION },
    run: ({ crew, by, param }, { shard }) =>
      answer(crew, {
        deleted: deleteSession(shard, crew, by, at(param)).id,
        stays: whatStays('session'),
      }),
  }),
  row('Sessions', shapes.readSession, {
    id: 'readSession',
    who: 'owner',
    summary: 'Moves your read mark in a session forward, or anywhere with `force`',
    sample: { path: SESSION, body: { seq: '{sessionSeq}' } },
    run: ({ crew, by, body, param }, { shard }) =>
      answer(crew, markSessionRead(shard, crew, by, { ...body, ...at(param) })),
  }),
  row('Sessions', shapes.listSessionMessages, {
    id: 'listSessionMessages',
    who: 'reader',
    errors: ['message_not_found'],
    summary: 'A page of a session’s messages, ascending, as of a group’s',
    sample: { path: SESSION, query: { limit: 2 } },
    run: async ({ crew, by, query, param }, { shard }) => {
      const limit = query.limit ?? LIMITS.pageDefault
      const page = await readSessionMessages(shard, crew, by, { ...query, ...at(param), limit })
      // Further in the asked direction: older ones unless newer were asked for.
      const hasMore = query.after === undefined ? page.hasBefore : page.hasAfter
      return { body: { ...page, hasMore } }
    },
  }),
  row('Sessions', shapes.postToSession, {
    id: 'postToSession',
    who: 'writer',
    status: [201, 200],
    errors: [
      ...WRITES,
      'idempotency_conflict',
      'rate_limited',
      'message_not_found',
      ...NAMES_AGENTS,
    ],
    summary:
      'Writes to a session. A person’s message asks its agents, in a round; 200 when this `clientId` was stored before',
    sample: { path: SESSION, body: { content: 'Which name is the clearest?', asks: ['{ben}'] } },
    run: ({ crew, by, body, param }, { shard, presence }) => {
      const posted = postToSession(shard, crew, by, { ...body, ...at(param) })
      const { message, round, asks, repeated } = posted
      const hint = postedHint(crew, presence, posted, wordsOf(crew))
      const said = { message, round, asks, ...(hint === null ? {} : { hint }) }
      return answer(crew, said, repeated ? 200 : 201)
    },
  }),
  row('Sessions', shapes.addSessionReaction, {
    id: 'addSessionReaction',
    who: 'writer',
    errors: [...WRITES],
    summary: 'Adds your reaction to a message of a session; no effect when it is there already',
    sample: { path: { ...SESSION, messageId: '{sessionMessage}' }, body: { emoji: '🎉' } },
    run: ({ crew, by, body, param }, { shard }) => {
      const message = { ...at(param), messageId: param('messageId') }
      const input = { ...message, emoji: body.emoji, action: 'add' } as const
      const { reactions } = reactInSession(shard, crew, by, input)
      return answer(crew, { reactions })
    },
  }),
  row('Sessions', shapes.removeSessionReaction, {
    id: 'removeSessionReaction',
    who: 'writer',
    errors: [...WRITES, 'validation'],
    summary: 'Removes your reaction from a message of a session; no effect when there is none',
    sample: {
      after: ['addSessionReaction'],
      path: { ...SESSION, messageId: '{sessionMessage}', emoji: '🎉' },
    },
    run: ({ crew, by, param }, { shard }) => {
      const message = { ...at(param), messageId: param('messageId') }
      const input = { ...message, emoji: param('emoji'), action: 'remove' } as const
      const { reactions } = reactInSession(shard, crew, by, input)
      return answer(crew, { reactions })
    },
  }),
  row('Sessions', shapes.listRounds, {
    id: 'listRounds',
    who: 'reader',
    summary: 'Rounds of a session, ascending: the newest, or those before a number',
    sample: { path: SESSION, query: { limit: 2 } },
    run: async ({ crew, by, query, param }, { shard }) => {
      const limit = query.limit ?? LIMITS.pageDefault
      return { body: await readRounds(shard, crew, by, { ...query, ...at(param), limit }) }
    },
  }),
  row('Sessions', shapes.retryAnswer, {
    id: 'retryAnswer',
    who: 'writer',
    errors: [...WRITES, 'round_not_found', 'round_over', ...NAMES_AGENTS],
    summary: 'Asks an agent that gave no answer once more, in the newest round',
    sample: {
      after: ['interruptAnswer'],
      path: { ...SESSION, n: '1' },
      body: { agentId: '{ben}' },
    },
    run: ({ crew, by, body, param }, { shard }) => {
      const n = roundNumber(param('n'))
      const asked = { ...at(param), n, agent: body.agentId }
      return answer(crew, { round: retryAnswer(shard, crew, by, asked) })
    },
  }),
  row('Sessions', shapes.interruptAnswer, {
    id: 'interruptAnswer',
    who: 'writer',
    errors: ['round_over', ...NAMES_AGENTS],
    summary: 'Stops an agent’s answer; nothing of it is posted',
    sample: { path: { ...SESSION, agentId: '{ben}' } },
    run: ({ crew, by, param }, { shard }) =>
      answer(crew, {
        round: interruptAnswer(shard, crew, by, { ...at(param), agent: param('agentId') }),
      }),
  }),
  row('Remote agents', shapes.answerRound, {
    id: 'answerRound',
    who: 'self',
    errors: ['round_not_found', 'round_over'],
    summary:
      'Answers a round by the id of the inbox item that asks; blank content passes. What the agent says in its turn is not needed then',
    sample: {
      as: 'ben',
      path: { agentId: '{ben}' },
      body: {
        deliveryId: '{asked}',
        content: 'They cost nothing. Keep them for a year.',
      },
    },
    run: ({ by, body, param }, { shard }) => {
      const asked = { ...body, agentId: param('agentId') }
      const { crew, response, message } = answerByName(shard, by, asked)
      return { body: { response, message }, leadId: crew.state.lead.id }
    },
  }),
  row('Sessions', shapes.getSessionRollout, {
    id: 'getSessionRollout',
    who: 'reader',
    errors: ['forbidden'],
    summary:
      'What an agent emitted and was given in its rounds of a session; for people and the agent',
    sample: { path: SESSION, query: { limit: 3 } },
    run: async ({ crew, by, query, param }, { shard, rollouts }) => {
      const of = { ...query, ...at(param), agentId: param('agentId') }
      const page = await readSessionRollout(shard, rollouts, crew, by, of)
      return {
        body: { ...page, hasMore: query.after === undefined ? page.hasBefore : page.hasAfter },
      }
    },
  }),
]
