/** A text as its reader has it, and what the tag of a team's message around it tells. */
export interface UnwrappedMail {
  readonly text: string
  readonly isOfTeam: boolean
  readonly summary: string | null
}

const OPENING = '<teammate-message'
const CLOSING = '</teammate-message>'
/** Some programs say in a line before it that a message came. */
const ANNOUNCED = /^[^<\n]{0,200}\n\s{0,20}$/
const SUMMARY = /\ssummary="([^"]*)"/

/** Without the tag, if the whole text is one message of a team. */
export function unwrappedMail(written: string): UnwrappedMail {
  const start = written.indexOf(OPENING)
  const end = start < 0 ? -1 : written.indexOf('>', start)
  if (end < 0 || (start > 0 && !ANNOUNCED.test(written.slice(0, start)))) {
    return { text: written, isOfTeam: false, summary: null }
  }
  const body = written.slice(end + 1)
  const text = body.endsWith(CLOSING) ? body.slice(0, -CLOSING.length) : body
  const summary = SUMMARY.exec(written.slice(start, end))?.[1] ?? null
  return { text: text.trim(), isOfTeam: true, summary }
}
