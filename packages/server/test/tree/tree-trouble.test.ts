import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { FileContents } from '../../src/storage/file-contents'
import { TreeFollower } from '../../src/tree/tree-follower'
import { answer, openSession, takesRound, write } from '../harness/round-acts'
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

test.skipIf(!SmallDisk.possible())(
  'VT2, VT7 a disk that is full when a round begins takes nothing away from what people see',
  async () => {
    using disk = new SmallDisk(1)
    const own = withFiles(disk.path)
    await using crew = own.crew
    write(crew, own.session, 'one')
    await takesRound(crew, 'ada')
    answer(crew, 'ada', 'an answer')
    await own.files().flush()
    expect(own.said()).toEqual(['one', 'an answer'])
    disk.fill()
    write(crew, own.session, 'x'.repeat(30_000))
    for (let minute = 0; minute < 3; minute++) {
      await own.files().flush()
      expect(own.said()).toEqual(['one', 'an answer'])
      crew.clock.advance(MINUTE)
    }
    disk.free()
    await own.files().flush()
    expect(own.said()).toEqual(['one', 'an answer', 'x'.repeat(30_000)])
  },
)

test('VT8 a rebuild follows no link, and a start takes away only what a crew had', async () => {
  using folder = tempFolder()
  using outside = tempFolder()
  const workspaces = path.join(folder.path, 'workspaces')
  const own = withFiles(workspaces)
  await using crew = own.crew
  await own.files().flush()
  const mine = path.join(outside.path, 'group-chats', 'mine.txt')
  mkdirSync(path.dirname(mine))
  writeFileSync(mine, 'of the person')
  rmSync(path.join(workspaces, crew.leadId, '.viben'), { recursive: true })
  symlinkSync(outside.path, path.join(workspaces, crew.leadId, '.viben'))
  await expect(own.files().rebuild()).rejects.toThrow('was not made by Crewroom')
  expect(readFileSync(mine, 'utf8')).toBe('of the person')

  const gone = '0f0f0f0f-0000-4000-8000-000000000009'
  for (const name of ['notes', '1f0f0f0f-0000-4000-8000-000000000009', gone]) {
    mkdirSync(path.join(workspaces, name, '.viben', 'group-chats', 'a'), { recursive: true })
  }
  writeFileSync(path.join(workspaces, gone, 'files.json'), '{"version":1,"seq":3}')
  crew.restart()
  own.files().start()
  await own.files().flush()
  await own.files().flush()
  expect(readdirSync(workspaces).toSorted()).toEqual(
    [crew.leadId, '1f0f0f0f-0000-4000-8000-000000000009', 'notes'].toSorted(),
  )
})

test('VT6 files that know more than the database are written again', async () => {
  using folder = tempFolder()
  const workspaces = path.join(folder.path, 'workspaces')
  const own = withFiles(workspaces)
  await using crew = own.crew
  write(crew, own.session, 'one')
  await own.files().stop()
  const files = treeFiles(workspaces)
  const ui = Object.keys(files).find((file) => file.endsWith('messages.ui.jsonl')) ?? ''
  const at = path.join(workspaces, ui)
  const lost = '{"id":"lost","type":"user","content":"of the lost future"}\n'
  const mark = path.join(path.dirname(at), '.crewroom.json')
  const { sizes, ...more } = JSON.parse(readFileSync(mark, 'utf8'))
  sizes['messages.ui.jsonl'] += lost.length
  writeFileSync(mark, JSON.stringify({ ...more, seq: 1_000, sizes }))
  writeFileSync(at, readFileSync(at, 'utf8') + lost)
  const position = path.join(workspaces, crew.leadId, 'files.json')
  for (const seq of [1_000, 1]) {
    writeFileSync(position, `{"version":1,"seq":${seq}}`)
    crew.restart()
    await own.files().flush()
    expect(treeFiles(workspaces)).toEqual(files)
    await own.files().stop()
  }
})

test('VT8, VT10 a mark that somebody has changed removes nothing outside', async () => {
  using folder = tempFolder()
  const workspaces = path.join(folder.path, 'workspaces')
  const own = withFiles(workspaces)
  await using crew = own.crew
  await own.files().stop()
  const mine = path.join(workspaces, 'mine.txt')
  writeFileSync(mine, 'of the person')
  const chats = path.join(workspaces, crew.leadId, '.viben', 'group-chats')
  const [chat = ''] = readdirSync(chats)
  const copies = { 'files/../../../../../mine.txt': 'a' }
  writeFileSync(path.join(chats, chat, '.crewroom.json'), JSON.stringify({ version: 1, copies }))
  crew.restart()
  await own.files().flush()
  expect(own.failed).toEqual([])
  expect(existsSync(mine)).toBe(true)
})
