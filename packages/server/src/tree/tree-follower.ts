import path from 'node:path'
import { SYSTEM } from '@crewroom/shared/model/participant'
import type { Clock } from '../clock'
import type { Crew } from '../crew/crew'
import { decideNeed, decideNeedsClosed } from '../crew/needs'
import type { Shard } from '../crew/shard'
import type { Envelope, FactType } from '../journal/facts'
import { isInTree } from '../group-chats/chat-folder'
import { CrewBook } from './crew-book'
import { CrewTree, type TreePorts } from './crew-tree'
import { namesIn, removeFolder } from './files'
import { troubleSentence } from './trouble'

/** What comes within this time is written at once. */
const PAUSE_MS = 200
/** What the disk did not take is tried again after this long. */
const AGAIN_MS = 60_000

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
      for (const leadId of await namesIn(workspaces)) {
        if (!shard.findCrew(leadId)) this.#deleted.add(leadId)
      }
    })
    this.#later()
  }

  published(entries: readonly Envelope[]): void {
    for (const entry of entries) {
      const { type } = entry
      const leadId = type === 'crew:imported' ? entry.data.leadId : entry.leadId
      if (type === 'lead:deleted') {
        this.#deleted.add(leadId)
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
      const { lead } = this.#ports.shard.crewOf(agentId)?.state ?? {}
      if (!lead || !this.#trees.get(lead.id)?.stored(agentId)) continue
      this.#dirty.add(lead.id)
      this.#later()
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
        await tree.rebuild()
        this.#recovered(leadId)
      }
    })
    return this.#trees.size
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#timer?.()
    for (const cancel of this.#failing.values()) cancel()
    await this.#inTurn(async () => {
      for (const [leadId, tree] of this.#trees) {
        if (!this.#failing.has(leadId)) await tree.close().catch(() => undefined)
      }
    })
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
      this.#trees.delete(leadId)
      this.#failing.get(leadId)?.()
      this.#failing.delete(leadId)
      try {
        await removeFolder(path.join(this.#ports.workspaces, leadId))
      } catch (error) {
        // The next start tries it again.
        this.#ports.failed(leadId, error)
      }
    }
    for (const leadId of this.#dirty) {
      this.#dirty.delete(leadId)
      const tree = this.#trees.get(leadId)
      if (!tree || this.#failing.has(leadId)) continue
      try {
        await tree.write()
        this.#recovered(leadId)
      } catch (error) {
        this.#failed(leadId, error)
      }
    }
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
    const decision = shard.decide(crew)
    const text = troubleSentence(error, workspaces)
    decideNeed(shard, decision, crew, { kind: 'files', agentId: leadId, text, messageId: null })
    shard.commit(crew, BY_SYSTEM, decision)
  }

  #recovered(leadId: string): void {
    this.#failing.get(leadId)?.()
    this.#failing.delete(leadId)
    this.#told.delete(leadId)
    const { shard } = this.#ports
    const crew = shard.findCrew(leadId)
    if (!crew || !isTold(crew)) return
    const decision = shard.decide(crew)
    decideNeedsClosed(decision, crew, ({ kind }) => kind === 'files')
    shard.commit(crew, BY_SYSTEM, decision)
  }
}

const BY_SYSTEM: Parameters<Shard['commit']>[1] = { actor: SYSTEM, cause: { kind: 'system' } }

function isTold({ state }: Crew): boolean {
  return Object.values(state.needs).some(({ kind }) => kind === 'files')
}

function hasFiles({ state }: Crew): boolean {
  return Object.values(state.groups).some((group) => isInTree(state, group))
}
