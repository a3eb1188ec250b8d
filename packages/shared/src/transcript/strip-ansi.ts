// Titles, links and other strings up to their end; colours and cursor movements; codes of two or three characters.
const CODES =
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /\u001b(?:[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|\[[0-?]*[ -/]*[@-~]|[ -/]*[0-~])/g

/** Colours, cursor movements and links of terminals mean nothing on a page; their text stays. */
export function stripAnsi(text: string): string {
  return text.includes('\u001b') ? text.replace(CODES, '') : text
}
