import { TEXT } from '@crewroom/shared/text/catalogue'
import { sql } from 'drizzle-orm'
import type { FactType } from '../journal/facts'
import type { Sqlite } from './database'
import { type Erased, ErasedFacts, type FactStatements, withoutTexts } from './erased-facts'
import { CONFIRMED, WITHDRAWN } from './delivery-schema'
import { MARK } from './erased-text'
import type { ProjectionContext } from './projections/projection'

const p = sql.placeholder

/** Facts that say nothing of the session in which they came to be. */
const WITHOUT_SESSION: readonly FactType[] = [
  'need:opened',
  'need:closed',
  'turn:ended',
  'request:answered',
]
/** Requests of an agent's program may come a moment after its turn. */
const ASKED_LATER = '+1 minute'

interface Turn {
  readonly id: string
  readonly agentId: string
}

interface Named {
  readonly id: string
  readonly data: string
}

export type SessionStatements = ReturnType<typeof sessionStatements>

export function sessionStatements(sqlite: Sqlite, { guard }: ProjectionContext) {
  const all = <Row>(text: string) => sqlite.prepare<{ id: string; leadId: string }, Row>(text)
  const write = (text: string, ...names: string[]) =>
    guard({ toSQL: () => ({ sql: text, params: names.map((name) => p(name)) }) })
  const itsQuestions = `from deliveries where kind = 'round'
    and agent_id in (select id from agents where lead_id = :leadId) and content ->> 'sessionId' = :id`
  // The person's turns in it, and what programs asked in turns of theirs.
  const itsNeeds = `from needs own where lead_id = :leadId and (turn ->> 'sessionId' = :id
    or (kind in ('permission', 'refused') and exists (select 1 from turns
      where turns.lead_id = own.lead_id and turns.agent_id = own.agent_id and turns.id in (select turn_id ${itsQuestions})
        and own.created_at >= turns.at
        and (turns.ended_at is null or datetime(own.created_at) <= datetime(turns.ended_at, '${ASKED_LATER}')))))`
  return {
    opened: all<number>('select seq from sessions where id = :id and lead_id = :leadId').pluck(),
    messages: all<string>(
      `select id from chat_group_messages where lead_id = :leadId and session_id = :id
         and group_name = (select group_name from sessions where id = :id)`,
    ).pluck(),
    runs: all<Named>('select id, data from runs where session_id = :id and lead_id = :leadId'),
    // Agents without turns have the question itself in their record.
    turns: all<Turn>(
      `select id, agent_id as agentId ${itsQuestions}
       union select turn_id, agent_id ${itsQuestions}
         and turn_id not in ('${CONFIRMED}', '${WITHDRAWN}')`,
    ),
    needs: all<Named>(
      `select id, json_object('need', json_object('text', text, 'permission', json(permission))) as data
       ${itsNeeds} and closed_at is not null`,
    ),
    // What somebody still waits for is shown to the person as it is.
    openNeeds: all<Named>(`select id, '' as data ${itsNeeds} and closed_at is null limit 1`),
    isSession: sqlite
      .prepare<[string, string], number>('select 1 from sessions where id = ? and lead_id = ?')
      .pluck(),
    setRun: write('update runs set data = ? where id = ?', 'data', 'id'),
    setNeed: write('update needs set text = ?, permission = ? where id = ?', 'text', 'permission', 'id'), // prettier-ignore
    clear: [
      write(`update rounds set reason = '' where run_id = ? and lead_id = ?`, 'id', 'leadId'),
      write(
        `update responses set error = case when error <> '${TEXT.sessionDeleted}' then '' else error end,
           decision = case when decision is not null then '' end,
           so_far = case when so_far is not null then '' end where run_id = ? and lead_id = ?`,
        'id',
        'leadId',
      ),
      write(
        `update deliveries set content = json_set(content, '$.note', null)
         where kind = 'round' and agent_id in (select id from agents where lead_id = ?)
           and content ->> 'sessionId' = ? and content ->> 'note' is not null`,
        'leadId',
        'id',
      ),
    ],
    setRecord: write(
      `update rollout_entries set text = ?, data = null where agent_id = ? and turn_id = ? and kind <> 'usage'`,
      'text',
      'agentId',
      'turnId',
    ),
    setTitle: write('update sessions set title = ? where id = ? and lead_id = ?', 'title', 'id', 'leadId'), // prettier-ignore
  }
}

