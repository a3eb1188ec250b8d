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
  /** The ids of its prerequisites: tasks that must be done before its agent is given it. Not there where it never had any. */
  readonly after?: readonly string[] | undefined
  /** There while its agent has not been given it. */
  readonly waits?: TaskWaits | undefined
  /** When its agent was given it, if that was later than it was delegated. */
  readonly givenAt?: string | undefined
  readonly endedAt: string | null
}

export interface TaskWaits {
  /** Prerequisites that failed or were cancelled: it is not given until somebody decides what becomes of it. */
  readonly lost: readonly string[]
}

/** As many characters at the end of a task's id as agents and people call it by. The beginning of an id is a time. */
const SHOWN = 8

export function shortTaskId(id: string): string {
  return id.slice(-SHOWN)
}

/** When its agent was given it; null: not yet. */
export function givenAt({ createdAt, givenAt: later, waits }: TaskRecord): string | null {
  return waits ? null : (later ?? createdAt)
}
