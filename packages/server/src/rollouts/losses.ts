import type { RolloutRow } from '../journal/ports/rollout-port'
import { sizeOf } from './rollout-queue'

export interface Loss {
  readonly entries: number
  readonly bytes: number
}

/** What is missing in agents' records and was not told in them yet. */
export class Losses {
  readonly #byAgent = new Map<string, Loss>()

  add(agentId: string, bytes: number, entries = 1): void {
    const before = this.#byAgent.get(agentId)
    this.#byAgent.set(agentId, {
      entries: (before?.entries ?? 0) + entries,
      bytes: (before?.bytes ?? 0) + bytes,
    })
  }

  /** The losses in a note that was not stored count as unreported again. */
  addRow(row: RolloutRow): void {
    const told = row.kind === 'note' && row.data !== null ? (JSON.parse(row.data) as object) : {}
    if ('missingEntries' in told && 'missingBytes' in told) {
      this.add(row.agentId, Number(told.missingBytes), Number(told.missingEntries))
    } else this.add(row.agentId, sizeOf(row))
  }

  /** The agent's losses, which are the caller's to tell now. */
  take(agentId: string): Loss | undefined {
    const loss = this.#byAgent.get(agentId)
    this.#byAgent.delete(agentId)
    return loss
  }

  agents(): string[] {
    return [...this.#byAgent.keys()]
  }
}

/** Text and data of the entry that tells a loss. */
export function lossNote({ entries, bytes }: Loss): { text: string; data: string } {
  const what = entries === 1 ? '1 entry is' : `${entries} entries are`
  return {
    text: `${what} missing here (about ${bytes} bytes): storage could not keep up or failed.`,
    data: JSON.stringify({ missingEntries: entries, missingBytes: bytes }),
  }
}
