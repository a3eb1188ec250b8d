const DAY_MS = 24 * 60 * 60_000
export const MEGABYTE = 1024 * 1024
/** What a person may want to set a number of days to. */
const DAYS = [90, 30, 7] as const

interface Sum {
  readonly count: number
  readonly bytes: number
}

/** What was added on one day, such as `2026-01-31`. */
export interface OfDay extends Sum {
  readonly day: string
}

export function sumOf(days: readonly OfDay[]): Sum {
  return days.reduce<Sum>(
    (sum, { count, bytes }) => ({ count: sum.count + count, bytes: sum.bytes + bytes }),
    { count: 0, bytes: 0 },
  )
}

/** What a shorter time would free, a part of a sentence for each. 0 days: no limit is set. */
export function wouldFree(
  setting: { readonly name: string; readonly days: number },
  days: readonly OfDay[],
  now: number,
  counted: (count: number) => string,
): string[] {
  return DAYS.filter((limit) => setting.days === 0 || limit < setting.days).flatMap((limit) => {
    const first = new Date(now - limit * DAY_MS).toISOString().slice(0, 10)
    const older = sumOf(days.filter(({ day }) => day < first))
    return older.count === 0
      ? []
      : [
          `${setting.name}: ${limit} would free about ${sizeText(older.bytes)} (${counted(older.count)})`,
        ]
  })
}

/** As the settings count: a megabyte is 1024 × 1024 bytes. */
export function sizeText(bytes: number): string {
  if (bytes >= 1024 * MEGABYTE) return `${(bytes / 1024 / MEGABYTE).toFixed(1)} GB`
  return bytes >= MEGABYTE ? `${(bytes / MEGABYTE).toFixed(1)} MB` : `${Math.ceil(bytes / 1024)} KB`
}
