import path from 'node:path'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { createGroup } from '../../src/groups/create-group'
import { FileContents } from '../../src/storage/file-contents'
import { TreeFollower } from '../../src/tree/tree-follower'
import { pause } from '../harness/speaker'
import { openSession, post } from '../harness/session-acts'
import { tempFolder } from '../harness/temp-folder'
import { BY_PERSON, testCrew } from '../harness/test-crew'
import { treeFiles } from '../harness/tree-files'

const PAUSE_MS = 200

test('VT11 what happens while files are written waits for the next pause, and is written then', async () => {
  using folder = tempFolder()
  const workspaces = path.join(folder.path, 'workspaces')
  // What is written first needs a configuration, which is made when the test says so.
  let goOn = () => {}
  const mayGoOn = new Promise<void>((resolve) => (goOn = resolve))
  let isWriting = false
  let tree: TreeFollower | null = null
  await using crew = testCrew({
    agents: { dev: 'developer' },
    begun: (core, { clock }) => {
      const follower = new TreeFollower({
        shard: core.shard,
        rollouts: core.rollouts,
        contents: new FileContents(path.join(workspaces, '..', 'files')),
        workspaces,
        yaml: async (value) => {
          isWriting = true
          await mayGoOn
          return stringify(value)
        },
        clock,
        failed: (_lead, error) => {
          throw error
        },
      })
      core.onPublished((entries) => follower.published(entries))
      tree = follower
    },
  })
  const follower = tree as unknown as TreeFollower
  const written = () => Object.values(treeFiles(workspaces)).join('')
  createGroup(crew.shard, crew.crew, BY_PERSON, { name: 'team', members: [crew.id('dev')] })
  const session = openSession(crew, 'team')
  await crew.shard.journal.flush()
  crew.clock.advance(PAUSE_MS)
  await expect.poll(() => isWriting).toBe(true)

  post(crew, 'human', session, 'said meanwhile')
  await crew.shard.journal.flush()
  goOn()
  await expect.poll(written).toContain(session.id)
  // Long enough for the disk: nothing says that it does nothing more.
  await pause(100)
  expect(written()).not.toContain('said meanwhile')

  crew.clock.advance(PAUSE_MS)
  await expect.poll(written).toContain('said meanwhile')
  await follower.stop()
})
