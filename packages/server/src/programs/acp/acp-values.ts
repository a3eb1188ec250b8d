/** What an agent reports about itself. */
export interface AgentInfo {
  readonly name: string
  readonly version: string
}

/** Tokens; null is unknown. */
export interface AcpUsage {
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly totalTokens: number | null
  readonly thoughtTokens: number | null
  readonly cachedReadTokens: number | null
  readonly cachedWriteTokens: number | null
}

export type Fields = Readonly<Record<string, unknown>>

/** An agent may send anything anywhere. */
export function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

const TALK: readonly unknown[] = [
  'agent_message_chunk',
  'agent_thought_chunk',
  'user_message_chunk',
  'tool_call',
  'tool_call_update',
  'plan',
]

/** Whether an update is part of a conversation, replayed or not; updates about menus, modes and usage are not. */
export function isTalk(update: Fields): boolean {
  return TALK.includes(update['sessionUpdate'])
}

/** The fields of a new session that give the agent its system prompt; null if it cannot take one. */
export function promptFields(
  text: string,
  capabilities: Fields,
  sessionMeta: 'claude' | null,
): object | null {
  const native = fields(capabilities['sessionCapabilities'])['systemPrompt']
  if (typeof native === 'object' && native !== null) {
    return { systemPrompt: { mode: 'append', content: [{ type: 'text', text }] } }
  }
  return sessionMeta === 'claude' ? { _meta: { systemPrompt: { append: text } } } : null
}

/** The answer to an agent that asks for permission. */
export type AcpOutcome =
  | { readonly outcome: 'selected'; readonly optionId: string }
  | { readonly outcome: 'cancelled' }

/** The agent's own option for a refusal, if it offers one. */
export function refusal(request: Fields): AcpOutcome {
  const offered = offeredIn(request['options'])
  for (const kind of ['reject_once', 'reject_always']) {
    const optionId = offered.find((option) => option['kind'] === kind)?.['optionId']
    if (typeof optionId === 'string') return { outcome: 'selected', optionId } as const
  }
  return CANCELLED
}

/**
 * The options of a request, without those whose id an option of another kind has as well: such an id would mean
 * nothing.
 */
export function offeredIn(options: unknown): readonly Fields[] {
  const offered = Array.isArray(options) ? options.map(fields) : []
  const kinds = new Map<unknown, unknown>()
  const unclear = new Set<unknown>()
  for (const { optionId, kind } of offered) {
    if (kinds.has(optionId) && kinds.get(optionId) !== kind) unclear.add(optionId)
    kinds.set(optionId, kind)
  }
  return offered.filter(({ optionId }) => !unclear.has(optionId))
}

export const CANCELLED = { outcome: 'cancelled' } as const

export function agentInfoOf(value: unknown): AgentInfo | null {
  const { name, version } = fields(value)
  return typeof name === 'string'
    ? { name, version: typeof version === 'string' ? version : '' }
    : null
}

/** How a person logs in, as the agent says; null if it does not. The text comes from outside, so it is cut. */
export function loginOf(value: unknown): string | null {
  const ways = (Array.isArray(value) ? value.map(fields) : []).flatMap((method) => {
    const { command, args } = fields(fields(method['_meta'])['terminal-auth'])
    const line = [command, ...(Array.isArray(args) ? args : [])].filter(isWord).join(' ')
    const said = [method['description'], method['name']].find(isWord)
    return line === '' ? (said ?? []) : `run ${line}`
  })
  return ways.length === 0 ? null : ways.join('; or ').slice(0, SHOWN)
}

const SHOWN = 300
const isWord = (value: unknown): value is string => typeof value === 'string' && value !== ''

/**
 * What the answer to a prompt says about the turn's usage; a program that reports it in two places reports the same
 * twice.
 */
export function usageIn({ usage, _meta }: Fields): AcpUsage | null {
  return usageOf(usage) ?? quotaOf(_meta)
}

/** What is absent or not a number is unknown, not 0; null if everything is unknown. */
export function usageOf(value: unknown): AcpUsage | null {
  if (typeof value !== 'object' || value === null) return null
  return countsOf(fields(value))
}

/** What some programs report only in the `_meta` of their answer, in either spelling; null if they do not. */
function quotaOf(meta: unknown): AcpUsage | null {
  const quota = fields(fields(meta)['quota'])
  const told = quota['token_count'] ?? quota['tokenCount']
  if (typeof told !== 'object' || told === null) return null
  const spelled = Object.entries(told).map(([name, count]) => [
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    count,
  ])
  return countsOf(Object.fromEntries(spelled) as Fields)
}

function countsOf(usage: Fields): AcpUsage | null {
  const count = (name: string): number | null => {
    const tokens = usage[name]
    return typeof tokens === 'number' && Number.isFinite(tokens) && tokens >= 0 ? tokens : null
  }
  const counts = {
    inputTokens: count('inputTokens'),
    outputTokens: count('outputTokens'),
    totalTokens: count('totalTokens'),
    thoughtTokens: count('thoughtTokens'),
    cachedReadTokens: count('cachedReadTokens'),
    cachedWriteTokens: count('cachedWriteTokens'),
  }
  return Object.values(counts).some((tokens) => tokens !== null) ? counts : null
}
