import type { FileFactType } from '../journal/fact-table'
import type { Envelope } from '../journal/facts'
import type { Rehearsal } from '../journal/ports/transfer-port'
import { CrewBook } from './judge-crew'
import { type CrewHeader, crewVersion, hasChatParts, hasOpenParts } from './export-file'
import { takeFact } from './fact-references'
import { FACT_DATA, FactLine } from './fact-schema'
import { fitting, type Lines, Misfit } from './read-file'

/** The disk is full or broken: the file is not to blame. */
export function isOfDisk(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(SQLITE_FULL|SQLITE_IOERR|ENOSPC|EDQUOT|EIO)/.test(code)
}

function saysWhere(fact: Envelope): boolean {
  if (fact.type === 'permission:rule_added') return fact.data.rule.folder !== undefined
  return fact.type === 'need:opened' && fact.data.need.kind === 'rules'
}

/** The lines of a crew's file, each held against its schema, what came before it, and tables like the real ones. */
export class CrewFile implements Lines {
  readonly kind = 'crew'
  readonly header: CrewHeader
  readonly book: CrewBook
  /** So many came so far. They are in the tables of the rehearsal, and nowhere else. */
  facts = 0
  /** An agent has or had instructions of its own. */
  #isInstructed = false
  /** A rule says where it holds, or a person was asked about those that do not. */
  #isPlaced = false
  readonly #rehearsal: Rehearsal

  constructor(header: CrewHeader, personName: string, rehearsal: Rehearsal) {
    this.header = header
    this.book = new CrewBook(header.leadId, personName, rehearsal.rows)
    this.#rehearsal = rehearsal
  }

  take(value: unknown): void {
    const line = fitting(FactLine, value)
    if (line.seq !== this.facts + 1) {
      throw new Misfit(`the fact ${this.facts + 1} is expected here, not ${line.seq}.`)
    }
    const schema = Object.hasOwn(FACT_DATA, line.type) ? FACT_DATA[line.type as FileFactType] : null
    if (!schema) throw new Misfit(`"${line.type.slice(0, 64)}" is not a fact that a file can have.`)
    fitting(schema, line.data)
    const fact = { leadId: this.header.leadId, ...line } as unknown as Envelope
    takeFact(this.book, fact)
    this.#rehearse(() => this.#rehearsal.take(fact))
    if (fact.type === 'agent:instructed') this.#isInstructed = true
    if (saysWhere(fact)) this.#isPlaced = true
    this.facts++
  }

  /** Throws `Misfit` when the whole is not a crew that a restart could load. */
  end(): void {
    const { version, seq, name, leadId, agents, groups, messages } = this.header
    if (seq !== this.facts) throw new Misfit('the header states another number of facts.')
    this.book.end()
    const { book } = this
    if (
      agents !== book.agents.size ||
      groups !== book.groupCount ||
      messages !== book.messageCount
    ) {
      throw new Misfit('the header states other numbers of agents, groups or messages.')
    }
    const crew = this.#rehearse(() => this.#rehearsal.load(leadId))
    if (crew?.state.lead.name !== name) throw new Misfit('the header names another crew.')
    const own = crewVersion({
      waiting: book.tasks.hadAny,
      sessions: hasChatParts(crew.state) || book.sessions.count > 0,
      settled: book.hasSettled,
      choices: book.sessions.hasChoices,
      files: book.files.hadAny,
      runs: book.runs.count > 0,
      admissions: hasOpenParts(crew.state) || book.admissions.count > 0 || book.hasReplies,
      changes: book.hasChanges,
      answers: book.hasAnswers,
      instructions: this.#isInstructed,
      rules: this.#isPlaced,
    })
    // It would be exported under another one: a file comes out as it came in.
    if (version !== own) {
      throw new Misfit('the header states another version than its facts have.')
    }
  }

  #rehearse<T>(act: () => T): T {
    try {
      return act()
    } catch (error) {
      if (isOfDisk(error)) throw error
      throw new Misfit('it contradicts what came before it.')
    }
  }
}
