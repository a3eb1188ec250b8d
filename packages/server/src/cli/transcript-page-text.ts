import type { ImageData } from '@crewroom/shared/transcript/groups'
import type { LongText } from '@crewroom/shared/transcript/views'
import { plain } from './transcript-words'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Characters that turn text round show it otherwise than it is. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g
/** What a page must not have in it, as HTML sees it. */
const CONTROLS =
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g

const IMAGE_TYPES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
])

/** A text as it is, wherever in HTML: nothing in it is markup. */
export function escaped(text: string): string {
  return plain(text)
    .replace(CONTROLS, '\ufffd')
    .replace(TURNING, '')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
    .toWellFormed()
}

export function textHtml({ text, cut }: LongText, how: 'prose' | 'code' = 'prose'): string {
  if (text === '') return ''
  const rest = cut === undefined ? '' : `<p class="cut">${cut - text.length} more characters</p>`
  return `<pre class="${how}">${escaped(text)}</pre>${rest}`
}

export function imagesHtml(images: readonly ImageData[]): string {
  return images
    .map(({ mediaType, data }) =>
      IMAGE_TYPES.has(mediaType) && data !== '' && /^[A-Za-z0-9+/=\s]+$/.test(data)
        ? `<img alt="An image of the session" src="data:${mediaType};base64,${data.replace(/\s/g, '')}">`
        : `<p class="cut">An image (${escaped(mediaType)}) that cannot be shown here</p>`,
    )
    .join('')
}
