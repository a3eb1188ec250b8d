import { cut } from '@crewroom/shared/model/cut'
import { takesPaths } from '@crewroom/shared/model/permission-words'
import { LIMITS } from '@crewroom/shared/protocol/limits'

/**
 * What lets a shell do more than run one program with arguments, quoted or not: it is not told apart here. Control
 * characters and every kind of line end are among it.
 */
const MORE_THAN_ONE = /[;&|<>`$(){}\\\p{Cc}\p{Zl}\p{Zp}]/u

/**
 * A file below the working folder, as far as its text shows: no option, no assignment, no pattern, no quotes, nothing that
 * leads out of the folder or to another machine.
 */
const FILE_INSIDE = /^[\w.+,][\w./@+,-]*$/
const LEADS_OUT = /(?:^|\/)\.\.(?:\/|$)/

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

/**
 * Whether a rule that allows the one command allows the other: the same words, or a command of a short table with further
 * files of the working folder. Behind the words of any other program an option could make it run or write anything.
 */
export function isAllowedBy(command: string, allowed: string): boolean {
  if (command === allowed) return true
  // Spaces in quotes are part of a name.
  if (/["']/.test(command)) return false
  const [words, first] = [wordsOf(command), wordsOf(allowed)]
  if (!words || !first || !first.every((word, at) => words[at] === word)) return false
  const more = words.slice(first.length)
  return more.length === 0 || (takesPaths(first.join(' ')) && more.every(isFileInside))
}

function isFileInside(word: string): boolean {
  return FILE_INSIDE.test(word) && !LEADS_OUT.test(word)
}

/**
 * Whether a command might run what begins with these words, as far as its text shows: in the middle of others, behind
 * another program or options, or in one word with them, in quotes, by its path, by a pattern. For a guard, which had
 * better ask too often.
 */
export function mightRun(command: string, prefix: string): boolean {
  const [program] = wordsOf(command) ?? []
  if (program === undefined || /[*?[]/.test(program) || /%[^%]+%/.test(command)) return true
  const [said, meant] = [namesIn(command), namesIn(prefix)]
  const isPattern = (one: string) => /[*?[]/.test(one)
  if (said.some((one) => isPattern(one) && meant.some((name) => fitsPattern(one, name))))
    return true
  const [parts, wanted] = [said, meant].map((all) => all.flatMap((name) => name.split('.')))
  let at = 0
  for (const part of parts ?? []) {
    const next = wanted?.[at]
    if (next !== undefined && mayMean(part, next)) at += 1
  }
  return at === wanted?.length
}

/** Names in a command, in small letters, each on its own: `--exec=rm`, `alias.x=!rm` and `git-push` have several. */
function namesIn(command: string): readonly string[] {
  return command
    .replaceAll(/["'^]/g, '')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}_.*?[\]-]+|(?<=\w)-+/u)
    .filter((name) => name !== '' && name !== '.')
}

/** The name itself, or behind the letter of an option. */
function mayMean(said: string, wanted: string): boolean {
  const [name, plain] = [said, wanted].map((one) => one.replace(/^-+/, ''))
  return name === plain || (said.startsWith('-') && plain !== '' && said.endsWith(plain ?? ''))
}

/** As a shell reads `*`, `?` and `[…]`; nobody knows what is meant by anything unusual in brackets. */
function fitsPattern(pattern: string, name: string): boolean {
  const parts = pattern.match(/\[[^\]]*\]?|[^[]/gu) ?? []
  const letters = Array.from(name)
  let reached = new Set([0])
  for (const part of parts) {
    const next = new Set<number>()
    for (const at of reached) {
      if (part === '*') for (let end = at; end <= letters.length; end++) next.add(end)
      else if (
        at < letters.length &&
        (part === '?' || part.startsWith('[') || part === letters[at])
      )
        next.add(at + 1)
    }
    reached = next
  }
  return reached.has(letters.length)
}

/** What a rule that allows a command again should say: the whole of it, unless further files make no difference. */
export function ruleTextOf(command: string): string {
  const words = wordsOf(command) ?? []
  const named = words.slice(0, 2).join(' ')
  const isWide = takesPaths(named) && words.slice(2).every(isFileInside)
  return short(isWide ? named : command)
}

/** No command ends with these dots: a rule that names only a part of it fits nothing. */
function short(words: string): string {
  const most = LIMITS.permissionPrefix
  return words.length > most ? `${cut(words, most - 1)}…` : words
}
