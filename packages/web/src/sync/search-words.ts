/** What was typed so far, as a search: the last word may not be written to its end yet. */
export function begunWord(text: string): string {
  return /[\p{L}\p{N}]$/u.test(text) && !/(^|\s)\w+:\S*$/.test(text) ? `${text}*` : text
}
