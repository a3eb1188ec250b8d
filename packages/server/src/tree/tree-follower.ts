import { SYSTEM } from '@crewroom/shared/model/participant'
import type { Clock } from '../clock'
import type { Crew } from '../crew/crew'
import { decideNeed, decideNeedsClosed } from '../crew/needs'
import type { Shard } from '../crew/shard'
import type { Decision } from '../journal/decision'
import type { Envelope, FactType } from '../journal/facts'
import { isInTree } from '../group-chats/chat-folder'
import { CrewBook } from './crew-book'
import { CrewTree, type TreePorts } from './crew-tree'
import { namesIn } from './files'
import { readPosition, removeTree } from './position'
import { troubleSentence } from './trouble'

/** What comes within this time is written at once. */
const PAUSE_MS = 200
/** What the disk did not take is tried again after this long. */
const AGAIN_MS = 60_000

/** Ids of crews. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** With one of these a crew gets its first file. */
const BEGINS: ReadonlySet<FactType> = new Set<FactType>([
  'session:created',
  'group:created',
  'group:updated',
  'group:imported',
  'crew:imported',
])

export interface FollowerPorts extends TreePorts {
  readonly clock: Clock
  /** Told when the files of a crew cannot be written. */
  readonly failed: (leadId: string, error: unknown) => void
}

/**
 * Writes group chats as files, behind the journal: nothing waits for it, and what it cannot write stops it alone. One crew after
 * the other, so that it never takes more than one of the server’s threads.
 */
