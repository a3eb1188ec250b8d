import type { RolloutEntry, RolloutKind } from '@crewroom/shared/model/rollout'
import { stripAnsi } from '@crewroom/shared/transcript/strip-ansi'
import { shownHidden } from '../groups/message/text-pieces'

/** How one entry of an agent's rollout is shown. */
export interface EntryLook {
  /** `said` is read, `aside` opens on request, `line` is one quiet line. */
  readonly form: 'said' | 'given' | 'aside' | 'line' | 'bad'
  readonly title: string
  readonly body: string
  readonly isMono: boolean
}

const TITLES: Readonly<Record<RolloutKind, string>> = {
  prompt: 'Received',
  text: 'Said',
  thought: 'Thought',
  tool_call: 'Used a tool',
  tool_result: 'Result of a tool',
  plan: 'Plan',
  usage: 'Usage',
  permission: 'Asked for permission',
  manifest: 'Got its first instructions',
  stderr: 'Error output',
  started: 'Its program started',
  stopped: 'Its program stopped',
  note: 'Note',
}

const ASLEEP = 'Fell asleep: it had nothing to do, so its program ended until something wakes it'

export function entryLook(entry: RolloutEntry): EntryLook {
  const { kind, data } = entry
  const text = stripAnsi(entry.text ?? '')
  const more = entry.cut ? '\n… (the rest of this entry is not kept)' : ''
  const title = TITLES[kind]
  switch (kind) {
    case 'text':
      return { form: 'said', title, body: text + more, isMono: false }
    case 'prompt':
      return { form: 'given', title, body: text + more, isMono: false }
    case 'thought':
    case 'manifest':
      return { form: 'aside', title, body: text + more, isMono: false }
    case 'permission':
      return {
        form: 'aside',
        title: [toolTitle(title, data), permissionWords(data)].filter(Boolean).join(' · '),
        body: [stringOf(data, 'why'), text, jsonOf(data)].filter(Boolean).join('\n\n') + more,
        isMono: true,
      }
    case 'tool_call':
    case 'tool_result': {
      const state = stringOf(data, 'status')
      return {
        form: state === 'failed' ? 'bad' : 'aside',
        title: toolTitle(title, data) + (state === 'failed' ? ' · failed' : ''),
        body: [text, jsonOf(data)].filter(Boolean).join('\n\n') + more,
        isMono: true,
      }
    }
    case 'plan':
      return { form: 'aside', title, body: planOf(data) || text || jsonOf(data), isMono: false }
    case 'usage':
      return { form: 'line', title: `Used ${usageOf(data)}`, body: '', isMono: false }
    case 'stderr':
      return { form: 'bad', title, body: text + more, isMono: true }
    case 'started':
      return { form: 'line', title, body: '', isMono: false }
    case 'stopped':
      if (data?.['asleep'] === true) return { form: 'line', title: ASLEEP, body: '', isMono: false }
      return { form: 'line', title: `${title}${exitOf(data)}`, body: '', isMono: false }
    case 'note':
      if (data?.['unasked'] === true) {
        const body = text === '' ? jsonOf(data) : text + more
        return {
          form: 'aside',
          title: 'Said without being asked, so it had no effect',
          body,
          isMono: false,
        }
      }
      return { form: 'line', title: text || missingOf(data) || title, body: '', isMono: false }
    default:
      return kind satisfies never
  }
}

/** One figure at the end of a turn: those before it are on their way there, and one without a number says nothing. */
export function withOneUsage(entries: readonly RolloutEntry[]): readonly RolloutEntry[] {
  let isTold = false
  return entries
    .toReversed()
    .filter(({ kind, data }) => {
      if (kind === 'prompt') isTold = false
      if (kind !== 'usage') return true
      if (isTold || usageOf(data) === NO_FIGURE) return false
      isTold = true
      return true
    })
    .toReversed()
}

const NO_FIGURE = 'tokens'

type Data = RolloutEntry['data']

function stringOf(data: Data, key: string): string | null {
  const value = data?.[key]
  return typeof value === 'string' && value !== '' ? value : null
}

function numberOf(data: Data, key: string): number | null {
  const value = data?.[key]
  return typeof value === 'number' ? value : null
}

function toolName(data: Data): string | null {
  const call = data?.['toolCall']
  const inner = typeof call === 'object' && call !== null ? (call as Data) : null
  return (
    stringOf(data, 'title') ??
    stringOf(inner, 'title') ??
    stringOf(data, 'name') ??
    stringOf(data, 'kind')
  )
}

function toolTitle(title: string, data: Data): string {
  const what = toolName(data)
  return what === null ? title : `${title}: ${what}`
}

/** How a request for permission ended, and by whose answer; null where the record does not say. */
function permissionWords(data: Data): string | null {
  const option = stringOf(data, 'option')
  const chosen = option === null ? 'answered' : `chose “${shownHidden(option)}”`
  switch (stringOf(data, 'by')) {
    case 'person':
      return `a person ${chosen}`
    case 'rule':
      return `a rule of the crew ${chosen}`
    case 'timeout':
      return 'nobody answered in time, so it was refused'
    case 'cancelled':
      return 'cancelled before anybody answered'
    case 'server':
      return 'the server refused'
    default:
      return null
  }
}

function jsonOf(data: Data): string {
  return data === null ? '' : stripAnsi(JSON.stringify(data, null, 2))
}

function planOf(data: Data): string {
  const entries = data?.['entries']
  if (!Array.isArray(entries)) return ''
  return (entries as readonly Data[])
    .map((own) => {
      const isDone = stringOf(own, 'status') === 'completed'
      return `${isDone ? '✓' : '○'} ${stringOf(own, 'content') ?? ''}`
    })
    .join('\n')
}

function usageOf(data: Data): string {
  const total = numberOf(data, 'totalTokens')
  if (total !== null) return `${total.toLocaleString('en')} tokens`
  const parts = (['inputTokens', 'outputTokens'] as const).flatMap((key) => {
    const value = numberOf(data, key)
    return value === null
      ? []
      : [`${value.toLocaleString('en')} tokens ${key === 'inputTokens' ? 'in' : 'out'}`]
  })
  return parts.join(', ') || NO_FIGURE
}

function exitOf(data: Data): string {
  const signal = stringOf(data, 'signal')
  if (signal !== null) return ` by ${signal}`
  const code = numberOf(data, 'code')
  return code === null ? '' : ` with code ${code}`
}

function missingOf(data: Data): string | null {
  const missing = numberOf(data, 'missingEntries')
  return missing === null
    ? null
    : `${missing === 1 ? 'One entry is' : `${missing} entries are`} missing here`
}
