import { isPictureType } from '../sync/api/files'

const BEGINNINGS: readonly (readonly number[])[] = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
]
const RIFF = [0x52, 0x49, 0x46, 0x46]
const WEBP = [0x57, 0x45, 0x42, 0x50]

/** Whether a file is sent as a picture, by what its first bytes or its sender say. The server looks closer. */
export async function looksLikePicture(file: File): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer())
  const has = (bytes: readonly number[], at = 0) => bytes.every((byte, n) => head[at + n] === byte)
  return (
    isPictureType(file.type) ||
    BEGINNINGS.some((bytes) => has(bytes)) ||
    (has(RIFF) && has(WEBP, 8))
  )
}
