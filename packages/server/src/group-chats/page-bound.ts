const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const ZONE = /(?:Z|[+-]\d\d:?\d\d)$/i
/** Times are compared as texts, which have four digits for the year. */
const LAST = '9999-12-31T23:59:59.999Z'

/** The time that a text is, as messages have it; without a zone it is UTC. Null: it is none. */
export function timeOf(text: string): string | null {
  if (!TIME.test(text)) return null
  const time = new Date(ZONE.test(text) ? text : `${text}Z`)
  if (Number.isNaN(time.getTime())) return null
  return time.getUTCFullYear() > 9999 ? LAST : time.toISOString()
}
