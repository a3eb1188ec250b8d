/** The line that the server writes before words that somebody gave an agent. Nobody's words can forge such a line. */
export interface GivenLine {
  readonly what: 'group' | 'task' | 'message' | 'broadcast' | 'interrupt'
  /** What agents call the group by. */
  readonly group: string | null
  /** The first characters of an id, or `human`. */
  readonly fromId: string
  readonly raw: string
}

const GIVEN =
  /^\[(?:Group "(?<group>[^"\n]+)" — |(?<what>Task from|Message from|Broadcast from|PRIORITY — Interrupt from) )[^\n]*? \((?<id>[\w-]{4,8})\)(?:, to #\d+)?\]: ?/gm
const WHAT = {
  'Task from': 'task',
  'Message from': 'message',
  'Broadcast from': 'broadcast',
  'PRIORITY — Interrupt from': 'interrupt',
} as const

/** Every such line in an agent's input, with where it begins. */
export function givenLines(text: string): readonly (GivenLine & { readonly at: number })[] {
  return [...text.matchAll(GIVEN)].map(({ index, 0: raw, groups }) => {
    const group = groups?.['group'] ?? null
    const what = WHAT[groups?.['what'] as keyof typeof WHAT]
    return {
      at: index,
      what: group === null ? (what ?? 'message') : 'group',
      group,
      fromId: groups?.['id'] ?? '',
      raw,
    }
  })
}
