import { beyondRoom } from '@crewroom/shared/protocol/json-room'
import { JSON_ROOM, LIMITS } from '@crewroom/shared/protocol/limits'

const NAMES: ReadonlySet<string> = new Set(['agentKey', 'sessionToken'])

/** A name may be written with escapes, and is the same then. */
const MAY_HOLD_KEY = /agentKey|sessionToken|\\u/

/** A frame without the keys in it, as it was otherwise: nobody is shown them, in whatever frame they come. */
export function withoutKeys(text: string): string {
  if (!MAY_HOLD_KEY.test(text)) return text
  if (text.length > LIMITS.rpcFrameBytes || beyondRoom(text, JSON_ROOM.request) !== null) {
    return withoutKeysOfBroken(text)
  }
  let found = false
  try {
    const value: unknown = JSON.parse(text, (name, inner: unknown) => {
      if (!NAMES.has(name)) return inner
      found = true
      return '…'
    })
    return found ? JSON.stringify(value) : text
  } catch {
    return withoutKeysOfBroken(text)
  }
}

const LETTER = /\\u00([4-7][0-9a-f])/gi
const KEYS = /"(agentKey|sessionToken)"(\s*:\s*)"(?:[^"\\]|\\.)*"?/g

/** It cannot be parsed, so it is searched. Escaped letters are shown as letters: a name may be made of them. */
function withoutKeysOfBroken(text: string): string {
  const plain = text.replace(LETTER, (escaped, code: string) => {
    const letter = String.fromCodePoint(Number.parseInt(code, 16))
    return /[a-z]/i.test(letter) ? letter : escaped
  })
  return plain.replace(KEYS, '"$1"$2"…"')
}
