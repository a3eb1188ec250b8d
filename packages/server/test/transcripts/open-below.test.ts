import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, readSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { NotBelow, openBelow } from '../../src/open-below'
import { areShown, idOf, lookAtRoots, rootPaths } from '../../src/transcripts/roots'
import { findSessionFiles } from '../../src/transcripts/session-files'
import { asked, SessionFolder } from '../harness/session-folder'

function contentOf(roots: readonly string[], file: string): string {
  try {
    const { fd } = openBelow(roots, file)
    const bytes = Buffer.alloc(100)
    const text = bytes.toString('utf8', 0, readSync(fd, bytes, 0, 100, 0))
    closeSync(fd)
    return text
  } catch (error) {
    return error instanceof NotBelow ? 'refused' : `no refusal: ${String(error)}`
  }
}

test('TR60 only ordinary .jsonl files below a root are opened, wherever a path or a link leads', () => {
  using folder = new SessionFolder()
  folder.write('root/project/one.jsonl', 'inside')
  folder.write('root/project/notes.txt', 'no session')
  folder.write('outside/secret.jsonl', 'outside')
  const root = folder.at('root')
  symlinkSync(folder.at('outside/secret.jsonl'), folder.at('root/project/file-link.jsonl'))
  symlinkSync(folder.at('outside'), folder.at('root/folder-link'))
  symlinkSync(folder.at('root/project/one.jsonl'), folder.at('root/project/inside-link.jsonl'))
  mkdirSync(folder.at('root/project/folder.jsonl'))
  execFileSync('mkfifo', [folder.at('root/project/pipe.jsonl')])
  symlinkSync('/dev/zero', folder.at('root/project/device.jsonl'))
  const opened = (file: string) => contentOf([root], path.join(root, file))

  expect(opened('project/one.jsonl')).toBe('inside')
  expect(opened('project/inside-link.jsonl'), 'a link within the root').toBe('inside')
  for (const file of [
    'project/file-link.jsonl',
    'folder-link/secret.jsonl',
    '../outside/secret.jsonl',
    'project/../../outside/secret.jsonl',
    'project/notes.txt',
    'project/folder.jsonl',
    'project/pipe.jsonl',
    'project/device.jsonl',
    'project/none.jsonl',
  ]) {
    expect.soft(opened(file), file).toBe('refused')
  }
  folder.write('root/..project/two.jsonl', 'inside, too')
  expect(opened('..project/two.jsonl'), 'a name that begins with two points').toBe('inside, too')
  expect(contentOf([], path.join(root, 'project/one.jsonl')), 'no root').toBe('refused')
  expect(contentOf([folder.at('roo')], path.join(root, 'project/one.jsonl')), 'half a name').toBe(
    'refused',
  )
})

test('TR61 the files of a root are found without following links, and files of sub-agents are no sessions', async () => {
  using folder = new SessionFolder()
  folder.write('outside/other.jsonl', [asked(1, 'hello')])
  folder.write('root/a/one.jsonl', [asked(1, 'hello')])
  folder.write('root/a/deeper/two.jsonl', [asked(1, 'hello')])
  folder.write('root/a/one/subagents/agent-1.jsonl', [asked(1, 'hello')])
  folder.write('root/a/agent-2.jsonl', [asked(1, 'hello')])
  folder.write('root/a/notes.txt', 'hello')
  symlinkSync(folder.at('outside'), folder.at('root/link'))
  symlinkSync(folder.at('outside/other.jsonl'), folder.at('root/a/link.jsonl'))
  symlinkSync(folder.at('root/a'), folder.at('root/a/loop'))
  execFileSync('mkfifo', [folder.at('root/a/pipe.jsonl')])
  const found = await findSessionFiles(lookAtRoots([folder.at('root')]), () => Promise.resolve())
  expect(found.map(({ path: file }) => path.relative(folder.path, file)).toSorted()).toEqual([
    'root/a/deeper/two.jsonl',
    'root/a/one.jsonl',
  ])
  expect(found.map(({ id }) => id)).toContain(idOf(folder.at('root/a/one.jsonl')))
  expect(found[0]?.id).toMatch(/^[\w-]{22}$/)
})

test('TR62 a root may itself be a link, vanish, return, or be no folder: each time it is looked at as it is', () => {
  using folder = new SessionFolder()
  const real = folder.at('real')
  const root = folder.at('root')
  folder.write('real/one.jsonl', 'inside')
  symlinkSync(real, root)
  expect(lookAtRoots([root])).toEqual([{ path: root, real, problem: null }])
  renameSync(real, folder.at('elsewhere'))
  expect(lookAtRoots([root])).toEqual([
    { path: root, real: null, problem: 'there is no such folder' },
  ])
  writeFileSync(real, '')
  expect(lookAtRoots([root])).toMatchObject([{ real: null, problem: 'it is not a folder' }])
})

test('TR63 without a setting the root is the folder of Claude Code; ~ is the home folder', () => {
  const home = path.resolve('/home/ada')
  expect(rootPaths(undefined, home)).toEqual([path.join(home, '.claude', 'projects')])
  expect(rootPaths([], home)).toEqual([])
  expect(rootPaths(['~/sessions', '~', '/srv/logs/'], home)).toEqual([
    path.join(home, 'sessions'),
    home,
    path.resolve('/srv/logs'),
  ])
})

test('TV51 there are transcripts to show when a folder was configured, or Claude Code’s own is there', () => {
  using folder = new SessionFolder()
  const home = folder.at('home')
  expect(areShown(undefined, home)).toBe(false)
  folder.write('home/.claude/projects/p/one.jsonl', 'x')
  expect(areShown(undefined, home)).toBe(true)
  expect(areShown([], home), 'switched off').toBe(false)
  expect(areShown([folder.at('nowhere')], home), 'the list says what is wrong with it').toBe(true)
})
