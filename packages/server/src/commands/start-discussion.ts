import type { CommandPayload } from '@crewroom/shared/command/payloads'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { PolicyInput } from '../discussions/policy-settings'
import { startRun } from '../discussions/start-run'
import { awayHint } from '../live/reasons'
import { type CommandHandler, confirmation } from './command-handler'

export const startDiscussionCommand: CommandHandler<'START_DISCUSSION'> = {
  name: 'START_DISCUSSION',
  run({ shard, crew, by, presence }, payload) {
    const { group, goal, rounds, until, with: participants } = payload
    const { run, session } = startRun(shard, crew, by, {
      group,
      goal,
      participants,
      joins: participants !== undefined,
      policy: policyOf(payload),
      terminationCondition: until,
      limits: { rounds },
    })
    const nameOf = (id: string) =>
      id === HUMAN_ID ? shard.ports.personName : (crew.state.agents[id]?.name ?? id)
    const who = run.participants.map(nameOf)
    const agents = run.participants.filter((id) => id !== HUMAN_ID && id !== by.actor.id)
    const hint = awayHint(presence, agents, nameOf)
    const started = run.parent
      ? TEXT.nestedStarted(session.title, who)
      : TEXT.discussionStarted(session.title, run.groupName, who)
    const whole = hint === null ? started : `${started} ${hint}`
    return confirmation(whole.length <= LIMITS.agentText ? whole : started)
  },
}

/** The schema has seen to it that a manager is named. */
function policyOf({ policy = 'round_robin', by }: CommandPayload<'START_DISCUSSION'>): PolicyInput {
  switch (policy) {
    case 'round_robin':
      return { kind: 'round_robin' }
    case 'selection':
      return { kind: 'selection', by }
    case 'parallel':
      return { kind: 'parallel', aggregator: by }
    case 'hierarchical':
      return { kind: 'hierarchical', manager: by ?? '' }
    default:
      return policy satisfies never
  }
}
