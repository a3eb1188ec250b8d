import type { GroupRecord } from '@crewroom/shared/model/group'
import { HUMAN_ID, SYSTEM } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { createAgent, createLead } from '../agents/create-agent'
import { editAgent } from '../agents/edit-agent'
import type { Crew } from '../crew/crew'
import { isActive } from '../crew/directory'
import type { By, Shard } from '../crew/shard'
import { withLeader } from '../discussions/start-run'
import { addMembers } from '../groups/change-members'
import { createGroup } from '../groups/create-group'
import { hasRoomForSession, sessionsIn } from '../sessions/create-session'

const BY_EMBEDDER: By = { actor: SYSTEM, cause: { kind: 'request' } }
const GROUP = 'group-chat'
/** Functions answer in the embedder's process. */
const EMBEDDED = { kind: 'remote' } as const

/**
 * A crew for one more conversation: the embedder's, or else the first in which none is under way, so that conversations at
 * the same time never wait for each other's participants.
 */
export function crewFor(shard: Shard, leadId: string | null, names: number): Crew {
  if (leadId !== null) {
    const crew = shard.findCrew(leadId)
    if (crew) return crew
    if (shard.crewOf(leadId)) {
      throw new CrewError('other_crew', `"${leadId}" belongs to another lead's crew.`)
    }
    return createLead(shard, BY_EMBEDDER, { id: leadId, name: leadId, driver: EMBEDDED }).crew
  }
  for (let n = 1; ; n++) {
    const id = `${GROUP}-${n}`
    const crew = shard.findCrew(id)
    if (crew && isFree(crew, names)) return crew
    if (crew || shard.crewOf(id)) continue
    // Its lead does nothing: it is a placeholder, which is neither asked nor owed anything.
    const lead = { id, name: id, workspace: id, driver: EMBEDDED }
    return createLead(shard, BY_EMBEDDER, lead).crew
  }
}

function isFree({ state }: Crew, names: number): boolean {
  if (Object.keys(state.runs).length > 0) return false
  return Object.values(state.agents).filter(isActive).length + names <= LIMITS.agentsPerLead
}

/**
 * The agents of these names, which are created if they are not there; `human` is the person. An agent answers one question at a
 * time: one that takes part in a conversation that is not held here, and may never be again, stays with that, and another of
 * its name comes in its place.
 */
export function idsOf(
  shard: Shard,
  crew: Crew,
  names: readonly string[],
  {
    isHeld,
    told,
    forgets = false,
  }: {
    readonly isHeld: (sessionId: string) => boolean
    /** By name, how they are to work. */
    readonly told: ReadonlyMap<string, string>
    /** Whoever is given no instructions has none: what an earlier conversation gave is not for this one. */
    readonly forgets?: boolean
  },
): Map<string, string> {
  const elsewhere = new Set(
    Object.values(crew.state.runs)
      .filter(({ sessionId }) => !isHeld(sessionId))
      .flatMap(({ policy, participants }) => withLeader(policy, participants, crew)),
  )
  const ids = new Map<string, string>()
  for (const name of names) {
    const id = name.toLowerCase() === HUMAN_ID ? HUMAN_ID : agentCalled(crew, name, elsewhere)
    ids.set(name, id ?? hired(shard, crew, name))
  }
  for (const [name, id] of ids) {
    const instructions = told.get(name) ?? (forgets ? '' : undefined)
    if (instructions !== undefined && id !== HUMAN_ID) instruct(shard, crew, id, instructions)
  }
  return ids
}

function agentCalled(crew: Crew, name: string, elsewhere: ReadonlySet<string>): string | undefined {
  const { agents, lead } = crew.state
  const agent =
    agents[name] ??
    Object.values(agents).find(
      (one) => one.name === name && one.id !== lead.id && !elsewhere.has(one.id),
    )
  return agent?.id
}

/** How an agent of the crew is to work from now on. */
export function instruct(shard: Shard, crew: Crew, id: string, instructions: string): void {
  if (instructions === crew.remembered(id).instructions) return
  editAgent(shard, crew, BY_EMBEDDER, id, { instructions })
}

function hired(shard: Shard, crew: Crew, name: string): string {
  const asked = { role: 'agent', name, driver: EMBEDDED }
  return createAgent(shard, crew, BY_EMBEDDER, asked).agent.id
}

/** A group of all of them that has room for one more conversation. */
export function groupFor(shard: Shard, crew: Crew, ids: readonly string[]): GroupRecord {
  for (let n = 1; ; n++) {
    const name = n === 1 ? GROUP : `${GROUP}-${n}`
    const group = crew.state.groups[name]
    if (!group) return createGroup(shard, crew, BY_EMBEDDER, { name, members: [...ids] })
    if (group.archived || !hasRoomForSession(sessionsIn(crew, group))) continue
    const missing = ids.filter((id) => id !== HUMAN_ID && !group.memberIds.includes(id))
    if (group.memberIds.length + missing.length > LIMITS.members) continue
    if (missing.length > 0) {
      addMembers(shard, crew, BY_EMBEDDER, { group: name, members: missing })
    }
    return crew.state.groups[name] ?? group
  }
}
