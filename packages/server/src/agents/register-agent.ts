import type { AgentRecord } from '@crewroom/shared/model/agent'
import { groupSlug } from '@crewroom/shared/model/group-name'
import type { InviteRecord } from '@crewroom/shared/model/invite'
import { HUMAN, HUMAN_ID } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Crew } from '../crew/crew'
import { isActive } from '../crew/directory'
import { assertHonest } from '../crew/honest-names'
import type { By, Shard } from '../crew/shard'
import { assertCanCreate, decideNewAgent } from './create-agent'
import { changedInvite, inviteOf } from './invite-code'

export interface Registration {
  readonly name: string
  /** What it is for, in its own words: its role, where the invitation names none. */
  readonly description?: string | undefined
  readonly inviteCode: string
  /** It manages the circles that are created with its id as their `appId`. */
  readonly app?: boolean
}

/** Makes an agent of whoever has a valid code. It is made in the name of who invited it, and counted in the same decision. */
export function registerAgent(
  shard: Shard,
  { name, description, inviteCode, app = false }: Registration,
): { crew: Crew; agent: AgentRecord; token: string; by: By } {
  const found = inviteOf(shard, inviteCode)
  if (!found || hasGone(found.crew, found.invite)) throw notInvited()
  const { crew, invite } = found
  assertOpen(shard, crew)
  const by = inviterOf(invite)
  const role = invite.roleId ?? roleIn(description) ?? (app ? 'app' : 'agent')
  if (invite.roleId === null) assertHonest({ description: role }, shard.ports.personName, false)
  const { instructions } = invite
  const input = { name: name.trim(), role, instructions, ...(app ? { app: true as const } : {}) }
  assertCanCreate(shard, crew, by, [input])
  assertNameFree(crew, input.name)
  const decision = shard.decide(crew)
  const { agent, token } = decideNewAgent(shard, decision, crew, by, input)
  if (token === null) throw new Error('a remote agent has a token')
  const used = invite.used + 1
  decision.add('invite:changed', { invite: changedInvite(invite, { used }) })
  shard.commit(crew, by, decision)
  if (used >= invite.uses) shard.inviteEnds.forget(invite.id)
  return { crew, agent, token, by }
}

/** The same words whatever is wrong with a code: nobody learns which ones there were. */
function notInvited(): CrewError {
  return new CrewError(
    'unauthorized',
    'This invitation code opens nothing: it is unknown, used up, withdrawn or too old. Ask whoever runs the crew for a new one.',
  )
}

/** What was made by an agent that was terminated since counts no more than its token. */
function hasGone(crew: Crew, { createdBy }: InviteRecord): boolean {
  return crew.state.agents[createdBy]?.ended === 'terminated'
}

function inviterOf({ createdBy }: InviteRecord): By {
  const actor = createdBy === HUMAN_ID ? HUMAN : ({ kind: 'agent', id: createdBy } as const)
  return { actor, cause: { kind: 'request' } }
}

function assertOpen(shard: Shard, crew: Crew): void {
  if (!crew.inert && !crew.state.lead.paused && !shard.paused) return
  throw new CrewError(
    'forbidden',
    `The crew is ${crew.inert ? 'imported and nobody has resumed it' : 'paused'}: no agent can register. Try again once the person who runs it has resumed it; your code has lost no use.`,
  )
}

function assertNameFree(crew: Crew, name: string): void {
  const wanted = name.toLowerCase()
  const isTaken = Object.values(crew.state.agents).some(
    (agent) =>
      isActive(agent) &&
      [agent.name, agent.handle].some((known) => known?.toLowerCase() === wanted),
  )
  if (!isTaken) return
  throw new CrewError(
    'name_taken',
    `Another agent of the crew is called "${name}". Register with another name; your code has lost no use.`,
  )
}

/** What an agent says it is for, as the id of a role; null: it says nothing that could be one. */
function roleIn(description = ''): string | null {
  const slug = groupSlug(description).slice(0, LIMITS.roleId).replace(/-+$/, '')
  return slug === '' ? null : slug
}
