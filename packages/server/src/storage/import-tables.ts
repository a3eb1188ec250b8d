import { rmSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import type { StagedFile, StagingPort } from '../journal/ports/transfer-port'
import { openScratchTables } from './scratch-tables'

/** What imports have of a data folder. `writer`: the one of the moment; `name`: of a file that nobody has. */
export function importTables(folder: string, writer: () => StagingPort, name: () => string) {
  return {
    rehearse: () => openScratchTables(folder, name()),
    stage: (file: StagedFile, act: Parameters<StagingPort['stage']>[1]) =>
      writer().stage(file, act),
    discard: (file: StagedFile) => rmSync(file, { force: true }),
    free: () => freeBytes(folder),
  }
}

/** Bytes that are free on the disk of the folder, or on the one where it will be; null: that is not known. */
async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(path.dirname(folder))
    return bavail * bsize
  } catch {
    return null
  }
}