export class TreeFollower {
  readonly #ports: FollowerPorts
  readonly #trees = new Map<string, CrewTree>()
  readonly #dirty = new Set<string>()
  readonly #deleted = new Set<string>()
  /** By lead: ends the wait before it is tried again. */
  readonly #failing = new Map<string, () => void>()
  /** Leads whose person was told: once, even if it was dismissed. */
  readonly #told = new Set<string>()
  #timer: (() => void) | null = null
  #work: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(ports: FollowerPorts) {
    this.#ports = ports
    for (const crew of ports.shard.crews()) if (hasFiles(crew)) this.#follow(crew, true)
  }

  /** Looks at what is there, and takes away what is of no crew. */
  start(): void {
    void this.#inTurn(async () => {
      const { shard, workspaces } = this.#ports
      for (const name of await namesIn(workspaces)) {
        // Only what a crew had there: anything else is somebody's own.
        const isOurs = UUID.test(name) && (await readPosition(workspaces, name)) !== null
        if (!isOurs) continue
        const crew = shard.findCrew(name)
        if (!crew) this.#deleted.add(name)
        // The last of its sessions was deleted, and then the server ended: its files are still there.
        else if (!this.#trees.has(name)) this.#follow(crew, true)
      }
    })
    this.#later()
  }

  published(entries: readonly Envelope[]): void {
    for (const entry of entries) {
      const { type } = entry
      const leadId = type === 'crew:imported' ? entry.data.leadId : entry.leadId
      if (type === 'lead:deleted') {
        this.#gone(leadId)
        this.#later()
      } else if (this.#trees.has(leadId)) {
        this.#dirty.add(leadId)
        this.#later()
      } else if (BEGINS.has(type)) {
        const crew = this.#ports.shard.findCrew(leadId)
        if (!crew || !hasFiles(crew)) continue
        this.#follow(crew, false)
        this.#later()
      }
    }
  }

  /** More of these agents’ records is stored. */
  stored(agentIds: Iterable<string>): void {
    for (const agentId of agentIds) {
      // The leader of a crew may be asked in the one that it works for.
      for (const { state } of this.#ports.shard.crewsOf(agentId)) {
        const leadId = state.lead.id
        if (!this.#trees.get(leadId)?.stored(agentId)) continue
        this.#dirty.add(leadId)
        this.#later()
      }
    }
  }

  /** Writes what is durable now. */
  async flush(): Promise<void> {
    this.#timer?.()
    this.#timer = null
    await this.#inTurn(() => this.#writeDirty())
  }

  /** Writes the files of all crews again from what is stored. Resolves with how many crews have files; throws what the disk says. */
  async rebuild(): Promise<number> {
    await this.#inTurn(async () => {
      for (const [leadId, tree] of this.#trees) {
        try {
          await tree.rebuild()
        } catch (error) {
          this.#failing.get(leadId)?.()
          this.#failed(leadId, error)
          throw error
        }
        this.#recovered(leadId)
      }
    })
    return this.#trees.size
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const tree of this.#trees.values()) tree.halt()
    this.#timer?.()
    for (const cancel of this.#failing.values()) cancel()
    await this.#inTurn(async () => {
      for (const [leadId, tree] of this.#trees) {
        if (!this.#failing.has(leadId)) await tree.close().catch(() => undefined)
      }
    })
  }

  /** Its files go with the next write. One with the same id may be taken in meanwhile. */
  #gone(leadId: string): void {
    this.#deleted.add(leadId)
    this.#trees.get(leadId)?.halt()
    this.#trees.delete(leadId)
    this.#dirty.delete(leadId)
    this.#told.delete(leadId)
    this.#failing.get(leadId)?.()
    this.#failing.delete(leadId)
  }

  #follow(crew: Crew, isStart: boolean): void {
    const { lead } = crew.state
    const book = isStart ? CrewBook.of(crew) : null
    this.#trees.set(lead.id, new CrewTree(this.#ports, lead.id, book))
    this.#dirty.add(lead.id)
  }

  #later(): void {
    if (this.#timer || this.#isStopped) return
    this.#timer = this.#ports.clock.after(PAUSE_MS, () => {
      this.#timer = null
      void this.#inTurn(() => this.#writeDirty())
    })
  }

  #inTurn(run: () => Promise<void>): Promise<void> {
    const done = this.#work.then(run)
    this.#work = done.catch(() => undefined)
    return done
  }

  async #writeDirty(): Promise<void> {
    for (const leadId of this.#deleted) {
      this.#deleted.delete(leadId)
      try {
        await removeTree(this.#ports.workspaces, leadId)
      } catch (error) {
        // The next start tries it again.
        this.#ports.failed(leadId, error)
      }
    }
    const again: string[] = []
    // What comes meanwhile is written after the next pause: a busy crew is not read again for each of its facts.
    const dirty = [...this.#dirty]
    this.#dirty.clear()
    for (const leadId of dirty) {
      const tree = this.#trees.get(leadId)
      if (!tree || this.#failing.has(leadId) || this.#isStopped) continue
      if (this.#deleted.has(leadId)) {
        // After what was there before it is gone.
        again.push(leadId)
        continue
      }
      try {
        await tree.write()
        this.#recovered(leadId)
      } catch (error) {
        this.#failed(leadId, error)
      }
    }
    for (const leadId of again) this.#dirty.add(leadId)
    if (again.length > 0) this.#later()
  }

  #failed(leadId: string, error: unknown): void {
    const { clock, failed, shard, workspaces } = this.#ports
    failed(leadId, error)
    const again = clock.after(AGAIN_MS, () => {
      this.#failing.delete(leadId)
      this.#dirty.add(leadId)
      this.#later()
    })
    this.#failing.set(leadId, again)
    const crew = shard.findCrew(leadId)
    if (!crew || this.#told.has(leadId) || isTold(crew)) return
    this.#told.add(leadId)
    const text = troubleSentence(error, workspaces)
    this.#decide(crew, (decision) =>
      decideNeed(shard, decision, crew, { kind: 'files', agentId: leadId, text, messageId: null }),
    )
  }

  #recovered(leadId: string): void {
    this.#failing.get(leadId)?.()
    this.#failing.delete(leadId)
    this.#told.delete(leadId)
    const crew = this.#ports.shard.findCrew(leadId)
    if (!crew || !isTold(crew)) return
    this.#decide(crew, (decision) =>
      decideNeedsClosed(decision, crew, ({ kind }) => kind === 'files'),
    )
  }

  #decide(crew: Crew, adds: (decision: Decision) => unknown): void {
    const { shard } = this.#ports
    try {
      const decision = shard.decide(crew)
      adds(decision)
      shard.commit(crew, BY_SYSTEM, decision)
    } catch {
      // Nothing can be stored at the moment. The next try says it.
      this.#told.delete(crew.state.lead.id)
    }
  }
}

const BY_SYSTEM: Parameters<Shard['commit']>[1] = { actor: SYSTEM, cause: { kind: 'system' } }

function isTold({ state }: Crew): boolean {
  return Object.values(state.needs).some(({ kind }) => kind === 'files')
}

function hasFiles({ state }: Crew): boolean {
  return Object.values(state.groups).some((group) => isInTree(state, group))
}
