import { cut } from '@crewroom/shared/model/cut'
import type { RolloutKind } from '@crewroom/shared/model/rollout'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { type Clock, iso } from '../clock'
import type { MaskStream, SecretMask } from '../journal/ports/mask-port'
import type {
  Given,
  RolloutInput,
  RolloutPort,
  RolloutRow,
  RolloutSink,
} from '../journal/ports/rollout-port'
import { boundedJson, boundedText } from './bounded-text'
import { GivenDraft } from './given-draft'
import { Losses, lossNote } from './losses'
import { RolloutQueue, sizeOf } from './rollout-queue'

export interface RolloutRecorderOptions {
  readonly clock: Clock
  readonly port: RolloutPort
  /** What must not be seen of this agent's record, as it is known now. */
  readonly mask: (agentId: string) => SecretMask
  /** The crew of an agent; null for one that is not known (any more). */
  readonly leadOf: (agentId: string) => string | null
  /** `n` of the newest stored entry: asked once per agent. */
  readonly lastN: (agentId: string) => number
  readonly maxPendingBytes: number
}

/** What an agent is saying or thinking, until it becomes an entry. */
interface Stretch {
  readonly kind: 'text' | 'thought' | 'note'
  readonly turnId: string | null
  readonly mask: MaskStream
  text: string
  /** When its first character came. */
  at: number
  cancel: (() => void) | null
}

const STRETCH_MS = 1_000
/** What an agent is handed in this time is one entry. */
const GIVEN_MS = 100
/** Tells such a note from others. */
const UNASKED = JSON.stringify({ unasked: true })

/**
 * Writes down what agents emit and are given. It is beside the one flow, not in it: nothing waits for it, it
 * refuses nobody, and what it cannot store in time it leaves out and says so in a `note`.
 */
export class RolloutRecorder implements RolloutSink {
  readonly #options: RolloutRecorderOptions
  readonly #queue: RolloutQueue
  readonly #stretches = new Map<string, Stretch>()
  readonly #given = new Map<string, GivenDraft>()
  readonly #numbers = new Map<string, number>()
  readonly #losses = new Losses()
  readonly #listeners: ((agentIds: ReadonlySet<string>) => void)[] = []

