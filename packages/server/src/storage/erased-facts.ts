import { sql } from 'drizzle-orm'
import { rowOf } from '../journal/fact-table'
import { withoutSecretsIn } from '../journal/fact-texts'
import type { FactType } from '../journal/facts'
import type { SecretMask } from '../journal/ports/mask-port'
import type { Sqlite } from './database'
import type { ProjectionContext } from './projections/projection'

const p = sql.placeholder

/** Numbers of facts that are looked through at once. */
const FACTS = 500

interface FactRow {
  readonly seq: number
  readonly type: FactType
  readonly data: string
}

/** The data of a fact as it is to be; undefined: as it is. */
export type Erased = (type: FactType, data: string) => string | undefined

export type FactStatements = ReturnType<typeof factStatements>

export function factStatements(sqlite: Sqlite, { guard }: ProjectionContext) {
  return {
    newest: sqlite
      .prepare<[string], number | null>('select max(seq) from journal where lead_id = ?')
      .pluck(),
    read: sqlite.prepare<[string, number, number, string, string], FactRow>(
      `select seq, type, data from journal where lead_id = ? and seq >= ? and seq < ?
         and (instr(data, ?) > 0 or instr(?, type) > 0) order by seq`,
    ),
    change: guard({
      toSQL: () => ({
        sql: 'update journal set data = ? where lead_id = ? and seq = ?',
        params: [p('data'), p('leadId'), p('seq')],
      }),
    }),
  }
}

/** Takes out of a crew's journal what its facts themselves say of something that was deleted. */
export class ErasedFacts {
  readonly #statements: FactStatements
  readonly #of: { readonly leadId: string; readonly id: string; readonly types: string }
  readonly #erased: Erased
  readonly #end: number
  #next: number

  /** `id`: what is deleted, and in the facts about it; facts of these `types` may be about it without that. */
  constructor(
    statements: FactStatements,
    of: {
      readonly leadId: string
      readonly id: string
      readonly from: number
      readonly types?: readonly FactType[]
    },
    erased: Erased,
  ) {
    this.#statements = statements
    this.#of = { leadId: of.leadId, id: of.id, types: (of.types ?? []).join() }
    this.#erased = erased
    this.#next = of.from
    this.#end = statements.newest.get(of.leadId) ?? 0
  }

  /** A few facts, inside a transaction; true when none is left. */
  step(): boolean {
    const { leadId, id, types } = this.#of
    const to = this.#next + FACTS
    for (const { seq, type, data } of this.#statements.read.all(
      leadId,
      this.#next,
      to,
      id,
      types,
    )) {
      const erased = this.#erased(type, data)
      if (erased !== undefined && erased !== data) {
        this.#statements.change({ leadId, seq, data: erased })
      }
    }
    this.#next = to
    return this.#next > this.#end
  }
}

const NOTHING: SecretMask = {
  mask: () => '',
  stream: () => {
    throw new Error('a fact is not a stream')
  },
}

/** The data of a fact without any of its texts. */
export function withoutTexts<V>(type: FactType, data: V): V {
  return withoutSecretsIn(data, rowOf(type).texts, NOTHING)
}

/** The last message that records of groups show, where it is the one that was deleted. */
export function withoutPreview(messageId: string): Erased {
  return (_, data) => {
    if (!data.includes('"lastMessage"')) return undefined
    return JSON.stringify(
      JSON.parse(data, (key, value: unknown) =>
        key === 'lastMessage' && isOf(value, messageId) ? { ...value, content: '' } : value,
      ),
    )
  }
}

function isOf(value: unknown, id: string): value is { readonly id: string } {
  return typeof value === 'object' && value !== null && 'id' in value && value.id === id
}
