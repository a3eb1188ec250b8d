import { hiddenIn, replaceHidden } from '../text/hidden-characters'

/** UTF-8 bytes of a name: a copy of it fits on every disk. */
const FILE_NAME_BYTES = 200

export const FILE_NAME_RULE = `A name has at most ${FILE_NAME_BYTES} bytes, none of / \\ : * ? " < > |, no control or invisible characters, and no dot or space at its beginning or end.`

/** An ending that is longer is part of the name. */
const ENDING = /\.[^.]{1,20}$/su
/** Names that Windows keeps for devices, whatever ending they have. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\.|$)/i

const FAULTS: readonly (readonly [isFound: (name: string) => boolean, sentence: string])[] = [
  [(name) => name === '', 'it is empty'],
  [(name) => utf8Bytes(name) > FILE_NAME_BYTES, 'it is too long'],
  [(name) => /[/\\]/.test(name), 'it has a slash: give a name without folders'],
  [(name) => /[:*?"<>|]/.test(name), 'it has a character that not every disk can store'],
  [(name) => hasHidden(name) || name.includes('\u2800'), 'it has a control or invisible character'],
  [(name) => /^[\s.]/u.test(name), 'it begins with a dot or a space'],
  [(name) => /[\s.]$/u.test(name), 'it ends with a dot or a space'],
  [(name) => DEVICE.test(name), 'Windows keeps this name for a device'],
]

/** The name as it is stored: one spelling for what looks the same. */
export function cleanFileName(name: string): string {
  return name.normalize('NFC')
}

/** Why no file can have this name; null: one can. */
export function fileNameFault(name: string): string | null {
  if (name !== cleanFileName(name)) return 'it is not in Unicode’s form NFC'
  return FAULTS.find(([isFound]) => isFound(name))?.[1] ?? null
}

/** What is equal for two names that would be one file on a disk that does not tell cases apart. */
export function fileNameKey(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
}

/** The name, or the first of `report-2.pdf`, `report-3.pdf` and so on that is free. `taken` has keys. */
export function freeFileName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(fileNameKey(name))) return name
  const ending = ENDING.exec(name)?.[0] ?? ''
  const base = name.slice(0, name.length - ending.length)
  for (let n = 2; ; n++) {
    const tail = `-${n}${ending}`
    const numbered = cleanFileName(`${cutToBytes(base, FILE_NAME_BYTES - utf8Bytes(tail))}${tail}`)
    if (!taken.has(fileNameKey(numbered))) return numbered
  }
}

function hasHidden(name: string): boolean {
  return !name.isWellFormed() || /[\t\n\r]/.test(name) || !hiddenIn(name)[Symbol.iterator]().next().done // prettier-ignore
}

function utf8Bytes(text: string): number {
  return Array.from(text, bytesOfCharacter).reduce((sum, bytes) => sum + bytes, 0)
}

function bytesOfCharacter(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

/** The beginning that fits; what joined it to the rest goes with the rest. */
function cutToBytes(text: string, limit: number): string {
  let left = limit
  const characters = Array.from(text)
  const end = characters.findIndex((character) => (left -= bytesOfCharacter(character)) < 0)
  return end < 0 ? text : replaceHidden(characters.slice(0, end).join(''), () => '')
}
