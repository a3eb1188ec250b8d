import * as fs from 'node:fs/promises'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { typesOf } from '@crewroom/shared/model/group-file'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { CrewError } from '@crewroom/shared/protocol/errors'
import { deleteCrew } from '../../src/agents/delete-crew'
import { terminateAgent } from '../../src/agents/end-agent'
import { archiveGroup, unarchiveGroup } from '../../src/groups/archive-group'
import { addMembers, removeMembers } from '../../src/groups/change-members'
import { addFile, uploadFile } from '../../src/group-chats/add-file'
import { removeFile } from '../../src/group-chats/remove-file'
import { FileKeeper } from '../../src/group-chats/file-keeper'
import { FileContents } from '../../src/storage/file-contents'
import { chatAt } from '../harness/every-fact'
import { team } from '../harness/talk'
import { tempFolder } from '../harness/temp-folder'
import { BY_PERSON, testCrew, type TestCrew } from '../harness/test-crew'

/** A crew with a group, and contents in a folder whose disk refuses whatever `fails` says. */
function stored(crew: TestCrew, folder: string, fails: () => string | null) {
  team(crew, 'plan', ['dev'])
  const open = async (file: string) => {
    const handle = await fs.open(file, 'wx+', 0o600)
    const appendFile = handle.appendFile.bind(handle)
    handle.appendFile = async (part) => {
      const code = fails()
      if (code !== null) throw Object.assign(new Error(code), { code })
      await appendFile(part)
    }
    return handle
  }
  const errors: unknown[] = []
  const contents = new FileContents(folder, open)
  const keeper = new FileKeeper(crew.shard, contents, (error) => errors.push(error))
  const at = () => chatAt(crew, 'plan')
  return {
    keeper,
    errors,
    add: async (name: string, body: AsyncIterable<Uint8Array>, by = BY_PERSON) => {
      const upload = { kind: 'file', name, size: undefined, body } as const
      const added = await uploadFile(crew.shard, keeper, at(), by, upload)
      crew.check()
      return added
    },
    left: () => {
      const own = path.join(folder, at().group.id)
      return readdirSync(own)
    },
    names: () => (crew.crew.state.files['plan'] ?? []).map(({ name }) => name),
  }
}

async function* pieces(...texts: string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

test('VB78, VB75 a full disk refuses a content, and nothing of it remains', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  using folder = tempFolder()
  let code: string | null = null
  const own = stored(crew, folder.path, () => code)
  await own.add('a.txt', pieces('before'))
  const before = own.left()
  async function* filling() {
    yield Buffer.from('one')
    code = 'ENOSPC'
    yield Buffer.from('two')
  }
  await expect(own.add('b.txt', filling())).rejects.toMatchObject({ code: 'disk_full' })
  code = 'EIO'
  await expect(own.add('b.txt', pieces('x'))).rejects.toMatchObject({ code: 'storage_failed' })
  code = null
  async function* breakingOff() {
    yield Buffer.from('one')
    throw new Error('gone')
  }
  await expect(own.add('b.txt', breakingOff())).rejects.toThrow('gone')
  expect(own.left()).toEqual(before)
  expect(own.names()).toEqual(['a.txt'])
  await own.add('b.txt', pieces('one', 'two'))
  expect(own.names()).toEqual(['a.txt', 'b.txt'])
  expect(own.errors).toEqual([])
})

test('VB71 a group has at most 200 MB and 1,000 files and pictures', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  team(crew, 'plan', ['dev'])
  const add = (kind: 'file' | 'picture', size: number) =>
    addFile(crew.shard, chatAt(crew, 'plan'), BY_PERSON, {
      kind,
      name: 'a',
      size,
      type: typesOf(kind)[0],
      sha256: '0'.repeat(64),
    })
  for (let n = 0; n < 20; n++) add(n % 2 === 0 ? 'file' : 'picture', LIMITS.fileBytes)
  expect(() => add('file', 1)).toThrow('at most 200 MB')
  crew.check()
  team(crew, 'many', ['dev'])
  const decision = crew.shard.decide(crew.crew)
  const [file] = crew.crew.state.files['plan'] ?? []
  if (!file) throw new Error('the file is there')
  for (let n = 1; n < LIMITS.chatFiles; n++) {
    decision.add('file:added', { groupName: 'many', file: { ...file, size: 1, name: `f${n}` } })
  }
  crew.shard.commit(crew.crew, BY_PERSON, decision)
  const last = { ...file, size: 1, name: 'F1' }
  const named = addFile(crew.shard, chatAt(crew, 'many'), BY_PERSON, last)
  expect(named.name).toBe('F1-2')
  expect(() => addFile(crew.shard, chatAt(crew, 'many'), BY_PERSON, last)).toThrow(
    'at most 1000 files and pictures',
  )
})

