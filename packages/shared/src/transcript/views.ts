import type { SemanticStepGroup, SemanticStepType, SessionMetrics } from './chunks'
import type {
  AIGroupLastOutput,
  AIGroupStatus,
  AIGroupSummary,
  AIGroupTokens,
  ClaudeMdStats,
  CommandInfo,
  CompactionTokenDelta,
  FileReference,
  ImageData,
  ModelInfo,
  SlashItem,
  SystemGroup,
  TeammateMessage,
} from './groups'
import type { Delivered, Time, ToolUseResultData } from './messages'
import type { TranscriptSums } from './sums'

/** What a reader of a transcript gets: the same from the server, a dropped file and an agent's record. */

/** A text that may be long. `cut`: how many characters it has in all, where it is only their beginning. */
export interface LongText {
  readonly text: string
  readonly cut?: number
}

export interface UserItemView {
  readonly type: 'user'
  readonly id: string
  readonly timestamp: Time
  readonly index: number
  readonly text: LongText
  readonly commands: readonly CommandInfo[]
  readonly fileReferences: readonly FileReference[]
  /** Their data is in the details. */
  readonly images: readonly { readonly mediaType: string; readonly bytes: number }[]
  /** What an agent of a crew was given, each with its sender; empty in files. */
  readonly delivered: readonly Delivered[]
}
export interface SystemItemView {
  readonly type: 'system'
  readonly id: string
  readonly timestamp: Time
  readonly output: LongText
  readonly commandName?: string
  readonly kind: SystemGroup['kind']
}
export interface CompactItemView {
  readonly type: 'compact'
  readonly id: string
  readonly timestamp: Time
  readonly tokenDelta?: CompactionTokenDelta
  readonly startingPhaseNumber?: number
  /** The summary that the program goes on with. */
  readonly summary: LongText
}
/** An AI group as its header and last output show it. */
export interface AIItemView {
  readonly type: 'ai'
  readonly id: string
  readonly turnIndex: number
  readonly startTime: Time
  readonly endTime: Time
  readonly durationMs: number
  readonly status: AIGroupStatus
  readonly isOngoing: boolean
  readonly tokens: AIGroupTokens
  readonly summary: AIGroupSummary
  readonly itemsSummary: string
  readonly mainModel: ModelInfo | null
  readonly subagentModels: readonly ModelInfo[]
  /** Its texts are cut to what a page shows at once. */
  readonly lastOutput: (AIGroupLastOutput & { readonly cut?: number }) | null
  /** How many display items it has. */
  readonly items: number
  /** Ids of the first display items that failed, and of those without a result. */
  readonly errorIds: readonly string[]
  readonly orphanIds: readonly string[]
  /** Tokens in the context at its last response, and what the model takes; null where the records do not tell. */
  readonly contextTokens: number | null
  readonly contextLimit: number | null
  readonly claudeMdStats: ClaudeMdStats | null
}
export type TranscriptItemView = UserItemView | SystemItemView | CompactItemView | AIItemView

export interface ToolItemView {
  readonly name: string
  /** As JSON, cut; a long one is not parsed by its reader. */
  readonly input: LongText
  readonly inputPreview: string
  readonly callTokens?: number
  readonly result?: {
    /** Texts of its blocks; images by their type. */
    readonly content: LongText
    readonly isError: boolean
    readonly tokenCount?: number
    /** What the program wrote beside it, where it is small enough: patches, counts, exit codes. */
    readonly toolUseResult?: ToolUseResultData
    /** `data` is empty where it would be too much for the answer; a `piece` has it. */
    readonly images: readonly ImageData[]
  }
  readonly outputPreview?: string
  readonly startTime: Time
  readonly endTime?: Time
  readonly durationMs?: number
  readonly isOrphaned: boolean
  readonly sourceModel?: string
  readonly skillInstructions?: LongText
  readonly skillInstructionsTokenCount?: number
}
export interface SubagentView {
  readonly id: string
  readonly description?: string
  readonly subagentType?: string
  readonly model: ModelInfo | null
  readonly startTime: Time
  readonly endTime: Time
  readonly durationMs: number
  readonly metrics: SessionMetrics
  readonly isParallel: boolean
  readonly isOngoing: boolean
  /** How others write to it; a member of a team has that in `team`. */
  readonly name?: string
  readonly team?: {
    readonly name?: string
    readonly memberName: string
    readonly memberColor?: string
  }
  /** What it was asked; its call is not shown beside it. */
  readonly prompt: LongText | null
  readonly itemsSummary: string
  /** Tokens in its own context at its last response, and what its model takes; null where its records do not tell. */
  readonly contextTokens: number | null
  readonly contextLimit: number | null
  /** Its own trace, from the beginning; `more`: how many follow. */
  readonly displayItems: readonly DisplayItemView[]
  readonly more: number
  readonly lastOutput: (AIGroupLastOutput & { readonly cut?: number }) | null
  /** A transcript of its own, to open in a tab; null where there is none. */
  readonly transcriptId: string | null
}
export type DisplayItemView =
  | {
      readonly type: 'thinking' | 'output'
      readonly id: string
      readonly content: LongText
      readonly timestamp: Time
      readonly tokenCount?: number
    }
  | { readonly type: 'tool'; readonly id: string; readonly tool: ToolItemView }
  | { readonly type: 'subagent'; readonly id: string; readonly subagent: SubagentView }
  | { readonly type: 'slash'; readonly id: string; readonly slash: SlashItem }
  | {
      readonly type: 'teammate_message'
      readonly id: string
      readonly teammateMessage: TeammateMessage
    }
