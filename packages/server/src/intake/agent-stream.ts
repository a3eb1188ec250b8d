import { LIMITS } from '@crewroom/shared/protocol/limits'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { StreamPosition } from '../journal/facts'
import {
  type CommandScanner,
  createCommandScanner,
  type MalformedCommand,
  type ScannedCommand,
} from '../scanner/command-scanner'
import { proseOnly } from '../scanner/prose-only'
import { BeingWritten } from './being-written'

/** Something in an agent's output that must be answered. */
export type Found =
  | { readonly kind: 'command'; readonly command: ScannedCommand }
  | { readonly kind: 'malformed'; readonly malformed: MalformedCommand }

/** What is told at most once per turn, and what REACT without a message refers to. */
export interface TurnNotes {
  toldInCode: boolean
  toldExample: boolean
  /** Journal numbers of the agent's crews, by lead, when the turn began; null between turns. */
  began: ReadonlyMap<string, number> | null
}

/** One output stream of one agent: a scanner, where it stands, and enough of its past to compare a re-sent part. */
export class AgentStream {
  readonly agentId: string
  readonly name: string
  readonly #scanner: CommandScanner
  /** Whether its position is stored: a client can send again, a pipe cannot. */
  readonly resumable: boolean
  #found: Found[] = []
  /** End of the last command that was run: a re-sent one before it does not run again. */
  #done: number
  #kept = ''
  #prose = ''
  #spoken: { readonly from: number; text: string }[] = []
  #spokenTo = 0
  /** Where its last turn ended, if that is known. */
  endedAt: number | null = null
  #composingTo: string | null = null
  #written: BeingWritten | null = null
  #over: BeingWritten[] = []
  readonly notes: TurnNotes = { toldInCode: false, toldExample: false, began: null }

