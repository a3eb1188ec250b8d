/** Ends when a signal asks the command to stop, so that it can take back what it has begun. */
export function untilStopped(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  return stop.signal
}
