import type { ContentBlock, ParsedMessage, ToolCall, ToolResult } from '../messages'
import type { RecordEntry } from './record-entry'

type Extra = Partial<
  Pick<
    ParsedMessage,
    | 'subtype'
    | 'isSidechain'
    | 'isMeta'
    | 'sourceToolUseID'
    | 'agentId'
    | 'isCompactSummary'
    | 'toolUseResult'
    | 'messageId'
    | 'requestId'
    | 'model'
    | 'usage'
    | 'crew'
  >
>

/** What was made of a record so far: each message by its id, and those that are new or changed. */
export class Sheet {
  readonly #messages = new Map<string, ParsedMessage>()
  readonly #changed = new Set<string>()

  put(message: ParsedMessage): void {
    this.#messages.set(message.uuid, message)
    this.#changed.add(message.uuid)
  }

  get(uuid: string): ParsedMessage | undefined {
    return this.#messages.get(uuid)
  }

  /** What changed since the last time, in the order in which it stands. */
  take(): readonly ParsedMessage[] {
    const taken = [...this.#changed].flatMap((uuid) => this.#messages.get(uuid) ?? [])
    this.#changed.clear()
    return taken
  }
}

/** A message made of an entry; its calls and results are those of its blocks. */
export function messageOf(
  entry: RecordEntry,
  uuid: string,
  type: 'user' | 'assistant' | 'system',
  content: string | readonly ContentBlock[],
  extra: Extra = {},
): ParsedMessage {
  const blocks = typeof content === 'string' ? [] : content
  return {
    uuid,
    parentUuid: null,
    type,
    timestamp: entry.at,
    content,
    isSidechain: false,
    isMeta: false,
    toolCalls: blocks.flatMap(callOf),
    toolResults: blocks.flatMap(resultOf),
    crew: { entry: entry.n },
    ...extra,
  }
}

function callOf(block: ContentBlock): ToolCall[] {
  if (block.type !== 'tool_use') return []
  const { id, name, input } = block
  const { description, subagent_type: kind } = input
  return [
    {
      id,
      name,
      input,
      isTask: name === 'Task' || name === 'Agent',
      ...(typeof description === 'string' && { taskDescription: description }),
      ...(typeof kind === 'string' && { taskSubagentType: kind }),
    },
  ]
}

function resultOf(block: ContentBlock): ToolResult[] {
  if (block.type !== 'tool_result') return []
  const { tool_use_id: toolUseId, content, is_error: isError = false } = block
  return [{ toolUseId, content, isError }]
}
