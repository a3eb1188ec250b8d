import type { GroupRecord } from '@crewroom/shared/model/group'
import { placeOfSession, type SessionRecord } from '@crewroom/shared/model/session'
import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { type CrewState, mentionCount, unreadCount } from '@crewroom/shared/state/crew-state'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** What is read up to somewhere: a group, or a session under its key. */
export type Readable = Pick<GroupRecord, 'leadId' | 'name' | 'lastMessage' | 'messageCount'>

export function readableSession(session: SessionRecord): Readable {
  const { id, leadId, lastMessage, messageCount } = session
  return { leadId, name: placeOfSession(id), lastMessage, messageCount }
}

/** Everything of a crew that is read: its groups and their sessions. */
export function readablesOf({ groups, sessions }: CrewState): readonly Readable[] {
  return [...Object.values(groups), ...Object.values(sessions).map(readableSession)]
}

/** How far this browser has read a place; `n` is the ordinal there, null when only storage knew of the mark. */
export interface LocalMark {
  readonly seq: number
  readonly n: number | null
}

export type LocalMarks = Readonly<Record<string, LocalMark>>
type MarkStorage = Pick<Storage, 'getItem' | 'setItem'>

export function markKey(leadId: string, place: string): string {
  return `${leadId}:${place}`
}

const SEEN = 'crewroom:lastSeen:'
const SEQ = 'crewroom:lastSeq:'

/**
 * Messages of the place that nobody at this browser has read. The server's mark counts for every device; the
 * local one is ahead of it while the server has not been told yet.
 */
export function unreadIn(state: CrewState, place: Readable, local: LocalMark | undefined): number {
  const onServer = unreadCount(state, place, HUMAN_ID)
  if (!local) return onServer
  if (local.seq >= (place.lastMessage?.seq ?? 0)) return 0
  return local.n === null ? onServer : Math.min(onServer, Math.max(0, place.messageCount - local.n))
}

/** Unread messages of a session: none of one that is archived. */
export function unreadInSession(
  state: CrewState,
  session: SessionRecord,
  marks: LocalMarks,
): number {
  if (session.status !== 'active') return 0
  const place = readableSession(session)
  return unreadIn(state, place, marks[markKey(session.leadId, place.name)])
}

/** Unread messages of a group in use: its main talk and its sessions in use. */
export function unreadInGroup(state: CrewState, group: GroupRecord, marks: LocalMarks): number {
  if (group.archived) return 0
  let total = unreadIn(state, group, marks[markKey(group.leadId, group.name)])
  for (const session of Object.values(state.sessions)) {
    if (session.groupName === group.name) total += unreadInSession(state, session, marks)
  }
  return total
}

/** Messages in a group and its sessions in use that mention the person, as far as the server knows. */
export function mentionsInGroup(state: CrewState, group: GroupRecord): number {
  let total = mentionCount(state, group, HUMAN_ID)
  for (const session of Object.values(state.sessions)) {
    if (session.groupName !== group.name || session.status !== 'active') continue
    total += mentionCount(state, readableSession(session), HUMAN_ID)
  }
  return total
}

/** The blue number of a crew: groups in use with their sessions in use. */
export function unreadTotal(state: CrewState, marks: LocalMarks): number {
  return Object.values(state.groups).reduce(
    (total, group) => total + unreadInGroup(state, group, marks),
    0,
  )
}

const PURGE_AFTER_MS = 90 * 86_400_000

/** Forgets marks of places that the server has not known for long: a browser's storage is small. */
export function purgeMarks(of: () => Storage, known: ReadonlySet<string>, now: number): void {
  try {
    const storage = of()
    for (const storageKey of Object.keys(storage)) {
      if (!storageKey.startsWith(SEEN)) continue
      const key = storageKey.slice(SEEN.length)
      const seen = Date.parse(storage.getItem(storageKey) ?? '')
      if (known.has(key) || now - seen < PURGE_AFTER_MS) continue
      storage.removeItem(storageKey)
      storage.removeItem(SEQ + key)
    }
  } catch {
    // Storage may be denied: there is nothing to forget then.
  }
}

interface Told {
  readonly seq: number
  /** Whether the mark may go back. */
  readonly force: boolean
}

export interface ReadMarkPorts {
  readonly storage: MarkStorage
  /** The server's time in ms; null before it is known. */
  serverNow(): number | null
  /** `force` lets the mark go back as well. */
  tell(leadId: string, place: string, seq: number, force: boolean): Promise<unknown>
  /** Runs after a pause: a flood of messages is not a flood of marks. */
  later(run: () => void): void
}

/** Read marks of this browser: written to storage at once, told to the server one request at a time. */
export class ReadMarks {
  readonly store: StoreApi<LocalMarks> = createStore<LocalMarks>(() => ({}))
  readonly #ports: ReadMarkPorts
  /** Marks on their way to the server; the value is what to tell next, null when nothing. */
  readonly #telling = new Map<string, Told | null>()

  constructor(ports: ReadMarkPorts) {
    this.#ports = ports
  }

