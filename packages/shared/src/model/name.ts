import { hiddenIn } from '../text/hidden-characters'
import { readAlike } from '../text/lookalikes'
import { turningCharacter } from './reserved-name'

/** A line end would begin a line of its own wherever the name is said. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u

/** A character of Braille without a dot: no space, and drawn as one. */
const BLANK = '\u2800'

/** Why nothing may have that name, as is said behind a field; null: something may. */
export function nameFault(name: string): string | null {
  if (CONTROL.test(name)) return 'must be one line without control characters'
  const turning = turningCharacter(name)
  if (turning !== null) return `contains ${turning}, a character that reverses text`
  const [hidden] = hiddenIn(name)
  return hidden === undefined && !name.includes(BLANK)
    ? null
    : 'contains a character that cannot be seen'
}

/**
 * The first of some names that another one would be taken for; undefined: none. Names that differ in case, spaces and
 * signs alone are the same name to whoever reads them, and no deceit. Letters in another form (`Ａ`, `𝐀`, `Ⓐ`, `ﬁ`) are.
 */
export function takenFor(name: string, others: Iterable<string>): string | undefined {
  for (const other of others) {
    if (plain(name) !== plain(other) && readAlike(name, other)) return other
  }
  return undefined
}

function plain(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')
}
