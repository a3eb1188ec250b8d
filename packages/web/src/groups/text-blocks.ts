export type Inline = { readonly kind: 'text' | 'code'; readonly text: string }
export type Block =
  | { readonly kind: 'text'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }

const FENCE = /^ {0,3}(```+|~~~+)[^`\n]*$/

/**
 * Splits a message into text and fenced code; everything else stays as it was written. What comes out is text
 * for React to escape: no markup of an agent ever becomes markup of the page.
 */
export function textBlocks(content: string): readonly Block[] {
  const blocks: Block[] = []
  let text: string[] = []
  const flush = () => {
    const joined = text.join('\n').replace(/^\n+|\n+$/g, '')
    if (joined !== '') blocks.push({ kind: 'text', inlines: inlines(joined) })
    text = []
  }
  const lines = content.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const mark = FENCE.exec(line)?.[1]
    const end = mark === undefined ? -1 : closingFence(lines, at + 1, mark)
    if (end === -1) {
      text.push(line)
      continue
    }
    flush()
    blocks.push({ kind: 'code', text: lines.slice(at + 1, end).join('\n') })
    at = end
  }
  flush()
  return blocks
}

/** Where the fence ends; without an end it runs to the end of the message. */
function closingFence(lines: readonly string[], from: number, mark: string): number {
  const end = lines.findIndex((line, at) => at >= from && line.trim() === mark)
  return end === -1 ? lines.length : end
}

function inlines(text: string): readonly Inline[] {
  return text
    .split(/(`[^`\n]+`)/)
    .filter((part) => part !== '')
    .map((part) =>
      part.length > 2 && part.startsWith('`') && part.endsWith('`')
        ? { kind: 'code', text: part.slice(1, -1) }
        : { kind: 'text', text: part },
    )
}
