import { Counter, Histogram, type Registry } from 'prom-client'
import { takesTurns } from '@crewroom/shared/model/agent'
import { tokensOf } from '@crewroom/shared/model/usage'
import { HUMAN_ID, SYSTEM_ID } from '@crewroom/shared/model/participant'
import type { Envelope, TurnRecord } from '../journal/facts'
import type { Shard } from '../crew/shard'

/** From a turn that is read at once to one that waited for an hour. */
const READ_SECONDS = [0.1, 0.5, 1, 2, 5, 10, 30, 60, 300, 1_800, 3_600]
/** A message to which another agent's words led. */
const ANSWER_HOP = 2

/** What work took, counted as it happens: of programs that are handed turns. Figures of a crew are asked for apart. */
export class EffectCounters {
  readonly #turns: Counter
  readonly #tokens: Counter
  readonly #empty: Counter
  readonly #answers: Counter
  readonly #read: Histogram
  /** Per crew, deliveries that say nothing new and were not handed over yet: as many as agents are owed. */
  readonly #notices = new Map<string, Set<string>>()
  #shard: Shard | null = null

  constructor(registers: Registry[]) {
    const counter = (name: string, help: string) => new Counter({ name, help, registers })
    this.#turns = counter('crewroom_turns_total', 'Turns that ended.')
    this.#tokens = counter('crewroom_turn_tokens_total', 'Tokens that programs reported for them.')
    this.#empty = counter(
      'crewroom_empty_wakes_total',
      'Turns that held nothing but confirmations and notices.',
    )
    this.#answers = counter(
      'crewroom_answers_total',
      'Group messages of agents to which only other agents’ words led.',
    )
    this.#read = new Histogram({
      name: 'crewroom_message_read_seconds',
      help: 'How long group messages waited until a turn handed them to an agent.',
      buckets: READ_SECONDS,
      registers,
    })
  }

  watch(shard: Shard): void {
    this.#shard = shard
  }

  published(entry: Envelope): void {
    switch (entry.type) {
      case 'group:message': {
        const { from, hop } = entry.data.message
        if (from !== HUMAN_ID && from !== SYSTEM_ID && hop >= ANSWER_HOP) this.#answers.inc()
        return
      }
      case 'delivery:created': {
        const { id, agentId, kind, wake } = entry.data.delivery
        const isNotice = !wake && (kind === 'reply' || kind === 'system' || kind === 'history')
        if (isNotice && this.#isHandedTurns(entry.leadId, agentId)) this.#note(entry.leadId, id)
        return
      }
      case 'turn:sent':
        this.#sent(entry.leadId, entry.at, entry.data.turn)
        return
      case 'turn:ended':
        this.#turns.inc()
        this.#tokens.inc(tokensOf(entry.data.usage) ?? 0)
        return
      case 'lead:deleted':
        this.#notices.delete(entry.leadId)
        return
      default:
    }
  }

  #isHandedTurns(leadId: string, agentId: string): boolean {
    const agent = this.#shard?.findCrew(leadId)?.state.agents[agentId]
    return agent !== undefined && takesTurns(agent.driver)
  }

  #note(leadId: string, id: string): void {
    const own = this.#notices.get(leadId)
    if (own) own.add(id)
    else this.#notices.set(leadId, new Set([id]))
  }

  #sent(leadId: string, at: string, { parts, deliveryIds, agentId }: TurnRecord): void {
    const notices = this.#notices.get(leadId)
    const known = deliveryIds.filter((id) => notices?.delete(id))
    if (parts.length === 0 && known.length === deliveryIds.length) this.#empty.inc()
    const crew = this.#shard?.findCrew(leadId)
    for (const { groupName, from, to } of parts) {
      // The newest messages, which memory has: what is older was not read soon anyway.
      for (const { seq, from: by, timestamp } of crew?.window(groupName).after(from) ?? []) {
        if (seq > to || by === agentId) continue
        this.#read.observe(Math.max(0, Date.parse(at) - Date.parse(timestamp)) / 1_000)
      }
    }
  }
}
