import { type RoundRecord } from '@crewroom/shared/model/round'

/** One round of a discussion as it is read: who was chosen and why, and what they said. */
export interface Step {
  /** The same from the choice to the last answer. */
  readonly key: string
  readonly runId: string
  /** Its number in the discussion; of one that does not count, that of the next one. */
  readonly n: number
  /** Rounds in which somebody was asked who speaks. */
  readonly choices: readonly RoundRecord[]
  /** Null while somebody chooses, or if nobody was chosen. */
  readonly round: RoundRecord | null
}

/** The rounds of discussions, ascending; those of persons' messages are left out. */
export function stepsOf(rounds: Iterable<RoundRecord>): readonly Step[] {
  const steps: Step[] = []
  for (const round of rounds) {
    if (!round.run) continue
    const { id: runId, n } = round.run
    const last = steps.at(-1)
    const isOpen = last?.round === null && last.runId === runId && last.n === n
    const isChoice = round.ask === 'select'
    if (last && isOpen) {
      const choices = isChoice ? [...last.choices, round] : last.choices
      steps[steps.length - 1] = { ...last, choices, round: isChoice ? null : round }
    } else {
      const key = `step ${round.sessionId} ${round.n}`
      steps.push({
        key,
        runId,
        n,
        choices: isChoice ? [round] : [],
        round: isChoice ? null : round,
      })
    }
  }
  return steps
}

/** The round of a step that was opened last. */
export function newestOf({ choices, round }: Step): RoundRecord | undefined {
  return round ?? choices.at(-1)
}

/** Journal number at which a step began. */
export function openedAt({ choices, round }: Step): number {
  return (choices[0] ?? round)?.openedSeq ?? 0
}
