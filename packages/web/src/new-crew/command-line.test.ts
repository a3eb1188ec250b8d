import { expect, test } from 'vitest'
import { shellOnly, splitCommand } from './command-line'

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

test('UI104 what only a shell would understand is pointed out', () => {
  expect(shellOnly(['a', '|', 'tee'])).toBe('|')
  expect(shellOnly(['a', '2>&1'])).toBe('2>&1')
  expect(shellOnly(['a', 'b|c', '--x=>y'])).toBeNull()
})
