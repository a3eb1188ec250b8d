import type { AppendPort, Batch, Outcome, StorageFailure } from '../journal/append-port'
import type { RolloutPort, RolloutRow } from '../journal/rollout-port'
import type { Writer } from './writer'

/** Remembers before `append` returns: for `:memory:`, embedders and tests. Each decision is its own transaction. */
export class InProcessAppender implements AppendPort, RolloutPort {
  readonly immediate = true
  readonly #writer: Writer

  constructor(writer: Writer) {
    this.#writer = writer
  }

  append(batch: Batch, settle: (outcome: Outcome, failure?: StorageFailure) => void): void {
    const result = this.#writer.write([batch])
    if (result.ok) settle('durable')
    else settle('refused', result.failure)
  }

  appendRollouts(
    rows: readonly RolloutRow[],
    settle: (failure: StorageFailure | null) => void,
  ): void {
    settle(this.#writer.writeRollouts(rows))
  }

  probe(epoch: string): Promise<StorageFailure | null> {
    return Promise.resolve(this.#writer.probe(epoch))
  }

  close(): Promise<void> {
    this.#writer.close()
    return Promise.resolve()
  }
}
