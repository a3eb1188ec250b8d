/** `Architect is writing…`, `Architect and 2 others are writing…` */
export function writingLine(names: readonly string[]): string {
  const [first = '', second] = names
  if (second === undefined) return `${first} is writing…`
  if (names.length === 2) return `${first} and ${second} are writing…`
  return `${first} and ${names.length - 1} others are writing…`
}