  constructor(options: RolloutRecorderOptions) {
    this.#options = options
    this.#queue = new RolloutQueue({
      clock: options.clock,
      port: options.port,
      maxBytes: options.maxPendingBytes,
      room: () => this.#tellLosses(),
      stored: (rows) => {
        const agentIds = new Set(rows.map(({ agentId }) => agentId))
        for (const told of this.#listeners) told(agentIds)
      },
      lost: (rows) => {
        for (const row of rows) this.#losses.addRow(row)
        // A note that cannot be stored is not told by another one at once: that would never end.
        if (rows.some(({ kind }) => kind !== 'note')) this.#tellLosses()
      },
    })
  }

  text(agentId: string, delta: string, turnId: string | null = null): void {
    this.#guarded(agentId, () => this.#said(agentId, 'text', delta, turnId))
  }

  thought(agentId: string, delta: string, turnId: string | null = null): void {
    this.#guarded(agentId, () => this.#said(agentId, 'thought', delta, turnId))
  }

  unasked(agentId: string, delta: string): void {
    this.#guarded(agentId, () => this.#said(agentId, 'note', delta, null))
  }

  record(agentId: string, entry: RolloutInput): void {
    this.#guarded(agentId, () => {
      // Prompts come at any time, even in the middle of a word: they must not split a secret.
      // What was said unasked is over when the agent is asked.
      const isSaying = this.#stretches.get(agentId)?.kind !== 'note'
      if (entry.kind === 'prompt' && isSaying) this.#emit(agentId)
      else this.#endRun(agentId)
      const mask = this.#options.mask(agentId)
      const text =
        typeof entry.text === 'string' ? boundedText(entry.text, LIMITS.rolloutEntry, mask) : null
      const data =
        entry.data === undefined || entry.data === null
          ? null
          : boundedJson(entry.data, LIMITS.rolloutEntry, mask)
      this.#add(agentId, {
        at: this.#options.clock.now(),
        kind: entry.kind,
        turnId: entry.turnId ?? null,
        text: text?.text ?? null,
        data: data?.text ?? null,
        cut: (text?.cut ?? false) || (data?.cut ?? false),
      })
    })
  }

  given(agentId: string, given: Given): void {
    this.#guarded(agentId, () => {
      if (this.#stretches.get(agentId)?.kind === 'note') this.#endRun(agentId)
      if (this.#given.get(agentId)?.add(given)) return
      // What was said before stands before it, and so does what was given before.
      this.#emit(agentId)
      this.#endGiven(agentId)
      const cancel = this.#options.clock.after(GIVEN_MS, () =>
        this.#guarded(agentId, () => this.#endGiven(agentId)),
      )
      this.#given.set(agentId, new GivenDraft(given, this.#options.clock.now(), cancel))
    })
  }

  turnEnded(agentId: string): void {
    this.#guarded(agentId, () => this.#endRun(agentId))
  }

  ended(agentId: string): void {
    this.#guarded(agentId, () => {
      this.#endRun(agentId)
      this.#endGiven(agentId)
    })
  }

  /** Notifies of agents with more of their record in the tables. */
  onStored(told: (agentIds: ReadonlySet<string>) => void): void {
    this.#listeners.push(told)
  }

  /** Their crew was deleted, and their records with it: whoever has one of these ids again begins again. */
  gone(agentIds: readonly string[]): void {
    for (const agentId of agentIds) {
      // A sub-lead goes on in its parent's crew, and so does its record.
      if (this.#options.leadOf(agentId) !== null) continue
      this.ended(agentId)
      this.#numbers.delete(agentId)
      this.#losses.take(agentId)
    }
  }

  /**
   * Resolves when all that was recorded is stored, or storing fails. The last word of a running text may be held
   * back until it is whole: it could be the beginning of a secret.
   */
  flush(): Promise<void> {
    for (const agentId of this.#open()) this.#guarded(agentId, () => this.#emitAll(agentId))
    return this.#queue.flush()
  }

  /** The same for a reader, who waits no longer than this; how many of the agent's entries are not stored then. */
  stored(agentId: string, waitMs: number): Promise<number> {
    return this.allStored([agentId], waitMs)
  }

  /** The same for the records of many. */
  async allStored(agentIds: readonly string[], waitMs: number): Promise<number> {
    for (const agentId of agentIds) this.#guarded(agentId, () => this.#emitAll(agentId))
    await this.#within(waitMs, this.#queue.flush())
    return agentIds.reduce((sum, agentId) => sum + this.#queue.pending(agentId), 0)
  }

  /** Ends every stretch and stores what can be stored in this time; how many entries could not. */
  async close(waitMs: number): Promise<number> {
    for (const agentId of this.#open()) this.ended(agentId)
    await this.#within(waitMs, this.#queue.flush())
    this.#queue.close()
    return this.#queue.length
  }

  /** Agents of whom something is not an entry yet. */
  #open(): Set<string> {
    return new Set([...this.#stretches.keys(), ...this.#given.keys()])
  }

  #emitAll(agentId: string): void {
    this.#emit(agentId)
    this.#endGiven(agentId)
  }

  /** What the agent was handed becomes an entry, before anything that came after it. */
  #endGiven(agentId: string): void {
    const given = this.#given.get(agentId)
    if (!given) return
    given.cancel()
    this.#given.delete(agentId)
    const { at, turnId } = given
    this.#add(agentId, { at, kind: 'prompt', turnId, text: null, data: given.data(), cut: false })
  }

  #said(agentId: string, kind: Stretch['kind'], delta: string, turnId: string | null): void {
    if (delta === '') return
    let stretch = this.#stretches.get(agentId)
    if (stretch && (stretch.kind !== kind || stretch.turnId !== turnId)) {
      this.#endRun(agentId)
      stretch = undefined
    }
    const now = this.#options.clock.now()
    if (!stretch) {
      const mask = this.#options.mask(agentId).stream()
      stretch = { kind, turnId, mask, text: '', at: now, cancel: null }
      this.#stretches.set(agentId, stretch)
    }
    if (stretch.text === '') stretch.at = now
    stretch.text += stretch.mask.push(delta)
    while (stretch.text.length >= LIMITS.rolloutStretch) {
      const text = cut(stretch.text, LIMITS.rolloutStretch)
      this.#addPart(agentId, stretch, text.toWellFormed())
      stretch.text = stretch.text.slice(text.length)
      stretch.at = now
    }
    stretch.cancel ??= this.#options.clock.after(STRETCH_MS, () => {
      stretch.cancel = null
      this.#guarded(agentId, () => this.#emit(agentId))
    })
  }

  /** What is certain of a stretch becomes an entry; the stretch goes on. */
  #emit(agentId: string, last = false): void {
    const stretch = this.#stretches.get(agentId)
    if (!stretch) return
    stretch.cancel?.()
    stretch.cancel = null
    // Half a character waits for its other half.
    const half = !last && /[\ud800-\udbff]$/.test(stretch.text) ? stretch.text.slice(-1) : ''
    const text = stretch.text.slice(0, stretch.text.length - half.length).toWellFormed()
    stretch.text = half
    if (text !== '') this.#addPart(agentId, stretch, text)
  }

  #addPart(agentId: string, { kind, turnId, at }: Stretch, text: string): void {
    const data = kind === 'note' ? UNASKED : null
    this.#add(agentId, { at, kind, turnId, text, data, cut: false })
  }

  #endRun(agentId: string): void {
    const stretch = this.#stretches.get(agentId)
    if (!stretch) return
    stretch.text += stretch.mask.end()
    this.#emit(agentId, true)
    this.#stretches.delete(agentId)
  }

  #add(agentId: string, entry: EntryFields, urgent = false): void {
    this.#endGiven(agentId)
    const leadId = this.#options.leadOf(agentId)
    if (leadId === null) return
    if (!urgent && !this.#queue.full) this.#tellLoss(agentId)
    // Before the number is taken: what is left out leaves no gap.
    if (!urgent && this.#queue.full) {
      this.#losses.add(agentId, sizeOf(entry))
      return
    }
    const n = (this.#numbers.get(agentId) ?? this.#options.lastN(agentId)) + 1
    const row: RolloutRow = { ...entry, agentId, leadId, n, at: iso(entry.at) }
    // Set before: an answer that comes at once may add a note.
    this.#numbers.set(agentId, n)
    if (this.#queue.push(row, urgent)) return
    this.#numbers.set(agentId, n - 1)
    this.#losses.add(agentId, sizeOf(row))
  }

  #tellLosses(): void {
    for (const agentId of this.#losses.agents()) this.#tellLoss(agentId)
  }

  #tellLoss(agentId: string): void {
    const loss = this.#losses.take(agentId)
    if (!loss) return
    const at = this.#options.clock.now()
    try {
      this.#add(agentId, { at, kind: 'note', turnId: null, ...lossNote(loss), cut: false }, true)
    } catch {
      // What could not be told is still to be told.
      this.#losses.add(agentId, loss.bytes, loss.entries)
    }
  }

  /** Whoever records goes on whatever happens here; what could not be written down is a loss, and told as one. */
  #guarded(agentId: string, run: () => void): void {
    try {
      run()
    } catch {
      this.#losses.add(agentId, 0)
    }
  }

  async #within(ms: number, work: Promise<void>): Promise<void> {
    let cancel = () => {}
    const late = new Promise<void>((resolve) => {
      cancel = this.#options.clock.after(ms, resolve)
    })
    await Promise.race([work, late])
    cancel()
  }
}

interface EntryFields {
  readonly at: number
  readonly kind: RolloutKind
  readonly turnId: string | null
  readonly text: string | null
  readonly data: string | null
  readonly cut: boolean
}
