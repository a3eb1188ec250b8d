import type { PlacedLine } from './openai/openai-line'
import { roundPrompt, type RoundPrompt } from './openai/round-prompt'
import { TurnLines } from './openai/turn-lines'
import type { RecordEntry } from './rollout/record-entry'

export type { OpenAILine, PlacedLine } from './openai/openai-line'

/** What the lines say beside the entries. */
export interface LinesAbout {
  /**
   * The agent's first instructions when its first round in the session was handed over; null: they are not known, or told in
   * that prompt.
   */
  readonly manifest: string | null
  /** As the chat calls the person. */
  readonly personName: string
  readonly showThinking: boolean
}

/** How many calls are remembered after their turn. */
const MOST_EARLIER = 1_000

/** The lines of all these entries. */
export function openAILines(
  entries: readonly RecordEntry[],
  about: LinesAbout,
): readonly PlacedLine[] {
  const lines = new OpenAILines(about)
  lines.add(entries)
  return lines.lines()
}

/**
 * What one agent was given and did in one session, as lines of OpenAI's chat format. Entries are those of the session, in their
 * order, any number at a time.
 */
export class OpenAILines {
  readonly #about: LinesAbout
  /** Lines that stay as they are. */
  readonly #settled: PlacedLine[] = []
  #turn: TurnLines | null = null
  /** Null while no entry has said it. */
  #turnId: string | null = null
  /** The round that was handed over last. */
  #round: Pick<RoundPrompt, 'n' | 'said'> | null = null
  /** Calls of earlier turns. */
  readonly #earlier = new Set<string>()
  #isInstructed = false

  constructor(about: LinesAbout) {
    this.#about = about
  }

  add(entries: readonly RecordEntry[]): void {
    for (const entry of entries) this.#read(entry)
  }

  lines(): readonly PlacedLine[] {
    return [...this.#settled, ...(this.#turn?.lines() ?? [])]
  }

  /**
   * How many lines, from the first one on, stay as they are whatever is added: all but the answer of the newest turn, and that
   * too where the caller knows that the turn is over and all of it was added.
   */
  settled(isTurnOver = false): number {
    return isTurnOver ? this.lines().length : this.#settled.length
  }

  #read(entry: RecordEntry): void {
    const { kind } = entry
    switch (kind) {
      case 'prompt':
        return this.#prompted(entry)
      case 'text':
        return this.#turnOf(entry)?.says(entry)
      case 'thought':
        return this.#turnOf(entry)?.thinks(entry)
      case 'tool_call':
      case 'tool_result':
        return this.#turnOf(entry)?.calls(entry)
      case 'permission':
        return this.#turnOf(entry)?.asks(entry)
      case 'plan':
      case 'usage':
      case 'manifest':
      case 'stderr':
      case 'started':
      case 'stopped':
      case 'note':
        return
      default:
        return kind satisfies never
    }
  }

  #prompted(entry: RecordEntry): void {
    const given = roundPrompt(entry.text ?? '')
    const asked = entry.items?.flatMap(({ round }) => round ?? []).at(-1)
    const n = asked?.n ?? given?.n ?? null
    if (n === null) {
      // Replies to its commands.
      this.#turn?.paused()
      return
    }
    const isAgain = given === null || (n === this.#round?.n && given.said === this.#round.said)
    // A repeat may not say which turn it belongs to.
    this.#begin(n, entry.turnId ?? (isAgain ? this.#turnId : null))
    if (isAgain) this.#instructed(entry, n, '')
    else this.#given(entry, n, given)
  }

  #given(entry: RecordEntry, n: number, { before, said, isPersons }: RoundPrompt): void {
    this.#round = { n, said }
    this.#instructed(entry, n, before)
    const { personName: name } = this.#about
    this.#put(entry, n, { role: 'user', content: said, ...(isPersons && { name }) })
  }

  /** What the server says to the agent: first its manifest, with what it was told together with its first round. */
  #instructed(entry: RecordEntry, round: number | null, before: string): void {
    const manifest = this.#isInstructed ? '' : (this.#about.manifest ?? '')
    const told = [manifest, manifest.includes(before) ? '' : before].filter((text) => text !== '')
    if (told.length > 0) {
      const content = told.join('\n\n')
      this.#put(entry, this.#isInstructed ? round : null, { role: 'system', content })
    }
    this.#isInstructed = true
  }

  /** The turn before is over: nothing changes in its lines. */
  #begin(round: number | null, turnId: string | null): void {
    this.#settled.push(...(this.#turn?.lines() ?? []))
    for (const id of this.#turn?.callIds ?? []) this.#earlier.add(id)
    for (const id of this.#earlier) {
      if (this.#earlier.size <= MOST_EARLIER) break
      this.#earlier.delete(id)
    }
    const { showThinking } = this.#about
    this.#turnId = turnId
    this.#turn = new TurnLines({ round, showThinking, earlier: this.#earlier })
  }

  #put({ n, at }: RecordEntry, round: number | null, line: PlacedLine['line']): void {
    this.#settled.push({ n, at, round, subagent: null, line })
  }

  /** The turn under way; null for an entry that is not of it: what is said outside of turns answers nothing. */
  #turnOf(entry: RecordEntry): TurnLines | null {
    const { turnId } = entry
    if (turnId === null) return null
    if (this.#turn === null) {
      this.#begin(null, turnId)
      this.#instructed(entry, null, '')
    }
    this.#turnId ??= turnId
    return turnId === this.#turnId ? this.#turn : null
  }
}
