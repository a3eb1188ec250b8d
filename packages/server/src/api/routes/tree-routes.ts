import { rebuildFiles as shape } from '@crewroom/shared/protocol/routes/tree'
import { SHARD_SCOPE } from '../../journal/facts'
import { rebuildFiles } from '../../tree/rebuild-files'
import type { TreeFollower } from '../../tree/tree-follower'
import type { RoutePorts } from './route'
import { row, type RouteRow } from './row'

export interface TreeRoutePorts extends RoutePorts {
  /** Writes group chats as files; null: this server does not. */
  readonly tree: Pick<TreeFollower, 'rebuild'> | null
}

/** Group chats as files. */
export const TREE_ROUTES: readonly RouteRow<TreeRoutePorts>[] = [
  row('Group chats', shape, {
    id: 'rebuildFiles',
    who: 'owner',
    errors: ['files_off', 'files_not_written'],
    summary: 'Takes the files of all group chats away and writes them again from what is stored',
    run: async ({ by }, { shard, tree }) => ({
      body: await rebuildFiles(shard, tree, by),
      leadId: SHARD_SCOPE,
    }),
  }),
]
