/** The delimiters of a live command: `⟦⟦ NAME {json}? ⟧⟧`. */
export const OPEN = '⟦⟦'
export const CLOSE = '⟧⟧'

/** Shows command syntax without it being live: every relayed or replied text goes through this. */
export function inert(text: string): string {
  return text.replaceAll('⟦', '[').replaceAll('⟧', ']')
}

/** A live command line, for prompts and HELP. */
export function commandLine(name: string, payload?: object): string {
  return payload
    ? `${OPEN} ${name} ${JSON.stringify(payload)} ${CLOSE}`
    : `${OPEN} ${name} ${CLOSE}`
}
