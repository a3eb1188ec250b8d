import { eq, sql } from 'drizzle-orm'
import { indexedText } from '@crewroom/shared/text/search-words'
import type { Sqlite } from './database'
import type { ProjectionContext } from './projections/projection'
import { searchDocuments, searchGone, searchProgress, searchState } from './schema'
import { facetsOf } from './search-facets'

const p = sql.placeholder

/** Raised when what is indexed of a message changes: every index is then rebuilt. */
const VERSION = 1
/** One slice: so many facts, and no more text than this. Batches come in between. */
const SLICE_FACTS = 128
const SLICE_UNITS = 128 * 1024
const SLICE_GONE = 1_000
/** Facts that name a message. */
const INDEXED = `'group:message', 'group:message_edited', 'group:message_deleted', 'group:reaction', 'group:history', 'session:message', 'session:reaction'`

interface FactRow {
  readonly seq: number
  readonly type: string
  readonly messageId: string | null
}

interface MessageRow {
  readonly leadId: string
  readonly groupName: string
  readonly from: string
  readonly content: string
  readonly seq: number
  readonly reacted: number
  readonly deleted: number
}

/** How much a slice still takes. */
interface Room {
  readonly facts: number
  readonly units: number
}

/** What a slice did, to be told when its transaction has stood. */
export interface Slice {
  /** Crews whose whole journal is in the index now. */
  readonly finished: readonly string[]
  /** One that has more: the others come first now. */
  readonly unfinished: string | null
  /** How many facts were read. */
  readonly facts: number
  readonly clean: boolean
}

/**
 * The full-text index, kept up by reading the journal of each crew from where it stopped last. The place is stored
 * with the rows, in the same transaction: a crash costs nothing but the slice that was under way.
 */
export class SearchIndex {
  readonly #sqlite: Sqlite
  /** Crews whose journal goes on behind what was indexed. */
  readonly #behind = new Set<string>()
  #unclean = true
  #rebuild: boolean
  readonly #reads
  readonly #writes

  constructor(sqlite: Sqlite, context: ProjectionContext) {
    this.#sqlite = sqlite
    this.#reads = prepareReads(sqlite)
    this.#writes = prepareWrites(context)
    this.#rebuild = this.#reads.version.get() !== VERSION
    for (const leadId of this.#reads.behind.all()) this.#behind.add(leadId as string)
  }

  /** The crew's journal has more. */
  touched(leadId: string): void {
    this.#behind.add(leadId)
  }

  /** Messages were deleted. */
  deleted(): void {
    this.#unclean = true
  }

  /** Begins again with the next slice. */
  rebuild(): void {
    this.#rebuild = true
  }

  get done(): boolean {
    return this.isAtEnd && !this.#unclean
  }

  /** The journals have been read, to the end. */
  get isAtEnd(): boolean {
    return this.#behind.size === 0 && !this.#rebuild
  }

  /** This crew's has. */
  has(leadId: string): boolean {
    return !this.#rebuild && !this.#behind.has(leadId)
  }

  /** A part of what is to be done, inside a transaction. */
  slice(): Slice {
    if (this.#rebuild) this.#empty()
    const clean = this.#unclean ? this.#sweep() : true
    const room = { facts: SLICE_FACTS, units: SLICE_UNITS }
    const finished: string[] = []
    let unfinished: string | null = null
    let facts = 0
    for (const leadId of this.#behind) {
      const read = this.#read(leadId, room)
      facts += read.facts
      if (!read.isAtEnd) {
        unfinished = leadId
        break
      }
      finished.push(leadId)
      // Crews without any news cost something too.
      room.facts -= Math.max(1, read.facts)
      room.units -= read.units
      if (room.facts <= 0 || room.units <= 0) break
    }
    return { clean, finished, unfinished, facts }
  }

  /** The transaction of the slice stands. */
  stood({ finished, unfinished, clean }: Slice): void {
    this.#rebuild = false
    if (clean) this.#unclean = false
    for (const leadId of finished) this.#behind.delete(leadId)
    if (unfinished === null) return
    this.#behind.delete(unfinished)
    this.#behind.add(unfinished)
  }

  #read(leadId: string, room: Room): { facts: number; units: number; isAtEnd: boolean } {
    const facts = this.#reads.facts.all({
      leadId,
      since: this.#reads.progress.get({ leadId }) ?? 0,
      limit: room.facts,
    }) as FactRow[]
    let units = 0
    let read = 0
    for (const { type, messageId } of facts) {
      if (units > room.units) break
      read++
      if (messageId === null) continue
      const message = this.#reads.message.get({ messageId }) as MessageRow | undefined
      if (!message) continue
      units += message.content.length
      if (message.deleted === 1) this.#drop(message)
      else if (isNew(type) || !this.#note(message, isEdit(type))) this.#add(messageId, message)
    }
    const last = facts[read - 1]
    if (last) this.#writes.putProgress({ leadId, seq: last.seq })
    return { facts: read, units, isAtEnd: facts.length < room.facts && read === facts.length }
  }

  #add(messageId: string, message: MessageRow): void {
    const { leadId, seq, reacted } = message
    const docid = ((this.#reads.lastDocid.get() as number | null) ?? 0) + 1
    this.#writes.putDocument({ docid, leadId, seq, messageId, reacted })
    this.#writes.putText({ docid, ...textOf(message) })
  }

  /** Nothing finds what its writer deleted. */
  #drop({ leadId, seq }: MessageRow): void {
    const known = this.#reads.document.get({ leadId, seq }) as { docid: number } | undefined
    if (!known) return
    this.#writes.dropText({ docid: known.docid })
    this.#writes.dropDocument({ docid: known.docid })
  }

