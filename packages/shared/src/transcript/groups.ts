import type { Process, SemanticStep, SemanticStepGroup, SessionMetrics } from './chunks'
import type { ParsedMessage, Time, ToolUseResultData } from './messages'

/** One thing of a conversation. They stand alone, flat and in the order of time. */
export type ChatItem =
  | { readonly type: 'user'; readonly group: UserGroup }
  | { readonly type: 'system'; readonly group: SystemGroup }
  | { readonly type: 'ai'; readonly group: AIGroup }
  | { readonly type: 'compact'; readonly group: CompactGroup }

export interface SessionConversation {
  readonly sessionId: string
  readonly items: readonly ChatItem[]
  readonly totalUserGroups: number
  readonly totalSystemGroups: number
  readonly totalAIGroups: number
  readonly totalCompactGroups: number
}

export interface CommandInfo {
  /** Without its slash. */
  readonly name: string
  readonly args?: string
  readonly raw: string
}
export interface ImageData {
  readonly mediaType: string
  /** Base64. */
  readonly data: string
}
export interface FileReference {
  readonly path: string
  readonly raw: string
}
export interface UserGroupContent {
  /** Without commands. */
  readonly text?: string
  readonly rawText?: string
  readonly commands: readonly CommandInfo[]
  readonly images: readonly ImageData[]
  readonly fileReferences: readonly FileReference[]
}
export interface UserGroup {
  readonly id: string
  readonly message: ParsedMessage
  readonly timestamp: Time
  readonly content: UserGroupContent
  /** Its place among the user groups of the session, from 0. */
  readonly index: number
}

export const SYSTEM_GROUP_KINDS = ['output', 'error', 'api_error', 'notice'] as const
export interface SystemGroup {
  readonly id: string
  readonly message: ParsedMessage
  readonly timestamp: Time
  /** ANSI codes are still in it. */
  readonly commandOutput: string
  readonly commandName?: string
  readonly kind: (typeof SYSTEM_GROUP_KINDS)[number]
}

export interface CompactionTokenDelta {
  readonly preCompactionTokens: number
  readonly postCompactionTokens: number
  readonly delta: number
}
export interface CompactGroup {
  readonly id: string
  readonly timestamp: Time
  readonly message: ParsedMessage
  readonly tokenDelta?: CompactionTokenDelta
  /** 2 for the first compaction. */
  readonly startingPhaseNumber?: number
}

export const AI_GROUP_STATUSES = ['complete', 'interrupted', 'error', 'in_progress'] as const
export type AIGroupStatus = (typeof AI_GROUP_STATUSES)[number]

/** Each response of the model counts once. */
export interface AIGroupTokens {
  readonly input: number
  readonly output: number
  readonly cached: number
  readonly thinking?: number
}
export interface AIGroupSummary {
  readonly thinkingPreview?: string
  readonly toolCallCount: number
  readonly outputMessageCount: number
  readonly subagentCount: number
  readonly totalDurationMs: number
  readonly totalTokens: number
  readonly outputTokens: number
  readonly cachedTokens: number
}
export interface AIGroup {
  readonly id: string
  /** From 0. */
  readonly turnIndex: number
  readonly startTime: Time
  readonly endTime: Time
  readonly durationMs: number
  readonly steps: readonly SemanticStep[]
  readonly stepGroups: readonly SemanticStepGroup[]
  readonly tokens: AIGroupTokens
  readonly summary: AIGroupSummary
  readonly status: AIGroupStatus
  readonly processes: readonly Process[]
  readonly chunkId: string
  readonly metrics: SessionMetrics
  /** All records of the model and of its tools. */
  readonly responses: readonly ParsedMessage[]
  /** The last group of a session that goes on. */
  readonly isOngoing?: boolean
}

export interface ModelInfo {
  /** As the program names it. */
  readonly name: string
  /** `opus`, `sonnet`, `haiku`; the whole name where no family is known. */
  readonly family: string
  /** What its badge says, such as `sonnet4.5`. */
  readonly label: string
}

export interface SlashItem {
  readonly id: string
  readonly name: string
  readonly args?: string
  readonly message?: string
  /** What the program put into the context for it. */
  readonly instructions?: string
  readonly instructionsTokenCount?: number
  readonly timestamp: Time
}
export interface TeammateMessage {
  readonly id: string
  readonly teammateId: string
  readonly color?: string
  readonly summary?: string
  readonly content: string
  readonly timestamp: Time
  readonly tokenCount?: number
  /** The `SendMessage` that it answers. */
  readonly replyToToolId?: string
  readonly replyToSummary?: string
}

export interface LinkedToolItem {
  readonly id: string
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly callTokens?: number
  readonly result?: {
    readonly content: string | readonly unknown[]
    readonly isError: boolean
    readonly toolUseResult?: ToolUseResultData
    readonly tokenCount?: number
  }
  /** The first 100 characters. */
  readonly inputPreview: string
  /** The first 200 characters. */
  readonly outputPreview?: string
  readonly startTime: Time
  readonly endTime?: Time
  readonly durationMs?: number
  /** No result was received. */
  readonly isOrphaned: boolean
  readonly sourceModel?: string
  readonly skillInstructions?: string
  readonly skillInstructionsTokenCount?: number
}

/** `id` is the same when it is read again: of a tool the call's, of others that of their step. */
export type AIGroupDisplayItem =
  | {
      readonly type: 'thinking'
      readonly id: string
      readonly content: string
      readonly timestamp: Time
      readonly tokenCount?: number
    }
  | { readonly type: 'tool'; readonly id: string; readonly tool: LinkedToolItem }
  | { readonly type: 'subagent'; readonly id: string; readonly subagent: Process }
  | {
      readonly type: 'output'
      readonly id: string
      readonly content: string
      readonly timestamp: Time
      readonly tokenCount?: number
    }
  | { readonly type: 'slash'; readonly id: string; readonly slash: SlashItem }
  | {
      readonly type: 'teammate_message'
      readonly id: string
      readonly teammateMessage: TeammateMessage
    }

export const LAST_OUTPUT_TYPES = [
  'text',
  'tool_result',
  'interruption',
  'ongoing',
  'plan_exit',
] as const
export interface AIGroupLastOutput {
  readonly type: (typeof LAST_OUTPUT_TYPES)[number]
  /** Of `ongoing` and `interruption`: what the tool works on that gave no result. */
  readonly text?: string
  readonly toolName?: string
  readonly toolResult?: string
  readonly isError?: boolean
  readonly interruptionMessage?: string
  readonly planContent?: string
  readonly planPreamble?: string
  readonly timestamp: Time
}

/** An instruction file whose text the group's records show in the context. Tokens are estimated. */
export interface InstructionFile {
  readonly path: string
  readonly tokens: number
}
export interface ClaudeMdStats {
  readonly files: readonly InstructionFile[]
  readonly totalTokens: number
}

export interface EnhancedAIGroup extends AIGroup {
  readonly lastOutput: AIGroupLastOutput | null
  readonly displayItems: readonly AIGroupDisplayItem[]
  readonly linkedTools: ReadonlyMap<string, LinkedToolItem>
  readonly itemsSummary: string
  readonly mainModel: ModelInfo | null
  readonly subagentModels: readonly ModelInfo[]
  /** Null where the records do not tell. */
  readonly claudeMdStats: ClaudeMdStats | null
}
