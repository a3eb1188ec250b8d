import type { GroupRecord } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { BY_RULES, type Policy, type RunRole, type Transitions } from '@crewroom/shared/model/run'
import { usualAgents } from '@crewroom/shared/model/session'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import { nameIn } from '../crew/directory'
import type { Shard } from '../crew/shard'
import { memberNamed } from '../groups/change-members'

/** A policy as somebody names it: agents by id, short id, handle or name. */
export type PolicyInput =
  | { readonly kind: 'round_robin'; readonly transitions?: Transitions | undefined }
  | {
      readonly kind: 'selection'
      readonly by?: string | undefined
      readonly repeat?: boolean | undefined
      readonly prompt?: string | undefined
      readonly transitions?: Transitions | undefined
    }
  | { readonly kind: 'parallel'; readonly aggregator?: string | null | undefined }
  | { readonly kind: 'hierarchical'; readonly manager: string }

export type ParticipantInput =
  | string
  | ({ readonly id: string } & {
      readonly [K in keyof RunRole]?: RunRole[K] | undefined
    })

/** A policy with the ids of those whom it names. */
export function policyNamed(
  shard: Shard,
  crew: Crew,
  group: GroupRecord,
  input: PolicyInput = { kind: 'round_robin' },
): Policy {
  const agent = (reference: string) => agentNamed(shard, crew, group, reference)
  const anybody = (reference: string) => participantNamed(shard, crew, group, reference)
  const follow = (given: Transitions | undefined) =>
    given ? { transitions: followers(given, anybody) } : {}
  switch (input.kind) {
    case 'round_robin':
      return { kind: 'round_robin', ...follow(input.transitions) }
    case 'selection': {
      const { by = BY_RULES, repeat = false, prompt } = input
      const isWord = by === BY_RULES || by === HUMAN_ID
      const chooser = isWord ? by : agent(by)
      const more = { ...(prompt ? { prompt } : {}), ...follow(input.transitions) }
      return { kind: 'selection', by: chooser, repeat, ...more }
    }
    case 'parallel':
      return { kind: 'parallel', aggregator: input.aggregator ? agent(input.aggregator) : null }
    case 'hierarchical':
      return { kind: 'hierarchical', manager: agent(input.manager) }
    default:
      return input satisfies never
  }
}

function followers(given: Transitions, id: (reference: string) => string): Transitions {
  const named = Object.entries(given).map(
    ([before, after]) => [id(before), [...new Set(after.map(id))]] as const,
  )
  return Object.fromEntries(named)
}

/** Refuses a map of who may follow whom in which somebody takes no part. */
export function assertFollow(policy: Policy, participants: readonly string[], crew: Crew): void {
  const map = transitionsOf(policy)
  const stranger = [...Object.keys(map), ...Object.values(map).flat()].find(
    (id) => !participants.includes(id),
  )
  if (stranger === undefined) return
  throw new CrewError(
    'validation',
    `policy.transitions: ${nameIn(crew, stranger)} takes no part. Name participants alone.`,
    { fields: { 'policy.transitions': 'names somebody who takes no part' } },
  )
}

/** Who may speak behind whom; nothing where everybody may. */
export function transitionsOf(policy: Policy): Transitions {
  const chooses = policy.kind === 'round_robin' || policy.kind === 'selection'
  return (chooses && policy.transitions) || {}
}

/** The agent without which a policy cannot go on. */
export function leaderOf(policy: Policy): string | null {
  switch (policy.kind) {
    case 'round_robin':
      return null
    case 'selection':
      return policy.by === BY_RULES || policy.by === HUMAN_ID ? null : policy.by
    case 'parallel':
      return policy.aggregator
    case 'hierarchical':
      return policy.manager
    default:
      return policy satisfies never
  }
}

export interface Participants {
  /** In the order of turns. */
  readonly participants: readonly string[]
  readonly roles: Readonly<Record<string, RunRole>>
}

/** Who takes part: without a list all agents of the group but the lead. A manager is not one of them. */
export function participantsNamed(
  shard: Shard,
  crew: Crew,
  group: GroupRecord,
  policy: Policy,
  inputs?: readonly ParticipantInput[],
): Participants {
  const manager = policy.kind === 'hierarchical' ? policy.manager : null
  const roles: Record<string, RunRole> = {}
  const ids = (inputs ?? usualAgents(group)).map((input) => {
    const told = typeof input === 'string' ? { id: input } : input
    const id = participantNamed(shard, crew, group, told.id)
    const { role = '', description = '', expertise = [] } = told
    if (role !== '' || description !== '' || expertise.length > 0) {
      roles[id] = { role, description, expertise }
    }
    return id
  })
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  if (twice !== undefined) {
    const why = `participants: ${nameIn(crew, twice)} is named twice. Name each one once.`
    throw new CrewError('validation', why, {
      fields: { participants: 'names somebody twice' },
    })
  }
  const participants = ids.filter((id) => id !== manager)
  if (participants.length === 0) {
    throw new CrewError('validation', 'participants: name at least one who can speak.', {
      fields: { participants: 'names nobody who can speak' },
    })
  }
  return { participants, roles }
}

/** A participant of the group; the person is one of every group. */
export function participantNamed(
  shard: Shard,
  crew: Crew,
  group: GroupRecord,
  reference: string,
): string {
  const isPerson = reference.trim().toLowerCase() === HUMAN_ID
  return isPerson ? HUMAN_ID : memberNamed(shard, crew, group, reference)
}

/** Whoever chooses, sums up or manages reads what is said, so it has to be in the group. */
function agentNamed(shard: Shard, crew: Crew, group: GroupRecord, reference: string): string {
  const id = memberOrNull(shard, crew, group, reference)
  if (id !== null && crew.state.agents[id]) return id
  throw new CrewError(
    'agent_not_found',
    `"${reference}" is not an agent of group "${group.name}". Whoever chooses, sums up or manages has to be in the group: add it there first, or name an agent of the group.`,
    { reference },
  )
}

function memberOrNull(
  shard: Shard,
  crew: Crew,
  group: GroupRecord,
  reference: string,
): string | null {
  try {
    return memberNamed(shard, crew, group, reference)
  } catch (error) {
    if (error instanceof CrewError && error.code === 'agent_not_found') return null
    throw error
  }
}
