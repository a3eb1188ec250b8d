import type { GroupRecord } from '@crewroom/shared/model/group'
import { waitingIn } from '@crewroom/shared/state/crew-state'
import type { NeedRecord } from '@crewroom/shared/model/need'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { NO_USAGE } from '@crewroom/shared/model/usage'
import { setBudget } from '../../src/agents/budgets'
import { sendDirect } from '../../src/agents/direct-messages'
import { failAgent } from '../../src/agents/end-agent'
import { pauseCrew, pauseServer } from '../../src/agents/pause'
import { resumeAgent } from '../../src/agents/revive'
import { completeTask, delegate } from '../../src/agents/tasks'
import { cancelTask } from '../../src/agents/waiting-task'
import { releaseAgent } from '../../src/conduct/hold-agent'
import { decideBudget } from '../../src/conduct/budget'
import type { Crew } from '../../src/crew/crew'
import { isActive } from '../../src/crew/directory'
import { decideNeed, dismissNeed } from '../../src/crew/needs'
import { openPermission } from '../../src/crew/permissions'
import { stopRun } from '../../src/discussions/change-run'
import { startRun } from '../../src/discussions/start-run'
import { archiveGroup } from '../../src/groups/archive-group'
import { releaseGroup } from '../../src/groups/hold-group'
import { pauseGroup } from '../../src/groups/pause-group'
import { sendMessage } from '../../src/groups/send-message'
import type { Envelope } from '../../src/journal/facts'
import { createSession } from '../../src/sessions/create-session'
import { interruptAnswer } from '../../src/sessions/interrupt-answer'
import { postToSession } from '../../src/sessions/post-to-session'
import { BY_PERSON, byAgent, type TestCrew } from './test-crew'

/** A crew in which something waits. It may have come from a file: then its crew is another one than that of the test. */
export interface Waiting {
  readonly test: TestCrew
  readonly crew: Crew
  readonly id: (name: string) => string
}

/** Something that is put off: what it waits for, and who ends it whatever became of its subject. */
export interface Deferral {
  /** What ends it by itself. */
  readonly endsWith: string
  /** Who can end it when its subject has ended, was removed, archived, imported or paused. */
  readonly whoEnds: string
  /** So long after that it is over without anybody, if nothing is paused; null: it never is. */
  readonly lasts: number | null
  /** It begins; throws what a refusal throws. */
  readonly begins: (at: Waiting) => void | Promise<void>
  /** Those that wait now. */
  readonly open: (at: Waiting) => readonly string[]
  /** Whoever can end it does. */
  readonly ends: (at: Waiting, one: string) => void | Promise<void>
}

const MINUTE = 60_000
const ANSWERS_WITHIN = 26 * MINUTE
const HELD_FOR = 2 * MINUTE
const ALL = ['ana', 'ben', 'cy']

const dismisses = (kind: NeedRecord['kind']) => ({
  open: ({ crew }: Waiting) =>
    Object.values(crew.state.needs).flatMap((need) => (need.kind === kind ? [need.id] : [])),
  ends: ({ test, crew }: Waiting, id: string) => {
    // What settles one of them may settle others.
    if (crew.state.needs[id]) dismissNeed(test.shard, crew, BY_PERSON, id)
  },
})

/** A need as the server opens it, where what leads to it is not what a test is about. */
const opened = (kind: NeedRecord['kind'], more: Partial<NeedRecord> = {}) => ({
  begins: ({ test, crew, id }: Waiting) => {
    const decision = test.shard.decide(crew)
    const agentId = id('ana')
    decideNeed(test.shard, decision, crew, { kind, agentId, text: 'x', messageId: null, ...more })
    test.shard.commit(crew, BY_PERSON, decision)
  },
})

const need = (kind: NeedRecord['kind'], endsWith: string): Deferral => ({
  endsWith,
  whoEnds: 'a person, who dismisses it',
  lasts: null,
  ...opened(kind),
  ...dismisses(kind),
})

const ASK = {
  title: 'rm -rf build',
  toolKind: 'execute',
  command: 'rm -rf build',
  diffs: [],
  cut: false,
  options: [{ optionId: 'no', name: 'No', kind: 'reject_once' }],
  rule: { toolKind: 'execute', prefix: 'rm' },
  until: null,
} as const satisfies NonNullable<NeedRecord['permission']>

const running = ({ crew }: Waiting) => Object.values(crew.state.runs)