  /** The place was seen up to its newest message, or up to one before it. */
  markRead(
    place: Readable,
    onServer: number,
    upTo?: { readonly seq: number; readonly n: number; readonly at: string },
  ): void {
    const { leadId, name, lastMessage, messageCount } = place
    const key = markKey(leadId, name)
    const newest = lastMessage?.seq ?? 0
    const part = upTo && upTo.seq < newest ? upTo : null
    const seq = part?.seq ?? newest
    const mark = this.store.getState()[key]
    if (mark && mark.n !== null && mark.seq >= seq) return
    this.#put(SEQ + key, String(Math.max(seq, mark?.seq ?? 0)))
    this.#put(SEEN + key, part?.at ?? this.#seenAt(lastMessage?.timestamp ?? null))
    this.store.setState({ [key]: { seq, n: part?.n ?? messageCount } })
    if (seq > onServer) this.#tell(leadId, name, { seq, force: false })
  }

  /** The message and what follows it are unread again, on every device. */
  markUnread(
    { leadId, name }: Readable,
    { seq, n, timestamp }: Pick<Message, 'seq' | 'n' | 'timestamp'>,
  ): void {
    const key = markKey(leadId, name)
    const before = seq - 1
    this.#put(SEQ + key, String(before))
    this.#put(SEEN + key, new Date(Date.parse(timestamp) - 1).toISOString())
    this.store.setState({ [key]: { seq: before, n: n - 1 } })
    // In the place of what waits, which would undo it; behind what is on its way, which could overtake it.
    this.#tell(leadId, name, { seq: before, force: true })
  }

  /** The server's mark went back: somebody marked the place unread on another device. */
  wentBack(leadId: string, place: string, seq: number, n: number): void {
    const key = markKey(leadId, place)
    if ((this.store.getState()[key]?.seq ?? 0) <= seq) return
    this.#put(SEQ + key, String(seq))
    this.store.setState({ [key]: { seq, n } })
  }

  /** Takes what an earlier visit stored, and tells the server what it does not know yet. */
  load(place: Readable, onServer: number): void {
    const { leadId, name } = place
    const key = markKey(leadId, name)
    const seq = this.#storedSeq(place)
    if (seq === null) return
    const known = this.store.getState()[key]
    if (!known || seq > known.seq) this.store.setState({ [key]: { seq, n: null } })
    // A journal that was replaced by another one has smaller numbers: such a mark says nothing.
    const newest = place.lastMessage?.seq ?? 0
    if (seq > onServer && newest > onServer) this.#tell(leadId, name, { seq, force: false })
  }

  /** Another tab of this browser wrote a mark. */
  storageChanged(storageKey: string | null, value: string | null): void {
    if (!storageKey?.startsWith(SEQ) || value === null) return
    const key = storageKey.slice(SEQ.length)
    const seq = Number(value)
    // A smaller one is only late; what was marked unread on purpose comes back from the server.
    if (!Number.isSafeInteger(seq) || seq <= (this.store.getState()[key]?.seq ?? 0)) return
    this.store.setState({ [key]: { seq, n: null } })
  }

  /** A fast local clock must not swallow later messages, a slow one must not leave these unread. */
  #seenAt(newest: string | null): string {
    const now = this.#ports.serverNow()
    const message = newest === null ? Number.NaN : Date.parse(newest)
    const at = Math.max(now ?? 0, Number.isNaN(message) ? 0 : message)
    return new Date(at).toISOString()
  }

  /** An older build wrote only the time. It decides where it can: whether the newest message was there already. */
  #storedSeq({ leadId, name, lastMessage }: Readable): number | null {
    const key = markKey(leadId, name)
    const seq = Number(this.#get(SEQ + key) ?? Number.NaN)
    if (Number.isSafeInteger(seq)) return seq
    const seen = Date.parse(this.#get(SEEN + key) ?? '')
    const isSeen = lastMessage !== null && Date.parse(lastMessage.timestamp) <= seen
    return isSeen ? lastMessage.seq : null
  }

  #tell(leadId: string, place: string, mark: Told): void {
    const key = markKey(leadId, place)
    if (this.#telling.has(key)) {
      this.#telling.set(key, mark)
      return
    }
    this.#telling.set(key, null)
    const done = () => {
      const next = this.#telling.get(key) ?? null
      this.#telling.delete(key)
      if (next !== null && (next.force || next.seq > mark.seq)) this.#tell(leadId, place, next)
    }
    // Not told is not lost: the mark is in storage, and the next visit tells it again.
    const pause = () => this.#ports.later(done)
    this.#ports.tell(leadId, place, mark.seq, mark.force).then(pause, pause)
  }

  #get(key: string): string | null {
    try {
      return this.#ports.storage.getItem(key)
    } catch {
      return null
    }
  }

  #put(key: string, value: string): void {
    try {
      this.#ports.storage.setItem(key, value)
    } catch {
      // Storage may be denied or full; the server's mark still holds.
    }
  }
}
