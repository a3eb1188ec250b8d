import { type GivenLine, givenLines } from '@crewroom/shared/text/given-lines'
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
  | ({ readonly kind: 'given' } & GivenLine)

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
  for (const { at, ...line } of givenLines(text)) {
    pushWords(parts, text.slice(from, at))
    from = at + line.raw.length
    parts.push({ kind: 'given', ...line })
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
