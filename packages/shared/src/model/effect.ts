/** How long messages waited until they were handed to an agent, each for every agent that got it. */
export interface ReadTimes {
  /** In milliseconds: half of them were read within this, and nine of ten within the other. */
  readonly median: number
  readonly p90: number
}

/** What some work took, in hand-overs and messages. */
export interface EffectFigures {
  /** Hand-overs that have ended. */
  readonly turns: number
  /** Tokens that programs reported for them; null where none did. */
  readonly tokens: number | null
  /** Those of them that the server began, and that held nothing but confirmations and notices. */
  readonly emptyWakes: number
  /** Group messages to which no other agent's words led. */
  readonly openings: number
  /** Group messages of agents to which another agent's words led. */
  readonly answers: number
  /** Null where nothing was read. */
  readonly readTimes: ReadTimes | null
}

export interface TaskEffect extends EffectFigures {
  readonly taskId: string
}

/** Whether agents that talk help: what a crew's work took, all of it and by task. */
export interface CrewEffect extends EffectFigures {
  /** There is more than was counted: the newest hand-overs and messages were. */
  readonly isPart: boolean
  /** The newest tasks, in the order in which they were given. */
  readonly tasks: readonly TaskEffect[]
}

/** Answers that each opening drew; null where nothing was opened. */
export function answersPerMessage({
  openings,
  answers,
}: Pick<EffectFigures, 'openings' | 'answers'>): number | null {
  return openings === 0 ? null : answers / openings
}
