import type { ImportJob } from '@crewroom/shared/protocol/views'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { cut } from '@crewroom/shared/model/cut'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { CrewHeader, GroupHeader } from './export-file'

/** So many are remembered, those that are over included. */
const KEPT = 16

/** One import while it goes on, and for a while after it. */
export class RunningImport {
  #job: ImportJob

  constructor(id: string, at: string) {
    this.#job = {
      id,
      phase: 'reading',
      kind: null,
      name: null,
      leadId: null,
      lines: 0,
      total: null,
      bytes: 0,
      problem: null,
      startedAt: at,
    }
  }

  get job(): ImportJob {
    return this.#job
  }

  begins(header: CrewHeader | GroupHeader, leadId: string | undefined): void {
    const { kind } = header
    this.#change({
      kind,
      name: kind === 'crew' ? header.name : header.group,
      leadId: kind === 'crew' ? header.leadId : (leadId ?? null),
      // A header line, its facts, and the last line. A group's file does not say how long it is.
      total: kind === 'crew' ? header.seq + 2 : null,
    })
  }

  read(lines: number, bytes: number): void {
    this.#change({ lines, bytes })
  }

  stores(): void {
    this.#change({ phase: 'storing' })
  }

  isDone(): void {
    this.#change({ phase: 'done' })
  }

  failed(error: unknown): void {
    const said =
      error instanceof CrewError
        ? error.message
        : 'The file did not arrive whole. Nothing was imported.'
    this.#change({ phase: 'failed', problem: cut(said, LIMITS.previewUnits) })
  }

  #change(part: Partial<ImportJob>): void {
    this.#job = { ...this.#job, ...part }
  }
}

/** What is being imported and what was a moment ago, oldest first. In memory only: a restart ends all imports. */
export class ImportJobs {
  readonly #all = new Map<string, RunningImport>()

  list(): readonly ImportJob[] {
    return [...this.#all.values()].map(({ job }) => job)
  }

  begin(id: string, at: string): RunningImport {
    if (this.#all.has(id)) {
      throw new CrewError('validation', 'id: another import uses it. Give each import its own.', {
        fields: { id: 'another import uses it' },
      })
    }
    const running = new RunningImport(id, at)
    this.#all.set(id, running)
    while (this.#all.size > KEPT) {
      const over = [...this.#all].find(
        ([, { job }]) => job.phase === 'done' || job.phase === 'failed',
      )
      this.#all.delete((over ?? [...this.#all][0])?.[0] ?? id)
    }
    return running
  }
}