/** A session of the group in use, opened when there is none. */
const inSession = ({ test, crew }: Waiting) =>
  Object.values(crew.state.sessions).find(({ status }) => status === 'active') ??
  createSession(test.shard, crew, BY_PERSON, { group: 'plan' })

type Kind =
  | `need: ${NeedRecord['kind']}`
  | 'pause of the server'
  | 'pause of the crew'
  | 'pause of a group'
  | 'hold of a group'
  | 'hold of an agent'
  | 'discussion'
  | 'question'
  | 'group in use while somebody answers'
  | 'task that waits for others'
  | 'open task'
  | 'budget that is used up'
  | 'item that waits'
  | 'hand-over that is not confirmed'

/** In the order in which a person ends them: what keeps others back comes first. A kind of need without its row is a type error. */
export const DEFERRALS = {
  'pause of the server': {
    endsWith: 'nothing',
    whoEnds: 'a person',
    lasts: null,
    begins: ({ test }) => pauseServer(test.shard, BY_PERSON, true),
    open: ({ test }) => (test.shard.paused ? ['server'] : []),
    ends: ({ test }) => pauseServer(test.shard, BY_PERSON, false),
  },
  'pause of the crew': {
    endsWith: 'nothing; a crew from a file begins with it',
    whoEnds: 'a person',
    lasts: null,
    begins: ({ test, crew }) => void pauseCrew(test.shard, crew, BY_PERSON, true),
    open: ({ crew }) => (crew.state.lead.paused ? ['crew'] : []),
    ends: ({ test, crew }) => void pauseCrew(test.shard, crew, BY_PERSON, false),
  },
  'pause of a group': {
    endsWith: 'nothing',
    whoEnds: 'a person',
    lasts: null,
    begins: ({ test, crew }) => void pauseGroup(test.shard, crew, BY_PERSON, 'plan', true),
    open: ({ crew }) =>
      Object.values(crew.state.groups).flatMap(({ name, paused }) => (paused ? [name] : [])),
    ends: ({ test, crew }, name) => void pauseGroup(test.shard, crew, BY_PERSON, name, false),
  },
  'hold of a group': {
    endsWith: 'its time, a person who writes there',
    whoEnds: 'a person, who releases it; its time',
    lasts: HELD_FOR,
    begins: ({ test, crew, id }) => {
      const { guard } = test.shard.ports
      const group = crew.state.groups['plan']
      if (!group || group.hold || group.archived) return
      const decision = test.shard.decide(crew)
      const why = { reason: 'hops', count: 40, agentIds: [id('ana')] } as const
      decision.add('group:held', { group: { ...group, ...guard.hold(group, why) } })
      test.shard.commit(crew, byAgent(id('ana')), decision)
    },
    open: ({ crew }) =>
      Object.values(crew.state.groups).flatMap(({ name, hold }) => (hold ? [name] : [])),
    ends: ({ test, crew }, name) => void releaseGroup(test.shard, crew, BY_PERSON, name),
  },
  'hold of an agent': {
    endsWith: 'its time',
    whoEnds: 'a person, who releases it; its time',
    lasts: HELD_FOR,
    begins: ({ test, crew, id }) => {
      const { guard } = test.shard.ports
      const agent = crew.state.agents[id('ana')]
      if (!agent || agent.hold || !isActive(agent)) return
      const decision = test.shard.decide(crew)
      const why = { reason: 'hops', count: 40, agentIds: [agent.id] } as const
      decision.add('agent:held', { agent: { ...agent, ...guard.hold(agent, why) } })
      test.shard.commit(crew, byAgent(id('ben')), decision)
    },
    open: ({ crew }) =>
      Object.values(crew.state.agents).flatMap((agent) => (agent.hold ? [agent.id] : [])),
    ends: ({ test, crew }, id) => void releaseAgent(test.shard, crew, BY_PERSON, id),
  },
  discussion: {
    endsWith: 'its policy and limits; if nobody can speak, at once',
    whoEnds: 'a person, who stops it',
    lasts: null,
    begins: ({ test, crew, id }) => {
      const participants = ['ana', 'ben'].map(id)
      startRun(test.shard, crew, BY_PERSON, { group: 'plan', goal: 'Agree', participants })
    },
    open: (at) => running(at).flatMap(({ id, status }) => (status === 'ended' ? [] : [id])),
    ends: ({ test, crew }, id) => {
      if (crew.state.runs[id]) stopRun(test.shard, BY_PERSON, id)
    },
  },
  question: {
    endsWith:
      'the answer, the next question, the end of its session, 10 minutes after it was handed over, 15 before',
    whoEnds: 'a person, who stops the answer; its time',
    lasts: ANSWERS_WITHIN,
    begins: (at) => {
      const { test, crew } = at
      const { id, groupName } = inSession(at)
      postToSession(test.shard, crew, BY_PERSON, { group: groupName, session: id, content: 'Which?' }) // prettier-ignore
    },
    open: ({ crew }) => crew.rounds.allAsked().map(({ deliveryId }) => deliveryId),
    ends: ({ test, crew }, deliveryId) => {
      const asked = crew.rounds.allAsked().find((one) => one.deliveryId === deliveryId)
      const session = asked && crew.state.sessions[asked.sessionId]
      if (!asked || !session) return
      const { agentId: agent } = asked
      interruptAnswer(test.shard, crew, BY_PERSON, { group: session.groupName, session: session.id, agent }) // prettier-ignore
    },
  },
  'group in use while somebody answers': {
    endsWith:
      'the last answer of its agents, which have all ended: given, stopped, too late, or gone with its session or discussion',
    whoEnds: 'a person, who stops the answer or the discussion, or archives the group; its time',
    lasts: ANSWERS_WITHIN,
    begins: async (at) => {
      const { test, crew, id } = at
      DEFERRALS.question.begins(at)
      for (const name of ALL) await test.core.inbox.fetch(id(name), {})
      for (const name of ALL) completeTask(test.shard, crew, BY_PERSON, id(name), {})
    },
    open: (at) =>
      Object.values(at.crew.state.groups).flatMap((group) =>
        group.archived || !isDone(at, group) || wasTakenBack(at, group) ? [] : [group.name],
      ),
    ends: (at, name) => {
      const { test, crew } = at
      for (const id of DEFERRALS.discussion.open(at)) DEFERRALS.discussion.ends(at, id)
      for (const id of DEFERRALS.question.open(at)) DEFERRALS.question.ends(at, id)
      if (crew.state.groups[name]?.archived === false) archiveGroup(test.shard, crew, BY_PERSON, name) // prettier-ignore
    },
  },
  'task that waits for others': {
    endsWith: 'those others, when they are done; its agent is lost',
    whoEnds: 'a person, who cancels or starts it',
    lasts: null,
    begins: ({ test, crew, id }) => {
      const first = delegate(test.shard, crew, BY_PERSON, { to: id('ana'), text: `a${test.clock.now()}`, again: true }) // prettier-ignore
      const after = [first.task.id]
      delegate(test.shard, crew, BY_PERSON, {
        to: id('ben'),
        text: 'then this',
        after,
        again: true,
      })
    },
    open: ({ crew }) =>
      Object.values(crew.state.tasks).flatMap((task) => (task.waits ? [task.id] : [])),
    ends: ({ test, crew }, id) => {
      if (crew.state.tasks[id]?.waits) cancelTask(test.shard, crew, BY_PERSON, id)
    },
  },
  'open task': {
    endsWith: 'its agent, which completes it or ends',
    whoEnds: 'a person, who completes it; resuming and ending the agent does, too',
    lasts: null,
    begins: ({ test, crew, id }) =>
      void delegate(test.shard, crew, BY_PERSON, { to: id('cy'), text: 'do it', again: true }),
    open: ({ crew }) =>
      Object.values(crew.state.tasks).flatMap((task) => (task.waits ? [] : [task.id])),
    ends: ({ test, crew }, id) => {
      const task = crew.state.tasks[id]
      // The oldest one of its agent goes first.
      if (task) completeTask(test.shard, crew, BY_PERSON, task.agentId, {})
    },
  },
  'budget that is used up': {
    endsWith: 'a higher budget',
    whoEnds: 'a person, who changes or removes it',
    lasts: null,
    begins: ({ test, crew }) => {
      const decision = test.shard.decide(crew)
      const budget = { agentId: null, usd: 1, tokens: null }
      decideBudget(test.shard, decision, crew, budget, { ...NO_USAGE, cost: 2 })
      test.shard.commit(crew, BY_PERSON, decision)
    },
    open: ({ crew }) =>
      crew.budgets().flatMap(({ agentId, stage }) => (stage === 'reached' ? [agentId ?? ''] : [])),
    ends: ({ test, crew }, agentId) => {
      const whose = agentId === '' ? null : agentId
      setBudget(test.shard, crew, BY_PERSON, { agentId: whose, usd: null, tokens: null })
    },
  },
  'need: question': {
    ...need('question', 'a message of the person to that agent'),
    begins: ({ test, crew, id }) =>
      void sendDirect(test.shard, crew, byAgent(id('ana')), { to: HUMAN_ID, content: 'May I?' }),
  },
  'need: failed': {
    ...need('failed', 'resuming or ending the agent'),
    begins: ({ test, id }) => failAgent(test.shard, id('ana'), 'It crashed.'),
  },
  'need: held': need('held', 'the end of the hold'),
  'need: stalled': need('stalled', 'whatever its agent does next'),
  'need: permission': {
    ...need('permission', 'its time, the end of the turn or of the program, a restart'),
    begins: ({ test, crew, id }) => void openPermission(test.shard, crew, id('ana'), ASK, 'rm'),
  },
  'need: refused': need('refused', 'nothing'),
  'need: budget': need('budget', 'a higher budget'),
  'need: rules': need('rules', 'the end of the last of them'),
  'need: files': need('files', 'the first file that is written'),
  'need: mention': {
    endsWith: 'a message or a reaction of the person there',
    whoEnds: 'a person, who dismisses it',
    lasts: null,
    begins: ({ test, crew, id }) =>
      void sendMessage(test.shard, crew, byAgent(id('ana')), {
        group: 'plan',
        content: '@human may I?',
      }),
    open: ({ crew }) =>
      Object.keys(crew.state.asked).flatMap((place) =>
        waitingIn(crew.state, place).map((one) => one.id),
      ),
    ends: ({ test, crew }, id) => void dismissNeed(test.shard, crew, BY_PERSON, id),
  },
  'need: turn': {
    ...dismisses('turn'),
    endsWith: 'the answer of the person, the time of the discussion, its end',
    whoEnds: 'a person, who answers, skips or stops the discussion',
    lasts: null,
    begins: ({ test, crew, id }) => {
      const participants = [HUMAN_ID, id('ana')]
      startRun(test.shard, crew, BY_PERSON, { group: 'plan', goal: 'Agree', participants })
    },
  },
  'hand-over that is not confirmed': {
    endsWith: 'the confirmation of its agent; it comes again until then',
    whoEnds: 'its agent, after a person has resumed it',
    lasts: null,
    begins: async ({ test, crew, id }) => {
      sendDirect(test.shard, crew, BY_PERSON, { to: id('cy'), content: 'hello' })
      await test.core.inbox.fetch(id('cy'), {})
    },
    open: (at) => agentsOf(at).filter((id) => at.crew.inHand.open(id).length > 0),
    ends: (at, id) => reads(at, id),
  },
  'item that waits': {
    endsWith: 'its agent, when it reads',
    whoEnds: 'its agent, after a person has resumed it',
    lasts: null,
    begins: ({ test, crew, id }) =>
      void sendDirect(test.shard, crew, BY_PERSON, { to: id('ben'), content: 'hello' }),
    open: (at) => agentsOf(at).filter((id) => at.crew.inHand.pending(id).length > 0),
    ends: (at, id) => reads(at, id),
  },
} as const satisfies Record<Kind, Deferral>

