/** `npm run test:long` runs what takes too long for every change: more looks, widths and quantities. */
export const isLong = Boolean(process.env['CREWROOM_LONG'])

/** What every change is looked at with, and what `npm run test:long` looks at. */
export function often<T, L>(usually: T, long: L): T | L {
  return isLong ? long : usually
}
