import type { Envelope } from '../journal/facts'
import type { RowReader } from '../journal/ports/reader-port'
import { RECENT_MESSAGES } from '../journal/ports/stored-shard'
import type { Crew } from './crew'

/** Loads of a group whose rows came from a staged file what a start loads of every group. */
export function recallGroup(crew: Crew, fact: Envelope, reader: RowReader): void {
  if (fact.type !== 'group:imported') return
  const groupName = fact.data.group.name
  const window = crew.window(groupName)
  // Somebody has restored it and written to it already.
  if (window.messages.length > 0) return
  const newest = { groupName, limit: RECENT_MESSAGES, viewer: null }
  for (const message of reader.page(fact.leadId, newest).messages) window.push(message)
}
