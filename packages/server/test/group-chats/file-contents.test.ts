import * as fs from 'node:fs/promises'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { uploadFile } from '../../src/group-chats/add-file'
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
    add: async (name: string, body: AsyncIterable<Uint8Array>) => {
      const upload = { kind: 'file', name, size: undefined, body } as const
      const added = await uploadFile(crew.shard, keeper, at(), BY_PERSON, upload)
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
