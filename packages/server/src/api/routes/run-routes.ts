import * as shapes from '@crewroom/shared/protocol/routes/runs'
import { CrewError } from '@crewroom/shared/protocol/errors'
import {
  changeRun,
  continueRun,
  nextSpeaker,
  pauseRun,
  resumeRun,
  stopRun,
} from '../../discussions/change-run'
import type { FoundRun } from '../../discussions/find-run'
import { listRuns } from '../../discussions/list-runs'
import { readRun } from '../../discussions/read-run'
import { skipTurn } from '../../discussions/skip-turn'
import { startRun } from '../../discussions/start-run'
import { workflowRun } from '../../discussions/workflow'
import { sessionView } from '../../sessions/read-session'
import type { Answer, RoutePorts } from './route'
import { row, type RouteRow } from './row'

const one = ({ crew, run }: FoundRun): Answer => ({
  body: { run, asOf: crew.state.seq },
  leadId: crew.state.lead.id,
})

const RUN = { runId: '{run}' }
const STARTS = [
  'group_archived',
  'admission_closed',
  'session_not_found',
  'session_archived',
  'limit_reached',
] as const
const NAMES_AGENTS = ['agent_not_found', 'other_crew', 'ambiguous_member'] as const
const LIVE = ['run_not_found', 'run_over'] as const

/** Discussions: starting, following and changing them. */
export const RUN_ROUTES: readonly RouteRow<RoutePorts>[] = [
  row('Discussions', shapes.startRun, {
    id: 'startDiscussion',
    who: 'writer',
    status: [201],
    errors: [
      'not_a_member',
      ...STARTS,
      'run_active',
      'too_deep',
      'held',
      'rate_limited',
      ...NAMES_AGENTS,
    ],
    summary:
      'Starts a discussion: a policy says who speaks, round by round, until something ends it',
    sample: {
      body: {
        goal: 'Which name is the clearest for the settings file? Agree on one.',
        policy: { kind: 'selection', by: '{dora}' },
        participants: ['{dora}', { id: '{ben}', role: 'critic', expertise: ['names'] }, 'human'],
        terminationCondition: 'all agree on one name',
        limits: { rounds: 4 },
      },
    },
    run: ({ crew, by, body, param }, { shard }) => {
      const { workflow, coordinator, ...asked } = body
      const declared =
        workflow === undefined ? null : workflowRun(workflow, { coordinator, goal: asked.goal })
      const goal = asked.goal ?? declared?.goal
      if (goal === undefined) {
        throw new CrewError('validation', 'goal: say what is to be discussed.', {
          fields: { goal: 'is missing' },
        })
      }
      const { run, session } = startRun(shard, crew, by, {
        ...declared,
        ...asked,
        limits: { ...declared?.limits, ...asked.limits },
        goal,
        group: param('name'),
      })
      return {
        status: 201,
        body: { run, session: sessionView(crew, by, session), asOf: crew.state.seq },
        leadId: crew.state.lead.id,
      }
    },
  }),
  row('Discussions', shapes.listRuns, {
    id: 'listDiscussions',
    who: 'people',
    errors: ['lead_not_found'],
    summary: 'Discussions of all crews, newest first; for people',
    sample: { query: { status: 'all', limit: 5 } },
    run: async ({ by, query }, { shard }) => ({ body: await listRuns(shard, by, query) }),
  }),
  row('Discussions', shapes.getRun, {
    id: 'getDiscussion',
    who: 'reader',
    errors: ['run_not_found'],
    summary:
      'A discussion, and its result so far: the newest messages or those before one, what is known of each answer, how it ended',
    sample: { path: RUN, query: { before: 1_000_000 } },
    run: async ({ by, query, param }, { shard }) => {
      const { crew, run, result } = await readRun(shard, by, param('runId'), query.before)
      return { body: { run, result, asOf: crew.state.seq }, leadId: crew.state.lead.id }
    },
  }),
  row('Discussions', shapes.changeRun, {
    id: 'changeDiscussion',
    who: 'writer',
    errors: [...LIVE, ...NAMES_AGENTS],
    summary: 'Says who takes part from the next step on, in the order of turns',
    sample: { path: RUN, body: { participants: ['{ben}', '{dora}', 'human'] } },
    run: ({ by, body, param }, { shard }) =>
      one(changeRun(shard, by, param('runId'), body.participants)),
  }),
  row('Discussions', shapes.pauseRun, {
    id: 'pauseDiscussion',
    who: 'writer',
    errors: [...LIVE],
    summary: 'Opens no further round; answers under way are recorded',
    sample: { path: RUN },
    run: ({ by, param }, { shard }) => one(pauseRun(shard, by, param('runId'))),
  }),
  row('Discussions', shapes.resumeRun, {
    id: 'resumeDiscussion',
    who: 'writer',
    errors: [...LIVE],
    summary: 'Goes on with a paused discussion',
    sample: { after: ['pauseDiscussion'], path: RUN },
    run: ({ by, param }, { shard }) => one(resumeRun(shard, by, param('runId'))),
  }),
  row('Discussions', shapes.nextSpeaker, {
    id: 'chooseNextSpeaker',
    who: 'writer',
    errors: [...LIVE, ...NAMES_AGENTS],
    summary: 'Chooses who speaks next, in place of the policy; your own open turn is passed over',
    sample: { path: RUN, body: { speaker: '{ben}' } },
    run: ({ by, body, param }, { shard }) =>
      one(nextSpeaker(shard, by, param('runId'), body.speaker)),
  }),
  row('Discussions', shapes.skipTurn, {
    id: 'skipTurn',
    who: 'writer',
    errors: [...LIVE, 'no_turn'],
    summary: 'Gives up the person’s turn; the discussion goes on without them',
    sample: { path: RUN },
    run: ({ by, param }, { shard }) => one(skipTurn(shard, by, param('runId'))),
  }),
  row('Discussions', shapes.stopRun, {
    id: 'stopDiscussion',
    who: 'writer',
    errors: [...LIVE],
    summary: 'Stops a discussion; answers under way are interrupted, and nothing of them is posted',
    sample: { path: RUN },
    run: ({ by, param }, { shard }) => one(stopRun(shard, by, param('runId'))),
  }),
  row('Discussions', shapes.continueRun, {
    id: 'continueDiscussion',
    who: 'writer',
    errors: [
      'run_not_found',
      'run_active',
      'group_archived',
      'admission_closed',
      'session_archived',
    ],
    summary: 'Goes on with a discussion that has ended, with higher limits',
    sample: { after: ['stopDiscussion'], path: RUN, body: { limits: { rounds: 8 } } },
    run: ({ by, body, param }, { shard }) =>
      one(continueRun(shard, by, param('runId'), body.limits)),
  }),
]
