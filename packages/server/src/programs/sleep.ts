/** After how many milliseconds without anything to do a program ends until something wakes its agent; 0: never. */
export interface SleepLimits {
  readonly idleMs: number
  /** The same for an agent that has completed; never longer than for any other agent. */
  readonly completedMs: number
}

/** The limit that applies; null if the program never ends for being idle. */
export function sleepLimit(
  { idleMs, completedMs }: SleepLimits,
  hasCompleted: boolean,
): number | null {
  const limits = [idleMs, ...(hasCompleted ? [completedMs] : [])].filter((ms) => ms > 0)
  return limits.length === 0 ? null : Math.min(...limits)
}
