import { boundedName } from './bounded-name'
import type { ContentBlock, ParsedMessage, ToolCall, ToolResult } from './messages'
import type { JsonObject } from './line-reader'
import { withinDepth } from './within-depth'

/** The tool whose script starts sub-agents. */
export const WORKFLOW_TOOL = 'Workflow'
/** Tools that start sub-agents: `Task`, in later versions `Agent`. */
const TASK_TOOLS: ReadonlySet<string> = new Set(['Task', 'Agent', WORKFLOW_TOOL])

export function contentOf(value: unknown): ParsedMessage['content'] {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return ''
  const blocks: ContentBlock[] = []
  for (const block of value as readonly unknown[]) {
    const read = blockOf(block)
    if (read !== null) blocks.push(read)
  }
  return blocks
}

function blockOf(block: unknown): ContentBlock | null {
  if (typeof block === 'string') return { type: 'text', text: block }
  if (typeof block !== 'object' || block === null) return null
  const fields = block as JsonObject
  switch (fields['type']) {
    case 'text':
      return { type: 'text', text: textOf(fields['text']) }
    case 'thinking':
      return { type: 'thinking', thinking: textOf(fields['thinking']) }
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return toolUseOf(fields)
    case 'image':
      return imageOf(fields)
    case 'redacted_thinking':
      return null
    default:
      return typeof fields['tool_use_id'] === 'string' ? toolResultOf(fields) : namedOnly(fields)
  }
}

function toolUseOf(fields: JsonObject): ContentBlock {
  const input = fields['input']
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  return {
    type: 'tool_use',
    id: boundedName(textOf(fields['id'])),
    name: boundedName(textOf(fields['name'])),
    input: isObject ? (withinDepth(input) as JsonObject) : {},
  }
}

function toolResultOf(fields: JsonObject): ContentBlock {
  const content = fields['content']
  const read =
    typeof content === 'string'
      ? content
      : Array.isArray(content)
        ? (withinDepth(content) as readonly unknown[])
        : content === undefined || content === null
          ? ''
          : [withinDepth(content)]
  const failed = fields['is_error'] === true
  const id = boundedName(textOf(fields['tool_use_id']))
  return failed
    ? { type: 'tool_result', tool_use_id: id, content: read, is_error: true }
    : { type: 'tool_result', tool_use_id: id, content: read }
}

function imageOf(fields: JsonObject): ContentBlock {
  const { type, media_type, data } = (fields['source'] ?? {}) as JsonObject
  if (type !== 'base64' || typeof data !== 'string') return namedOnly(fields)
  return {
    type: 'image',
    source: { type, media_type: boundedName(textOf(media_type)) || 'image/png', data },
  }
}

/** A block whose contents cannot be shown, such as a document: that it was there can. */
const namedOnly = (fields: JsonObject): ContentBlock => ({
  type: 'text',
  text: `[${boundedName(textOf(fields['type'])) || 'unknown block'}]`,
})

export function toolCallsOf(content: ParsedMessage['content']): readonly ToolCall[] {
  if (typeof content === 'string') return NONE
  let calls: ToolCall[] | undefined
  for (const block of content) {
    if (block.type !== 'tool_use') continue
    calls ??= []
    calls.push(TASK_TOOLS.has(block.name) ? taskOf(block) : { ...callOf(block), isTask: false })
  }
  return calls ?? NONE
}

type ToolUse = Extract<ContentBlock, { type: 'tool_use' }>

const callOf = ({ id, name, input }: ToolUse) => ({ id, name, input })

function taskOf(block: ToolUse): ToolCall {
  const { description, subagent_type } = block.input
  return {
    ...callOf(block),
    isTask: true,
    ...(typeof description === 'string' && { taskDescription: description }),
    ...(typeof subagent_type === 'string' && { taskSubagentType: subagent_type }),
  }
}

export function toolResultsOf(content: ParsedMessage['content']): readonly ToolResult[] {
  if (typeof content === 'string') return NONE
  let results: ToolResult[] | undefined
  for (const block of content) {
    if (block.type !== 'tool_result') continue
    results ??= []
    results.push({
      toolUseId: block.tool_use_id,
      content: block.content,
      isError: block.is_error === true,
    })
  }
  return results ?? NONE
}

const NONE: readonly never[] = []

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
