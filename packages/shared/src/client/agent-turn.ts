import type { CommandResult, InboxItem } from './agent-frames'
import { CrewroomError } from './crewroom-error'

/** What the program is handed at a time, and what it can do about it. */
export interface Turn {
  readonly items: readonly InboxItem[]
  /** The item that asks a question of a round, which is then the only one: what is said answers it. */
  readonly round: InboxItem | null
  /** Aborts when the agent is interrupted, and when the connection ends for good. */
  readonly signal: AbortSignal
  /** Says text with its commands; what became of those, once it is stored. */
  say(text: string): Promise<readonly CommandResult[]>
  /** Answers the round, in place of what is said; blank text passes. What became of the answer. */
  answer(text: string): Promise<string>
  /** Ends the turn before the program returns. */
  end(): Promise<readonly CommandResult[]>
}

export interface TurnPorts {
  output(text: string, endsTurn: boolean, answers: string | null): Promise<readonly CommandResult[]>
  answer(deliveryId: string, text: string): Promise<string>
}

export class AgentTurn implements Turn {
  readonly items: readonly InboxItem[]
  readonly round: InboxItem | null
  readonly #ports: TurnPorts
  readonly #interrupt = new AbortController()
  /** What its words answer. */
  #answers: string | null
  /** Something is left that the end of the turn ends. */
  #isOpen: boolean

  constructor(items: readonly InboxItem[], ports: TurnPorts) {
    this.items = items
    this.#ports = ports
    this.round = items.find(({ round }) => round !== undefined) ?? null
    this.#answers = this.round?.id ?? null
    this.#isOpen = this.round !== null
  }

  get signal(): AbortSignal {
    return this.#interrupt.signal
  }

  say(text: string): Promise<readonly CommandResult[]> {
    this.#isOpen = true
    return this.#ports.output(text, false, this.#answers)
  }

  async answer(text: string): Promise<string> {
    const { round } = this
    if (!round) {
      throw new CrewroomError(
        0,
        'round_not_found',
        'Nothing in this turn asks for an answer. Say it with a command instead.',
      )
    }
    // Its words are not the answer any more, and the turn has still to end.
    this.#answers = null
    return this.#ports.answer(round.id, text)
  }

  async end(): Promise<readonly CommandResult[]> {
    this.#isOpen = false
    const answers = this.#answers
    this.#answers = null
    return this.#ports.output('', true, answers)
  }

  /** The program has returned. */
  async finish(): Promise<void> {
    if (!this.#isOpen) return
    try {
      await this.end()
    } catch (error) {
      if (!isRoundOver(error)) throw error
      // Somebody stopped the round. The end of the turn, which answers nothing now, makes room for the next one.
      await this.end()
    }
  }

  interrupt(): void {
    this.#interrupt.abort()
  }
}

/** The round was stopped, or took too long: nobody waits for the answer any more. */
export function isRoundOver(error: unknown): boolean {
  return error instanceof CrewroomError && error.code === 'round_over'
}
