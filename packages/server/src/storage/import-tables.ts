import { rmSync } from 'node:fs'
import path from 'node:path'
import type { StagedFile, StagingAct, StagingPort } from '../journal/ports/transfer-port'
import { freeBytes } from './free-bytes'
import { openScratchTables } from './scratch-tables'

/** What imports have of a data folder. `writer`: the one of the moment; `name`: of a file that nobody has. */
export function importTables(folder: string, writer: () => StagingPort, name: () => string) {
  return {
    rehearse: () => openScratchTables(folder, name()),
    stage: (file: StagedFile, act: StagingAct) => writer().stage(file, act),
    discard: (file: StagedFile) => rmSync(file, { force: true }),
    // The folder itself is made by the first import.
    free: () => freeBytes(path.dirname(folder)),
  }
}
