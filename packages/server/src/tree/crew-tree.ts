import path from 'node:path'
import type { GroupRecord } from '@crewroom/shared/model/group'
import { isAwaited } from '@crewroom/shared/model/round'
import type { SessionRecord } from '@crewroom/shared/model/session'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import { isInTree, treeNames, treeOf } from '../group-chats/chat-folder'
import type { StoredRollouts } from '../agents/read-rollout'
import { CONFIG_FILE, chatConfig } from './configs'
import { CrewBook } from './crew-book'
import { type Contents, writeCopies } from './file-copies'
import { keepFile, makeInWorkspaces, removeInWorkspaces, sizeOf } from './files'
import { Pending } from './pending'
import { readPosition, removeTree, writePosition } from './position'
import { isSessionThere } from './session-files'
import { SessionWriter } from './session-writer'

/** So many pages of facts are read before what follows from them is written. */
const MOST_PAGES = 8
/** Somebody who changes the files again and again is not run after. */
const MOST_TRIES = 3

export interface TreePorts {
  readonly shard: Shard
  readonly rollouts: StoredRollouts
  readonly contents: Contents
  /** The folder of all workspaces. */
  readonly workspaces: string
  /** A plain object as YAML. */
  readonly yaml: (value: object) => Promise<string>
}

/** The group chats of one crew as files, up to a fact of its journal. Its methods are called one after the other. */
export class CrewTree {
  readonly #ports: TreePorts
  readonly #leadId: string
  readonly #writer: SessionWriter
  #book: CrewBook | null = null
  #pending: Pending
  /** Everything up to here is in the files. */
  #position = 0
  /** The session in which each agent was asked last: more may still be recorded of it. */
  readonly #asked = new Map<string, string>()
  /** Agents of which more is stored. */
  readonly #grown = new Set<string>()

  /** Nothing was read yet. */
  #isFirst = true
  /** The next write looks at everything that is there. */
  #looksAtAll = false
  /** The server stops: what takes long is left to the next start. */
  #isHalted = false
  /** The crew when the server started: after an orderly end the files end there. */
  #atStart: CrewBook | null

  constructor(ports: TreePorts, leadId: string, atStart: CrewBook | null) {
    this.#ports = ports
    this.#leadId = leadId
    this.#atStart = atStart
    this.#writer = new SessionWriter(ports, leadId)
    this.#pending = this.#none()
  }

