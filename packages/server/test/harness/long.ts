/** `npm run test:long` runs what takes too long for every change, and loops more often. */
export const isLong = Boolean(process.env['CREWROOM_LONG'])

/** What every change is tested with, and what `npm run test:long` tests with. */
export function often<T>(usually: T, long: T): T {
  return isLong ? long : usually
}
