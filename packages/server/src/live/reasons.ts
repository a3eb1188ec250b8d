import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { Named } from '@crewroom/shared/text/catalogue'
import { SESSION_TEXT } from '@crewroom/shared/text/session-texts'
import type { Crew } from '../crew/crew'
import { named } from '../crew/directory'
import type { PresenceBook } from '../crew/presence'
import type { Shard } from '../crew/shard'
import { isPaused } from '../crew/wake'

/** Why an agent will not read a message of this group now, or null when nothing is in its way. */
export function waitingReason(
  shard: Shard,
  crew: Crew,
  presence: PresenceBook,
  groupName: string,
  agent: AgentRecord,
): string | null {
  const group = crew.state.groups[groupName]
  if (group?.paused) return 'paused'
  if (group?.hold) return 'held'
  return directReason(shard, crew, presence, agent)
}

/** The same for what is addressed to the agent itself. */
export function directReason(
  shard: Shard,
  crew: Crew,
  presence: PresenceBook,
  agent: AgentRecord,
): string | null {
  if (isPaused(shard, crew, agent.id)) return 'paused'
  const { status, asleep, pull } = presence.get(agent.id)
  // Asleep: what wakes it starts its program.
  if (status === 'starting' || asleep) return 'starting'
  if (pull === 'away') return 'asks'
  if (isAway(presence, agent.id)) return 'disconnected'
  // A pipe is written to at once, whatever its program does; only a program can say that it is busy.
  return status === 'working' && agent.driver.kind !== 'pipe' ? 'busy' : null
}

/** Whether nothing can be handed to an agent because no program of it is there, and none is about to be. */
export function isAway(presence: PresenceBook, agentId: string): boolean {
  const { status, connection, asleep, pull } = presence.get(agentId)
  if (status === 'starting' || asleep || pull === 'away') return false
  return connection !== 'connected'
}

/** What is said of those of `ids` that read something only once their programs connect, or ask; null: there are none. */
export function awayHint(
  presence: PresenceBook,
  ids: readonly string[],
  nameOf: (agentId: string) => string,
): string | null {
  const away = ids.filter((id) => isAway(presence, id)).map(nameOf)
  const later = ids.filter((id) => presence.get(id).pull === 'away').map(nameOf)
  const said = [
    ...(away.length > 0 ? [SESSION_TEXT.away(away)] : []),
    ...(later.length > 0 ? [SESSION_TEXT.readsLater(later)] : []),
  ]
  return said.length > 0 ? said.join(' ') : null
}

/** Agents among `ids` that will not read a message now, each with why; for the sentence behind a confirmation. */
export function waitingOf(
  ids: readonly string[],
  crew: Crew,
  reasonOf: (agent: AgentRecord) => string | null,
): { who: Named; reason: string }[] {
  return ids.flatMap((id) => {
    const agent = crew.state.agents[id]
    const reason = agent && reasonOf(agent)
    return reason ? [{ who: named(crew, id), reason }] : []
  })
}
