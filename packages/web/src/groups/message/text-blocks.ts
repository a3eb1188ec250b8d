export type Inline = { readonly kind: 'text' | 'code'; readonly text: string }
export type Block =
  | { readonly kind: 'text'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }

const FENCE = /^ {0,3}(```+|~~~+)[ \t]*([^\s`]*)[^`\n]*$/
/** More paragraphs than this are one: a hostile text must not become a page of elements. */
const MOST = 300

/** The sign that a fence of code begins with; null for any other line. */
export function fenceAt(line: string): string | null {
  return FENCE.exec(line)?.[1] ?? null
}

/**
 * Splits a message into paragraphs and fenced code; everything else stays as it was written. What comes out is text
 * for React to escape: no markup of an agent ever becomes markup of the page.
 */
export function textBlocks(content: string): readonly Block[] {
  const blocks: Block[] = []
  let text: string[] = []
  const flush = () => {
    const paragraphs = text.join('\n').split(/\n[ \t]*\n\s*/)
    const shown = paragraphs.length > MOST ? [text.join('\n')] : paragraphs
    for (const paragraph of shown) {
      const trimmed = paragraph.replace(/^\n+|\n+$/g, '')
      if (trimmed !== '') blocks.push({ kind: 'text', inlines: inlines(trimmed) })
    }
    text = []
  }
  const lines = content.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const [, mark, language = ''] = blocks.length > MOST ? [] : (FENCE.exec(line) ?? [])
    if (mark === undefined) {
      text.push(line)
      continue
    }
    const end = closingFence(lines, at + 1, mark)
    flush()
    blocks.push({ kind: 'code', language, text: lines.slice(at + 1, end).join('\n') })
    at = end
  }
  flush()
  return blocks
}

/** Where the fence ends; without an end it runs to the end of the message. */
function closingFence(lines: readonly string[], from: number, mark: string): number {
  for (let at = from; at < lines.length; at++) if (lines[at]?.trim() === mark) return at
  return lines.length
}

function inlines(text: string): readonly Inline[] {
  const parts = text.split(/(`[^`\n]+`)/)
  if (parts.length > MOST) return [{ kind: 'text', text }]
  return parts
    .filter((part) => part !== '')
    .map((part) =>
      part.length > 2 && part.startsWith('`') && part.endsWith('`')
        ? { kind: 'code', text: part.slice(1, -1) }
        : { kind: 'text', text: part },
    )
}
