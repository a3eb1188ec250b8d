import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { examineFiles } from '../../src/cli/examine-files'
import { tempFolder } from '../harness/temp-folder'

test('VB82 doctor says how much contents take, and what is wrong with their folder', () => {
  using folder = tempFolder()
  const groupFiles = path.join(folder.path, 'files')
  const said = () => examineFiles({ groupFiles }).map(({ kind, text }) => `${kind} ${text}`)
  expect(said()).toEqual([])
  const own = path.join(groupFiles, 'group-1')
  mkdirSync(own, { recursive: true, mode: 0o700 })
  mkdirSync(path.join(groupFiles, 'photos'), { mode: 0o755 })
  writeFileSync(path.join(groupFiles, 'photos', 'of-a-person.jpg'), 'x')
  expect(said()).toEqual([])
  writeFileSync(path.join(own, 'a'.repeat(64)), 'x'.repeat(2_000))
  writeFileSync(path.join(own, 'b'.repeat(64)), 'x'.repeat(1_000))
  expect(said()).toEqual(['ok files and pictures of groups: 3 KB in 2 contents'])
  chmodSync(own, 0o755)
  expect(said()[0]).toMatch(/^problem .*chmod 700 .*group-1$/)
  rmSync(groupFiles, { recursive: true })
  writeFileSync(groupFiles, '')
  expect(said()[0]).toMatch(/^problem .* is not a folder/)
})
