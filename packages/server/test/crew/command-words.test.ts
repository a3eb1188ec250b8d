import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  beginningOf,
  beginsWith,
  isAllowedBy,
  mightRun,
  namesCommand,
} from '../../src/crew/command-words'

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

test('PM9 a prefix fits whole words of a command that runs one program; any other command fits only as a whole', () => {
  for (const [prefix, command, fits, why] of FITS) {
    expect.soft(beginsWith(command, prefix), why).toBe(fits)
  }
})

test('PM9 whatever follows an allowed prefix, a shell can do no more than run that program', () => {
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

test('PM10 "always" proposes the program, with its subcommand if it has any, or the whole command if the program runs anything', () => {
  for (const [command, prefix] of BEGINS) {
    expect.soft(beginningOf(command), command).toBe(prefix)
    expect.soft(beginsWith(command, prefix), command).toBe(true)
  }
})

/** What one answer "always" must not allow after it. */
const BEYOND: readonly (readonly [command: string, other: string])[] = [
  ['find . -name a', 'find . -name a -delete'],
  ['curl https://example.com', 'curl https://example.com -o /etc/passwd'],
  ['X=1', 'X=1 rm -rf /'],
  ['env X=1', 'env X=1 rm -rf /'],
  ['node', 'node -e 1'],
  ['sudo ls', 'sudo ls -la'],
  ['python3.12 -m this', 'python3.12 -m this -c x'],
  ['! grep a b', '! rm -rf /'],
  ['"sudo" ls', '"sudo" rm -rf /'],
  ["su'do' ls", "su'do' rm -rf /"],
  ['/bin/b?sh a', '/bin/b?sh -c rm'],
  ['. setup', '. other'],
  ['trap ls EXIT', 'trap rm EXIT'],
  ['uv run python a.py', 'uv run python -c rm'],
  ['npm exec node a.js', 'npm exec node -e rm'],
  ['npm x vitest', 'npm x other'],
  ['npm init -y', 'npm init other'],
  ['docker exec web ls', 'docker exec web rm -rf /'],
  ['docker compose exec web ls', 'docker compose exec web rm'],
  ['kubectl exec pod ls', 'kubectl exec pod rm'],
  ['git bisect run ls', 'git bisect run rm -rf /'],
  ['git submodule foreach ls', 'git submodule foreach rm'],
  ['yarn node a.js', 'yarn node -e rm'],
]

test('PM19 a rule for a program that runs anything allows only the very same command, and a program of many commands alone makes no rule', () => {
  for (const [command, other] of BEYOND) {
    const prefix = beginningOf(command)
    expect.soft(isAllowedBy(command, prefix), command).toBe(true)
    expect.soft(isAllowedBy(other, prefix), other).toBe(false)
  }
  for (const bareOne of ['make', 'make -j4', 'yarn', 'npm run', 'cargo run', 'git --no-pager']) {
    expect.soft(namesCommand(beginningOf(bareOne)), bareOne).toBe(false)
  }
  for (const named of ['make test', 'npm test', 'npm run build', 'git -C /etc status', 'ls', 'cd a && make']) {
    expect.soft(namesCommand(beginningOf(named)), named).toBe(true)
  } // prettier-ignore
})

test('PM20 a rule that refuses or asks sees its command among others, behind others, in quotes and by its path', () => {
  const hidden = [
    'cd app && git push',
    'true; git push',
    'echo a\ngit push',
    'git -C app push',
    'sudo git push',
    'A=1 git push',
    '/usr/bin/git push --force',
    '"git" pu"sh"',
    "sh -c 'git push'",
    '/usr/bin/gi? push',
    'GIT push',
    '$(echo git) push',
  ]
  for (const command of hidden) expect.soft(mightRun(command, 'git push'), command).toBe(true)
  for (const command of ['git status', 'npm test', 'ls *.ts', 'push git', 'git pushy']) {
    expect.soft(mightRun(command, 'git push'), command).toBe(false)
  }
})
