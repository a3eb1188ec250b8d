import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PermissionRule } from '@crewroom/shared/model/need'
import { takesPaths } from '@crewroom/shared/model/permission-words'
import { ruleFor, ruleOf } from '../../src/crew/permission-rules'
import { permissionRequest, shownAsk } from '../../src/programs/acp/permission-request'
import { createMask } from '../../src/rollouts/secret-mask'
import { often } from '../harness/long'

/** What a program asks to run, as it says so. */
interface Asked {
  readonly folder: string
  readonly raw: Readonly<Record<string, unknown>>
}

const FOLDERS = ['/project', '/project/evil', '/other']
const MASK = createMask([])

const request = ({ folder, raw }: Asked) =>
  permissionRequest({ toolCall: { kind: 'execute', title: 'npm test', rawInput: raw } }, folder)

/** The rule that "always" writes; null where it is refused. */
function ruleFrom(asked: Asked): PermissionRule | null {
  try {
    const ask = shownAsk(request(asked), MASK, null)
    const rule = ruleOf(ask, 'developer', 'allow', asked.folder)
    return { id: 'r', leadId: 'l', createdBy: 'human', createdAt: '', ...rule } as PermissionRule
  } catch {
    return null
  }
}

function isAllowed(rule: PermissionRule, asked: Asked): boolean {
  const { toolKind, readCommand } = request(asked)
  const wish = { toolKind, command: readCommand, folder: asked.folder }
  return ruleFor([rule], 'developer', wish)?.action === 'allow'
}

/** A path that stays in the folder, and that no shell takes for anything else; judged by another code than the product's. */
function isInside(word: string): boolean {
  if (/[^a-zA-Z0-9_.,+@/-]/.test(word)) return false
  if (/^[-@/]/.test(word)) return false
  return path.posix.resolve('/w', word) === '/w' || path.posix.resolve('/w', word).startsWith('/w/')
}

/** All that decides what runs; null where a request says anything that is not one line of text. */
function meant({ folder, raw }: Asked): readonly string[] | null {
  const { command, cwd, env, ...others } = raw
  if (typeof command !== 'string' || Object.keys(others).length > 0) return null
  const where = cwd === undefined || cwd === '' ? folder : JSON.stringify(cwd)
  const variables = env === undefined ? '{}' : JSON.stringify(env)
  return [folder, where === JSON.stringify(folder) ? folder : where, variables, command]
}

/** Equal words, or equal but for paths inside the folder behind a command of the short table. */
function isSame(answered: Asked, later: Asked): boolean {
  const [first, second] = [meant(answered), meant(later)]
  if (!first || !second || first.slice(0, 3).join('\n') !== second.slice(0, 3).join('\n')) {
    return false
  }
  const [one = '', other = ''] = [first[3], second[3]].map((line) =>
    (line ?? '').replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ''),
  )
  if (one === other) return true
  if (/[^ -~]|["'\\]/.test(one + other)) return false
  const [words, more] = [one, other].map((line) => line.split(' ').filter((word) => word !== ''))
  if (!words || !more) return false
  if (words.join(' ') === more.join(' ')) return true
  const named = more.slice(0, 2).join(' ')
  const rest = [...words.slice(2), ...more.slice(2)]
  return takesPaths(named) && words.slice(0, 2).join(' ') === named && rest.every(isInside)
}

const WORD = fc.constantFrom('git', 'diff', 'status', 'add', 'log', 'npm', 'test', 'go', 'build', 'rm', 'sh', 'src', 'a.ts', './b', 'b/../c', '..', '../c', 'src/../..', '/etc', '~/x', '~', '-x', '-c', '--output=f', '--', 'A=1', '*', 'a?', '[a]', '{a,b}', '"q"', "'q r'", 'x;y', '$(z)', '`z`', '$HOME', 'h:p', '@f', '#', '!', '!!', '>', '>f', '<', '<<EOF', '|', '&', '&&', '\n', '\r\n', '\t', '\0', '\\', '\u00A0', '\u2028', '\u202E', '\u200B', 'g\u0456t', 'tеst', 'alias', '=', '%', '^', '+x', ',y', '.git/config') // prettier-ignore
const COMMAND = fc.array(WORD, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))
/** Begins as a command of the short table does: chance alone rarely would. */
const LISTED = fc
  .tuple(
    fc.constantFrom('git diff', 'git add', 'git status', 'git log', 'go build', 'npm test'),
    fc.array(WORD, { maxLength: 3 }),
  ) // prettier-ignore
  .map(([first, more]) => [first, ...more].join(' '))
