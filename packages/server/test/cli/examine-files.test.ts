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
  mkdirSync(path.join(groupFiles, 'group-1'), { recursive: true, mode: 0o700 })
  writeFileSync(path.join(groupFiles, 'group-1', 'a'), 'x'.repeat(2_000))
  writeFileSync(path.join(groupFiles, 'group-1', 'b'), 'x'.repeat(1_000))
  expect(said()).toEqual(['ok files and pictures of groups: 2 contents, 3 KB'])
  chmodSync(groupFiles, 0o755)
  expect(said()[0]).toContain('problem')
  rmSync(groupFiles, { recursive: true })
  writeFileSync(groupFiles, '')
  expect(said()[0]).toMatch(/^problem .* is not a folder/)
})
