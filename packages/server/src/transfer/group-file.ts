import * as z from 'zod'
import type { GroupFile as FileRecord } from '@crewroom/shared/model/group-file'
import type { GroupRows } from '../journal/ports/transfer-port'
import type { Message } from '@crewroom/shared/model/message'
import type { TimelineEvent } from '@crewroom/shared/model/timeline'
import { type GroupHeader, groupVersion } from './export-file'
import { FileNames, LEAD } from './file-names'
import { historyShapes } from './history-shapes'
import { groupFileInFile } from './group-file-schema'
import { assertFits } from './judge-files'
import { assertQuotes, assertSaysParts } from './judge-written'
import { fitting, type Lines, Misfit } from './read-file'

const Line = z.union([
  z.strictObject({ group: z.strictObject(historyShapes.group) }),
  z.strictObject({ author: z.strictObject(historyShapes.author) }),
  z.strictObject({ message: z.strictObject(historyShapes.message) }),
  z.strictObject({ reaction: z.strictObject(historyShapes.reaction) }),
  z.strictObject({ edit: z.strictObject(historyShapes.edit) }),
  z.strictObject({ deletion: z.strictObject(historyShapes.deletion) }),
  z.strictObject({ event: z.strictObject(historyShapes.event) }),
  z.strictObject({ file: groupFileInFile }),
])
type GroupLine = z.infer<typeof Line>
type OriginMessage = Extract<GroupLine, { message: unknown }>['message']
type OriginReaction = Extract<GroupLine, { reaction: unknown }>['reaction']
type OriginRecord = Extract<GroupLine, { group: unknown }>['group']
export type OriginLine =
  | Exclude<GroupLine, { group: unknown } | { event: unknown } | { file: unknown }>
  | { readonly event: Omit<TimelineEvent, 'seq' | 'kind'> }

/** What came behind the record, on its way into a crew. */
export interface HistoryLines {
  readonly leadId: string
  readonly rows: GroupRows
  /** So many came so far. */
  readonly facts: number
  /** The newest message, as it is at the end. */
  readonly last: Message | null
  /** A line that is known to fit. */
  take(line: OriginLine): void
  /** What a message of the file is called here. */
  idHere(message: OriginMessage): string
}

/** The lines of a group's file, each held against its schema and what came before it. None of them stays in memory. */
export class GroupFile implements Lines {
  readonly kind = 'group'
  readonly header: GroupHeader
  /** Those that the group had at the end. */
  readonly files: FileRecord[] = []
  readonly #names: FileNames
  readonly history: HistoryLines
  #record: OriginRecord | null = null
  #messages = 0
  #hasReplies = false
  #hasChanges = false

  constructor(header: GroupHeader, personName: string, history: HistoryLines) {
    this.header = header
    this.#names = new FileNames(personName)
    this.history = history
  }

  get record(): OriginRecord {
    if (!this.#record) throw new Misfit('the record of the group is missing.')
    return this.#record
  }

  take(value: unknown): void {
    const line = fitting(Line, value)
    if ('group' in line) {
      if (this.#record) throw new Misfit('the record of the group appears twice.')
      this.#record = line.group
      return
    }
    if (!this.#record) throw new Misfit('the record of the group is expected here.')
    if ('file' in line) {
      assertFits(this.files, line.file)
      this.files.push(line.file)
      return
    }
    if ('author' in line) {
      this.#names.introduce(line.author.id, line.author, line.author.role === LEAD)
    }
    if ('message' in line) this.#message(line.message)
    if ('reaction' in line) this.#reaction(line.reaction)
    if ('edit' in line) this.#changed(line.edit.n, line.edit)
    if ('deletion' in line) {
      this.#changed(line.deletion.n)
      this.history.rows.goes(line.deletion.n)
    }
    this.history.take(line as OriginLine)
  }

  end(): void {
    void this.record
    if (this.header.messages !== this.#messages) {
      throw new Misfit('the header states another number of messages.')
    }
    const has = {
      files: this.files.length > 0,
      replies: this.#hasReplies,
      changes: this.#hasChanges,
    }
    if (this.header.version !== groupVersion(has)) {
      throw new Misfit('the header states another version than its lines have.')
    }
  }

  #message(message: OriginMessage): void {
    const { id, n, from, fromRole, content, parts, replyTo } = message
    this.#names.wroteAs(from, fromRole)
    if (n !== this.#messages + 1) throw new Misfit('an ordinal is missing or appears twice.')
    if (replyTo) {
      const quoted = this.history.rows.said(replyTo.n)
      assertQuotes(replyTo, n, quoted && { ...quoted, n: replyTo.n })
    }
    assertSaysParts(content, parts)
    if (parts ?? replyTo) this.#hasReplies = true
    if (!this.history.rows.says(n, { id, idHere: this.history.idHere(message), from, fromRole })) {
      throw new Misfit('the id of a message appears twice.')
    }
    this.#messages = n
  }

  #changed(n: number, said?: Pick<OriginMessage, 'content' | 'parts'>): void {
    if (n > this.#messages) throw new Misfit('a change of a message that is not there.')
    if (this.history.rows.isGone(n)) throw new Misfit('a message that was deleted before.')
    if (said) assertSaysParts(said.content, said.parts)
    this.#hasChanges = true
  }

  #reaction({ n, emoji, from, action }: OriginReaction): void {
    if (n > this.#messages) throw new Misfit('a reaction to a message that is not there.')
    if (!this.history.rows.reacts(n, emoji, from, action)) {
      throw new Misfit('a reaction that changes nothing.')
    }
  }
}
