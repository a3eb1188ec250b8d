import { setImmediate as nextTurn } from 'node:timers/promises'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { iso } from '../clock'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { SHARD_SCOPE } from '../journal/facts'
import type { StorageFailure } from '../journal/ports/append-port'
import type { Rehearsal, StagedFile, StagingPort } from '../journal/ports/transfer-port'
import { CrewFile, isOfDisk } from './crew-file'
import { GroupFile } from './group-file'
import { assertFree } from './import-crew'
import { assertIdsFree, GroupHistory, importGroup } from './import-group'
import { ImportJobs, type RunningImport } from './import-jobs'
import { ImportRoom } from './import-room'
import { badFile, FileReading, Misfit } from './read-file'

/** What was imported, and stands. */
type Imported =
  | { readonly kind: 'crew'; readonly crew: Crew; readonly facts: number }
  | { readonly kind: 'group'; readonly crew: Crew; readonly group: string }

export interface ImportPorts extends StagingPort {
  /** Empty tables in which a file is tried. */
  readonly rehearse: () => Rehearsal
  /** A staged file that is of no use any more. */
  readonly discard: (file: StagedFile) => void
  /** Bytes that the disk of the data folder has left; null: nobody knows. */
  readonly free: () => Promise<number | null>
}

export interface ImportOptions {
  /** The crew that a group goes to. */
  readonly leadId?: string | undefined
  /** What the import is called by clients that check its progress. */
  readonly id?: string | undefined
  /** As the sender says. */
  readonly bytes?: number | undefined
}

/** So many files are read at a time: each has tables of its own. */
const MOST_AT_ONCE = 2

/** Reads files and takes them in, one at a time: what is free is known only until the next one is stored. */
export class Imports {
  readonly #shard: Shard
  readonly #ports: ImportPorts
  /** How far each is. */
  readonly jobs = new ImportJobs()
  /** The newest of those that are stored one after the other. */
  #stored: Promise<unknown> = Promise.resolve()
  #reading = 0
  #count = 0

  constructor(shard: Shard, ports: ImportPorts) {
    this.#shard = shard
    this.#ports = ports
  }

  /** Nothing has happened until the file was read to its end. */
  async take(body: AsyncIterable<Uint8Array>, by: By, options: ImportOptions): Promise<Imported> {
    this.#shard.journal.assertWritable()
    if (this.#reading >= MOST_AT_ONCE) {
      throw new CrewError(
        'busy',
        `${MOST_AT_ONCE} files are being imported, which is the limit. Send this one when one of them is done.`,
        { retryAfter: 5 },
      )
    }
    const { id = `import-${++this.#count}` } = options
    const running = this.jobs.begin(id, iso(this.#shard.ports.clock.now()))
    this.#reading++
    try {
      const imported = await this.#take(body, by, options, running)
      running.isDone()
      return imported
    } catch (error) {
      const said = isOfDisk(error) ? noRoom() : error
      running.failed(said)
      throw said
    } finally {
      this.#reading--
    }
  }

  async #take(
    body: AsyncIterable<Uint8Array>,
    by: By,
    { leadId, bytes }: ImportOptions,
    running: RunningImport,
  ): Promise<Imported> {
    const room = new ImportRoom(this.#ports.free)
    await room.assert(bytes ?? 0)
    let file: CrewFile | GroupFile | null = null
    let rehearsal: Rehearsal | null = null
    const { personName } = this.#shard.ports
    const reading = new FileReading((header) => {
      assertTarget(header.kind, leadId)
      running.begins(header, leadId)
      if (header.kind === 'crew') {
        return (file = new CrewFile(header, personName, (rehearsal = this.#ports.rehearse())))
      }
      rehearsal = this.#ports.rehearse()
      const history = new GroupHistory(this.#shard, by, leadId ?? '', header.group, rehearsal)
      return (file = new GroupFile(header, personName, history))
    })
    try {
      for await (const chunk of body) {
        reading.write(chunk)
        running.read(reading.lines, reading.bytes)
        await room.grows(reading.bytes)
        // What has arrived may be much: others get their turn in between, and who asks how far it is.
        await nextTurn()
      }
      reading.end()
      const read = whole(file)
      running.stores()
      const tables = rehearsal as Rehearsal | null
      if (!tables) throw new Error('a file that was not tried')
      return await this.#alone(() =>
        read.kind === 'group' ? this.#group(by, read, tables) : this.#crew(by, read, tables),
      )
    } finally {
      ;(rehearsal as Rehearsal | null)?.close()
    }
  }

  #alone<T>(store: () => Promise<T>): Promise<T> {
    const mine = this.#stored.then(store, store)
    this.#stored = mine.catch(() => {})
    return mine
  }

  /** Its history is stored in the transaction of the fact that it is here: a kill leaves nothing of it. */
  async #group(by: By, file: GroupFile, rehearsal: Rehearsal): Promise<Imported> {
    const { leadId } = file.history
    await assertIdsFree(this.#shard, file.history.rows)
    const staged = rehearsal.lend()
    assertStaged(await this.#ports.stage(staged, 'open'))
    try {
      const crew = this.#shard.crew(leadId)
      const group = importGroup(this.#shard, crew, by, file).name
      await this.#shard.journal.durable(leadId)
      return { kind: 'group', crew, group }
    } finally {
      await this.#ports.stage(staged, 'close')
    }
  }

  /**
   * With the same ids, numbers and times, paused, and without starting any program of it. Its rows come first and are seen by nobody;
   * the fact that it is here comes last.
   */
  async #crew(by: By, file: CrewFile, rehearsal: Rehearsal): Promise<Imported> {
    const { header, facts } = file
    await assertFree(this.#shard, by, file)
    const staged = await rehearsal.keep()
    try {
      assertStaged(await this.#ports.stage(staged, 'copy'))
      this.#shard.importCrew(header.leadId, facts, by)
      await this.#shard.journal.durable(SHARD_SCOPE)
    } catch (error) {
      // Where it cannot be taken back now, the next start does that.
      if ((await this.#ports.stage(staged, 'remove')) !== null) throw error
      await this.#letGo(staged)
      throw error
    }
    await this.#letGo(staged)
    return { kind: 'crew', crew: this.#shard.crew(header.leadId), facts }
  }

  async #letGo(staged: StagedFile): Promise<void> {
    await this.#ports.stage(staged, 'close')
    this.#ports.discard(staged)
  }
}

function assertStaged(failure: StorageFailure | null): void {
  if (failure) throw Object.assign(new Error(failure.message), { code: failure.code })
}

function noRoom(): CrewError {
  return new CrewError(
    'disk_full',
    'The disk of the server is full or cannot be written. Make room and send the file again. Nothing was imported.',
  )
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
