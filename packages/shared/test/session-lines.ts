import type { AIGroup, ChatItem } from '../src/transcript/groups'
import { TranscriptOf } from '../src/transcript/transcript'

/** Lines of a session's file, made by hand: times are seconds of one morning. */

export const at = (seconds: number): string =>
  new Date(Date.UTC(2026, 0, 5, 9) + seconds * 1000).toISOString()

const line = (second: number, record: object): string =>
  `${JSON.stringify({ timestamp: at(second), ...record })}\n`

/** A record of a person or of a tool. */
export const told = (second: number, content: unknown, more: object = {}): string =>
  line(second, { type: 'user', uuid: `u${second}`, message: { role: 'user', content }, ...more })

interface Response {
  readonly id?: string
  readonly model?: string
  readonly usage?: object
}

/** A record of the model; `response`: what its `message` has beside the content. */
export const said = (
  second: number,
  content: unknown,
  response: Response = {},
  more: object = {},
): string =>
  line(second, {
    type: 'assistant',
    uuid: `a${second}`,
    message: { role: 'assistant', model: 'claude-opus-4-6', content, ...response },
    ...more,
  })

export const noted = (second: number, subtype: string, more: object = {}): string =>
  line(second, { type: 'system', uuid: `s${second}`, subtype, ...more })

export const text = (words: string) => ({ type: 'text', text: words })
export const thought = (words: string) => ({ type: 'thinking', thinking: words })
export const use = (id: string, name = 'Bash', input: object = {}) => ({
  type: 'tool_use',
  id,
  name,
  input,
})
export const result = (id: string, content: unknown = 'ok', is_error = false) => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  is_error,
})

export function read(...lines: readonly string[]): TranscriptOf {
  const transcript = new TranscriptOf()
  transcript.feed(lines.join(''))
  return transcript
}

export const itemsOf = (...lines: readonly string[]): readonly ChatItem[] =>
  read(...lines).conversation.items

export const kinds = (items: readonly ChatItem[]): string => items.map(({ type }) => type).join(' ')

export const groupsOf = (transcript: TranscriptOf): readonly AIGroup[] =>
  transcript.conversation.items.flatMap((item) => (item.type === 'ai' ? [item.group] : []))

/** The first group of the model. */
export function aiGroup(...lines: readonly string[]): AIGroup {
  const [group] = groupsOf(read(...lines))
  if (group === undefined) throw new Error('There is no group of the model.')
  return group
}
