/** What a message consists of. Pictures and files are links: nobody here ever fetches one. */
export type Part = TextPart | ImagePart | FilePart

export interface TextPart {
  readonly type: 'text'
  readonly text: string
}

export interface ImagePart {
  readonly type: 'image'
  /** With http or https. */
  readonly url: string
  readonly altText?: string | undefined
}

export interface FilePart {
  readonly type: 'file'
  /** With http or https. */
  readonly url: string
  readonly name: string
  readonly mimeType?: string | undefined
  /** In bytes, as the sender says. */
  readonly size?: number | undefined
}

/** The parts as one text, for whoever reads text: each on lines of its own, pictures and files as Markdown links. */
export function textOfParts(parts: readonly Part[]): string {
  return parts.map(textOfPart).join('\n\n')
}

function textOfPart(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text
    case 'image':
      return `[${labelOf(part.altText ?? 'picture')}](${part.url})`
    case 'file':
      return `[${labelOf(part.name)}](${part.url})`
    default:
      part satisfies never
      throw new Error('a part of a kind that nobody knows')
  }
}

/** Brackets end a label, so they are left out. */
function labelOf(text: string): string {
  return text.replace(/[[\]\n\r]/g, ' ').trim() || 'link'
}

/** What the message consists of; one without parts is its text. */
export function partsOf(message: {
  readonly content: string
  readonly parts?: readonly Part[] | undefined
}): readonly Part[] {
  return message.parts ?? [{ type: 'text', text: message.content }]
}
