import type { JsonObject } from './line-reader'
import { contentOf, toolCallsOf, toolResultsOf } from './parse-content'
import type { ParsedMessage, Time, TokenUsage, ToolUseResultData } from './messages'
import { apiErrorText } from './api-error-text'
import { boundedName } from './bounded-name'
import { HOOK_BLOCKED, hookText } from './hook-text'
import { withinDepth } from './within-depth'

const TYPES: ReadonlySet<unknown> = new Set<ParsedMessage['type']>([
  'user',
  'assistant',
  'system',
  'summary',
  'file-history-snapshot',
  'queue-operation',
])
/** Kinds that are known and not a part of a conversation. */
const QUIET: ReadonlySet<unknown> = new Set([
  'progress',
  'pr-link',
  'custom-title',
  'ai-title',
  'last-prompt',
  'agent-name',
  'agent-color',
  'agent-setting',
  'tag',
  'mode',
  'permission-mode',
  'attachment',
  'worktree-state',
  'content-replacement',
  'attribution-snapshot',
  'speculation-accept',
])
/** The whole file before an edit, which nobody is shown: the patch is beside it. */
const LEFT_OUT = 'originalFile'

type Draft = { -readonly [Key in keyof ParsedMessage]: ParsedMessage[Key] }

/**
 * A record of a session's file, read and checked. Null: a kind that is not a part of a conversation. `before`: the time of
 * the record before, for one without a time; `number`: of the record in its file, for one without an id.
 */
export function parseRecord(
  record: JsonObject,
  before: Time,
  number: number,
): ParsedMessage | null | 'unknown' {
  const attached = record['type'] === 'attachment' ? objectOf(record['attachment']) : null
  const queued = queuedWords(attached)
  const hook = hookText(attached)
  const type = queued !== null ? 'user' : hook !== null ? 'system' : record['type']
  if (!TYPES.has(type)) return QUIET.has(type) ? null : 'unknown'
  const spoken = type === 'user' || type === 'assistant'
  const uuid = nameOf(record['uuid']) ?? (spoken ? `record-${number}` : null)
  if (uuid === null) return null
  const message = objectOf(record['message'])
  const content = spoken
    ? contentOf(queued ?? message?.['content'])
    : (hook ?? systemContentOf(record))
  const parsed: Draft = {
    uuid,
    parentUuid: nameOf(record['parentUuid']),
    type: type as ParsedMessage['type'],
    timestamp: timeOf(record['timestamp'], before),
    content,
    isSidechain: record['isSidechain'] === true,
    isMeta: record['isMeta'] === true,
    toolCalls: type === 'assistant' ? toolCallsOf(content) : NONE,
    toolResults: type === 'user' ? toolResultsOf(content) : NONE,
  }
  for (const name of TEXT_FIELDS) {
    const value = record[name]
    if (typeof value === 'string') parsed[name] = name === 'cwd' ? value : boundedName(value)
  }
  if (hook !== null) parsed.subtype = HOOK_BLOCKED
  if (record['isCompactSummary'] === true) parsed.isCompactSummary = true
  if (record['isApiErrorMessage'] === true) parsed.isApiErrorMessage = true
  const result = record['toolUseResult']
  if (result !== undefined && result !== null) parsed.toolUseResult = resultDataOf(result)
  if (type === 'assistant' && message !== null) addResponse(parsed, message)
  return parsed
}

const NONE: readonly never[] = []
const TEXT_FIELDS = [
  'subtype',
  'cwd',
  'gitBranch',
  'sessionId',
  'agentId',
  'sourceToolUseID',
  'sourceToolAssistantUUID',
  'requestId',
] as const

/** What a person typed while the agent worked is attached to its next request. */
function queuedWords(attached: JsonObject | null): unknown {
  return attached?.['type'] === 'queued_command' ? (attached['prompt'] ?? null) : null
}

function addResponse(parsed: Draft, message: JsonObject): void {
  const { id, model, usage } = message
  if (typeof id === 'string') parsed.messageId = boundedName(id)
  if (typeof model === 'string') parsed.model = boundedName(model)
  const counts = objectOf(usage)
  if (counts !== null) parsed.usage = usageOf(counts)
}

function usageOf(counts: JsonObject): TokenUsage {
  return {
    input_tokens: countOf(counts['input_tokens']),
    output_tokens: countOf(counts['output_tokens']),
    cache_read_input_tokens: countOf(counts['cache_read_input_tokens']),
    cache_creation_input_tokens: countOf(counts['cache_creation_input_tokens']),
  }
}

function systemContentOf(record: JsonObject): string {
  const own = textOf(record['content'])
  if (own !== null) return own
  return record['subtype'] === 'api_error' ? apiErrorText(record) : ''
}

function resultDataOf(value: unknown): ToolUseResultData {
  if (typeof value === 'string') return value
  const bounded = withinDepth(value)
  if (Array.isArray(bounded)) return bounded
  const fields = objectOf(bounded)
  if (fields === null) return String(value)
  if (typeof fields[LEFT_OUT] !== 'string') return fields
  const { [LEFT_OUT]: _file, ...rest } = fields
  return rest
}

function timeOf(value: unknown, before: Time): Time {
  if (typeof value !== 'string' && typeof value !== 'number') return before
  const moment = new Date(value)
  if (Number.isNaN(moment.getTime())) return before
  if (typeof value === 'string' && CANONICAL.test(value)) return value
  const time = moment.toISOString()
  // Years of other than four digits fit into no answer, and their order as texts is another.
  return WITHIN_YEARS.test(time) ? time : before
}

/** Moments as answers have them. The 30th of February and midnight at 24:00 can be read, too, and are written otherwise. */
const CANONICAL = /^\d{4}-\d\d-(?:[01]\d|2[0-8])T(?:[01]\d|2[0-3]):\d\d:\d\d\.\d{3}Z$/
const WITHIN_YEARS = /^\d{4}-/

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

const nameOf = (value: unknown): string | null => {
  const text = textOf(value)
  return text === null ? null : boundedName(text)
}

const objectOf = (value: unknown): JsonObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : null

const countOf = (value: unknown): number =>
  typeof value === 'number' && value > 0 ? Math.min(Math.round(value), MOST_TOKENS) : 0

/** Sums of counts stay exact. */
const MOST_TOKENS = 1_000_000_000
