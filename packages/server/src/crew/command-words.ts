import { LIMITS } from '@crewroom/shared/protocol/limits'
import { cut } from '@crewroom/shared/model/cut'

/**
 * What lets a shell do more than run one program with arguments, quoted or not: it is not told apart here. Control
 * characters and every kind of line end are among it.
 */
const MORE_THAN_ONE = /[;&|<>`$(){}\\\p{Cc}\p{Zl}\p{Zp}]/u

/** Programs that run whatever they are given: the whole command says what that is. */
const RUNS_ANYTHING = new Set(
  'sudo doas su env bash sh zsh fish dash ksh pwsh powershell cmd node deno bun python python3 perl ruby php npx pnpx bunx uvx xargs find awk sed eval exec command nohup time timeout watch nice ssh screen tmux curl wget dd'.split(
    ' ',
  ),
)
/** Programs of many commands: the second word says what they do. */
const HAS_COMMANDS = new Set(
  'git gh npm pnpm yarn cargo go docker podman kubectl make just task pip pip3 uv poetry brew apt apt-get systemctl terraform dotnet mvn gradle composer bundle rake'.split(
    ' ',
  ),
)
/** Second words after which the third says what is done. */
const RUNS_NEXT = new Set(['run', 'exec', 'run-script', 'dlx', 'compose', 'tool'])
const PLAIN_WORD = /^[a-z][\w:.-]*$/i

/** The words of a command that runs one program; null for every other. */
function wordsOf(command: string): readonly string[] | null {
  if (MORE_THAN_ONE.test(command)) return null
  const words = command.split(/ +/).filter((word) => word !== '')
  return words.length === 0 ? null : words
}

/**
 * Whether a command begins with these words. If it could run more than one program, or sends its output anywhere, it
 * must be the very same command.
 */
export function beginsWith(command: string, prefix: string): boolean {
  if (command === prefix) return true
  const [words, first] = [wordsOf(command), wordsOf(prefix)]
  return words !== null && first !== null && first.every((word, at) => words[at] === word)
}

/** How a command begins, as far as a rule that allows it again should say. */
export function beginningOf(command: string): string {
  const whole = short(command)
  const [program = '', second, third] = wordsOf(command) ?? []
  if (program === '' || program.includes('=') || RUNS_ANYTHING.has(nameOf(program))) return whole
  if (!HAS_COMMANDS.has(nameOf(program))) return short(program)
  if (second === undefined || !PLAIN_WORD.test(second)) return whole
  if (!RUNS_NEXT.has(second)) return short(`${program} ${second}`)
  return third !== undefined && PLAIN_WORD.test(third)
    ? short(`${program} ${second} ${third}`)
    : whole
}

/** No command ends with these dots: a rule that names only a part of it fits nothing. */
function short(words: string): string {
  const most = LIMITS.permissionPrefix
  return words.length > most ? `${cut(words, most - 1)}…` : words
}

function nameOf(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1)
}
