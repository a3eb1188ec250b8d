import { CrewError } from '@crewroom/shared/protocol/errors'
import { assertMayOnServer } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import type { TreeFollower } from './tree-follower'
import { troubleSentence } from './trouble'

/**
 * Takes the files of all group chats away and writes them again. For whoever runs the server; throws `files_off` and
 * `files_not_written`.
 */
export async function rebuildFiles(
  { ports }: Shard,
  tree: Pick<TreeFollower, 'rebuild'> | null,
  by: By,
): Promise<{ readonly workspaces: number; readonly path: string }> {
  assertMayOnServer('runServer', by)
  const { workspaces: path } = ports
  if (!tree || path === null) {
    throw new CrewError(
      'files_off',
      'This server does not write group chats as files: its setting viben is false. Set it to true and restart the server.',
    )
  }
  try {
    return { workspaces: await tree.rebuild(), path }
  } catch (error) {
    throw new CrewError('files_not_written', troubleSentence(error, path))
  }
}
