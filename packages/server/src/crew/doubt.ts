import type { HandMarks } from '../journal/ports/hand-marks-port'
import { ANYTHING } from '../journal/ports/stored-shard'
import type { Crew } from './crew'
import { GROUP_RANK, type Rank, type Ranked, rankOf } from './reading-order'

/** What agents of one crew may hold of an earlier run of the server: facts say it, and marks take from that. */
export class Doubt {
  readonly #crew: Crew
  readonly #headAtStart: number
  /** What agents had been handed at most; an agent that is not among them may hold what facts say. */
  readonly #marks = new Map<string, HandMarks>()

  constructor(crew: Crew, headAtStart: number) {
    this.#crew = crew
    this.#headAtStart = headAtStart
  }

  /** Notes what an earlier run of the server had handed to the agent at most. */
  marked(agentId: string, marks: HandMarks): void {
    this.#marks.set(agentId, marks)
  }

  marks(agentId: string): HandMarks | undefined {
    return this.#marks.get(agentId)
  }

  /** Whether an earlier run of the server may have handed this over, and nobody has confirmed it. */
  isDoubtful(agentId: string, item: Ranked & { readonly seq: number }): boolean {
    return item.seq <= this.seq(agentId, rankOf(item))
  }

  /** Up to where that may be so for messages of groups; 0 when it was handed none. */
  inGroups(agentId: string): number {
    return this.seq(agentId, GROUP_RANK)
  }

  seq(agentId: string, rank: Rank): number {
    const { inHandAtStart } = this.#crew.owed(agentId)
    const seq = inHandAtStart === ANYTHING ? this.#headAtStart : inHandAtStart
    return Math.min(seq, this.#marks.get(agentId)?.[rank] ?? seq)
  }

  /** What this run begins with: marks of earlier ones, or what facts say, stored turns included. */
  before(agentId: string): HandMarks {
    const stored = this.#crew.owed(agentId).turns.map(({ seq }) => seq)
    const upTo = Math.max(this.inGroups(agentId), ...stored)
    return this.#marks.get(agentId) ?? [upTo, upTo, upTo]
  }
}
