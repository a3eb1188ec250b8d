import type { ConfirmedInboxes } from '../journal/facts'
import type { Crew } from './crew'
import type { Chain } from './holding'
import type { Interval } from './memberships'

type Entry<K extends keyof ConfirmedInboxes> = ConfirmedInboxes[K][number]
type Grouped<K extends 'stays' | 'chains'> = Omit<Entry<K>, 'agents'> & { agents: number[] }

/** One fact about the inboxes of many agents: what is the same for several is written once. */
export class ConfirmedDraft {
  /** By agent, its place among those of the crew. */
  readonly #places: ReadonlyMap<string, number>
  readonly #stays = new Map<string, Grouped<'stays'>>()
  readonly #chains = new Map<string, Grouped<'chains'>>()
  readonly #addressed: Entry<'addressed'>[] = []
  readonly #attached: number[] = []
  readonly #detached: Entry<'detached'>[] = []

  constructor(crew: Crew) {
    this.#places = new Map(Object.keys(crew.state.agents).map((id, place) => [id, place]))
  }

  /** `count` further messages of a stay are confirmed, up to `seq`. */
  stay(
    { groupName: group, joinedSeq: joined, agentId }: Interval,
    seq: number,
    count: number,
  ): void {
    const key = JSON.stringify([group, joined, seq, count])
    put(this.#stays, key, { group, joined, seq, count }, this.#placeOf(agentId))
  }

  /** All up to `upTo` that is addressed to it, and what has these numbers beyond. */
  addressed(agentId: string, upTo: number, beyond: readonly number[]): void {
    this.#addressed.push({ agent: this.#placeOf(agentId), upTo, beyond })
  }

  chain(agentId: string, { hop, turnSeq, turnsInChain }: Chain): void {
    const key = `${hop} ${turnSeq} ${turnsInChain}`
    put(this.#chains, key, { hop, turnSeq, turnsInChain }, this.#placeOf(agentId))
  }

  attached(agentId: string): this {
    this.#attached.push(this.#placeOf(agentId))
    return this
  }

  /** It holds nothing that is newer. */
  detached(agentId: string, upTo: number): this {
    this.#detached.push({ agent: this.#placeOf(agentId), upTo })
    return this
  }

  /** Null when it says nothing. */
  done(): ConfirmedInboxes | null {
    const confirmed = {
      stays: [...this.#stays.values()],
      addressed: this.#addressed,
      chains: [...this.#chains.values()],
      attached: this.#attached,
      detached: this.#detached,
    }
    return Object.values(confirmed).some((entries) => entries.length > 0) ? confirmed : null
  }

  #placeOf(agentId: string): number {
    const place = this.#places.get(agentId)
    if (place === undefined) throw new Error('an inbox of an agent that the crew does not have')
    return place
  }
}

function put<G extends { agents: number[] }>(
  all: Map<string, G>,
  key: string,
  common: Omit<G, 'agents'>,
  agent: number,
): void {
  const known = all.get(key)
  if (known) known.agents.push(agent)
  else all.set(key, { ...common, agents: [agent] } as G)
}
