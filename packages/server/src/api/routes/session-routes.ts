import { LIMITS } from '@crewroom/shared/protocol/limits'
import * as shapes from '@crewroom/shared/protocol/routes/sessions'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { Crew } from '../../crew/crew'
import type { By } from '../../crew/shard'
import { createSession } from '../../sessions/create-session'
import { interruptAnswer } from '../../sessions/interrupt-answer'
import { postToSession } from '../../sessions/post-to-session'
import {
  listSessions,
  readRounds,
  readSession,
  readSessionMessages,
  sessionView,
} from '../../sessions/read-session'
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

const NAMES_AGENTS = ['agent_not_found', 'other_crew', 'ambiguous_member'] as const
const WRITES = ['group_archived', 'session_archived'] as const
const SESSION = { sid: '{session}' }

/** Sessions of a group, their rounds, and what agents answer in them. */
export const SESSION_ROUTES: readonly RouteRow<RoutePorts>[] = [
  row('Sessions', shapes.listSessions, {
    id: 'listSessions',
    who: 'reader',
    errors: ['not_a_member'],
    summary:
      'The sessions of a group that you can see, newest first; archived ones only on request',
    sample: { query: { status: 'all' } },
    run: ({ crew, by, query, param }) =>
      answer(crew, { sessions: listSessions(crew, by, { ...query, group: param('name') }) }),
  }),
  row('Sessions', shapes.createSession, {
    id: 'createSession',
    who: 'writer',
    status: [201],
    errors: ['not_a_member', 'group_archived', 'limit_reached', ...NAMES_AGENTS],
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
    errors: [...WRITES, 'idempotency_conflict', 'rate_limited', ...NAMES_AGENTS],
    summary:
      'Writes to a session. A person’s message asks its agents, in a round; 200 when this `clientId` was stored before',
    sample: { path: SESSION, body: { content: 'Which name is the clearest?', asks: ['{ben}'] } },
    run: ({ crew, by, body, param }, { shard }) => {
      const posted = postToSession(shard, crew, by, { ...body, ...at(param) })
      const { message, round, asks, repeated } = posted
      return answer(crew, { message, round, asks }, repeated ? 200 : 201)
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
]
