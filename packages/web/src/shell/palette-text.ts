/** What a sign at the beginning looks through. */
const SIGNS = {
  '>': 'commands',
  '@': 'agents',
  '#': 'groups',
  '?': 'messages',
} as const
export type Scope = 'all' | (typeof SIGNS)[keyof typeof SIGNS]

/** `@ dora` looks for `dora` among agents. */
export function readPaletteText(text: string): { readonly scope: Scope; readonly words: string } {
  const sign = text.trimStart().slice(0, 1)
  if (!Object.hasOwn(SIGNS, sign)) return { scope: 'all', words: text }
  return {
    scope: SIGNS[sign as keyof typeof SIGNS],
    words: text.trimStart().slice(1).trimStart(),
  }
}
