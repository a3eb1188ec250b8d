/** One promise, as a ratio measured in one run. */
export interface BenchResult {
  readonly name: string
  readonly ratio: number
  readonly bound: string
  readonly ok: boolean
  /** Whether the run fails with it; left out, every miss does. */
  readonly fails?: boolean
  readonly detail: Record<string, number | string>
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The value below which this share of all is. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN
}

export function round(value: number, digits = 2): number {
  return Number(value.toFixed(digits))
}