test('VB74, VB75 whoever loses the right while the bytes arrive adds nothing', async () => {
  await using crew = testCrew({ agents: { dev: 'developer', eve: 'developer' } })
  using folder = tempFolder()
  const own = stored(crew, folder.path, () => null)
  const { shard } = crew
  addMembers(shard, crew.crew, BY_PERSON, { group: 'plan', members: [crew.id('eve')] })
  const groupId = chatAt(crew, 'plan').group.id
  const during = (name: string, act: () => unknown, by = BY_PERSON) => {
    async function* body() {
      yield Buffer.from('one')
      act()
      yield Buffer.from('two')
    }
    return own.add(name, body(), by).then(
      () => 'added',
      (error: CrewError) => error.code,
    )
  }
  const remove = { group: 'plan', members: [crew.id('dev')] }
  const removing = () => removeMembers(shard, crew.crew, BY_PERSON, remove)
  expect(await during('a.txt', removing, crew.by('dev'))).toBe('not_a_member')
  const ending = () => terminateAgent(shard, crew.crew, BY_PERSON, crew.id('eve'), null)
  expect(await during('a.txt', ending, crew.by('eve'))).toBe('agent_terminal')
  const archiving = () => archiveGroup(shard, crew.crew, BY_PERSON, 'plan')
  expect(await during('a.txt', archiving)).toBe('group_archived')
  unarchiveGroup(shard, crew.crew, BY_PERSON, 'plan')
  expect(own.names()).toEqual([])
  expect(own.left()).toEqual([])
  const deleting = () => deleteCrew(shard, crew.crew, BY_PERSON, 'atlas')
  expect(await during('a.txt', deleting)).toBe('group_not_found')
  await own.keeper.tidy()
  expect(readdirSync(folder.path), groupId).toEqual([])
})

test('VB75 a content that is being added stays when the last name of an equal one goes', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  using folder = tempFolder()
  const own = stored(crew, folder.path, () => null)
  const { keeper } = own
  const { sha256 } = await own.add('a.txt', pieces('same'))
  const { group } = chatAt(crew, 'plan')
  const remove = () => {
    removeFile(crew.shard, chatAt(crew, 'plan'), BY_PERSON, { kind: 'file', name: 'a.txt' })
    crew.check()
    keeper.published(crew.published.slice(-1))
  }
  const left = () => keeper.contents.sizeOf(group.id, sha256)
  await keeper.taking(group.id, pieces('same'), 10, async (content) => {
    await content.keep()
    remove()
    expect(await left()).toBe(4)
  })
  expect(await left(), 'nothing was added after all').toBe(null)
  await own.add('a.txt', pieces('same'))
  const again = () =>
    keeper.taking(group.id, pieces('sa', 'me'), 10, async (content) => content.keep())
  await again()
  expect(await left(), 'another has it').toBe(4)
  // Memory may be ahead of the tables.
  const tables = vi.spyOn(crew.shard.ports.reader, 'namesContent').mockReturnValue(false)
  await again()
  expect(await left(), 'memory names it').toBe(4)
  // And what it has removed may come back, when they cannot be written.
  tables.mockReturnValue(true)
  remove()
  expect(await left(), 'the tables name it').toBe(4)
  tables.mockRestore()
  await keeper.tidy()
  expect(await left()).toBe(null)
})

test('VB71, VB75 a content is given up where it passes the limit, however much follows', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  using folder = tempFolder()
  const own = stored(crew, folder.path, () => null)
  let read = 0
  async function* endless() {
    for (;;) {
      read++
      yield Buffer.from('four')
    }
  }
  const { group } = chatAt(crew, 'plan')
  const taken = own.keeper.taking(group.id, endless(), 10, async () => 'taken')
  await expect(taken).rejects.toThrow('too_large')
  expect([read, own.left()]).toEqual([3, []])
})
