/** What is between a note and the result of a discussion. A note is a line. */
const BETWEEN = '\n'

/** The note of a question that hands over the result of a discussion, which may have many lines. */
export function noteWithResult(note: string, result: string | null): string {
  const line = note.replaceAll(BETWEEN, ' ')
  return result === null ? line : `${line}${BETWEEN}${result}`
}

/** The two again. */
export function partsOf(note: string): { readonly note: string; readonly result: string | null } {
  const at = note.indexOf(BETWEEN)
  if (at === -1) return { note, result: null }
  return { note: note.slice(0, at), result: note.slice(at + BETWEEN.length) }
}