/** Takes out what is said of a deleted session elsewhere than in its lines: in records, facts, needs and answers. */
export class ErasedSession {
  readonly #statements: SessionStatements
  readonly #of: { readonly id: string; readonly leadId: string }
  readonly #turns: Turn[]
  readonly #facts: ErasedFacts
  #isCleared = false

  constructor(
    statements: SessionStatements,
    facts: FactStatements,
    of: { readonly id: string; readonly leadId: string },
  ) {
    this.#statements = statements
    this.#of = of
    this.#turns = statements.turns.all(of)
    const its: Its = {
      id: of.id,
      turns: new Set(this.#turns.map(({ id }) => id)),
      needs: new Set(statements.needs.all(of).map(({ id }) => id)),
      named: new Set([of.id, ...statements.messages.all(of), ...statements.runs.all(of).map(({ id }) => id)]), // prettier-ignore
    }
    const from = statements.opened.get(of) ?? 0
    this.#facts = new ErasedFacts(facts, { ...of, from, types: WITHOUT_SESSION }, erasedIn(its))
  }

  /** A part of it, inside a transaction; true when nothing is left. */
  step(): boolean {
    if (!this.#isCleared) {
      this.#clear()
      this.#isCleared = true
      return false
    }
    const turn = this.#turns.pop()
    if (turn) {
      this.#statements.setRecord({ text: MARK, agentId: turn.agentId, turnId: turn.id })
      return false
    }
    if (!this.#facts.step()) return false
    // Its title goes last: by it a start knows a session of which something is left, as what was open is now.
    const isOpen = this.#statements.openNeeds.get(this.#of) !== undefined
    this.#statements.setTitle({ ...this.#of, title: isOpen ? MARK : '' })
    return true
  }

  #clear(): void {
    const { runs, needs, setRun, setNeed, clear } = this.#statements
    for (const run of clear) run(this.#of)
    for (const { id, data } of runs.all(this.#of)) {
      const { run } = withoutSaid('run:updated', { run: JSON.parse(data) as object })
      setRun({ id, data: JSON.stringify(run) })
    }
    for (const { id, data } of needs.all(this.#of)) {
      const { need } = withoutTexts('need:opened', JSON.parse(data) as { need: NeedTexts })
      const { text, permission } = need
      setNeed({ id, text, permission: permission && JSON.stringify(permission) })
    }
  }
}

interface NeedTexts {
  readonly text: string
  readonly permission: object | null
}

/** What is of a session, by its ids. */
interface Its {
  readonly id: string
  readonly turns: ReadonlySet<string>
  readonly needs: ReadonlySet<string>
  /** What an answer to a request names. */
  readonly named: ReadonlySet<string>
}

interface Said {
  readonly sessionId?: string
  readonly session?: { readonly id: string }
  readonly round?: { readonly sessionId: string }
  readonly run?: { readonly sessionId: string }
  readonly need?: { readonly id: string }
  readonly turnId?: string
  readonly request?: { readonly parts: readonly string[] | null }
}

const IDS = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

function erasedIn(its: Its): Erased {
  return (type, data) => {
    const said = JSON.parse(data) as Said
    if (type === 'request:answered') {
      const names = (part: string) => (part.match(IDS) ?? []).some((id) => its.named.has(id))
      if (said.request?.parts?.some(names) !== true) return undefined
      // Whoever asks again is told that the answer is gone.
      return JSON.stringify({ request: { ...said.request, parts: null, secrets: null } })
    }
    const session =
      said.sessionId ?? said.session?.id ?? said.round?.sessionId ?? said.run?.sessionId
    const isIts =
      session === its.id ||
      (said.need !== undefined && its.needs.has(said.need.id)) ||
      (said.turnId !== undefined && its.turns.has(said.turnId))
    return isIts ? JSON.stringify(withoutSaid(type, said)) : undefined
  }
}

/** Without its texts, and without the words that were to end a discussion. */
function withoutSaid<V>(type: FactType, data: V): V {
  return JSON.parse(JSON.stringify(withoutTexts(type, data)), (key, value: unknown) =>
    key === 'word' ? MARK : value,
  ) as V
}
