import { GIF } from 'image-size/types/gif'
import { JPG } from 'image-size/types/jpg'
import { PNG } from 'image-size/types/png'
import { WEBP } from 'image-size/types/webp'
import type { FileType } from '@crewroom/shared/model/group-file'

/** So many of a picture's first bytes say what it is: a JPEG may begin with a long profile and a preview. */
export const PICTURE_HEAD = 512 * 1024

/** What browsers show, and no program does: an SVG has scripts. */
const FORMATS = [
  { type: 'image/png', begins: [0x89, 0x50, 0x4e, 0x47], format: PNG },
  { type: 'image/jpeg', begins: [0xff, 0xd8, 0xff], format: JPG },
  { type: 'image/gif', begins: [0x47, 0x49, 0x46], format: GIF },
  { type: 'image/webp', begins: [0x52, 0x49, 0x46, 0x46], format: WEBP },
] as const

/** No picture that anybody looks at is larger. */
const MOST_PIXELS = 65_535

/** The media type of a picture by its first bytes; null: it is none, or its width and height cannot be. */
export function pictureTypeOf(head: Uint8Array): FileType | null {
  const found = FORMATS.find(({ begins }) => begins.every((byte, at) => head[at] === byte))
  if (!found) return null
  try {
    if (!found.format.validate(head)) return null
    const { width, height } = found.format.calculate(head)
    return isLength(width) && isLength(height) ? found.type : null
  } catch {
    // It ends before its width and height, or contradicts itself.
    return null
  }
}

function isLength(pixels: number): boolean {
  return pixels >= 1 && pixels <= MOST_PIXELS
}
