import type { BenchServer } from '../bench-server'

export interface ServerMetrics {
  /** Given to the writer so far. */
  readonly batches: number
  /** What all of them took together until they were durable, milliseconds. */
  readonly commitMs: number
  /** How late the server's event loop was since it was last asked, at the 99th percentile, milliseconds. */
  readonly loopDelayMs: number
}

/** What a server says of itself. Asking begins a new stretch of its loop delay. */
export async function metricsOf({ url, token }: BenchServer): Promise<ServerMetrics> {
  const response = await fetch(`${url}/api/metrics`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const text = await response.text()
  const value = (name: string) => {
    const line = text.split('\n').find((one) => one.startsWith(`${name} `))
    return Number(line?.slice(name.length + 1))
  }
  return {
    batches: value('crewroom_commit_seconds_count'),
    commitMs: value('crewroom_commit_seconds_sum') * 1_000,
    loopDelayMs: value('crewroom_event_loop_delay_seconds{quantile="0.99"}') * 1_000,
  }
}
