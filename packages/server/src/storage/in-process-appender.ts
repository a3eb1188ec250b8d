import type { AppendPort, Batch, Outcome, StorageFailure } from '../journal/ports/append-port'
import type {
  RecordLimits,
  RetentionPort,
  TrimLimits,
  Trimmed,
} from '../journal/ports/retention-port'
import type { RolloutPort, RolloutRow } from '../journal/ports/rollout-port'
import type { SearchPort } from '../journal/ports/search-port'
import type { StagingAct, StagingPort } from '../journal/ports/transfer-port'
import { TrimRound } from './trim-round'
import type { Writer } from './writer'

/** Remembers before `append` returns: for `:memory:`, embedders and tests. Each decision is its own transaction. */
export class InProcessAppender
  implements AppendPort, RolloutPort, SearchPort, RetentionPort, StagingPort
{
  readonly immediate = true
  readonly #writer: Writer

  constructor(writer: Writer) {
    this.#writer = writer
  }

  append(batch: Batch, settle: (outcome: Outcome, failure?: StorageFailure) => void): void {
    const result = this.#writer.write([batch])
    if (result.ok) {
      settle('durable')
      this.#erase()
    } else settle('refused', result.failure)
  }

  #erase(): void {
    while (!this.#writer.isErased && this.#writer.eraseSlice(true));
  }

  appendRollouts(
    rows: readonly RolloutRow[],
    settle: (failure: StorageFailure | null) => void,
  ): void {
    settle(this.#writer.writeRollouts(rows))
  }

  /** When it is asked for, not after each batch: who never searches never pays. */
  index(): Promise<void> {
    while (!this.#writer.indexed && this.#writer.indexSlice().failure === null);
    return Promise.resolve()
  }

  rebuild(): Promise<void> {
    this.#writer.rebuildIndex()
    return this.index()
  }

  trimRecords(limits: RecordLimits): Promise<Trimmed> {
    return this.#trim({ of: 'records', ...limits })
  }

  trimJournal(before: string): Promise<Trimmed> {
    return this.#trim({ of: 'journal', before })
  }

  #trim(limits: TrimLimits): Promise<Trimmed> {
    const round = new TrimRound(this.#writer, limits)
    while (!round.isDone) round.slice()
    this.#erase()
    return Promise.resolve(round.trimmed)
  }

  stage(file: string, act: StagingAct): Promise<StorageFailure | null> {
    const failure = this.#writer.openStaged(act === 'close' ? null : file)
    if (failure || act === 'close' || act === 'open') return Promise.resolve(failure)
    for (;;) {
      const slice = this.#writer.stagedSlice(act)
      if (slice.isDone) return Promise.resolve(slice.failure)
    }
  }

  probe(epoch: string): Promise<StorageFailure | null> {
    return Promise.resolve(this.#writer.probe(epoch))
  }

  close(): Promise<void> {
    this.#writer.close()
    return Promise.resolve()
  }
}
