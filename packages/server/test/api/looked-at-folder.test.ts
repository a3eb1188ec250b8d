import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { lookAtFolder } from '../../src/working-folder'
import { tempFolder } from '../harness/temp-folder'

/** A repository with one commit, and what runs git in it as its owner does. */
function repository(at: string, ...settings: readonly string[]) {
  mkdirSync(at, { recursive: true })
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', at, '-c', 'user.name=ada', '-c', 'user.email=a@b.c', ...args], {
      stdio: 'pipe',
    })
  git('init', '--quiet', ...settings)
  writeFileSync(path.join(at, 'file'), 'one\n')
  git('add', '.')
  git('commit', '--quiet', '--message', 'one')
  return git
}

/** Git looks into a file whose time has changed, even if its size is the same. */
function touch(file: string): void {
  const later = new Date(Date.now() + 60_000)
  utimesSync(file, later, later)
}

test('WK7 looking at a folder runs nothing that its repository names: filters, hooks, monitors, drivers of any kind', async () => {
  using folder = tempFolder()
  const at = path.join(folder.path, 'repository')
  const ran = path.join(folder.path, 'ran')
  mkdirSync(ran)
  const git = repository(at)
  // Whatever runs leaves a file with its name.
  const names = (what: string) => `touch '${path.join(ran, what)}'; cat`
  for (const [setting, what] of [
    ['filter.evil.clean', 'clean'],
    ['filter.evil.smudge', 'smudge'],
    ['filter.evil.process', 'process'],
    ['diff.evil.textconv', 'textconv'],
    ['diff.evil.command', 'command'],
    ['diff.external', 'external'],
    ['merge.evil.driver', 'driver'],
    ['core.fsmonitor', 'fsmonitor'],
    ['core.pager', 'pager'],
    ['core.editor', 'editor'],
    ['core.alternateRefsCommand', 'alternates'],
    ['core.sshCommand', 'ssh'],
    ['gpg.program', 'gpg'],
    ['alias.status', 'alias'],
  ] as const) {
    git('config', setting, `${setting.startsWith('alias') ? '!' : ''}${names(what)}`)
  }
  git('config', 'filter.evil.required', 'true')
  const hooks = path.join(at, 'own-hooks')
  mkdirSync(hooks)
  for (const hook of [
    'post-index-change',
    'post-checkout',
    'reference-transaction',
    'pre-commit',
  ]) {
    writeFileSync(path.join(hooks, hook), `#!/bin/sh\n${names(hook)}\n`)
    chmodSync(path.join(hooks, hook), 0o755)
  }
  git('config', 'core.hooksPath', hooks)
  writeFileSync(path.join(at, '.gitattributes'), '* filter=evil diff=evil merge=evil\n')
  const below = path.join(at, 'module')
  const module = repository(below)
  module('config', 'core.fsmonitor', names('module'))
  for (const name of ['file', 'module/file']) touch(path.join(at, name))
  expect((await lookAtFolder(at)).git).toBe('changed')
  expect((await lookAtFolder(below)).git).toBe('clean')
  expect(readdirSync(ran)).toEqual([])
  // The trap is one: git itself runs what is named.
  try {
    git('add', 'file')
  } catch {
    // The filter does not do as a filter should.
  }
  expect(readdirSync(ran)).not.toEqual([])
})

test('WK7 a folder is told as git tells it: clean, changed by content, new, deleted, staged and left out files', async () => {
  using folder = tempFolder()
  const at = path.join(folder.path, 'a repository')
  const git = repository(at)
  const look = async (name = '') => (await lookAtFolder(path.join(at, name))).git
  const file = path.join(at, 'file')
  expect(await look()).toBe('clean')
  touch(file)
  expect(await look(), 'touched').toBe('clean')
  writeFileSync(file, 'two\n')
  touch(file)
  expect(await look(), 'of the same size').toBe('changed')
  git('checkout', '--quiet', 'file')
  expect(await look()).toBe('clean')
  writeFileSync(path.join(at, 'new'), '')
  expect(await look(), 'a new file').toBe('changed')
  writeFileSync(path.join(at, '.git/info/exclude'), 'new\n')
  expect(await look(), 'left out').toBe('clean')
  git('rm', '--quiet', '--cached', 'file')
  expect(await look(), 'staged').toBe('changed')
  git('reset', '--quiet', '--hard')
  mkdirSync(path.join(at, 'below'))
  expect(await look('below')).toBe('clean')
  git('worktree', 'add', '--quiet', path.join(folder.path, 'other'))
  expect((await lookAtFolder(path.join(folder.path, 'other'))).git, 'a worktree').toBe('clean')
  git('update-index', '--split-index')
  expect(await look(), 'an index in two files').toBe('clean')
  expect(readdirSync(path.join(at, '.git'))).not.toContain('index.lock')
})

test('WK7 a repository without a commit, one with other names of objects, and none at all are told apart', async () => {
  using folder = tempFolder()
  const at = (name: string) => path.join(folder.path, name)
  for (const name of ['empty', 'plain']) mkdirSync(at(name))
  execFileSync('git', ['-C', at('empty'), 'init', '--quiet'])
  repository(at('long'), '--object-format=sha256')
  mkdirSync(at('broken/.git'), { recursive: true })
  const states = await Promise.all(
    ['empty', 'long', 'plain', 'empty/.git'].map(
      async (name) => (await lookAtFolder(at(name))).git,
    ),
  )
  expect(states).toEqual(['clean', 'clean', 'none', 'unknown'])
  expect(['none', 'unknown']).toContain((await lookAtFolder(at('broken'))).git)
})
