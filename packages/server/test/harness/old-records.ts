import type { RolloutRow } from '../../src/journal/ports/rollout-port'

export const DAY_MS = 24 * 60 * 60_000

interface Given {
  readonly leadId?: string
  /** How many entries, one minute after the other. */
  readonly count: number
  /** When the first was recorded. */
  readonly from: number
  readonly kind?: RolloutRow['kind']
  readonly text?: string
  /** The number of the first. */
  readonly n?: number
}

/** Entries of agents' records, as they are stored: of all these agents in turns. */
export function oldRecords(agentIds: readonly string[], given: Given): RolloutRow[] {
  const { leadId = 'lead', count, from, kind = 'text', text = 'text', n: first = 1 } = given
  return Array.from({ length: count }, (_, at) =>
    agentIds.map((agentId) => ({
      agentId,
      leadId,
      n: first + at,
      at: new Date(from + at * 60_000).toISOString(),
      kind,
      turnId: kind === 'prompt' ? `turn-${agentId}-${first + at}` : null,
      text: `${text} ${first + at}`,
      data: null,
      cut: false,
    })),
  ).flat()
}
