import { lstatSync, realpathSync } from 'node:fs'

/** By what a folder is known again, whatever its name leads to by then. */
export interface FolderMark {
  readonly real: string
  readonly dev: string
  readonly ino: string
  /** When it was made, in nanoseconds: a later folder may get the number of one that was removed. */
  readonly born: string
}

/** What a system says of a folder, in whole numbers. */
interface FolderStats {
  readonly dev: bigint
  readonly ino: bigint
  readonly birthtimeNs: bigint
  isDirectory(): boolean
}

/** As it is now; null where no folder is. */
export function markOf(folder: string): FolderMark | null {
  try {
    const real = realpathSync.native(folder)
    return markFrom(real, lstatSync(real, { bigint: true }))
  } catch {
    return null
  }
}

export function markFrom(real: string, stats: FolderStats): FolderMark | null {
  if (!stats.isDirectory()) return null
  const { dev, ino, birthtimeNs } = stats
  return { real, dev: String(dev), ino: String(ino), born: String(birthtimeNs) }
}

/**
 * Whether both are one folder. Devices may be given other numbers when a machine starts: then it must lie where it lay, and a
 * folder of another device that is mounted there was made at another time.
 */
export function sameFolder(one: FolderMark, other: FolderMark): boolean {
  if (one.ino !== other.ino || one.born !== other.born) return false
  return one.dev === other.dev || one.real === other.real
}