  constructor(options: {
    readonly agentId: string
    readonly name: string
    readonly resumable: boolean
    readonly stored?: StreamPosition | undefined
    /** Its agent calls commands as tools: none is looked for in its text. */
    readonly isProse?: boolean
  }) {
    const { stored, isProse = false } = options
    this.agentId = options.agentId
    this.name = options.name
    this.resumable = options.resumable
    this.#done = stored?.done ?? 0
    const scan = isProse ? proseOnly : createCommandScanner
    this.#scanner = scan({
      maxCommandSize: LIMITS.commandUnits,
      onText: (prose, from) => {
        this.#prose = (this.#prose + prose).slice(-LIMITS.previewUnits)
        const last = this.#spoken.at(-1)
        if (last && from === this.#spokenTo) last.text += prose
        else this.#spoken.push({ from, text: prose })
        this.#spokenTo = from + prose.length
      },
      onCommand: (command) => {
        if (command.end > this.#done) this.#found.push({ kind: 'command', command })
      },
      onMalformed: (malformed) => {
        if (malformed.end > this.#done) this.#found.push({ kind: 'malformed', malformed })
      },
    })
    // Only what was before an unfinished command or fence is known: the rest is expected again.
    if (stored) this.#scanner.reset(stored.safe)
  }

  get offset(): number {
    return this.#scanner.offset
  }

  get position(): StreamPosition {
    return {
      agentId: this.agentId,
      stream: this.name,
      offset: this.#scanner.offset,
      safe: this.#scanner.safe,
      done: this.#done,
    }
  }

  /** The group, as named, that a message is being written to; null when none is, or it is not known yet. */
  get composingTo(): string | null {
    if (this.#scanner.openCommand?.toUpperCase() !== 'GROUP_MESSAGE') return null
    const name = /"group"\s*:\s*"([^"\\]{1,100})"/.exec(this.#scanner.openPayload)?.[1]
    if (name !== undefined) this.#composingTo = name
    // Once the payload is long its beginning is not looked at any more; the group was named before.
    return name ?? (this.#scanner.openPayload === '' ? this.#composingTo : null)
  }

  /** The part of a re-sent text that is new. Throws `offset_conflict` for a gap or a different past. */
  newPart(text: string, offset: number): string {
    const expected = this.offset
    if (offset > expected) {
      throw new CrewError(
        'offset_conflict',
        `The server has this stream up to ${expected}; send from there.`,
        { expected },
      )
    }
    const overlap = Math.min(expected - offset, text.length)
    // What is older than the kept part cannot be compared, and was acted on long ago.
    const comparable = Math.min(this.#kept.length, LIMITS.overlapKept, expected - offset)
    const known = this.#kept.slice(this.#kept.length - comparable)
    const from = expected - offset - comparable
    const given = text.slice(from, from + comparable)
    if (overlap > from && !known.startsWith(given)) {
      throw new CrewError(
        'offset_conflict',
        `This differs from what was sent before at the same offset; send from ${expected}.`,
        { expected },
      )
    }
    return text.slice(overlap)
  }

  feed(text: string): void {
    this.#scanner.feed(text)
    this.#followMessage(text)
    if (this.resumable) this.#keep(text)
  }

  /** Cut when it has doubled: to copy all of it for each small frame cost more than scanning the frame. */
  #keep(text: string): void {
    this.#kept += text
    if (this.#kept.length >= 2 * LIMITS.overlapKept)
      this.#kept = this.#kept.slice(-LIMITS.overlapKept)
  }

  endTurn(): void {
    this.#scanner.endTurn()
    this.endedAt = this.offset
    this.endMessage()
  }

  /** The message to a group that is being written now. */
  get written(): BeingWritten | null {
    return this.#written
  }

  /** Messages of which somebody was told that they are being written, and that are not any more. */
  takeOver(): readonly BeingWritten[] {
    return this.#over.splice(0)
  }

  /** Nothing more comes of a message that is being written. */
  endMessage(): void {
    const ended = this.#written
    this.#written = null
    if (!ended?.place) return
    ended.done = true
    this.#over.push(ended)
  }

  #followMessage(text: string): void {
    const scanner = this.#scanner
    const isOpen = scanner.openCommand?.toUpperCase() === 'GROUP_MESSAGE'
    // Outside of code a command that is open is where scanning would begin again.
    const start = isOpen ? scanner.safe : -1
    if (this.#written && this.#written.start !== start) this.endMessage()
    if (!isOpen) return
    const written = (this.#written ??= new BeingWritten(start))
    if (!written.seeksContent) {
      written.read(text)
      return
    }
    const from = start - (scanner.offset - text.length)
    // Once it is long it is not looked at, but where all of it came just now.
    if (scanner.openPayload !== '') written.begin(scanner.openPayload)
    else written.begin(from < 0 ? null : text.slice(text.indexOf('{', from)))
  }

  /** Ends what is told once per turn. */
  resetTurn(): void {
    this.notes.toldInCode = false
    this.notes.toldExample = false
    this.notes.began = null
  }

  /** Its words since the last request, without commands: the end of them. */
  takeProse(): string {
    const prose = this.#prose
    this.#prose = ''
    return prose
  }

  /** All of its words since the last request that come after this offset. */
  takeSpoken(after: number): string {
    const spoken = this.#spoken.splice(0)
    return spoken.map(({ from, text }) => text.slice(Math.max(0, after - from))).join('')
  }

  /** Where the last of its words ends. */
  get spokenTo(): number {
    return this.#spokenTo
  }

  /** What was found and not taken yet, in order. */
  take(): Found | undefined {
    return this.#found.shift()
  }

  /** Whether something was found that is not taken yet. */
  get hasMore(): boolean {
    return this.#found.length > 0
  }

  /** Notes that everything up to `end` was acted on. */
  ran(end: number): void {
    this.#done = Math.max(this.#done, end)
  }
}

/** @throws CrewError `limit_reached`: the agent has had that many streams. */
export function assertOneMore(streams: number): void {
  if (streams < LIMITS.streams) return
  throw new CrewError(
    'limit_reached',
    `This agent has had ${LIMITS.streams} output streams, which is the limit. Use one of them, such as "main".`,
  )
}
