import { LIMITS } from '@crewroom/shared/protocol/limits'
import { cut } from '@crewroom/shared/model/cut'

/**
 * What lets a shell do more than run one program with arguments, quoted or not: it is not told apart here. Control
 * characters and every kind of line end are among it.
 */
const MORE_THAN_ONE = /[;&|<>`$(){}\\\p{Cc}\p{Zl}\p{Zp}]/u

/** Programs that run whatever they are given: the whole command says what that is. */
const RUNS_ANYTHING = new Set(
  'sudo doas su env bash sh zsh fish dash ksh pwsh powershell cmd node deno bun python perl ruby php npx pnpx bunx uvx xargs find awk sed eval exec command nohup time timeout watch nice ssh screen tmux curl wget dd builtin busybox chroot coproc flock gdb lua nocorrect noglob osascript parallel setsid source stdbuf strace trap ts-node tsx'.split(
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
const RUNS_NEXT = new Set(
  'run exec x run-script dlx compose tool init create bisect submodule'.split(' '),
)
/** They run what follows somewhere else, after as many options and names as they like. */
const RUNS_ELSEWHERE = new Set(['docker', 'podman', 'kubectl'])
/** Third words after which anything follows: `git bisect run`, `docker compose exec`. */
const RUNS_REST = new Set(['run', 'exec', 'foreach'])
const PLAIN_WORD = /^[a-z][\w:.-]*$/i
/** A program by its name or path: without quotes or patterns that the shell puts something else in place of. */
const PLAIN_PROGRAM = /^[\w./~+@:-]*[a-z\d+]$/i

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

/** The same for what is to be allowed: behind some words anything could follow, and then the command must be the same. */
export function isAllowedBy(command: string, prefix: string): boolean {
  const words = wordsOf(prefix)
  return words !== null && runsAnything(words) ? command === prefix : beginsWith(command, prefix)
}

/**
 * Whether a command might run what begins with these words, as far as its text shows: in the middle of others, behind
 * another program or options, in quotes, by its path. For a guard, which had better ask too often.
 */
export function mightRun(command: string, prefix: string): boolean {
  const words = wordsOf(command)?.map(bare)
  const [program] = words ?? []
  if (!words || program === undefined || /[*?[]/.test(program)) return true
  let at = 0
  for (const word of prefix.split(/ +/).map(bare)) {
    const found = words.indexOf(word, at)
    if (found < 0) return false
    at = found + 1
  }
  return true
}

/** Whether a prefix that names a program of many commands names one of these. */
export function namesCommand(prefix: string): boolean {
  const [program = '', ...rest] = wordsOf(prefix) ?? []
  if (!HAS_COMMANDS.has(nameOf(program))) return true
  const named = rest.filter((word) => !word.startsWith('-'))
  return named.length > (RUNS_NEXT.has(named[0] ?? '') ? 1 : 0)
}

/** How a command begins, as far as a rule that allows it again should say. */
export function beginningOf(command: string): string {
  const whole = short(command)
  const words = wordsOf(command) ?? []
  const [program = '', second, third] = words
  if (program === '' || runsAnything(words)) return whole
  if (!HAS_COMMANDS.has(nameOf(program))) return short(program)
  if (second === undefined || !PLAIN_WORD.test(second)) return whole
  if (!RUNS_NEXT.has(second)) return short(`${program} ${second}`)
  return third !== undefined && PLAIN_WORD.test(third)
    ? short(`${program} ${second} ${third}`)
    : whole
}

/** Whether what follows these words, or is in them, decides what is run. */
function runsAnything([program = '', second = '', third = '']: readonly string[]): boolean {
  const name = nameOf(program)
  if (!PLAIN_PROGRAM.test(program) || RUNS_ANYTHING.has(name)) return true
  if (!HAS_COMMANDS.has(name)) return false
  if (RUNS_ELSEWHERE.has(name) && RUNS_REST.has(second)) return true
  if (RUNS_ANYTHING.has(nameOf(second))) return true
  if (!RUNS_NEXT.has(second)) return false
  return RUNS_ANYTHING.has(nameOf(third)) || (second !== 'run' && RUNS_REST.has(third))
}

/** No command ends with these dots: a rule that names only a part of it fits nothing. */
function short(words: string): string {
  const most = LIMITS.permissionPrefix
  return words.length > most ? `${cut(words, most - 1)}…` : words
}

/** Without its folder and its version: `/usr/bin/python3.12` is `python`. */
function nameOf(program: string): string {
  const name = program.slice(program.lastIndexOf('/') + 1)
  return name.replace(/\.exe$/i, '').replace(/(?<=[a-z])[\d.]+$/i, '')
}

/** As a guard compares words: without quotes and folders, in small letters. */
function bare(word: string): string {
  const unquoted = word.replaceAll(/["']/g, '')
  return unquoted.slice(unquoted.lastIndexOf('/') + 1).toLowerCase()
}
