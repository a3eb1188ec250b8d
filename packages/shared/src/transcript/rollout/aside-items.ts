import type { ContentBlock } from '../messages'
import { toolInput } from './acp-tool-input'
import { type Fields, fields, listIn, textIn } from './fields'
import type { RecordEntry } from './record-entry'
import { messageOf, type Sheet } from './sheet'
import type { Turn } from './turn'

type Item = { readonly input: Fields; readonly said: string; readonly isError: boolean }

/** A plan, or a request for permission, as a tool call that is over. */
export function putAside(sheet: Sheet, turn: Turn, entry: RecordEntry): void {
  const uuid = `e${entry.n}`
  const isPlan = entry.kind === 'plan'
  const { input, said, isError } = (isPlan ? planItem : permissionItem)(fields(entry.data))
  const name = isPlan ? 'Plan' : 'Permission'
  turn.says(messageOf(entry, uuid, 'assistant', [{ type: 'tool_use', id: uuid, name, input }]))
  const result: ContentBlock = {
    type: 'tool_result',
    tool_use_id: uuid,
    content: said,
    ...(isError && { is_error: true }),
  }
  sheet.put(messageOf(entry, `${uuid}r`, 'user', [result]))
}

const MARKS: Readonly<Record<string, string>> = { completed: '✓', in_progress: '▸', pending: '○' }

function planItem(data: Fields): Item {
  const steps = listIn(data, 'entries')
  const lines = steps.map((step) => {
    const mark = MARKS[textIn(step, 'status') ?? ''] ?? '○'
    return `${mark} ${textIn(step, 'content') ?? ''}`
  })
  return { input: { todos: data['entries'] ?? [] }, said: lines.join('\n'), isError: false }
}

/** Who answered, in the words of the page. */
const BY: Readonly<Record<string, string>> = {
  person: 'A person',
  rule: 'A rule of the crew',
  timeout: 'Nobody answered in time, so it was refused.',
  cancelled: 'It was cancelled before anybody answered.',
  restart: 'The server restarted before anybody answered.',
  server: 'The server refused it.',
}

function permissionItem(data: Fields): Item {
  const call = fields(data['toolCall'])
  const kind = textIn(call, 'kind')
  const options = listIn(data, 'options').flatMap((option) => textIn(option, 'name') ?? [])
  const by = textIn(data, 'by') ?? ''
  const option = textIn(data, 'option')
  const who = BY[by] ?? 'It was answered'
  const isChoice = by === 'person' || by === 'rule' || BY[by] === undefined
  const chose = option === null ? 'answered it.' : `chose “${option}”.`
  const why = by === 'person' || by === 'timeout' ? null : textIn(data, 'why')
  return {
    input: {
      ...toolInput(call),
      ...(kind !== null && { kind }),
      options,
    },
    said: `${isChoice ? `${who} ${chose}` : who}${why === null ? '' : `\n${why}`}`,
    isError: !isAllowed(data),
  }
}

function isAllowed(data: Fields): boolean {
  const { optionId } = fields(data['answer'])
  const chosen = listIn(data, 'options').find((option) => option['optionId'] === optionId)
  return optionId !== undefined && (textIn(chosen ?? {}, 'kind')?.startsWith('allow') ?? false)
}
