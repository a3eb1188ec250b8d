import * as z from 'zod'
import type { GroupFile as FileRecord } from '@crewroom/shared/model/group-file'
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
type OriginRecord = Extract<GroupLine, { group: unknown }>['group']
export type OriginLine =
  | Exclude<GroupLine, { group: unknown } | { event: unknown } | { file: unknown }>
  | { readonly event: Omit<TimelineEvent, 'seq' | 'kind'> }

/** The lines of a group's file. */
export class GroupFile implements Lines {
  readonly kind = 'group'
  readonly header: GroupHeader
  /** What came behind the record, in order. */
  readonly lines: OriginLine[] = []
  readonly messageIds = new Set<string>()
  /** Those that the group had at the end. */
  readonly files: FileRecord[] = []
  readonly #names: FileNames
  #record: OriginRecord | null = null
  readonly #messages: Pick<OriginMessage, 'n' | 'from' | 'fromRole'>[] = []
  #hasReplies = false
  #hasChanges = false
  /** Ordinals of messages that their writers have deleted. */
  readonly #deleted = new Set<number>()
  /** Who has reacted with what to which message. */
  readonly #reactions = new Set<string>()

  constructor(header: GroupHeader, personName: string) {
    this.header = header
    this.#names = new FileNames(personName)
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
      this.#deleted.add(line.deletion.n)
    }
    this.lines.push(line as OriginLine)
  }

  end(): void {
    void this.record
    if (this.header.messages !== this.#messages.length) {
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

  #message({ id, n, from, fromRole, content, parts, replyTo }: OriginMessage): void {
    this.#names.wroteAs(from, fromRole)
    if (n !== this.#messages.length + 1) {
      throw new Misfit('an ordinal is missing or appears twice.')
    }
    if (this.messageIds.has(id)) throw new Misfit('the id of a message appears twice.')
    if (replyTo) assertQuotes(replyTo, n, this.#messages[replyTo.n - 1])
    assertSaysParts(content, parts)
    if (parts ?? replyTo) this.#hasReplies = true
    this.#messages.push({ n, from, fromRole })
    this.messageIds.add(id)
  }

  #changed(n: number, said?: Pick<OriginMessage, 'content' | 'parts'>): void {
    if (n > this.#messages.length) throw new Misfit('a change of a message that is not there.')
    if (this.#deleted.has(n)) throw new Misfit('a message that was deleted before.')
    if (said) assertSaysParts(said.content, said.parts)
    this.#hasChanges = true
  }

  #reaction(reaction: { n: number; emoji: string; from: string; action: 'add' | 'remove' }): void {
    const { n, emoji, from, action } = reaction
    if (n > this.#messages.length) throw new Misfit('a reaction to a message that is not there.')
    const key = JSON.stringify([n, emoji, from])
    if (this.#reactions.has(key) === (action === 'add')) {
      throw new Misfit('a reaction that changes nothing.')
    }
    if (action === 'add') this.#reactions.add(key)
    else this.#reactions.delete(key)
  }
}
