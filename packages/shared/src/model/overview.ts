/** One thing that an agent put out, in a line: its words, a tool it used, or what a command of it did. */
export interface OutputLine {
  readonly kind: 'text' | 'tool' | 'command' | 'failed'
  readonly text: string
}

/** How far an agent's program says that it has come. */
export interface PlanProgress {
  readonly done: number
  readonly total: number
}

/** The part of a crew's overview about one agent. */
export interface AgentOverview {
  readonly agentId: string
  /** The last two, the newest at the end. */
  readonly outputs: readonly OutputLine[]
  /** When it last put something out; null where its record has nothing of it. */
  readonly lastAt: string | null
  /** How many things it put out in each span of `barSeconds`, the newest at the end. */
  readonly bars: readonly number[]
  readonly plan: PlanProgress | null
  /** Null where its program tells nothing. */
  readonly tokens: number | null
  /** In US dollars. */
  readonly cost: number | null
  readonly tasks: { readonly open: number; readonly done: number }
}

/** How many tasks of a crew stand how. */
export interface TaskCounts {
  readonly open: number
  readonly completed: number
  readonly failed: number
  readonly cancelled: number
}

/** A crew at a glance, beside what its snapshot tells. */
export interface CrewOverview {
  readonly agents: readonly AgentOverview[]
  readonly barSeconds: number
  /** When the newest bar ends; it may be in the future. */
  readonly barsUntil: string
  readonly tasks: TaskCounts
  /** Tokens of turns by the minute in which they ended, the newest at the end; null where no turn told any. */
  readonly tokensByMinute: readonly number[] | null
}
