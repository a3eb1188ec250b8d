/** After how long without anything to do a program ends until something wakes its agent, in milliseconds; 0 never. */
export interface SleepLimits {
  readonly idleMs: number
  /** The same for an agent that has completed; not longer than for any other. */
  readonly completedMs: number
}

/** The one that holds; null when it never ends for that. */
export function sleepLimit(
  { idleMs, completedMs }: SleepLimits,
  hasCompleted: boolean,
): number | null {
  const limits = [idleMs, ...(hasCompleted ? [completedMs] : [])].filter((ms) => ms > 0)
  return limits.length === 0 ? null : Math.min(...limits)
}
