import type { ParsedMessage, Time, TokenUsage } from './messages'

export const SEMANTIC_STEP_TYPES = [
  'thinking',
  'tool_call',
  'tool_result',
  'subagent',
  'output',
  'interruption',
] as const
export type SemanticStepType = (typeof SEMANTIC_STEP_TYPES)[number]

/** One thing that an agent did, in the order of time. */
export interface SemanticStep {
  readonly id: string
  readonly type: SemanticStepType
  readonly startTime: Time
  readonly endTime?: Time
  readonly durationMs: number
  readonly content: {
    readonly thinkingText?: string
    readonly outputText?: string
    readonly interruptionText?: string
    readonly toolName?: string
    readonly toolInput?: Readonly<Record<string, unknown>>
    readonly toolUseId?: string
    readonly toolResultContent?: string | readonly unknown[]
    readonly isError?: boolean
    readonly subagentId?: string
    readonly subagentDescription?: string
  }
  readonly tokens?: { readonly input: number; readonly output: number; readonly cached?: number }
  readonly context: 'main' | 'subagent'
  /** The record that it is a part of. */
  readonly sourceMessageId: string
  /** Tokens in the model's context when it happened: input, cache read and cache creation of its response. */
  readonly contextTokens?: number
  /** The next step began sooner or later: the gap was counted to this one. */
  readonly isGapFilled?: boolean
}

/** The steps of one response of the model. */
export interface SemanticStepGroup {
  readonly id: string
  readonly messageId: string | null
  readonly label: string
  readonly stepIds: readonly string[]
  readonly startTime: Time
  readonly endTime: Time
  readonly totalDurationMs: number
}

export interface SessionMetrics {
  readonly durationMs: number
  readonly totalTokens: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheCreationTokens: number
  readonly messageCount: number
}

/** A sub-agent: its own records, and where it belongs. */
export interface Process {
  readonly id: string
  readonly messages: readonly ParsedMessage[]
  readonly description?: string
  readonly subagentType?: string
  readonly model?: string
  readonly startTime: Time
  readonly endTime: Time
  readonly durationMs: number
  readonly metrics: SessionMetrics
  readonly isParallel: boolean
  readonly isOngoing: boolean
  /** The tool call that started it; null where its records do not tell. */
  readonly parentTaskId: string | null
  /** How others write to it, where that is known and it is in no team. */
  readonly name?: string
  readonly team?: {
    readonly name?: string
    readonly memberName: string
    readonly memberColor?: string
  }
  /** `file`: records of its own; `inline`: a side chain of the session's file. */
  readonly source: 'file' | 'inline'
}

interface ChunkBase {
  /** `user-`, `ai-`, `system-` or `compact-` and the uuid of its first record: the same when it is read again. */
  readonly id: string
  readonly startTime: Time
  readonly endTime: Time
}
export interface UserChunk extends ChunkBase {
  readonly type: 'user'
  readonly message: ParsedMessage
}
export interface SystemChunk extends ChunkBase {
  readonly type: 'system'
  readonly message: ParsedMessage
}
export interface CompactChunk extends ChunkBase {
  readonly type: 'compact'
  readonly message: ParsedMessage
}
export interface AIChunk extends ChunkBase {
  readonly type: 'ai'
  readonly responses: readonly ParsedMessage[]
}
export type Chunk = UserChunk | SystemChunk | CompactChunk | AIChunk

export interface EnhancedAIChunk extends AIChunk {
  readonly processes: readonly Process[]
  readonly steps: readonly SemanticStep[]
  readonly stepGroups: readonly SemanticStepGroup[]
  readonly metrics: SessionMetrics
  readonly usage: TokenUsage | null
}
