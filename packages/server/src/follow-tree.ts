import type { Logger } from 'pino'
import type { Clock } from './clock'
import type { Core } from './core'
import type { FileContentsPort } from './journal/ports/file-contents-port'
import { TreeFollower } from './tree/tree-follower'

/** Wires what writes group chats as files; null where the configuration wants none. */
export function followTree(
  { shard, rollouts, onPublished }: Core,
  contents: FileContentsPort,
  clock: Clock,
  writeYaml: () => Promise<(value: object) => string>,
  logger: Logger,
): TreeFollower | null {
  const { workspaces } = shard.ports
  if (workspaces === null) return null
  const tree = new TreeFollower({
    shard,
    rollouts,
    contents,
    workspaces,
    yaml: async (value) => (await writeYaml())(value),
    clock,
    failed: (leadId, error) =>
      logger.warn({ error, leadId }, 'the files of group chats cannot be written'),
  })
  onPublished((entries) => tree.published(entries))
  rollouts.onStored((agentIds) => tree.stored(agentIds))
  return tree
}
