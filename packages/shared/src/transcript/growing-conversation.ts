import { ChunkBuilder } from './build-chunks'
import { ChunksInTime } from './chunks-in-time'
import type { Process } from './chunks'
import type { ChatItem, SessionConversation } from './groups'
import type { ParsedMessage } from './messages'
import { OngoingTracker } from './ongoing'
import { Processes } from './processes'
import { itemOf } from './to-items'
import { TokenDeltas } from './token-deltas'

interface Row {
  item: ChatItem | null
  /** The revision in which it became what it is. */
  changed: number
  index: number
  processes: readonly Process[]
}

/**
 * A conversation that grows with each record. Only what a record touches is built again: the last chunk; the group of a
 * sub-agent; a compaction whose next response came; the last group of a session that goes on, or does so no more.
 */
export class GrowingConversation {
  revision = 0
  readonly processes = new Processes()
  readonly #builder = new ChunkBuilder()
  readonly #rows: Row[] = []
  readonly #dirty = new Set<number>()
  readonly #deltas = new TokenDeltas()
  readonly #ongoing = new OngoingTracker()
  #known: boolean | null = null
  /** The chunk in which a call stands that started a sub-agent. */
  readonly #chunkOfCall = new Map<string, number>()
  readonly #totals = { user: 0, system: 0, ai: 0, compact: 0 }
  /** The group that goes on, while the session does. */
  #lastAI = -1
  #shownOngoing = -1
  #built: SessionConversation | null = null
  #sessionId = ''

  get ongoing(): boolean {
    return this.#known ?? this.#ongoing.ongoing
  }

  /** `isKept`: it may come again, changed. */
  add(message: ParsedMessage, isKept = false): void {
    const places = this.#builder.add(message)
    if (isKept && places.length > 0) this.#builder.keep(message, places)
    this.#taken(message, places)
  }

  /** A record that was kept has changed. */
  replace(message: ParsedMessage): void {
    this.#taken(message, this.#builder.replace(message))
  }

  /** Whether the session goes on, where that is known from elsewhere; null: its records tell. True: that is new. */
  goesOn(isOngoing: boolean | null): boolean {
    const isNews = this.#known !== isOngoing
    this.#known = isOngoing
    return isNews
  }

  #taken(message: ParsedMessage, places: readonly number[]): void {
    this.#ongoing.add(message)
    this.processes.addMain(message)
    for (const place of places) this.#dirty.add(place)
    const at = places.at(-1)
    if (at === undefined) return
    const type = this.#builder.drafts[at]?.type
    if (type === 'compact') this.#deltas.compacted(at)
    if (message.type !== 'assistant' || type !== 'ai') return
    for (const place of this.#deltas.responded(message)) this.#dirty.add(place)
    for (const call of message.toolCalls) if (call.isTask) this.#chunkOfCall.set(call.id, at)
  }

  /** Builds what the records since the last time changed. `also`: something beside the items did. */
  update(sessionId: string, also: boolean): void {
    const processesChanged = this.processes.update()
    if (processesChanged || this.processes.all.length > 0) this.#placeProcesses()
    this.#markOngoing()
    const next = this.revision + 1
    let changed = also || processesChanged
    for (const at of [...this.#dirty].toSorted((a, b) => a - b)) {
      if (this.#build(at, next)) changed = true
    }
    this.#dirty.clear()
    // A group may be the first that is shown only now.
    this.#markOngoing()
    for (const at of this.#dirty) this.#build(at, next)
    this.#dirty.clear()
    if (!changed && sessionId === this.#sessionId) return
    this.#sessionId = sessionId
    this.revision = next
    this.#built = null
  }

  get conversation(): SessionConversation {
    this.#built ??= {
      sessionId: this.#sessionId,
      items: this.#rows.flatMap(({ item }) => item ?? []),
      totalUserGroups: this.#totals.user,
      totalSystemGroups: this.#totals.system,
      totalAIGroups: this.#totals.ai,
      totalCompactGroups: this.#totals.compact,
    }
    return this.#built
  }

  /** Items that are new or changed since a revision, oldest first. */
  changedSince(revision: number): readonly string[] {
    return this.#rows.flatMap(({ item, changed }) =>
      item !== null && changed > revision ? [item.group.id] : [],
    )
  }

  #build(at: number, revision: number): boolean {
    const draft = this.#builder.drafts[at]
    if (draft === undefined) return false
    const row = this.#rowAt(at)
    const wasShown = row.item !== null
    if (!wasShown) row.index = this.#totals[draft.type]
    row.item = itemOf(draft, {
      index: row.index,
      processes: row.processes,
      isOngoing: at === this.#shownOngoing,
      before: this.#personBefore(at),
      tokenDelta: this.#deltas.of(at),
      phase: draft.type === 'compact' ? this.#deltas.phaseOf(at) : 0,
    })
    if (row.item === null) return false
    row.changed = revision
    if (!wasShown) this.#totals[draft.type] += 1
    if (draft.type === 'ai' && at > this.#lastAI) this.#lastAI = at
    return true
  }

  #rowAt(at: number): Row {
    for (let next = this.#rows.length; next <= at; next += 1) {
      this.#rows.push({ item: null, changed: 0, index: 0, processes: NONE })
    }
    return this.#rows[at] as Row
  }

  #personBefore(at: number): ParsedMessage | null {
    const before = this.#builder.drafts[at - 1]
    return before?.type === 'user' ? before.message : null
  }

  #markOngoing(): void {
    const now = this.ongoing ? this.#lastAI : -1
    if (now === this.#shownOngoing) return
    if (now >= 0) this.#dirty.add(now)
    if (this.#shownOngoing >= 0) this.#dirty.add(this.#shownOngoing)
    this.#shownOngoing = now
  }

  #placeProcesses(): void {
    const perChunk = new Map<number, Process[]>()
    const uncalled = new ChunksInTime(this.#builder.drafts)
    for (const process of this.processes.all) {
      const { parentTaskId: call, startTime } = process
      // Where its call stands; without a call, where it began.
      const at = call === null ? uncalled.at(startTime) : (this.#chunkOfCall.get(call) ?? -1)
      if (at < 0) continue
      const own = perChunk.get(at)
      if (own === undefined) perChunk.set(at, [process])
      else own.push(process)
    }
    this.#rowAt(this.#builder.drafts.length - 1)
    this.#rows.forEach((row, at) => {
      const own = perChunk.get(at) ?? NONE
      if (isSame(own, row.processes)) return
      row.processes = own
      this.#dirty.add(at)
    })
  }
}

const NONE: readonly Process[] = []

const isSame = (a: readonly Process[], b: readonly Process[]) =>
  a.length === b.length && a.every((process, at) => process === b[at])
