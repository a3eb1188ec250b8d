import { statfs } from 'node:fs/promises'

/** Bytes that are free on the disk of a folder that is there; null: that is not known. */
export async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return null
  }
}
