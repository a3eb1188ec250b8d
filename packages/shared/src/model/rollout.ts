/** What one entry of an agent's record tells. */
export const ROLLOUT_KINDS = [
  'prompt',
  'text',
  'thought',
  'tool_call',
  'tool_result',
  'plan',
  'usage',
  'permission',
  'manifest',
  'stderr',
  'started',
  'stopped',
  'note',
] as const
export type RolloutKind = (typeof ROLLOUT_KINDS)[number]

/** One thing that an agent emitted or was given. Entries are added, never changed; secrets in them are masked. */
export interface RolloutEntry {
  readonly agentId: string
  /** 1, 2, 3 … per agent, across restarts. A `note` after a gap reports it. */
  readonly n: number
  readonly at: string
  readonly kind: RolloutKind
  readonly turnId: string | null
  readonly text: string | null
  readonly data: Readonly<Record<string, unknown>> | null
  /** The text or the data were larger than what is kept of one entry. */
  readonly cut: boolean
}