  /** A message is read as it is now, even if the journal has more about it further on. False when the message is new. */
  #note(message: MessageRow, isOtherText: boolean): boolean {
    const { leadId, seq, reacted } = message
    const known = this.#reads.document.get({ leadId, seq }) as
      | { docid: number; reacted: number }
      | undefined
    if (!known) return false
    if (known.reacted === reacted && !isOtherText) return true
    this.#writes.setReacted({ docid: known.docid, reacted })
    this.#writes.changeText({ docid: known.docid, ...textOf(message) })
    return true
  }

  /** True when nothing is left of what was deleted. */
  #sweep(): boolean {
    const gone = this.#reads.gone.all({ limit: SLICE_GONE }) as number[]
    for (const docid of gone) {
      this.#writes.dropText({ docid })
      this.#writes.forget({ docid })
    }
    return gone.length < SLICE_GONE
  }

  #empty(): void {
    this.#writes.dropAll({})
    this.#writes.dropDocuments({})
    this.#writes.dropGone({})
    this.#writes.dropProgress({})
    this.#writes.putVersion({ version: VERSION })
    for (const { id } of this.#sqlite.prepare('select id from leads').all() as { id: string }[]) {
      this.#behind.add(id)
    }
  }
}

/** Whether a fact is a message itself; others say something of one. */
function isNew(type: string): boolean {
  return type === 'group:message' || type === 'session:message'
}

/** Whether a fact may have changed the text of one. */
function isEdit(type: string): boolean {
  return type === 'group:message_edited' || type === 'group:history'
}

function textOf({ content, reacted, deleted: _, ...rest }: MessageRow): {
  content: string
  facets: string
} {
  return {
    content: indexedText(content),
    facets: facetsOf({ ...rest, content, reacted: reacted === 1 }),
  }
}

function prepareReads(sqlite: Sqlite) {
  return {
    version: sqlite.prepare('select version from search_state where id = 1').pluck(),
    behind: sqlite
      .prepare(
        `select id from leads where (select max(seq) from journal where lead_id = leads.id)
           > coalesce((select seq from search_progress where lead_id = leads.id), 0)`,
      )
      .pluck(),
    progress: sqlite.prepare('select seq from search_progress where lead_id = :leadId').pluck(),
    facts: sqlite.prepare(
      `select seq, type, case when type in (${INDEXED})
         then json_extract(data, '$.messageId') end as messageId
       from journal where lead_id = :leadId and seq > :since order by seq limit :limit`,
    ),
    message: sqlite.prepare(
      `select lead_id as leadId, group_name as groupName, from_agent_id as "from", content, seq,
         deleted_at is not null as deleted, exists(select 1 from chat_group_reactions where message_id = id) as reacted
       from chat_group_messages where id = :messageId`,
    ),
    document: sqlite.prepare(
      'select docid, reacted from search_documents where lead_id = :leadId and seq = :seq',
    ),
    // Also above what is still to be swept out: its rows are there.
    lastDocid: sqlite
      .prepare(
        `select max(coalesce((select max(docid) from search_documents), 0),
           coalesce((select max(docid) from search_gone), 0))`,
      )
      .pluck(),
    gone: sqlite.prepare('select docid from search_gone limit :limit').pluck(),
  }
}

/** Writes that refuse to run outside of their transaction, like those of a batch. */
function prepareWrites({ orm, guard }: ProjectionContext) {
  const raw = (text: string, ...names: string[]) =>
    guard({ toSQL: () => ({ sql: text, params: names.map((name) => p(name)) }) })
  return {
    putDocument: guard(
      orm.insert(searchDocuments).values({
        docid: p('docid'),
        leadId: p('leadId'),
        seq: p('seq'),
        messageId: p('messageId'),
        reacted: p('reacted'),
      }),
    ),
    setReacted: guard(
      orm
        .update(searchDocuments)
        .set({ reacted: sql`${p('reacted')}` })
        .where(eq(searchDocuments.docid, p('docid'))),
    ),
    putProgress: guard(
      orm
        .insert(searchProgress)
        .values({ leadId: p('leadId'), seq: p('seq') })
        .onConflictDoUpdate({ target: searchProgress.leadId, set: { seq: sql`excluded.seq` } }),
    ),
    putVersion: guard(
      orm
        .insert(searchState)
        .values({ id: 1, version: p('version') })
        .onConflictDoUpdate({ target: searchState.id, set: { version: sql`excluded.version` } }),
    ),
    forget: guard(orm.delete(searchGone).where(eq(searchGone.docid, p('docid')))),
    dropDocument: guard(orm.delete(searchDocuments).where(eq(searchDocuments.docid, p('docid')))),
    dropDocuments: guard(orm.delete(searchDocuments)),
    dropGone: guard(orm.delete(searchGone)),
    dropProgress: guard(orm.delete(searchProgress)),
    putText: raw(
      'insert into search_text (rowid, content, facets) values (?, ?, ?)',
      'docid',
      'content',
      'facets',
    ),
    changeText: raw(
      'update search_text set content = ?, facets = ? where rowid = ?',
      'content',
      'facets',
      'docid',
    ),
    dropText: raw('delete from search_text where rowid = ?', 'docid'),
    dropAll: raw("insert into search_text (search_text) values ('delete-all')"),
  }
}
