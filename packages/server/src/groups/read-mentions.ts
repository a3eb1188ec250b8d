import { memberOf } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { Message } from '@crewroom/shared/model/message'
import { MAIN_SESSION, sessionOfPlace } from '@crewroom/shared/model/session'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { type CrewState, waitingIn } from '@crewroom/shared/state/crew-state'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import type { MessagePlace } from '../journal/ports/reader-port'

/**
 * The actor's unread mentions, or those that wait for the person's answer, in groups and sessions that are in use and that it
 * may read: the newest, ascending. Memory says at `asOf` which they are; their texts are read once the tables hold them.
 */
export async function readMentions(
  shard: Shard,
  crew: Crew,
  by: By,
  show: 'unread' | 'waiting' = 'unread',
): Promise<{ messages: readonly Message[]; hasMore: boolean; asOf: number }> {
  const { id } = by.actor
  const { state } = crew
  const asOf = state.seq
  const shown = show === 'unread' ? (state.mentions[id] ?? {}) : waitingFor(state, id)
  const places = Object.entries(shown).flatMap(([place, ordinals]) => {
    const read = readAt(state, id, place)
    return read ? ordinals.map((n) => ({ ...read, n })) : []
  })
  await shard.journal.durable(state.lead.id)
  return { ...shard.ports.reader.messagesAt(state.lead.id, places, LIMITS.page), asOf }
}

/** Nothing waits for an agent in this way. */
function waitingFor(state: CrewState, reader: string): Readonly<Record<string, readonly number[]>> {
  if (reader !== HUMAN_ID) return {}
  const places = Object.keys(state.asked)
  return Object.fromEntries(
    places.map((place) => [place, waitingIn(state, place).map(({ n }) => n)]),
  )
}

/** What a place is, if it is in use and this reader may read it. */
function readAt(state: CrewState, reader: string, place: string): Omit<MessagePlace, 'n'> | null {
  const sessionId = sessionOfPlace(place)
  const session = sessionId === null ? null : state.sessions[sessionId]
  if (session === undefined || (session && session.status !== 'active')) return null
  const group = state.groups[session?.groupName ?? place]
  if (!group || group.archived || (reader !== HUMAN_ID && !memberOf(group, reader))) return null
  return { groupName: group.name, sessionId: session?.id ?? MAIN_SESSION }
}
