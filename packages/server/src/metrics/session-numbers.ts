import { Counter, Gauge, type Registry } from 'prom-client'
import { isAwaited, RESPONSE_STATUSES } from '@crewroom/shared/model/round'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { Shard } from '../crew/shard'
import type { Envelope } from '../journal/facts'

/** What becomes of a question in the end. */
const OUTCOMES = RESPONSE_STATUSES.filter((status) => !isAwaited({ status }))
type By = 'agent' | 'person' | 'system'

/** Numbers of sessions: their rounds, who answers, and what came of it. */
export class SessionNumbers {
  readonly #registers: Registry[]
  readonly #posted: Counter<'by'>
  readonly #outcomes: Counter<'status'>
  readonly #late: Counter

  constructor(registers: Registry[]) {
    this.#registers = registers
    this.#posted = new Counter({
      name: 'crewroom_session_messages_posted_total',
      help: 'Messages of sessions stored since the server started, by kind of author.',
      labelNames: ['by'],
      registers,
    })
    this.#outcomes = new Counter({
      name: 'crewroom_round_responses_total',
      help: 'Questions to agents in rounds that ended, by how they ended.',
      labelNames: ['status'],
      registers,
    })
    this.#late = new Counter({
      name: 'crewroom_late_answers_total',
      help: 'Answers that were posted after their round had closed.',
      registers,
    })
    for (const by of ['agent', 'person', 'system']) this.#posted.inc({ by }, 0)
    for (const status of OUTCOMES) this.#outcomes.inc({ status }, 0)
  }

  /** The numbers of the moment are read from here on. */
  watch(shard: Shard): void {
    const sessions = new Gauge({
      name: 'crewroom_sessions',
      help: 'Sessions of groups beside their own talk, archived or not.',
      labelNames: ['archived'],
      registers: this.#registers,
      collect: () => {
        const all = [...shard.crews()].flatMap(({ state }) => Object.values(state.sessions))
        const archived = all.filter(({ status }) => status === 'archived').length
        sessions.set({ archived: 'false' }, all.length - archived)
        sessions.set({ archived: 'true' }, archived)
      },
    })
    const open = new Gauge({
      name: 'crewroom_rounds_open',
      help: 'Rounds that have not closed.',
      registers: this.#registers,
      collect: () => {
        open.set(openRounds(shard))
      },
    })
    const answering = new Gauge({
      name: 'crewroom_agents_answering',
      help: 'Agents that were handed a round and have not answered it.',
      registers: this.#registers,
      collect: () => {
        answering.set(agentsAnswering(shard))
      },
    })
  }

  /** Counts what became durable. */
  published(entry: Envelope): void {
    switch (entry.type) {
      case 'session:message': {
        const { from, kind } = entry.data.message
        const by: By = kind === 'system' ? 'system' : from === HUMAN_ID ? 'person' : 'agent'
        this.#posted.inc({ by })
        return
      }
      case 'round:responded': {
        const { agentId, status, late } = entry.data.response
        if (agentId === HUMAN_ID || isAwaited({ status })) return
        this.#outcomes.inc({ status })
        if (late) this.#late.inc()
        return
      }
      default:
    }
  }
}

function openRounds(shard: Shard): number {
  let open = 0
  for (const { state } of shard.crews()) {
    for (const rounds of Object.values(state.rounds)) {
      open += rounds.filter(({ closed }) => closed === null).length
    }
  }
  return open
}

/** A sub-lead is in two crews and one agent. */
function agentsAnswering(shard: Shard): number {
  const ids = new Set<string>()
  for (const crew of shard.crews()) {
    for (const { agentId } of crew.rounds.allAsked()) {
      if (crew.rounds.answering(agentId)) ids.add(agentId)
    }
  }
  return ids.size
}
