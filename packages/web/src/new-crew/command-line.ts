/** A command as a person writes it, taken apart; or what is wrong with it. */
export type CommandLine =
  | { readonly ok: true; readonly command: string; readonly args: readonly string[] }
  | { readonly ok: false; readonly problem: string }

interface Words {
  readonly words: readonly string[]
  /** The same words without what was quoted or escaped in them: what a shell would look at. */
  readonly bare: readonly string[]
  /** A quote that is not closed. */
  readonly open: '"' | "'" | null
}

/**
 * Takes a command line apart the way shells do: white space parts words, single quotes keep everything, double
 * quotes keep all but \" and \\. Outside of quotes a backslash keeps a quote, a space or a backslash; before
 * anything else it is itself, so that Windows paths can be written as they are.
 */
export function splitCommand(line: string): CommandLine {
  const { words, open } = wordsOf(line)
  if (open !== null) return { ok: false, problem: `A quote (${open}) is not closed.` }
  const [command = '', ...args] = words
  if (command === '') return { ok: false, problem: 'Say which program to start.' }
  return { ok: true, command, args }
}

/** What only a shell understands, outside of quotes: operators, redirections, variables, `~/`, `$(…)`. */
const SHELL: readonly RegExp[] = [
  /^(?:[|&;]+|\d?[<>].*)$/,
  /&&|\|\||;$|&$/,
  /\$[A-Za-z_({]|`/,
  /^~(?:\/|$)/,
]
const SETS_VARIABLE = /^[A-Za-z_]\w*=/

/** The first piece of a line that means something to a shell only; null when there is none. No shell runs programs here. */
export function shellPiece(line: string): string | null {
  const { words, bare } = wordsOf(line)
  const at = bare.findIndex(
    (word, index) =>
      SHELL.some((pattern) => pattern.test(word)) || (index === 0 && SETS_VARIABLE.test(word)),
  )
  return words[at] ?? null
}

/** Words as one line, which `splitCommand` takes apart into the same words, and in which nothing is for a shell. */
export function joinCommand(words: readonly string[]): string {
  return words.map((word) => (isPlainWord(word) ? word : quoted(word))).join(' ')
}

function isPlainWord(word: string): boolean {
  const { words, bare } = wordsOf(word)
  return words.length === 1 && words[0] === word && bare[0] === word && shellPiece(word) === null
}

function quoted(word: string): string {
  return /["\\]/.test(word) ? singleQuoted(word) : `"${word}"`
}

function singleQuoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** The same line, run by a shell. */
export function inShell(line: string): string {
  return `bash -c ${singleQuoted(line.trim())}`
}

function wordsOf(line: string): Words {
  const words: string[] = []
  const bare: string[] = []
  let word = ''
  let plain = ''
  // An empty word can be meant: ''.
  let isOpen = false
  let quote: '"' | "'" | null = null
  const end = () => {
    if (isOpen) {
      words.push(word)
      bare.push(plain)
    }
    word = ''
    plain = ''
    isOpen = false
  }
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at)
    const next = line.charAt(at + 1)
    if (quote !== null) {
      if (sign === quote) quote = null
      else if (quote === '"' && sign === '\\' && (next === '"' || next === '\\')) {
        word += next
        at += 1
      } else word += sign
    } else if (sign === '"' || sign === "'") {
      quote = sign
      isOpen = true
    } else if (sign === '\\' && next !== '' && /[\s"'\\]/.test(next)) {
      word += next
      isOpen = true
      at += 1
    } else if (/\s/.test(sign)) {
      end()
    } else {
      word += sign
      plain += sign
      isOpen = true
    }
  }
  end()
  return { words, bare, open: quote }
}
