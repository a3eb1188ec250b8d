/** The time that a text is, as messages have it; null: it is none. */
export function timeOf(text: string): string | null {
  const time = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}