const RAW = fc.record(
  {
    command: fc.oneof(COMMAND, LISTED, fc.constant('npm test')),
    cwd: fc.constantFrom(...FOLDERS, '', 'evil', '/project/'),
    env: fc.constantFrom({}, { A: '1' }, { NODE_OPTIONS: '--require ./evil.js' }, ['A=1']),
    shell: fc.constantFrom('./evil', ''),
    cmd: fc.constantFrom('touch x'),
    args: fc.constantFrom([], ['src'], ['a b'], ['-x'], 'rm'),
    stdin: fc.constantFrom('rm -rf /'),
    commands: fc.constantFrom(['ls'], 'rm'),
  },
  { requiredKeys: ['command'] },
)
const PLAIN = RAW.map(({ command }) => ({ command }))
const ASKED = fc.record({
  folder: fc.constantFrom(...FOLDERS),
  raw: fc.oneof({ arbitrary: PLAIN, weight: 4 }, RAW),
})

/** What is asked later: something else, or what was answered with something changed or added. */
const LATER = fc.tuple(ASKED, WORD, fc.constantFrom('other', 'field', 'behind', 'before', 'inside'))
function later(answered: Asked, [other, word, how]: [Asked, string, string]): Asked {
  const line = String(answered.raw['command'])
  const withCommand = (command: string): Asked => ({ ...answered, raw: { ...answered.raw, command } }) // prettier-ignore
  switch (how) {
    case 'behind':
      return withCommand(`${line} ${word}`)
    case 'before':
      return withCommand(`${word} ${line}`)
    case 'inside':
      return withCommand(line.replace(' ', ` ${word} `))
    case 'field':
      return { folder: other.folder, raw: { ...other.raw, command: line } }
    default:
      return other
  }
}

/** Several words in one field, read as the same words in the line: the product adds `args` to the line. */
const withoutArgs = ({ raw }: Asked) => raw['args'] === undefined && raw['commands'] === undefined

test('PM33 whatever was answered with "always", what is allowed later is the same in all that decides, or has further files of the folder', () => {
  let allowed = 0
  fc.assert(
    fc.property(ASKED, LATER, (answered, change) => {
      const rule = ruleFrom(answered)
      const asked = later(answered, change)
      if (!rule || !isAllowed(rule, asked)) return true
      if (JSON.stringify(answered) === JSON.stringify(asked)) return true
      // Compared as the lines that people are shown.
      if (!withoutArgs(answered) || !withoutArgs(asked)) {
        return request(answered).command === request(asked).command && answered.folder === asked.folder // prettier-ignore
      }
      allowed += 1
      return isSame(withoutEmpty(answered), withoutEmpty(asked))
    }),
    { numRuns: often(3_000, 300_000) },
  )
  expect(allowed).toBeGreaterThan(10)
})

/** Fields that say nothing. */
function withoutEmpty({ folder, raw }: Asked): Asked {
  const said = Object.entries(raw).filter(([key, value]) => key !== 'shell' || value !== '')
  return { folder, raw: Object.fromEntries(said) }
}

test('PM33 what cannot be read becomes no rule, and no rule but one about every command allows it', () => {
  fc.assert(
    fc.property(ASKED, ASKED, (asked, other) => {
      if (request(asked).readCommand !== null) return true
      const rule = ruleFrom(other)
      return ruleFrom(asked) === null && (rule === null || !isAllowed(rule, asked))
    }),
    { numRuns: often(1_000, 50_000) },
  )
})
