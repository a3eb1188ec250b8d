/** `12,400 of 31,000 lines`, or `12,400 lines` where nobody knows how many there are. */
export function linesOf(lines: number, total: number | null): string {
  const read = lines.toLocaleString('en')
  if (total === null) return `${read} ${lines === 1 ? 'line' : 'lines'}`
  return `${read} of ${total.toLocaleString('en')} lines`
}

/** `107 kB`, `4.2 MB` */
export function bytesOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

/** `1 group`, `1,200 messages` */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