  /** Writes what has become durable. Throws what the disk says; the next call then reads first what is there. */
  async write(): Promise<void> {
    const crew = this.#ports.shard.findCrew(this.#leadId)
    if (!crew) return
    try {
      let book = this.#book ?? (await this.#load(crew))
      if (book === null) return
      for (let tries = 1; !(await this.#advance(crew, book)); tries++) {
        if (tries === MOST_TRIES) throw new Error('something else changes the files')
        book = this.#fromBeginning(crew)
      }
    } catch (error) {
      this.#forget()
      throw error
    }
  }

  /** More of an agent’s record is stored. Whether that may have to be written. */
  stored(agentId: string): boolean {
    if (!this.#asked.has(agentId)) return false
    this.#grown.add(agentId)
    return true
  }

  halt(): void {
    this.#isHalted = true
  }

  /** Writes everything, and how far that is: the next start reads nothing again. */
  async close(): Promise<void> {
    await this.write()
    if (this.#book) await this.#writePosition(this.#book.state.seq)
  }

  /** Takes away what is there and writes it again. */
  async rebuild(): Promise<void> {
    this.#forget()
    await removeTree(this.#ports.workspaces, this.#leadId)
    await this.write()
  }

  #none(): Pending {
    return new Pending(this.#ports.shard.ports.personName)
  }

  #forget(): void {
    this.#book = null
    this.#pending = this.#none()
    this.#asked.clear()
    this.#grown.clear()
  }

  /** The crew as it was where its files end; null: there is nothing to write. */
  async #load(crew: Crew): Promise<CrewBook | null> {
    const groups = Object.values(crew.state.groups)
    const { workspaces } = this.#ports
    const start = this.#atStart
    this.#atStart = null
    let stored = await readPosition(workspaces, this.#leadId)
    if (stored !== null && this.#isFirst && stored > (start?.state.seq ?? 0)) {
      // The database was put back to an earlier state, or the files are those of an earlier crew with this id.
      await removeTree(workspaces, this.#leadId)
      stored = null
    }
    if (stored === null && !groups.some((group) => isInTree(crew.state, group))) return null
    const isThere = stored !== null && (await this.#isThere(crew.state))
    const { state } = crew
    this.#isFirst = false
    this.#position = isThere ? (stored ?? 0) : 0
    this.#book = start?.state.seq === this.#position ? start : CrewBook.empty(state.lead)
    for (const round of Object.values(this.#book.state.rounds).flat()) {
      for (const { agentId } of round.responses) this.#asked.set(agentId, round.sessionId)
    }
    this.#looksAtAll = true
    return this.#book
  }

  #fromBeginning(crew: Crew): CrewBook {
    this.#forget()
    this.#position = 0
    this.#book = CrewBook.empty(crew.state.lead)
    this.#looksAtAll = true
    return this.#book
  }

  /** Whether the files of all group chats are as they were written. */
  async #isThere({ groups, sessions }: CrewState): Promise<boolean> {
    const root = treeOf(this.#ports.workspaces, this.#leadId)
    for (const group of Object.values(groups)) {
      if (!isInTree({ sessions }, group)) continue
      const chat = path.join(root, group.id)
      if ((await sizeOf(path.join(chat, CONFIG_FILE))) === null) return false
      for (const { id, groupName } of Object.values(sessions)) {
        if (groupName !== group.name) continue
        if (!(await isSessionThere({ leadId: this.#leadId, sessionId: id, chat }))) return false
      }
    }
    return true
  }

  /** Reads on and writes, until there is nothing more. False: the files have to be written from their beginning. */
  async #advance(crew: Crew, book: CrewBook): Promise<boolean> {
    const { reader } = this.#ports.shard.ports
    for (let pages = 1; ; pages++) {
      const { events, last, more } = reader.events(this.#leadId, book.state.seq, LIMITS.page)
      for (const event of events) {
        if (event.seq <= this.#position) book.apply(event)
        else this.#pending.take(book, event)
        if (event.type !== 'round:responded') continue
        this.#asked.set(event.response.agentId, event.sessionId)
      }
      book.state.seq = Math.max(book.state.seq, last)
      if (!more && this.#looksAtAll) this.#lookAtAll(book.state)
      if (!more) this.#lookAtGrown(book.state)
      if (!more || pages % MOST_PAGES === 0) {
        if (!(await this.#writeAll(crew, book))) return false
      }
      if (!more) return true
      if (this.#isHalted && pages >= MOST_PAGES) throw new Error('the server is stopping')
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  /** Configurations, copies and records may be missing that no mark knows of. */
  #lookAtAll(state: CrewState): void {
    this.#looksAtAll = false
    for (const group of Object.values(state.groups)) {
      if (isInTree(state, group)) this.#pending.groups.add(group.name)
    }
    for (const id of Object.keys(state.sessions)) this.#pending.ofSession(id)
    for (const agentId of this.#asked.keys()) this.#grown.add(agentId)
  }

  /** What an agent does after its answer belongs to its question until it turns to something else. */
  #lookAtGrown({ sessions, rounds }: CrewState): void {
    const { reader } = this.#ports.shard.ports
    for (const agentId of this.#grown) {
      this.#grown.delete(agentId)
      const sessionId = this.#asked.get(agentId)
      const session = sessions[sessionId ?? '']
      const isAsked = rounds[sessionId ?? '']?.some(({ responses }) =>
        responses.some((one) => one.agentId === agentId && isAwaited(one)),
      )
      // With its answer all of it is written.
      if (!session || isAsked) continue
      this.#pending.ofSession(session.id).records.add(agentId)
      const [newest] = reader.rollout(this.#leadId, { agentId, limit: 1 }).entries
      const { turnId = null } = newest ?? {}
      const isElse = turnId !== null && !reader.turnsOfRounds(agentId, session.id).has(turnId)
      if (isElse) this.#asked.delete(agentId)
    }
  }

  async #writeAll(crew: Crew, book: CrewBook): Promise<boolean> {
    const { state } = book
    const { sessions, groups, deleted } = this.#pending
    const { workspaces } = this.#ports
    const tree = treeNames(this.#leadId)
    const isNothing = sessions.size === 0 && groups.size === 0 && deleted.size === 0
    const upTo = state.seq
    for (const [sessionId, chatId] of deleted) {
      await removeInWorkspaces(workspaces, [...tree, chatId, 'sessions', sessionId])
      deleted.delete(sessionId)
    }
    for (const [sessionId, pending] of sessions) {
      sessions.delete(sessionId)
      const session: SessionRecord | undefined = state.sessions[sessionId]
      const group = state.groups[session?.groupName ?? '']
      if (!session || !group || !isInTree(state, group)) continue
      const chat = await this.#folderOf(group)
      const of = { crew, state, group, session, pending, chat, upTo }
      if (!(await this.#writer.write(of))) return false
    }
    for (const name of groups) {
      groups.delete(name)
      const group = state.groups[name]
      if (!group) continue
      if (isInTree(state, group)) await this.#writeChat(book, group)
      else await removeInWorkspaces(workspaces, [...tree, group.id])
    }
    // Where nothing was written, it is read again from there.
    if (!isNothing) await this.#writePosition(upTo)
    return true
  }

  async #writePosition(upTo: number): Promise<void> {
    if (upTo <= this.#position) return
    await writePosition(this.#ports.workspaces, this.#leadId, upTo)
    this.#position = upTo
  }

  async #writeChat(book: CrewBook, group: GroupRecord): Promise<void> {
    const folder = await this.#folderOf(group)
    const config = chatConfig(book, group, this.#ports.shard.ports.personName)
    await keepFile(path.join(folder, CONFIG_FILE), await this.#ports.yaml(config))
    const files = book.state.files[group.name] ?? []
    await writeCopies(folder, group.id, files, this.#ports.contents)
  }

  /** The folder of a group chat, which is made if it is missing. */
  #folderOf({ id }: GroupRecord): Promise<string> {
    return makeInWorkspaces(this.#ports.workspaces, [...treeNames(this.#leadId), id])
  }
}
