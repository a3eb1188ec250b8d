import { lookSame } from '../text/lookalikes'

/** For whom a name is kept. */
export type NameOwner = 'person' | 'system' | 'lead'

const KEPT: readonly (readonly [NameOwner, readonly string[]])[] = [
  ['person', ['human', 'you']],
  ['system', ['system']],
  ['lead', ['project lead', 'project leader', 'lead']],
]

/** What may stand around a name and change nothing: an article, and numbers and signs behind it. */
const AROUND = /^\s*(?:the|an?)[\s_-]+|[\s\p{P}\p{S}\p{N}]+$/giu
/** What a name is told apart by from what follows it. */
const ENDS = /[()[\]{}<>:|,/;—–【】「」，、；／]/
/** What turns round the text behind it, so that it is read other than it is written (UAX #9). */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/** Whose name an agent's role or name looks like; null when it deceives nobody. `personName`: as the page shows it. */
export function nameOwner(name: string, personName: string): NameOwner | null {
  const [first = ''] = name.split(ENDS).filter((part) => part.trim() !== '')
  const said = [name, first].flatMap((text) => [text, text.replace(AROUND, '')])
  const isCalled = (kept: string) => said.some((text) => lookSame(text, kept))
  if (isCalled(personName)) return 'person'
  for (const [owner, names] of KEPT) if (names.some(isCalled)) return owner
  return null
}

/** The first character of a name that turns text round, as `U+202E`; null when it has none. */
export function turningCharacter(name: string): string | null {
  const [found] = TURNS.exec(name) ?? []
  if (found === undefined) return null
  return `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}
