import type { Part } from '@crewroom/shared/model/part'
import { bytesOf } from '../../ui/amounts'

/** A picture or a file elsewhere, as the page names it. */
export interface PartLink {
  readonly kind: 'image' | 'file'
  readonly name: string
  readonly url: string
  /** It leads to the web; anything else is shown and not followed. */
  readonly isSafe: boolean
  /** What its sender says of it, and where it leads. */
  readonly about: readonly string[]
}

type PartBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'links'; readonly links: readonly PartLink[] }

/** The parts in their order; links that follow each other share a block. */
export function partBlocks(parts: readonly Part[]): readonly PartBlock[] {
  const blocks: PartBlock[] = []
  for (const part of parts) {
    if (part.type === 'text') {
      blocks.push({ kind: 'text', text: part.text })
      continue
    }
    const before = blocks.at(-1)
    const links = [...(before?.kind === 'links' ? before.links : []), linkOf(part)]
    blocks.splice(before?.kind === 'links' ? -1 : blocks.length, 1, { kind: 'links', links })
  }
  return blocks
}

function linkOf(part: Exclude<Part, { readonly type: 'text' }>): PartLink {
  const host = hostOf(part.url)
  const where = host ?? part.url
  const { type: kind, url } = part
  if (part.type === 'image') {
    const name = part.altText ?? 'Picture'
    return { kind, name, url, isSafe: host !== null, about: [where] }
  }
  const { name, mimeType, size } = part
  const told = [mimeType ?? '', size === undefined ? '' : bytesOf(size)].filter(Boolean)
  return { kind, name, url, isSafe: host !== null, about: [...told, where] }
}

/** Where an address of the web leads; null for any other. */
function hostOf(url: string): string | null {
  const address = URL.canParse(url) ? new URL(url) : null
  return address && /^https?:$/.test(address.protocol) ? address.host : null
}
