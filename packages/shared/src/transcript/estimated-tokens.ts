/** Where the records do not tell: four characters are about one token. */
export const estimatedTokens = (chars: number): number => Math.ceil(chars / 4)

/** Characters of the texts in a value, roughly those of its JSON. Data of images does not count. */
export function charsIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 4
  if (Array.isArray(value)) {
    let chars = 0
    for (const part of value as readonly unknown[]) chars += charsIn(part)
    return chars
  }
  const fields = value as Readonly<Record<string, unknown>>
  if (fields['type'] === 'image') return IMAGE_CHARS
  let chars = 0
  for (const key in fields) chars += key.length + charsIn(fields[key])
  return chars
}

/** An image of usual size costs about 1,500 tokens. */
const IMAGE_CHARS = 6_000
