// A string pattern, because the `v` flag is newer than the language level the compiler checks against.
const ONE_EMOJI = new RegExp('^\\p{RGI_Emoji}$', 'v')

/**
 * The canonical form of a single emoji (text presentation becomes emoji presentation: `❤` is `❤️`), or null
 * when the text is not exactly one emoji grapheme. Words, digits and two emoji are refused.
 */
export function normalizeEmoji(text: string): string | null {
  if (text.length === 0 || text.length > 64) return null
  const plain = text.replaceAll('\uFE0E', '')
  if (isOneEmoji(plain)) return plain
  const presented = `${plain.replaceAll('\uFE0F', '')}\uFE0F`
  if (isOneEmoji(presented)) return presented
  const bare = plain.replaceAll('\uFE0F', '')
  return isOneEmoji(bare) ? bare : null
}

function isOneEmoji(text: string): boolean {
  return ONE_EMOJI.test(text)
}
