/** When a program that ended unexpectedly is started again, which attempt that is, and of how many. */
export interface NextStart {
  readonly attempt: number
  readonly limit: number
  readonly at: number
}

const RESTART = /start (\d+) of (\d+) at (\d{4}-\d\d-\d\dT[\d:.]+Z)/

/** What the server's line for any reader says of it; null where it says nothing. */
export function nextStart(why: string): NextStart | null {
  const [, attempt, limit, at = ''] = RESTART.exec(why) ?? []
  const time = Date.parse(at)
  return Number.isNaN(time) ? null : { attempt: Number(attempt), limit: Number(limit), at: time }
}

/** `Starting again in 4 s (3 of 5)` */
export function startWords({ attempt, limit, at }: NextStart, now: number): string {
  const seconds = Math.ceil((at - now) / 1_000)
  const when = seconds > 0 ? ` in ${seconds} s` : ''
  return `Starting again${when} (${attempt} of ${limit})`
}
