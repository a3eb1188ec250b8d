import type { GroupFile } from '@crewroom/shared/model/group-file'
import { files, isPictureType } from '../sync/api/files'
import { HeldUrls } from './held-urls'

/** A thumbnail has so many pixels each way: twice what it takes of the page. */
const SIDE = 192
/** One with more pixels is not drawn: 60 million take 240 MB while they are. */
const MOST_PIXELS = 60_000_000
const LOADED_AT_ONCE = 2

class PictureProblem extends Error {}

/** Small copies of pictures, each a few kilobytes. */
const thumbnails = new HeldUrls({ revoke: (url) => URL.revokeObjectURL(url), most: 100 })

const keyOf = (chatId: string, { sha256 }: GroupFile) => `${chatId} ${sha256}`

/** The address of a square copy. `release` it once it is not shown. */
export const thumbnail = {
  hold: (chatId: string, file: GroupFile) =>
    thumbnails.hold(keyOf(chatId, file), () => inTurn(() => small(chatId, file))),
  release: (chatId: string, file: GroupFile) => thumbnails.release(keyOf(chatId, file)),
}

/** The picture itself, as large as it is. Whoever asks revokes the address. */
export async function wholePicture(
  chatId: string,
  file: GroupFile,
  signal: AbortSignal,
): Promise<string> {
  const { url } = await loaded(chatId, file, signal)
  return url
}

async function small(chatId: string, file: GroupFile): Promise<string> {
  const { url, image } = await loaded(chatId, file)
  try {
    const { naturalWidth: width, naturalHeight: height } = image
    const side = Math.min(width, height)
    const canvas = new OffscreenCanvas(SIDE, SIDE)
    const [x, y] = [(width - side) / 2, (height - side) / 2]
    canvas.getContext('2d')?.drawImage(image, x, y, side, side, 0, 0, SIDE, SIDE)
    return URL.createObjectURL(await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 }))
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** Rejects with a sentence for people. */
async function loaded(chatId: string, file: GroupFile, signal?: AbortSignal) {
  return drawable(await files.content(chatId, file, signal))
}

/** A picture that the browser has drawn, and its address, which whoever asks revokes. Rejects with a sentence for people. */
export async function drawable(blob: Blob) {
  if (!isPictureType(blob.type)) throw new PictureProblem('The server sent something else.')
  const url = URL.createObjectURL(blob)
  const image = new Image()
  try {
    image.src = url
    await new Promise<void>((resolve, reject) => {
      image.onload = () => resolve()
      image.onerror = () => reject(new PictureProblem('The picture is damaged.'))
    })
    if (image.naturalWidth * image.naturalHeight > MOST_PIXELS) {
      throw new PictureProblem('The picture has too many pixels to be shown here.')
    }
    return { url, image }
  } catch (error) {
    URL.revokeObjectURL(url)
    throw error
  }
}

let under = 0
const turns: (() => void)[] = []

/** A folder of large pictures is not fetched and drawn at once. */
async function inTurn<T>(run: () => Promise<T>): Promise<T> {
  if (under >= LOADED_AT_ONCE) await new Promise<void>((resolve) => turns.push(resolve))
  under++
  try {
    return await run()
  } finally {
    under--
    turns.shift()?.()
  }
}
