import type { TaskCounts } from '@crewroom/shared/model/overview'

/** What an overview asks the tables. */
export interface OverviewQuery {
  readonly agentIds: readonly string[]
  /** Activity from here on, in spans of so many seconds. */
  readonly since: string
  readonly barSeconds: number
  readonly bars: number
  /** Usage of turns that ended from here on, by the minute. */
  readonly usedSince: string
  readonly minutes: number
  /** So many entries of each agent are looked through for what it put out last. */
  readonly entries: number
}

/** Something that an agent put out, as far as a line of it needs. */
export interface PutOut {
  readonly at: string
  readonly kind: 'text' | 'tool_call' | 'tool_result'
  readonly turnId: string | null
  /** The end of its text. */
  readonly text: string
  /** Its text is longer than that. */
  readonly isEnd: boolean
  readonly title: string | null
  readonly status: string | null
}

export interface AgentActivity {
  /** Ascending. */
  readonly putOut: readonly PutOut[]
  /** What it was answered, in its inbox or at once: the newest, ascending. */
  readonly answered: readonly string[]
  readonly bars: readonly number[]
  /** The newest plan it has told, as JSON. */
  readonly plan: string | null
  readonly tasks: { readonly open: number; readonly done: number }
}

export interface OverviewReader {
  overview(
    leadId: string,
    query: OverviewQuery,
  ): {
    readonly agents: ReadonlyMap<string, AgentActivity>
    readonly tasks: TaskCounts
    readonly tokensByMinute: readonly number[] | null
    readonly asOf: number
  }
}
