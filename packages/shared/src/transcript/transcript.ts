import type { Prices } from '../model/prices'
import type { TranscriptBook, TranscriptFeed } from './book'
import type { Process, SessionMetrics } from './chunks'
import { GrowingConversation } from './growing-conversation'
import type { EnhancedAIGroup, SessionConversation } from './groups'
import { LineReader, type JsonObject } from './line-reader'
import type { ParsedMessage } from './messages'
import type { LaterMessage } from './markdown-blocks'
import { MetricsSum } from './metrics'
import { modelInfo } from './models'
import { parseRecord } from './parse-record'
import { SessionFacts } from './session-facts'
import { subagentFileOf } from './subagent-file'
import { sumsOf, type TranscriptSums } from './sums'
import { TranscriptViews } from './transcript-views'
import { shortened } from './view-texts'
import type {
  ContextView,
  CountedTexts,
  FoundTexts,
  ItemDetails,
  TimelineView,
  TranscriptPage,
  TranscriptSession,
} from './views'

/** Before the first record that tells a time. */
const NO_TIME = '1970-01-01T00:00:00.000Z'

const PATH_CHARS = 1_000

/** A reader of one file, and what its next record may need of the one before. */
interface Source {
  readonly lines: LineReader
  records: number
  time: string
}

/** What whoever reads a transcript knows of it beside its records. */
export interface AboutTranscript {
  /** That of its file or its agent; without it the session's own. */
  readonly id?: string
  readonly agentId?: string
  /** What models cost. */
  readonly prices?: Prices
}

/** A session's file, its sub-agents' files, or an agent's record, as a conversation. */
export class TranscriptOf implements TranscriptFeed, TranscriptBook {
  /** Records of kinds that this version does not know. */
  unknown = 0
  readonly facts = new SessionFacts()
  readonly #session = newSource()
  readonly #subagents = new Map<string, Source>()
  readonly #sum = new MetricsSum()
  /** Ids of records that were made elsewhere: one that comes again has changed. */
  readonly #added = new Set<string>()
  readonly #growing = new GrowingConversation()
  #summed: { readonly revision: number; readonly sums: TranscriptSums } | null = null
  #messages = 0
  /** The file is a sub-agent's own, whose records all are of a side chain; null: no record yet. */
  #isSubagents: boolean | null = null
  /** Something was read since the items were built. */
  #isStale = false
  #besideBefore: string
  readonly #about: AboutTranscript
  readonly #views: TranscriptViews

  constructor(about: AboutTranscript = {}) {
    this.#about = about
    this.#views = new TranscriptViews(this)
    this.#besideBefore = this.#beside()
  }

