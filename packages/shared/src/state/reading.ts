import type { Message } from '../model/message'
import { HUMAN_ID } from '../model/participant'
import {
  type Asked,
  type CrewState,
  emptyRecord,
  MENTIONS_KEPT,
  type ReadMark,
  unreadCount,
  withMention,
} from './crew-state'

/** What readers have read, per place: a group, or a session of one. */

/** A new message of a place; `before`: the place without it. `mentioned`: readers that it mentions. */
export function countMessage(
  state: CrewState,
  before: { readonly name: string; readonly messageCount: number } | undefined,
  message: Message,
  mentioned: readonly string[],
  place = before?.name ?? '',
): void {
  // Before the message counts: whether there was anything else to read.
  if (message.from === HUMAN_ID) {
    markOwn(state, before, message)
    putAsked(state, place, () => [])
  } else if (mentioned.includes(HUMAN_ID)) {
    const { id, n } = message
    putAsked(state, place, (asked) => [...asked, { id, n }].slice(-MENTIONS_KEPT))
  }
  for (const reader of mentioned) {
    putMentions(state, reader, place, (unread) => withMention(unread, message.n))
  }
}

/** A message of a group mentions others than it did: only those now have a mention there to read. */
export function changeMentions(
  state: CrewState,
  place: string,
  n: number,
  mentioned: readonly string[],
): void {
  if (!mentioned.includes(HUMAN_ID)) {
    putAsked(state, place, (asked) => asked.filter((one) => one.n !== n))
  }
  for (const reader of new Set([...Object.keys(state.mentions), ...mentioned])) {
    const isUnread = n > (state.readMarks[reader]?.[place]?.n ?? 0)
    putMentions(state, reader, place, (unread) => {
      const others = unread.filter((one) => one !== n)
      if (!isUnread || !mentioned.includes(reader)) return others
      return [...others, n].sort((a, b) => a - b).slice(-MENTIONS_KEPT)
    })
  }
}

/** A reader has read a place up to `n`. */
export function moveMark(
  state: CrewState,
  place: string,
  read: {
    readonly readerId: string
    readonly lastSeq: number
    readonly n: number
    readonly lastSeen: string
    readonly own?: number | undefined
  },
): void {
  const { readerId, lastSeq: seq, n, lastSeen, own } = read
  putMark(state, readerId, place, { seq, n, lastSeen })
  if (readerId === HUMAN_ID && state.viewer === null) putOwn(state, place, own ?? 0)
  putMentions(state, readerId, place, (unread) => unread.filter((one) => one > n))
}

/** The person settled a message that mentions them without writing below it. */
export function settleMention(state: CrewState, messageId: string): void {
  for (const place of Object.keys(state.asked)) {
    putAsked(state, place, (asked) => asked.filter(({ id }) => id !== messageId))
  }
}

/** The person reacts to a message, or takes that back. */
export function reactToAsked(state: CrewState, messageId: string, action: 'add' | 'remove'): void {
  for (const place of Object.keys(state.asked)) {
    putAsked(state, place, (asked) =>
      asked.map((one) => {
        if (one.id !== messageId) return one
        const count = (one.reactions ?? 0) + (action === 'add' ? 1 : -1)
        const { id, n } = one
        return count > 0 ? { id, n, reactions: count } : { id, n }
      }),
    )
  }
}

/** A place is gone, and what its readers have read of it. */
export function forgetPlace(state: CrewState, place: string): void {
  putOwn(state, place, 0)
  putAsked(state, place, () => [])
  state.readMarks = without(state.readMarks, place)
  state.mentions = without(state.mentions, place)
}

/** What was read leaves nothing behind: the same state is rebuilt from the tables. */
function without<T>(
  byReader: Record<string, Record<string, T>>,
  place: string,
): Record<string, Record<string, T>> {
  const left = emptyRecord<Record<string, T>>()
  for (const [reader, places] of Object.entries(byReader)) {
    const others = Object.assign(emptyRecord<T>(), places)
    delete others[place]
    if (Object.keys(others).length > 0) left[reader] = others
  }
  return left
}

function putMark(state: CrewState, reader: string, place: string, mark: ReadMark): void {
  const marks = state.readMarks[reader] ?? emptyRecord()
  state.readMarks[reader] = Object.assign(emptyRecord(), marks, { [place]: mark })
}

function putOwn(state: CrewState, place: string, count: number): void {
  const all: Record<string, number> = Object.assign(emptyRecord(), state.ownUnread)
  if (count === 0) delete all[place]
  else all[place] = count
  state.ownUnread = all
}

/** Agents see nothing of what waits for the person. */
function putAsked(
  state: CrewState,
  place: string,
  change: (asked: readonly Asked[]) => readonly Asked[],
): void {
  if (state.viewer !== null) return
  const before = state.asked[place] ?? []
  const after = change(before)
  if (after.length === before.length && after.every((one, at) => one === before[at])) return
  const all: Record<string, readonly Asked[]> = Object.assign(emptyRecord(), state.asked)
  // What was answered leaves nothing behind: the same state is rebuilt from the tables.
  if (after.length === 0) delete all[place]
  else all[place] = after
  state.asked = all
}

/**
 * A reader who has read everything has read their own new message too; if something is unread, the mark stays before
 * it, and their own message is not counted.
 */
function markOwn(
  state: CrewState,
  before: { readonly name: string; readonly messageCount: number } | undefined,
  { seq, n, timestamp }: Message,
): void {
  if (!before || state.viewer !== null) return
  if (unreadCount(state, before, HUMAN_ID) === 0) {
    putMark(state, HUMAN_ID, before.name, { seq, n, lastSeen: timestamp })
    putOwn(state, before.name, 0)
  } else putOwn(state, before.name, (state.ownUnread[before.name] ?? 0) + 1)
}

/** An agent's view has its own mentions only. */
function putMentions(
  state: CrewState,
  reader: string,
  place: string,
  change: (unread: readonly number[]) => readonly number[],
): void {
  if (state.viewer !== null && state.viewer !== reader) return
  const before = state.mentions[reader]?.[place] ?? []
  const after = change(before)
  if (after.length === 0 && before.length === 0) return
  const places = Object.assign(emptyRecord<readonly number[]>(), state.mentions[reader])
  // What was read leaves nothing behind: the same state is rebuilt from the tables.
  if (after.length === 0) delete places[place]
  else places[place] = after
  if (Object.keys(places).length === 0) delete state.mentions[reader]
  else state.mentions[reader] = places
}
