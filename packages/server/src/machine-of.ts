import { workFoldersOf } from './agents/work-files'
import type { Core } from './core'
import type { DataDir } from './data-dir'
import type { Logger } from './logger'
import { WorkFolders } from './programs/work-folders'
import { lookAtFolder } from './working-folder'

/** What the doors may know of this machine's folders: where the data is, and which folders the person chose. */
export function machineOf({ shard, onPublished }: Core, data: DataDir, logger: Logger) {
  const workFolders = new WorkFolders(
    data.workFolders,
    () => [...shard.crews()].flatMap((crew) => workFoldersOf(crew)),
    (error) => logger.warn({ error }, 'which working folders were chosen cannot be kept'),
  )
  workFolders.begin()
  onPublished((entries) => workFolders.published(entries))
  return { dataFolder: data.folder, lookAtFolder, workFolders }
}
