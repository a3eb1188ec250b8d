import type { Message } from '@crewroom/shared/model/message'
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { checkTaskOrder } from './task-law'
import { placeOfSession } from '@crewroom/shared/model/session'
import { applyEvent } from '@crewroom/shared/state/apply-event'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { Crew } from '../../src/crew/crew'
import { snapshotFor } from '../../src/crew/snapshot'
import type { Shard } from '../../src/crew/shard'
import type { FanOut, SubscriptionHandle } from '../../src/journal/fan-out'
import type { StoredShard } from '../../src/journal/ports/stored-shard'

interface Observer {
  readonly leadId: string
  readonly viewer: string | null
  readonly state: CrewState
  readonly subscription: SubscriptionHandle
  /** It was told that the crew was deleted. */
  over: boolean
}

/** What a client would hold: as it came over the wire, so that nothing is shared with the server's memory. */
function copy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}

/** Equal as JSON. Mostly the very text is; where it is not, the order of keys may be another. */
function expectSame(actual: unknown, expected: unknown, what: string): void {
  const texts = [JSON.stringify(actual), JSON.stringify(expected)] as const
  if (texts[0] === texts[1]) return
  const [one, other] = texts.map((text) => JSON.parse(text) as unknown)
  // Compared thousands of times in a random walk: the slower look is for telling what differs.
  if (!isDeepStrictEqual(one, other)) expect(one, what).toEqual(other)
}

/**
 * The state law, for every viewer of every crew: the snapshot taken when the observer came, plus the events it
 * was sent, equals a fresh snapshot; and memory equals what a restart would load from the tables.
 */
export class StateLaw {
  readonly #shard: Shard
  readonly #fanOut: FanOut
  #observers: Observer[] = []

  constructor(shard: Shard, fanOut: FanOut) {
    this.#shard = shard
    this.#fanOut = fanOut
  }

  /** Lets everyone who is not watched yet watch from now on. */
  observe(): void {
    for (const crew of this.#shard.crews()) {
      const leadId = crew.state.lead.id
      for (const viewer of [null, ...Object.keys(crew.state.agents)]) {
        const known = this.#observers.some((o) => o.leadId === leadId && o.viewer === viewer)
        if (!known) this.#watch(crew, viewer)
      }
    }
  }

  check(stored: StoredShard): void {
    // Deleted: nobody holds anything of it any more, and whoever comes back to it begins again.
    this.#observers = this.#observers.filter(({ over }) => !over)
    for (const { leadId, viewer, state, subscription } of this.#observers) {
      const crew = this.#shard.findCrew(leadId)
      if (!crew) continue
      state.seq = Math.max(state.seq, subscription.at())
      expectSame(state, snapshotFor(crew, viewer), `client state of ${viewer ?? 'the person'}`)
    }
    for (const crewStored of stored.crews) {
      const crew = this.#shard.crew(crewStored.state.lead.id)
      expectSame(memoryOf(new Crew(crewStored)), memoryOf(crew), 'memory after a restart')
      checkTaskOrder(crew)
      for (const { id, ended } of Object.values(crewStored.state.agents)) {
        const home = this.#shard.crewOf(id)?.state.agents[id]?.ended
        expect(home, 'the status of an agent in its other crew').toBe(ended)
      }
    }
    expect(stored.crews.length).toBe([...this.#shard.crews()].length)
    const byAgent = <T extends { readonly agentId: string }>(all: Iterable<T>) =>
      [...all].sort((a, b) => a.agentId.localeCompare(b.agentId))
    expectSame(
      { paused: stored.paused, processes: byAgent(stored.processes) },
      { paused: this.#shard.paused, processes: byAgent(this.#shard.processes()) },
      'memory of all crews after a restart',
    )
  }

  #watch(crew: Crew, viewer: string | null): void {
    const state = copy(snapshotFor(crew, viewer))
    const subscription = this.#fanOut.subscribe(
      {
        send: (_event, frame) => {
          const event = JSON.parse(frame.toString('utf8')) as CrewEvent
          applyEvent(state, event)
          if (event.type === 'lead:deleted') observer.over = true
          return true
        },
        drained: () => Promise.resolve(),
        gap: () => {
          throw new Error('an observer that never left met a gap')
        },
      },
      crew.state.lead.id,
      viewer,
      crew.state.seq,
    )
    const observer = { leadId: crew.state.lead.id, viewer, state, subscription, over: false }
    this.#observers.push(observer)
  }
}

/** Everything that verbs decide on, in a form that can be compared. */
function memoryOf(crew: Crew): unknown {
  const agents = Object.keys(crew.state.agents)
  return {
    state: crew.state,
    intervals: [...crew.memberships.all()].sort(
      (a, b) =>
        a.joinedSeq - b.joinedSeq ||
        a.groupName.localeCompare(b.groupName) ||
        a.agentId.localeCompare(b.agentId),
    ),
    owed: agents.map((id) => ({ id, pending: crew.owed(id).pending, turns: crew.owed(id).turns })),
    remembered: agents.map((id) => ({ id, ...crew.remembered(id) })),
    rules: [...crew.permissionRules.values()],
    invites: [...crew.invites.values()],
    budgets: crew.budgets(),
    streams: agents.flatMap((id) => [...crew.streams(id)]),
    recent: [
      ...Object.keys(crew.state.groups),
      ...Object.keys(crew.state.sessions).map(placeOfSession),
    ].map((place) => newest(crew.window(place).messages)),
    given: Object.keys(crew.state.sessions).map((session) =>
      agents.map((id) => crew.rounds.given(session, id)),
    ),
    gone: [...crew.gone.all()].toSorted(([a], [b]) => a.localeCompare(b)),
    asked: crew.rounds.allAsked().map((asked) => [asked, crew.rounds.rangeOf(asked.deliveryId)]),
  }
}

/** What is in memory for certain (DL34), and loaded: the newest 64, fewer where they are long, and eight at least. */
function newest(messages: readonly Message[]): readonly Message[] {
  let units = 0
  const first = messages.findLastIndex(({ content }, at) => {
    units += content.length
    const count = messages.length - at
    return count > 64 || (count > 8 && units > 64 * 1024)
  })
  return messages.slice(first + 1)
}
