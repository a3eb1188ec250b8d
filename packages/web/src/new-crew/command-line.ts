/** A command as a person writes it, taken apart; or what is wrong with it. */
export type CommandLine =
  | { readonly ok: true; readonly command: string; readonly args: readonly string[] }
  | { readonly ok: false; readonly problem: string }

/**
 * Takes a command line apart the way shells do: white space parts words, single quotes keep everything, double
 * quotes keep all but \" and \\. Outside of quotes a backslash keeps a quote, a space or a backslash; before
 * anything else it is itself, so that Windows paths can be written as they are.
 */
export function splitCommand(line: string): CommandLine {
  const words: string[] = []
  let word = ''
  // An empty word can be meant: ''.
  let isOpen = false
  let quote: '"' | "'" | null = null
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
      if (isOpen) words.push(word)
      word = ''
      isOpen = false
    } else {
      word += sign
      isOpen = true
    }
  }
  if (quote !== null) return { ok: false, problem: `A quote (${quote}) is not closed.` }
  if (isOpen) words.push(word)
  const [command = '', ...args] = words
  if (command === '') return { ok: false, problem: 'Say which program to start.' }
  return { ok: true, command, args }
}

/** Words that only a shell understands: programs are started without one. */
export function shellOnly(args: readonly string[]): string | null {
  return args.find((word) => /^(\||\|\||&&|&|;|>{1,2}|<|2>.*)$/.test(word)) ?? null
}
