import { commandsIn } from '../groups/message/text-pieces'

/** A piece of what an agent was given or said: its words, a command that it wrote, or who gave what is below. */
export type RolloutPart =
  | { readonly kind: 'words'; readonly text: string }
  | {
      readonly kind: 'command'
      readonly verb: string
      /** Null where it cannot be read: it is shown as it was written then. */
      readonly payload: Readonly<Record<string, unknown>> | null
      readonly raw: string
    }
  | {
      readonly kind: 'given'
      readonly what: 'group' | 'task' | 'message' | 'broadcast' | 'interrupt'
      /** What agents call the group by. */
      readonly group: string | null
      /** The first characters of an id, or `human`. */
      readonly fromId: string
      readonly raw: string
    }

/** What somebody gave, as the server writes it before their words. Nobody's words can forge such a line. */
const GIVEN =
  /^\[(?:Group "(?<group>[^"\n]+)" — |(?<what>Task from|Message from|Broadcast from|PRIORITY — Interrupt from) )[^\n]*? \((?<id>[\w-]{4,8})\)\]: ?/gm
const WHAT = {
  'Task from': 'task',
  'Message from': 'message',
  'Broadcast from': 'broadcast',
  'PRIORITY — Interrupt from': 'interrupt',
} as const
const COMMAND = /^⟦⟦\s*([A-Z_]+)\s*([\s\S]*?)\s*⟧⟧$/

/** What an agent wrote, with its commands set apart. */
export function saidParts(text: string): readonly RolloutPart[] {
  const parts: RolloutPart[] = []
  let from = 0
  for (const { begin, end } of commandsIn(text)) {
    pushWords(parts, text.slice(from, begin))
    parts.push(commandOf(text.slice(begin, end)))
    from = end
  }
  pushWords(parts, text.slice(from))
  return parts
}

/** An agent's input, with its giver set apart. */
export function givenParts(text: string): readonly RolloutPart[] {
  const parts: RolloutPart[] = []
  let from = 0
  for (const { index, 0: raw, groups } of text.matchAll(GIVEN)) {
    pushWords(parts, text.slice(from, index))
    from = index + raw.length
    const group = groups?.['group'] ?? null
    const what = WHAT[groups?.['what'] as keyof typeof WHAT]
    parts.push({
      kind: 'given',
      what: group === null ? (what ?? 'message') : 'group',
      group,
      fromId: groups?.['id'] ?? '',
      raw,
    })
  }
  pushWords(parts, text.slice(from))
  return parts
}

function pushWords(parts: RolloutPart[], text: string): void {
  const words = text.replace(/^\n+|\s+$/g, '')
  if (words.trim() !== '') parts.push({ kind: 'words', text: words })
}

function commandOf(raw: string): RolloutPart {
  const [, verb = '', json = ''] = COMMAND.exec(raw) ?? []
  return { kind: 'command', verb, payload: payloadOf(json), raw }
}

function payloadOf(json: string): Readonly<Record<string, unknown>> | null {
  if (json === '') return {}
  try {
    const parsed: unknown = JSON.parse(json)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Readonly<Record<string, unknown>>)
      : null
  } catch {
    return null
  }
}
