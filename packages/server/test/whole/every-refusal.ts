import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCES = ['../../src', '../../../shared/src'].map((folder) =>
  fileURLToPath(new URL(folder, import.meta.url)),
)
/** How a refusal begins, up to its sentence. */
const REFUSAL = /\bnew CrewError\(\s*'(\w+)',\s*/g
const VALUE = '…'

/**
 * The sentences of all refusals by their code, in the order of the alphabet, as the sources have them: with `…` in place of
 * each value, so that what the code calls the value is no part of the record. A sentence that another name stands for is
 * one of `every-text.ts`, or is sent in one of the scripts of `held`.
 */
export function everyRefusal(): Readonly<Record<string, readonly string[]>> {
  const sentences = new Map<string, Set<string>>()
  for (const text of sources()) {
    for (const { 0: begun, 1: code = '', index } of text.matchAll(REFUSAL)) {
      const sentence = literalAt(text, index + begun.length)
      if (sentence === null) continue
      const known = sentences.get(code) ?? new Set()
      sentences.set(code, known.add(sentence))
    }
  }
  const codes = [...sentences].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(codes.map(([code, all]) => [code, [...all].toSorted()]))
}

function sources(): readonly string[] {
  return SOURCES.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name))
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8')),
  )
}

/** The text of a string or template that begins there; null where something else does. */
export function literalAt(source: string, at: number): string | null {
  const quote = source[at] ?? ''
  if (!`'"\``.includes(quote) || quote === '') return null
  let text = ''
  for (let index = at + 1; index < source.length; index++) {
    const character = source[index] ?? ''
    if (character === quote) return text
    if (character === '\\') text += source[++index] ?? ''
    else if (quote === '`' && source.startsWith('${', index)) {
      index = endOfValue(source, index + 2)
      text += VALUE
    } else text += character
  }
  return null
}

/** Where the brace is that ends a value within a template. */
function endOfValue(source: string, from: number): number {
  let depth = 0
  for (let index = from; index < source.length; index++) {
    const character = source[index] ?? ''
    if (`'"\``.includes(character)) index = endOfLiteral(source, index)
    else if (character === '{') depth += 1
    else if (character === '}' && depth-- === 0) return index
  }
  return source.length
}

function endOfLiteral(source: string, at: number): number {
  const quote = source[at]
  for (let index = at + 1; index < source.length; index++) {
    if (source[index] === '\\') index += 1
    else if (quote === '`' && source.startsWith('${', index)) index = endOfValue(source, index + 2)
    else if (source[index] === quote) return index
  }
  return source.length
}
