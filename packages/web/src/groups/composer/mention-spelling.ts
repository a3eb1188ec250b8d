import {
  EVERYONE_TOO,
  mentionSpans,
  mentionsIn,
  type Mentionable,
} from '@crewroom/shared/model/mentions'
import { HUMAN_ID } from '@crewroom/shared/model/participant'

const SHORTEST_PREFIX = 4
const MOST = 8

/** Everybody in the group, as it is written when it was picked. */
export const HERE = 'here'

/** Whether what was typed may become a call of everybody. */
export function callsEverybody(typed: string): boolean {
  return [HERE, ...EVERYONE_TOO].some((word) => word.startsWith(typed))
}

/** The word behind the caret's @, or null where nobody is being called. */
export function callAt(
  text: string,
  caret: number,
): { readonly at: number; readonly typed: string } | null {
  const from = Math.max(0, caret - 101)
  const before = text.slice(from, caret)
  if (before.endsWith('@')) {
    // An @ alone calls nobody yet; with any letter behind it the grammar decides whether it could.
    const [span] = mentionSpans(`${before}x`).slice(-1)
    return span && span.at === before.length - 1 ? { at: caret - 1, typed: '' } : null
  }
  const [span] = mentionSpans(before).slice(-1)
  if (!span || span.at + 1 + span.word.length < before.replace(/[-_]+$/, '').length) return null
  return { at: from + span.at, typed: before.slice(span.at + 1).toLowerCase() }
}

/** Members whom what was typed may mean: those whose name begins with it first. The person itself is not called. */
export function candidates(typed: string, people: readonly Mentionable[]): readonly Mentionable[] {
  const squeezed = (name: string) => name.toLowerCase().replace(/[\s-]+/g, '')
  const wanted = squeezed(typed)
  const rank = ({ name, role, roleName, id }: Mentionable) => {
    const names = [name, role, roleName].map(squeezed)
    if (names.some((own) => own.startsWith(wanted))) return 0
    if (id.startsWith(typed)) return 1
    return names.some((own) => own.includes(wanted)) ? 2 : 3
  }
  return people
    .filter((own) => own.id !== HUMAN_ID && rank(own) < 3)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MOST)
}

/**
 * The shortest spelling that means this member and nobody else: by name or role where that is enough, otherwise by the
 * beginning of its id.
 */
export function spellingOf(person: Mentionable, people: readonly Mentionable[]): string {
  const hyphened = (name: string) => name.trim().toLowerCase().replace(/\s+/g, '-')
  const means = (word: string) => {
    const found = mentionsIn(`@${word}`, people)
    return found.length === 1 && found[0] === person.id
  }
  const names = [person.role, hyphened(person.name), hyphened(person.roleName)]
    .filter((name) => mentionSpans(`@${name}`)[0]?.word === name)
    .toSorted((a, b) => a.length - b.length)
  const name = names.find(means)
  if (name !== undefined) return name
  for (let length = SHORTEST_PREFIX; length < person.id.length; length++) {
    const prefix = person.id.slice(0, length)
    if (!prefix.endsWith('-') && means(prefix)) return prefix
  }
  return person.id
}
