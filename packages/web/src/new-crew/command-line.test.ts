import { expect, test } from 'vitest'
import { inShell, joinCommand, shellPiece, splitCommand } from './command-line'

const words = (line: string) => {
  const parsed = splitCommand(line)
  return parsed.ok ? [parsed.command, ...parsed.args] : parsed.problem
}

test.each([
  ['node agent.mjs', ['node', 'agent.mjs']],
  ['  node \t agent.mjs\n', ['node', 'agent.mjs']],
  [`node --name "Ada L."`, ['node', '--name', 'Ada L.']],
  [`node --name='Ada L.'`, ['node', '--name=Ada L.']],
  [`a"b c"d'e f'`, ['ab cde f']],
  [`run '' ""`, ['run', '', '']],
  [`say "it's" 'a "quote"'`, ['say', `it's`, 'a "quote"']],
  [String.raw`say "a \"b\" \\ \n"`, ['say', String.raw`a "b" \ \n`]],
  [String.raw`say 'a\'`, ['say', 'a\\']],
  [String.raw`say 'a\\b \"'`, ['say', String.raw`a\\b \"`]],
  [String.raw`my\ agent a\"b a\'b a\\b`, ['my agent', 'a"b', `a'b`, String.raw`a\b`]],
  [
    String.raw`C:\tools\agent.exe --dir C:\work`,
    [String.raw`C:\tools\agent.exe`, '--dir', String.raw`C:\work`],
  ],
  [String.raw`"C:\Program Files\a.exe" x`, [String.raw`C:\Program Files\a.exe`, 'x']],
  ['echo $HOME *.ts', ['echo', '$HOME', '*.ts']],
  ['агент «ü» 工具', ['агент', '«ü»', '工具']],
  ['end\\', ['end\\']],
])('UI104 %s is taken apart into words', (line, expected) => {
  expect(words(line)).toEqual(expected)
})

test('UI104 a command line that is not finished says what is missing', () => {
  expect(words('')).toBe('Say which program to start.')
  expect(words(' \n ')).toBe('Say which program to start.')
  expect(words(`""`)).toBe('Say which program to start.')
  expect(words(`node "a`)).toBe('A quote (") is not closed.')
  expect(words(`node 'a"b`)).toBe(`A quote (') is not closed.`)
})

test.each([
  ['node echo.mjs Boss && echo hi', '&&'],
  ['a | tee x', '|'],
  ['a 2>&1', '2>&1'],
  ['a >out.txt', '>out.txt'],
  ['a < in', '<'],
  ['cd /tmp; run', '/tmp;'],
  ['run &', '&'],
  ['a||b', 'a||b'],
  ['run $HOME/x', '$HOME/x'],
  ['run $(cat x)', '$(cat'],
  ['~/bin/agent --acp', '~/bin/agent'],
  ['KEY=1 node a.mjs', 'KEY=1'],
])('UI311 %s is no command without a shell, and says what of it', (line, piece) => {
  expect(shellPiece(line)).toBe(piece)
})

test.each([
  'node agent.mjs --x=>y',
  `grep 'a && b' "c | d"`,
  'open http://host/?a=1&b=2',
  'node agent.mjs --only b|c',
  'node agent.mjs --price $5 KEY=1',
  String.raw`say '$HOME' ~ada`,
])('UI311 %s needs no shell', (line) => {
  expect(shellPiece(line)).toBeNull()
})

test.each(['node a.mjs && echo hi', `echo 'it''s' "a" | tee`, String.raw`a \' | b`])(
  'UI311 %s wrapped for a shell is one word for it, unchanged',
  (line) => {
    expect(words(inShell(line))).toEqual(['bash', '-c', line])
    expect(shellPiece(inShell(line))).toBeNull()
  },
)

test.each([
  [['node', 'agent.mjs', '--name', 'Ada L.']],
  [['bash', '-c', `echo 'it' "is" && $HOME`]],
  [['run', '', "'", String.raw`a\b \ c`, '|', 'KEY=1', '~/x']],
  [['KEY=1', 'a']],
  [['агент', '«ü» 工具', 'a\tb']],
])('UI315 the words %j as a line are taken apart into the same words', (given) => {
  const line = joinCommand(given)
  expect(words(line)).toEqual(given)
  expect(shellPiece(line)).toBeNull()
})
