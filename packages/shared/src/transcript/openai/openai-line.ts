/** A message in OpenAI's chat format. Its members are written in this order. */
export type OpenAILine =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string; readonly name?: string | undefined }
  | {
      readonly role: 'assistant'
      /** Null if it only calls tools. */
      readonly content: string | null
      /** What it thought before. Models that show their thoughts use this name. */
      readonly reasoning_content?: string | undefined
      readonly tool_calls?: readonly OpenAICall[] | undefined
    }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string }

export interface OpenAICall {
  readonly id: string
  readonly type: 'function'
  /** `arguments` is JSON. */
  readonly function: { readonly name: string; readonly arguments: string }
}

/** A line and where it belongs. Neither `n` nor `at` goes back from one line of an agent, or of a sub-agent, to its next. */
export interface PlacedLine {
  /** Number of the entry that it begins at; of an earlier entry if the next line begins there. */
  readonly n: number
  /** ISO, as the entry has it. */
  readonly at: string
  /** Number of the round; null for the manifest. */
  readonly round: number | null
  /** Id of the call that started the sub-agent whose line it is; null for the agent's own lines. */
  readonly subagent: string | null
  readonly line: OpenAILine
}
