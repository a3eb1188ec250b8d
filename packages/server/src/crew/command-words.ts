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

/** As a guard compares words: without quotes and folders, in small letters. */
function bare(word: string): string {
  const unquoted = word.replaceAll(/["']/g, '')
  return unquoted.slice(unquoted.lastIndexOf('/') + 1).toLowerCase()
}
