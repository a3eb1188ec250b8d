import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginningOf, beginsWith } from '../../src/crew/command-words'

const FITS: readonly (readonly [prefix: string, command: string, fits: boolean, why: string])[] = [
  ['npm test', 'npm test', true, 'the same'],
  ['npm test', 'npm test -- --watch', true, 'more arguments'],
  ['npm test', 'npm  test', true, 'more spaces'],
  ['npm test', 'npm tests', false, 'half a word'],
  ['npm', 'npmx install', false, 'half of the program'],
  ['npm test', 'npm', false, 'less than the prefix'],
  ['npm test', 'FOO=1 npm test', false, 'a variable before it'],
  ['npm test', 'npm test; rm -rf /', false, ';'],
  ['npm test', 'npm test && rm -rf /', false, '&&'],
  ['npm test', 'npm test & rm -rf /', false, '&'],
  ['npm test', 'npm test | sh', false, '|'],
  ['npm test', 'npm test || rm -rf /', false, '||'],
  ['npm test', 'npm test `rm -rf /`', false, 'backticks'],
  ['npm test', 'npm test $(rm -rf /)', false, '$('],
  ['npm test', 'npm test "$(rm -rf /)"', false, '$( in quotes'],
  ['npm test', 'npm test ${IFS}', false, '${'],
  ['npm test', 'npm test <(rm x)', false, '<('],
  ['npm test', 'npm test > ~/.bashrc', false, '>'],
  ['npm test', 'npm test < secret', false, '<'],
  ['npm test', 'npm test\nrm -rf /', false, 'a line end'],
  ['npm test', 'npm test\rrm -rf /', false, 'a carriage return'],
  ['npm test', 'npm test\u2028rm -rf /', false, 'a line separator'],
  ['npm test', 'npm test\u0000rm', false, 'a control character'],
  ['npm test', 'npm test \\\nrm', false, 'a continued line'],
  ['npm test', 'npm\u00A0test', false, 'another space'],
  ['npm test', 'npm\ttest', false, 'a tab'],
  ['npm test', '', false, 'nothing'],
  ['npm test > log', 'npm test > log', true, 'the very same command'],
  ['npm test > log', 'npm test > log2', false, 'nearly the same'],
  ['npm test > log', 'npm test > log x', false, 'more of it'],
] // prettier-ignore

test('PM9 a prefix fits whole words of a command that runs one program, and any other command only as a whole', () => {
  for (const [prefix, command, fits, why] of FITS) {
    expect.soft(beginsWith(command, prefix), why).toBe(fits)
  }
})

test('PM9 whatever is put behind an allowed prefix, a shell could do no more than run that program', () => {
  const joins = [';', '&&', '||', '|', '&', '\n', '\r', '`', '$(', '>', '<', '(', '{', '\\']
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(...joins),
      fc.string({ unit: 'binary', maxLength: 20 }),
      (before, join, after) => !beginsWith(`npm test ${before}${join}${after}`, 'npm test'),
    ),
  )
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[\w./:=@%+,-]{1,8}$/)), (words) =>
      beginsWith(['npm', 'test', ...words].join(' '), 'npm test'),
    ),
  )
})

const BEGINS: readonly (readonly [command: string, prefix: string])[] = [
  ['ls -la src', 'ls'],
  ['npm test -- --run', 'npm test'],
  ['npm run build --silent', 'npm run build'],
  ['git status -s', 'git status'],
  ['git -C /etc status', 'git -C /etc status'],
  ['/usr/bin/git log', '/usr/bin/git log'],
  ['bash -c ls', 'bash -c ls'],
  ['sudo ls', 'sudo ls'],
  ['npx anything at all', 'npx anything at all'],
  ['X=1 ls', 'X=1 ls'],
  ['echo hi > file', 'echo hi > file'],
  ['npm run', 'npm run'],
]

test('PM10 "always" proposes the program, its subcommand where it has those, and the whole command where a program runs anything', () => {
  for (const [command, prefix] of BEGINS) {
    expect.soft(beginningOf(command), command).toBe(prefix)
    expect.soft(beginsWith(command, prefix), command).toBe(true)
  }
})
