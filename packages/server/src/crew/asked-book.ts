import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { type RoundRecord, responseOf } from '@crewroom/shared/model/round'

/** An agent that is asked in a round and has not answered. */
export interface Asked {
  readonly agentId: string
  readonly sessionId: string
  readonly runId: string
  readonly n: number
  readonly deliveryId: string
}

interface Entry {
  readonly asked: Asked
  readonly openedSeq: number
}

/** The open questions of a crew, by agent. A fact about one round costs no look at the others. */
export class AskedBook {
  readonly #byAgent = new Map<string, readonly Entry[]>()

  /** Oldest first. */
  of(agentId: string): readonly Asked[] {
    return (this.#byAgent.get(agentId) ?? []).map(({ asked }) => asked)
  }

  /** Oldest first. */
  all(): readonly Asked[] {
    return [...this.#byAgent.values()]
      .flat()
      .toSorted((a, b) => a.openedSeq - b.openedSeq || (a.asked.agentId < b.asked.agentId ? -1 : 1))
      .map(({ asked }) => asked)
  }

  /** Notes everybody who is asked in a round now. */
  round(round: RoundRecord): void {
    for (const { agentId } of round.responses) this.response(round, agentId)
  }

  /** Notes whether one agent is. */
  response(round: RoundRecord, agentId: string): void {
    const { sessionId, runId, n, openedSeq } = round
    const response = responseOf(round, agentId)
    this.end(agentId, runId, n)
    // Nothing is handed to the person, and no time of an agent's runs for them.
    if (response?.status !== 'thinking' || agentId === HUMAN_ID) return
    const entry = {
      asked: { agentId, sessionId, runId, n, deliveryId: response.deliveryId },
      openedSeq,
    }
    const others = this.#byAgent.get(agentId) ?? []
    this.#byAgent.set(
      agentId,
      [...others, entry].toSorted((a, b) => a.openedSeq - b.openedSeq),
    )
  }

  end(agentId: string, runId: string, n: number): void {
    this.#keep(agentId, ({ asked }) => asked.runId !== runId || asked.n !== n)
  }

  endSession(sessionId: string): void {
    for (const agentId of this.#byAgent.keys()) {
      this.#keep(agentId, ({ asked }) => asked.sessionId !== sessionId)
    }
  }

  #keep(agentId: string, stays: (entry: Entry) => boolean): void {
    const entries = this.#byAgent.get(agentId)
    if (!entries) return
    const left = entries.filter(stays)
    if (left.length > 0) this.#byAgent.set(agentId, left)
    else this.#byAgent.delete(agentId)
  }
}
