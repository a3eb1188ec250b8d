/** A moment as ISO 8601 text in UTC with milliseconds, as everywhere between server and page. */
export type Time = string

/** What a record is to the conversation. `hardNoise` is shown to nobody. */
export const MESSAGE_CATEGORIES = ['user', 'system', 'ai', 'hardNoise', 'compact'] as const
export type MessageCategory = (typeof MESSAGE_CATEGORIES)[number]

export interface TokenUsage {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_read_input_tokens?: number
  readonly cache_creation_input_tokens?: number
  /** Tokens in the context, where the program tells them apart: the others may be of several requests together. */
  readonly context_tokens?: number
  /** What the model takes, where its program tells it. */
  readonly context_limit?: number
}

export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature?: string }
  | {
      readonly type: 'tool_use'
      readonly id: string
      readonly name: string
      readonly input: Readonly<Record<string, unknown>>
    }
  | {
      readonly type: 'tool_result'
      readonly tool_use_id: string
      readonly content: string | readonly unknown[]
      readonly is_error?: boolean
    }
  | {
      readonly type: 'image'
      readonly source: {
        readonly type: 'base64'
        readonly media_type: string
        readonly data: string
      }
    }

/** What a program writes beside a tool's result; its shape is the tool's own. */
export type ToolUseResultData = Readonly<Record<string, unknown>> | string | readonly unknown[]

export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  /** The tool starts sub-agents: `Task`, or `Agent` in later versions, or `Workflow`. */
  readonly isTask: boolean
  readonly taskDescription?: string
  readonly taskSubagentType?: string
}

export interface ToolResult {
  readonly toolUseId: string
  readonly content: string | readonly unknown[]
  readonly isError: boolean
}

/** One record of a session, read and checked. Everything after it in the pipeline knows only this. */
export interface ParsedMessage {
  readonly uuid: string
  readonly parentUuid: string | null
  readonly type:
    | 'user'
    | 'assistant'
    | 'system'
    | 'summary'
    | 'file-history-snapshot'
    | 'queue-operation'
  readonly subtype?: string
  readonly timestamp: Time
  readonly content: string | readonly ContentBlock[]
  readonly usage?: TokenUsage
  readonly model?: string
  readonly cwd?: string
  readonly gitBranch?: string
  readonly sessionId?: string
  readonly agentId?: string
  readonly isSidechain: boolean
  readonly isMeta: boolean
  readonly isCompactSummary?: boolean
  readonly isApiErrorMessage?: boolean
  readonly toolCalls: readonly ToolCall[]
  readonly toolResults: readonly ToolResult[]
  readonly sourceToolUseID?: string
  readonly sourceToolAssistantUUID?: string
  readonly toolUseResult?: ToolUseResultData
  /** The response that it is part of, and the request that this answered. */
  readonly messageId?: string
  readonly requestId?: string
  /** What a crew's server knows of it: whom an agent's input came from, what became of a command. */
  readonly crew?: CrewNote
}

/** Where an agent's input came from. A link to the message where that is known. */
export interface Delivered {
  readonly kind: 'group' | 'task' | 'message' | 'broadcast' | 'interrupt' | 'reply' | 'other'
  readonly groupName: string | null
  readonly fromId: string | null
  readonly messageId: string | null
  readonly text: string
}

export interface CrewNote {
  /** Of which entry of the agent's record it was made. */
  readonly entry: number
  readonly delivered?: readonly Delivered[]
}
