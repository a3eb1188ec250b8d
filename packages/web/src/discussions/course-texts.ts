/** Text without the signs of Markdown, on one line. */
export function oneLine(text: string): string {
  return text
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/[*_`#>]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** As many letters as there is room for in these pixels. */
export function fit(text: string, width: number, letter = 6.7): string {
  const most = Math.floor((width - 20) / letter)
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1)).trimEnd()}…`
}

export function linesOf(text: string, perLine: number, most: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length + 1 > perLine) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  lines.push(line)
  if (lines.length <= most) return lines.map((own) => own.slice(0, Math.floor(perLine) + 2))
  const last = lines[most - 1] ?? ''
  return [...lines.slice(0, most - 1), `${last.slice(0, Math.floor(perLine) - 2)}…”`]
}