export interface StepView {
  readonly id: string
  readonly type: SemanticStepType
  readonly startTime: Time
  readonly endTime?: Time
  readonly durationMs: number
  readonly contextTokens?: number
  readonly isGapFilled?: boolean
}

/** The `piece` that is a group's last output: its item comes with that uncut. */
export const LAST_OUTPUT_PIECE = 'last-output'

/** All of an item, on demand. */
export type ItemDetails =
  | {
      readonly type: 'user'
      readonly item: UserItemView
      readonly text: LongText
      readonly images: readonly ImageData[]
    }
  | { readonly type: 'system'; readonly item: SystemItemView; readonly output: LongText }
  | { readonly type: 'compact'; readonly item: CompactItemView; readonly summary: LongText }
  | {
      readonly type: 'ai'
      readonly item: AIItemView
      readonly displayItems: readonly DisplayItemView[]
      /** Those of these display items, and of the last output. */
      readonly steps: readonly StepView[]
      readonly stepGroups: readonly SemanticStepGroup[]
      /** Display items behind those: the answer would have been too large. Asked for with `after` the last of these. */
      readonly more: number
    }

export interface TranscriptTotals {
  readonly user: number
  readonly system: number
  readonly ai: number
  readonly compact: number
  readonly tools: number
  readonly errors: number
  readonly orphans: number
  readonly subagents: number
  /** Lines that could not be read, and records of kinds that this version does not know. */
  readonly unreadable: number
  readonly unknown: number
}

export interface TranscriptSession {
  readonly id: string
  readonly title: string
  readonly model: ModelInfo | null
  readonly branch: string | null
  readonly cwd: string | null
  readonly startedAt: Time | null
  readonly updatedAt: Time | null
  readonly ongoing: boolean
  /** A file's size, how far it was read, and its name; null of an agent's record. */
  readonly file: { readonly name: string; readonly bytes: number } | null
  readonly agentId: string | null
}

export interface TranscriptPage {
  readonly session: TranscriptSession
  /** Oldest first. */
  readonly items: readonly TranscriptItemView[]
  readonly totals: TranscriptTotals
  /** The own conversation’s, as `sums.own`. */
  readonly metrics: SessionMetrics
  readonly sums: TranscriptSums
  readonly hasBefore: boolean
  /** Counts up whenever something changed. */
  readonly revision: number
}

/** Where the tokens of each phase went: the picture beside a transcript. */
export const CONTEXT_PARTS = [
  'tool_results',
  'files_read',
  'instructions',
  'summary',
  'tool_calls',
  'user',
  'thinking',
  'output',
] as const
export type ContextPart = (typeof CONTEXT_PARTS)[number]
export interface ContextPhase {
  /** From 1; a compaction begins the next. */
  readonly number: number
  readonly startTime: Time
  readonly endTime: Time
  /** The context after each response. */
  readonly points: readonly {
    readonly at: Time
    readonly tokens: number
    readonly itemId: string
  }[]
  /** Tokens by what they are, estimated from the texts of this phase. */
  readonly parts: readonly { readonly part: ContextPart; readonly tokens: number }[]
  readonly largest: readonly {
    readonly label: string
    readonly part: ContextPart
    readonly tokens: number
    readonly itemId: string
    readonly displayItemId: string | null
  }[]
}
export interface ContextView {
  readonly phases: readonly ContextPhase[]
  /** What the model takes; null where its name does not tell. */
  readonly limit: number | null
  readonly errors: readonly {
    readonly at: Time
    readonly label: string
    readonly itemId: string
    /** Null: the item itself, such as an error of the model's API. */
    readonly displayItemId: string | null
  }[]
  readonly revision: number
}

/** The session as lanes: the main agent's work, and each sub-agent's. */
export interface TimelineView {
  readonly startTime: Time | null
  readonly endTime: Time | null
  readonly lanes: readonly {
    readonly id: string
    readonly label: string
    readonly kind: 'main' | 'subagent'
    readonly bars: readonly {
      readonly startTime: Time
      readonly endTime: Time
      readonly label: string
      readonly itemId: string
      readonly displayItemId: string | null
      readonly hasError: boolean
    }[]
    /** Bars that were joined with their neighbours, because there were too many. */
    readonly joined: number
  }[]
  readonly marks: readonly {
    readonly at: Time
    readonly kind: 'user' | 'compact' | 'interruption' | 'error'
    readonly itemId: string
  }[]
  readonly revision: number
}

export interface FoundText {
  readonly itemId: string
  /** The display item that must be open to see it; null: the item's own text or its last output. */
  readonly displayItemId: string | null
  /** The sub-agents to open, outermost first; empty where it is not in one. */
  readonly subagentIds: readonly string[]
  readonly before: string
  readonly match: string
  readonly after: string
}
export interface CountedTexts {
  readonly count: number
  readonly first: Pick<FoundText, 'before' | 'match' | 'after'> | null
}
export interface FoundTexts {
  readonly hits: readonly FoundText[]
  /** There are more than were looked for. */
  readonly hasMore: boolean
  readonly revision: number
}

/** `live:transcript`: whoever has it open asks again for these, or for the end where one is new. */
export interface TranscriptChange {
  readonly id: string
  readonly revision: number
  /** Ids of items that are new or changed, oldest first; `all` when there are too many to name. */
  readonly changed: readonly string[] | 'all'
}