  get revision(): number {
    return this.#grown().revision
  }
  get conversation(): SessionConversation {
    return this.#grown().conversation
  }
  get processes() {
    return this.#grown().processes.all
  }
  get ongoing(): boolean {
    return this.#growing.ongoing
  }
  /** The session’s own conversation alone, without its sub-agents, wherever their records are. */
  get metrics(): SessionMetrics {
    return this.#sum.metrics()
  }
  get sums(): TranscriptSums {
    const { revision, processes } = this.#grown()
    if (this.#summed?.revision !== revision) {
      this.#summed = { revision, sums: sumsOf(this.#sum, processes.sums, this.#about.prices ?? {}) }
    }
    return this.#summed.sums
  }
  /** Pieces of lines that are not a record, of all files. */
  get unreadable(): number {
    let sum = this.#session.lines.unreadable
    for (const { lines } of this.#subagents.values()) sum += lines.unreadable
    return sum
  }

  get session(): TranscriptSession {
    const { sessionId, title, model, branch, cwd, startedAt, updatedAt } = this.facts
    return {
      id: this.#about.id ?? (sessionId === '' ? 'session' : sessionId),
      title,
      model: model === null ? null : modelInfo(model),
      branch,
      cwd: cwd === null ? null : shortened(cwd, PATH_CHARS),
      startedAt,
      updatedAt,
      ongoing: this.ongoing,
      file: null,
      agentId: this.#about.agentId ?? null,
    }
  }

  feed(text: string): void {
    this.#read(this.#session, text, (message, record) => {
      this.facts.record(record)
      if (message !== null) this.#take(message)
    })
    this.#isStale = true
  }

  add(messages: readonly ParsedMessage[]): void {
    for (const message of messages) {
      if (this.#added.has(message.uuid)) this.#replace(message)
      else this.#take(message, true)
      this.#added.add(message.uuid)
    }
    this.#isStale = true
  }

  goesOn(isOngoing: boolean | null): void {
    if (this.#growing.goesOn(isOngoing)) this.#isStale = true
  }

  feedSubagent(fileName: string, text: string): void {
    const file = subagentFileOf(fileName)
    let source = this.#subagents.get(file.id)
    if (source === undefined) {
      source = newSource()
      this.#subagents.set(file.id, source)
    }
    this.#read(source, text, (message) => {
      if (message !== null) this.#growing.processes.addFile(file, message)
    })
    this.#isStale = true
  }

  changedSince(revision: number): readonly string[] | null {
    return revision > this.revision ? null : this.#grown().changedSince(revision)
  }

  enhanced(itemId: string): EnhancedAIGroup | null {
    return this.#views.enhanced(itemId)
  }
  page(query: { readonly before?: string; readonly limit: number }): TranscriptPage {
    return this.#views.page(query)
  }
  details(itemId: string, piece?: string, after?: string): ItemDetails | null {
    return this.#views.details(itemId, piece, after)
  }
  messages(itemId: string): Iterable<LaterMessage> {
    return this.#views.messages(itemId)
  }
  context(): ContextView {
    return this.#views.context()
  }
  timeline(): TimelineView {
    return this.#views.timeline()
  }
  count(words: string): CountedTexts {
    return this.#views.count(words)
  }
  find(words: string, limit: number): FoundTexts {
    return this.#views.find(words, limit)
  }

  /** A sub-agent that has a file can be opened like a session. */
  transcriptIdOf({ id, source }: Process): string | null {
    return this.#about.id === undefined || source !== 'file' ? null : `${this.#about.id}.${id}`
  }

  #read(
    source: Source,
    text: string,
    take: (message: ParsedMessage | null, record: JsonObject) => void,
  ): void {
    source.lines.push(text, (record) => {
      source.records += 1
      const parsed = parseRecord(record, source.time, source.records)
      if (parsed === 'unknown') {
        this.unknown += 1
        return
      }
      if (parsed !== null) source.time = parsed.timestamp
      take(parsed, record)
    })
  }

  #replace(message: ParsedMessage): void {
    const isMain = this.#isMain(message)
    this.facts.add(message, isMain)
    if (isMain) {
      this.#sum.replace(message)
      this.#growing.replace(message)
    } else this.#growing.processes.replaceInline(message)
  }

  #take(message: ParsedMessage, isKept = false): void {
    if (message.type === 'user' || message.type === 'assistant') {
      this.#isSubagents ??= message.isSidechain
    }
    const isMain = this.#isMain(message)
    this.facts.add(message, isMain)
    this.#messages += 1
    if (isMain) {
      this.#sum.add(message)
      this.#growing.add(message, isKept)
    } else this.#growing.processes.addInline(message)
  }

  /** A side chain of a session's own file belongs to a sub-agent; a sub-agent's file is one as a whole. */
  #isMain(message: ParsedMessage): boolean {
    return !message.isSidechain || this.#isSubagents !== false
  }

  /** What is shown beside the items: it changes with records that make none. */
  #beside(): string {
    return `${this.unreadable} ${this.unknown} ${this.#messages} ${this.facts.title}`
  }

  /** Items are built when somebody looks: a file that is read in a hundred pieces is not built a hundred times. */
  #grown(): GrowingConversation {
    if (!this.#isStale) return this.#growing
    this.#isStale = false
    const before = this.#besideBefore
    this.#besideBefore = this.#beside()
    this.#growing.update(this.facts.sessionId, this.#besideBefore !== before)
    return this.#growing
  }
}

const newSource = (): Source => ({ lines: new LineReader(), records: 0, time: NO_TIME })
