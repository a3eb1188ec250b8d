import { setImmediate as nextTurn } from 'node:timers/promises'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { iso } from '../clock'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { SHARD_SCOPE } from '../journal/facts'
import type { Rehearsal } from '../journal/ports/transfer-port'
import { CrewFile } from './crew-file'
import { GroupFile } from './group-file'
import { importCrew } from './import-crew'
import { importGroup } from './import-group'
import { ImportJobs, type RunningImport } from './import-jobs'
import { badFile, FileReading, Misfit } from './read-file'

/** What was imported, and stands. */
type Imported =
  | { readonly kind: 'crew'; readonly crew: Crew; readonly facts: number }
  | { readonly kind: 'group'; readonly crew: Crew; readonly group: string }

/** Reads files and takes them in, one at a time: what is free is known only until the next one is stored. */
export class Imports {
  readonly #shard: Shard
  readonly #rehearse: () => Rehearsal
  /** How far each is. */
  readonly jobs = new ImportJobs()
  #busy = false
  #count = 0

  constructor(shard: Shard, rehearse: () => Rehearsal) {
    this.#shard = shard
    this.#rehearse = rehearse
  }

  /**
   * Nothing has happened until the file was read to its end. `leadId`: the crew that a group goes to. `id`: what the
   * import is called by clients that check its progress.
   */
  async take(
    body: AsyncIterable<Uint8Array>,
    by: By,
    leadId?: string,
    id = `import-${++this.#count}`,
  ): Promise<Imported> {
    this.#shard.journal.assertWritable()
    const running = this.jobs.begin(id, iso(this.#shard.ports.clock.now()))
    try {
      const imported = await this.#take(body, by, leadId, running)
      running.isDone()
      return imported
    } catch (error) {
      running.failed(error)
      throw error
    }
  }

  async #take(
    body: AsyncIterable<Uint8Array>,
    by: By,
    leadId: string | undefined,
    running: RunningImport,
  ): Promise<Imported> {
    let file: CrewFile | GroupFile | null = null
    let rehearsal: Rehearsal | null = null
    const { personName } = this.#shard.ports
    const reading = new FileReading((header) => {
      assertTarget(header.kind, leadId)
      running.begins(header, leadId)
      if (header.kind === 'group') return (file = new GroupFile(header, personName))
      return (file = new CrewFile(header, personName, (rehearsal = this.#rehearse())))
    })
    try {
      for await (const chunk of body) {
        reading.write(chunk)
        running.read(reading.lines, reading.bytes)
        // What has arrived may be much: others get their turn in between, and who asks how far it is.
        await nextTurn()
      }
      reading.end()
      running.stores()
      return await this.#alone(by, whole(file), leadId)
    } finally {
      ;(rehearsal as Rehearsal | null)?.close()
    }
  }

  async #alone(by: By, file: CrewFile | GroupFile, leadId = ''): Promise<Imported> {
    if (this.#busy) {
      throw new CrewError('busy', 'Another file is being imported. Try again in a moment.', {
        retryAfter: 2,
      })
    }
    this.#busy = true
    try {
      const { journal } = this.#shard
      if (file.kind === 'group') {
        const crew = this.#shard.crew(leadId)
        const group = importGroup(this.#shard, crew, by, file).name
        await journal.durable(leadId)
        return { kind: 'group', crew, group }
      }
      importCrew(this.#shard, by, file)
      await journal.durable(SHARD_SCOPE)
      const crew = this.#shard.crew(file.header.leadId)
      return { kind: 'crew', crew, facts: file.facts.length }
    } finally {
      this.#busy = false
    }
  }
}

function assertTarget(kind: 'crew' | 'group', leadId: string | undefined): void {
  if (kind === 'group' && leadId === undefined) {
    throw new CrewError(
      'validation',
      'lead: the file has a group; say which crew it goes to, by the id of its lead.',
      { fields: { lead: 'is needed for a group' } },
    )
  }
  if (kind === 'crew' && leadId !== undefined) {
    throw new CrewError('validation', 'lead: the file has a whole crew, which keeps its own id.', {
      fields: { lead: 'is for groups only' },
    })
  }
}

function whole(file: CrewFile | GroupFile | null): CrewFile | GroupFile {
  if (!file) throw badFile(null, 'The file is empty.')
  try {
    file.end()
  } catch (error) {
    if (error instanceof Misfit)
      throw badFile(null, `The file contradicts itself: ${error.message}`)
    throw error
  }
  return file
}
