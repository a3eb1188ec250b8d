import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { FileContents } from '../../src/storage/file-contents'
import { TreeFollower } from '../../src/tree/tree-follower'
import { openSession, write } from '../harness/round-acts'
import { SmallDisk } from '../harness/small-disk'
import { tempFolder } from '../harness/temp-folder'
import { testCrew } from '../harness/test-crew'
import { linesOf, treeFiles } from '../harness/tree-files'

const MINUTE = 60_000

/** A crew with a session and its files. */
function withFiles(workspaces: string) {
  let tree: TreeFollower | null = null
  const failed: unknown[] = []
  const crew = testCrew({
    agents: { ada: 'architect', ben: 'developer' },
    begun: ({ shard, rollouts, onPublished }, life) => {
      const follower = new TreeFollower({
        shard,
        rollouts,
        contents: new FileContents(path.join(workspaces, '..', 'files')),
        workspaces,
        yaml: (value) => Promise.resolve(stringify(value)),
        clock: life.clock,
        failed: (_lead, error) => failed.push(error),
      })
      onPublished((entries) => follower.published(entries))
      tree = follower
    },
  })
  const session = openSession(crew, ['ada', 'ben'], 'Rewrite plan')
  const files = () => tree as unknown as TreeFollower
  const said = () => {
    const all = treeFiles(workspaces)
    const name = Object.keys(all).find((file) => file.endsWith('messages.ui.jsonl')) ?? ''
    return linesOf(all[name] ?? '\n').flatMap((line: { content?: string }) => line.content ?? [])
  }
  const needs = () =>
    Object.values(crew.crew.state.needs).flatMap(({ kind, text }) => (kind === 'files' ? text : []))
  return { crew, session, files, said, needs, failed }
}

test.skipIf(!SmallDisk.possible())(
  'VT7 a full disk stops the files alone, which is said once; they are tried again each minute, and nothing is missing then',
  async () => {
    using disk = new SmallDisk(1)
    const own = withFiles(disk.path)
    await using crew = own.crew
    write(crew, own.session, 'before')
    await own.files().flush()
    expect(own.said()).toEqual(['before'])
    disk.fill()
    write(crew, own.session, 'x'.repeat(30_000))
    await own.files().flush()
    expect(own.needs()).toEqual([expect.stringContaining('the disk is full (ENOSPC)')])
    write(crew, own.session, 'meanwhile')
    crew.clock.advance(MINUTE)
    await own.files().flush()
    crew.clock.advance(1_000)
    await own.files().flush()
    expect([own.failed.length, own.needs().length]).toEqual([2, 1])
    disk.free()
    await own.files().flush()
    expect(own.said(), 'not before its minute is over').toEqual(['before'])
    crew.clock.advance(MINUTE)
    await own.files().flush()
    expect(own.said()).toEqual(['before', 'x'.repeat(30_000), 'meanwhile'])
    expect(own.needs()).toEqual([])
  },
)

test('VT8 a link in the place of a folder is not followed, and a person is told', async () => {
  using folder = tempFolder()
  using outside = tempFolder()
  const workspaces = path.join(folder.path, 'workspaces')
  const own = withFiles(workspaces)
  await using crew = own.crew
  await own.files().flush()
  const chats = path.join(workspaces, crew.leadId, '.viben', 'group-chats')
  const [chat = ''] = readdirSync(chats)
  rmSync(path.join(chats, chat), { recursive: true })
  mkdirSync(path.join(outside.path, 'sessions'))
  symlinkSync(outside.path, path.join(chats, chat))
  write(crew, own.session, 'a secret')
  await own.files().flush()
  expect(readdirSync(outside.path, { recursive: true })).toEqual(['sessions'])
  expect(own.needs()).toEqual([
    expect.stringContaining(`${path.join(chats, chat)} was not made by Crewroom`),
  ])
  rmSync(path.join(chats, chat))
  crew.clock.advance(MINUTE)
  await own.files().flush()
  expect([own.said(), own.needs()]).toEqual([['a secret'], []])
})

test('VT7 a need that is dismissed is not opened again by the same trouble', async () => {
  using folder = tempFolder()
  const workspaces = path.join(folder.path, 'workspaces')
  const own = withFiles(workspaces)
  await using crew = own.crew
  mkdirSync(workspaces)
  symlinkSync(folder.path, path.join(workspaces, crew.leadId))
  await own.files().flush()
  const [need] = Object.values(crew.crew.state.needs)
  const { dismissNeed } = await import('../../src/crew/needs')
  crew.act(() => dismissNeed(crew.shard, crew.crew, crew.by('human'), need?.id ?? ''))
  crew.clock.advance(MINUTE)
  await own.files().flush()
  expect(own.failed.length).toBe(2)
  expect(own.needs()).toEqual([])
})
