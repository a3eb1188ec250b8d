/** A place in a file, as an agent names it. */
export interface WorkPath {
  /** Below the working folder. */
  readonly path: string
  readonly line: number | null
}

/** `src/a.ts:12`, `src/a.ts:12:3`, `src/a.ts#L12`, `src/a.ts#L12-L20` */
const PLACE = /^(.+?)(?::(\d{1,7})(?::\d+)?|#L(\d{1,7})(?:-L?\d+)?)?$/su
const NAME = /^[\p{L}\p{N}_@+([{$][^/\\:*?"<>|\s]*$/u
const ENDING = /^.+\.(?=\d*[a-z])[a-z\d]{1,8}$/iu
/** Only these make a file of a word without a folder: `console.log` is none. */
const KNOWN =
  /^(?:makefile|dockerfile|licen[cs]e|.+\.(?:md|txt|json[cl5]?|[cm]?[jt]sx?|py|rs|go|java|kt|[ch]|cc|[ch]pp|cs|rb|php|sh|sql|s?css|html?|xml|svg|ya?ml|toml|ini|csv|lock|png|jpe?g|gif|webp|vue|swift))$/iu

/** What a link or an image of a message leads to; null: to no file below the folder. */
export function linkedPath(address: string, folder: string): WorkPath | null {
  // A place in the message itself.
  return address.startsWith('#') ? null : placeIn(decoded(address), folder, () => true)
}

/** What a word in code names, if it is written as a file is; null: it is not. */
export function writtenPath(word: string, folder: string): WorkPath | null {
  return placeIn(word, folder, (parts, line) => {
    const name = parts.at(-1) ?? ''
    if (!parts.every((part) => NAME.test(part))) return false
    return parts.length > 1 || line !== null
      ? ENDING.test(name) || KNOWN.test(name)
      : KNOWN.test(name)
  })
}

function placeIn(
  text: string,
  folder: string,
  isMeant: (parts: readonly string[], line: number | null) => boolean,
): WorkPath | null {
  const [, whole = '', colon, hash] = text.length <= 1_000 ? (PLACE.exec(text) ?? []) : []
  const root = folder.replace(/\/+$/, '')
  const below = whole.startsWith(`${root}/`) ? whole.slice(root.length + 1) : whole
  const parts = below.split('/').filter((part) => part !== '.')
  const line = Number(colon ?? hash ?? 0) || null
  // The server shows none of these.
  if (parts.some((part) => part === '' || part.startsWith('.') || /[\\:\p{Cc}]/u.test(part)))
    return null
  return isMeant(parts, line) ? { path: parts.join('/'), line } : null
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