/** All its agents have ended: it is archived, unless somebody still answers in it. */
function isDone({ crew }: Waiting, { memberIds }: GroupRecord): boolean {
  const { agents, lead } = crew.state
  const workers = memberIds.filter((id) => id !== lead.id && id !== HUMAN_ID)
  return workers.length > 0 && workers.every((id) => agents[id]?.ended !== null)
}

/** A person took it into use again after the last of its agents had ended: it stays so. */
function wasTakenBack({ test }: Waiting, { name, memberIds }: GroupRecord): boolean {
  const at = test.published.findLastIndex(
    ({ type, data, actor }) =>
      type === 'group:unarchived' && data.group.name === name && actor.kind === 'human',
  )
  const isEnd = ({ type, data }: Envelope) =>
    (type === 'agent:completed' || type === 'agent:failed' || type === 'agent:terminated') &&
    memberIds.includes(data.agent.id)
  return at > test.published.findLastIndex(isEnd)
}

const agentsOf = ({ crew }: Waiting) => Object.keys(crew.state.agents)

/** A person takes the agent back into work, and it reads all there is. */
async function reads({ test, crew }: Waiting, id: string): Promise<void> {
  const agent = crew.state.agents[id]
  if (agent && !isActive(agent)) resumeAgent(test.shard, crew, BY_PERSON, id)
  for (;;) {
    const page = await test.core.inbox.fetch(id, {})
    if (page.deliveries.length === 0) return
    await test.core.inbox.ack(id, page.cursor)
  }
}
