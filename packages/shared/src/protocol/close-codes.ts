/** Close codes that are not errors of one request. */
export const CLOSE = {
  /** The client did not read fast enough; it resumes with `since`. */
  slowConsumer: 4008,
  /** A newer connection took over this agent. */
  replaced: 4009,
  helloTimeout: 4002,
  newEpoch: 4010,
  goingAway: 1001,
} as const
