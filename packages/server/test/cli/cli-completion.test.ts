import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { ROLES } from '@crewroom/shared/model/role'
import { ACP_PRESETS } from '../../src/crew/presets'
import { crewroom } from '../harness/crewroom'
import { tempFolder } from '../harness/temp-folder'

const isThere = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0
const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]
const scripts = {} as Record<Shell, string>

beforeAll(async () => {
  for (const shell of SHELLS) {
    const { code, out, errors } = await crewroom(['completion', shell])
    expect([code, errors]).toEqual([0, ''])
    scripts[shell] = out
  }
})

/** What a shell offers for the last of these words, as a real one is asked. */
function offered(shell: Shell, words: readonly string[], cwd: string): string[] {
  const file = path.join(cwd, `completion.${shell}`)
  writeFileSync(file, scripts[shell])
  const quoted = words.map((word) => `'${word}'`).join(' ')
  const program: Record<Shell, string> = {
    bash: `source ${file}; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; compopt() { :; }; _crewroom; printf '%s\\n' "\${COMPREPLY[@]}"`,
    zsh: `autoload -Uz compinit; compinit -u -d ${cwd}/dump; source ${file}
      compadd() { while [[ $1 == -* && $1 != -- ]]; do shift; done; [[ $1 == -- ]] && shift; print -l -- $@ }
      _describe() { print -l -- \${\${(P)2}%%:*} }
      _files() { print -l -- \${1:-any}files }
      words=(${quoted}); CURRENT=${words.length}; _crewroom`,
    fish: `source ${file}; complete -C '${words.join(' ')}' | string split -f1 \\t; true`,
  }
  const { stdout, stderr, status } = spawnSync(shell, ['-c', program[shell]], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: cwd },
  })
  expect([shell, words, status, stderr]).toEqual([shell, words, 0, ''])
  // What does not begin with the word, a shell does not show.
  const word = words.at(-1) ?? ''
  const lines = stdout.split('\n').filter((line) => line !== '')
  return word === '' ? lines : lines.filter((line) => line.startsWith(word))
}

test('CL70 completion knows every command that there is, and refuses another shell', async () => {
  const { out } = await crewroom(['--help'])
  const names = [...(out.split('Commands:')[1] ?? '').matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name ?? '') // prettier-ignore
  expect(names.length).toBeGreaterThan(15)
  for (const shell of SHELLS) {
    for (const name of names) expect.soft(scripts[shell], `${shell}: ${name}`).toContain(name)
  }
  const other = await crewroom(['completion', 'tcsh'])
  expect(other.code).toBe(1)
  expect(other.errors).toContain('Allowed choices are bash, zsh, fish')
})

describe.each(SHELLS)('CL71 in %s, completion', (shell) => {
  test.skipIf(!isThere(shell))('offers commands, flags and the values that there are', () => {
    using folder = tempFolder()
    writeFileSync(path.join(folder.path, 'atlas.ndjson'), '')
    writeFileSync(path.join(folder.path, 'my *.ndjson'), '')
    mkdirSync(path.join(folder.path, 'atlas'))
    mkdirSync(path.join(folder.path, 'my data'))
    const at = (...words: string[]) => offered(shell, ['crewroom', ...words], folder.path)
    expect(at('')).toEqual(expect.arrayContaining(['start', 'backup', 'restore', 'resume', 'help']))
    expect(at('doctor', '--').toSorted()).toEqual([
      '--config',
      '--data',
      '--help',
      '--host',
      '--json',
      '--port',
      '--try',
    ])
    expect(at('needs', '')).toEqual(expect.arrayContaining(['answer']))
    expect(at('needs', '')).not.toContain('start')
    expect(at('needs', 'answer', '--')).toEqual(expect.arrayContaining(['--always', '--usd', '--tokens'])) // prettier-ignore
    expect(at('completion', '').toSorted()).toEqual(['bash', 'fish', 'zsh'])
    expect(at('run', '--agent', '').toSorted()).toEqual(Object.keys(ACP_PRESETS).toSorted())
    expect(at('invite', '--uses', '2', '--role', '').toSorted()).toEqual(ROLES.map(({ id }) => id).toSorted()) // prettier-ignore
    // The value of a flag is no command.
    expect(at('resume', '--crew', 'needs', '--')).toEqual(expect.arrayContaining(['--crew', '--json'])) // prettier-ignore
    const files = { zsh: 'anyfiles', bash: 'atlas.ndjson', fish: 'atlas.ndjson' }
    expect(at('import', '')).toContain(files[shell])
    const folders = { zsh: '-/files', bash: 'atlas', fish: 'atlas/' }
    expect(at('start', '--data', '')).toContain(folders[shell])
    if (shell === 'bash') {
      expect(at('import', 'my').toSorted()).toEqual(['my *.ndjson', 'my data'])
      expect(at('start', '--data', 'my')).toEqual(['my data'])
    }
    expect(at('start', '--data', '')).not.toContain('atlas.ndjson')
  })
})
