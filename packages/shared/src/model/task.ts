export type TaskStatus = 'open' | 'completed' | 'failed' | 'cancelled'

/** A piece of work that somebody gave to an agent. */
export interface TaskRecord {
  readonly id: string
  readonly leadId: string
  /** Who is to do it. */
  readonly agentId: string
  /** Who delegated it: an agent's id, `human` or `system`. Gets the report. */
  readonly by: string
  readonly text: string
  readonly context: string | null
  readonly status: TaskStatus
  /** What came of it, in the words of who ended it. */
  readonly summary: string | null
  readonly createdAt: string
  readonly endedAt: string | null
}
