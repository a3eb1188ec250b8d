import type { CommandTool } from '@crewroom/shared/command/tools'

/** What is said in a conversation: by Crewroom, by the model, and by the tools that it called. */
export type Said =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly call: ToolCall; readonly result: string }

/** A tool that the model wants to be called. Its input is what the model wrote, which may be anything. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly input: unknown
}

/** What one request used; null where the endpoint does not say. */
export interface RequestUsage {
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly totalTokens: number | null
  readonly cachedReadTokens: number | null
  readonly cachedWriteTokens: number | null
}

/** A part of an answer. The reason for its end is one of those by which turns of programs end. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thought'; readonly text: string }
  | { readonly kind: 'call'; readonly call: ToolCall }
  | {
      readonly kind: 'finish'
      readonly reason: 'end_turn' | 'max_tokens' | 'refusal'
      readonly usage: RequestUsage
    }

export interface Question {
  readonly baseUrl: string
  /** Hosts that are asked wherever they are. */
  readonly namedHosts: ReadonlySet<string>
  readonly model: string
  readonly apiKey: string | null
  readonly system: string
  readonly said: readonly Said[]
  readonly tools: readonly CommandTool[]
  readonly signal: AbortSignal
}

/**
 * Sends one request and gives its answer part by part; the last part is its finish. Throws a `ModelFailure` for
 * whatever else happens. Reads on only when the part before was taken.
 */
export type AskModel = (question: Question) => AsyncIterable<Part>
