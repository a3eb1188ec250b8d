// A string pattern, because the `v` flag is newer than the language level the compiler checks against.
const ONE_EMOJI = new RegExp('^\\p{RGI_Emoji}$', 'v')
/** Separate entries in Unicode's list, but they only colour another emoji. */
const LONE_MODIFIER = /^\p{Emoji_Modifier}$/u
const SELECTORS = /[\uFE0E\uFE0F]/g
/** Shown as text unless a selector follows; a skin tone makes the selector needless. */
const TEXT_BY_DEFAULT = /(?!\p{Emoji_Presentation})\p{Emoji}(?!\p{Emoji_Modifier})/gu

/**
 * The one way to write a single emoji: `❤`, `❤︎` and `❤️` are the same reaction, and so are sequences that a
 * keyboard wrote without their selectors. Null when the text is not exactly one emoji grapheme: words, digits, two
 * emoji, a skin tone or half a flag alone.
 */
export function normalizeEmoji(text: string): string | null {
  if (text.length === 0 || text.length > 64) return null
  const emoji = text.replace(SELECTORS, '').replace(TEXT_BY_DEFAULT, '$&\uFE0F')
  return ONE_EMOJI.test(emoji) && !LONE_MODIFIER.test(emoji) ? emoji : null
}
