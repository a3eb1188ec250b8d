import { begunAnew, type Conduct, type Hold } from '@crewroom/shared/model/conduct'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { type Clock, iso } from '../clock'
import { Deadlines } from '../deadlines'
import { RecentReplies } from './recent-replies'

export interface ConductLimits {
  /** Hand-overs in a row from agent to agent before what follows is held. */
  readonly hops: number
  /** Answers of agents to agents in one group, within `LIMITS.replySeconds`, before it is held. */
  readonly replies: number
  /** How long the first hold lasts; each further one twice as long as the one before. */
  readonly holdSeconds: number
}

export const DEFAULT_CONDUCT: ConductLimits = {
  hops: LIMITS.hops,
  replies: LIMITS.replies,
  holdSeconds: LIMITS.holdSeconds,
}

/** What a group or an agent has of it in its record. */
interface Standing {
  readonly hold: Hold | null
  readonly conduct: Conduct
}

/** A group, or an agent that others write to: what a hold is on. */
interface Talked extends Standing {
  readonly id: string
}

/** One agent cannot fill a group's measure alone: its own rate is limited, and the others are not stopped for it. */
const LARGEST_SHARE = 0.6
/** After this long without a hold, the next one is a first one. */
const FORGOTTEN_MS = 3_600_000

/** Turns of one agent in a row that held nothing but confirmations of its own commands. */
interface Series {
  /** Those of them after which it wrote further commands. */
  count: number
  /** One was handed over, and nothing was written since. */
  isOpen: boolean
  isTold: boolean
}

/** Tells work from talk that goes in circles. Counts in memory: after a restart the count begins at zero. */
export class ConductGuard {
  readonly limits: ConductLimits
  readonly #clock: Clock
  /** When earlier holds of one are forgotten. */
  readonly #calm: Deadlines
  readonly #replies = new Map<string, RecentReplies>()
  /** By agent: queries since it was handed something of somebody else's. */
  readonly #asked = new Map<string, number>()
  readonly #series = new Map<string, Series>()

  constructor(clock: Clock, limits: ConductLimits) {
    this.#clock = clock
    this.#calm = new Deadlines(clock)
    this.limits = limits
  }

  /** Counts an agent's answer in a group or to an agent; true when the agents there have answered each other too often. */
  replied(talked: string, agentId: string): boolean {
    const now = this.#clock.monotonic()
    const since = now - LIMITS.replySeconds * 1000
    const replies = this.#replies.get(talked) ?? this.#noReplies()
    const counted = replies.add({ at: now, agentId }, since)
    // Places are in the order of their newest answers: those that are quiet, or gone, are forgotten.
    this.#replies.delete(talked)
    this.#replies.set(talked, replies)
    for (const [quiet, { newestAt }] of this.#replies) {
      if (newestAt > since) break
      this.#replies.delete(quiet)
    }
    return counted >= this.limits.replies
  }

  #noReplies(): RecentReplies {
    const { replies } = this.limits
    return new RecentReplies(2 * replies, Math.max(1, Math.floor(replies * LARGEST_SHARE)))
  }

  /** Counts a query of an agent; the number of those in a row. */
  asked(agentId: string): number {
    const count = (this.#asked.get(agentId) ?? 0) + 1
    this.#asked.set(agentId, count)
    return count
  }

  /** The agent is handed something other than an answer to itself. */
  heard(agentId: string): void {
    this.#asked.delete(agentId)
    this.#series.delete(agentId)
  }

  /** The agent is handed nothing but confirmations of its own commands. Answers to its queries are counted by `asked`. */
  confirmed(agentId: string): void {
    const series = this.#series.get(agentId)
    if (series) series.isOpen = true
    else this.#series.set(agentId, { count: 0, isOpen: true, isTold: false })
  }

  /** The agent has written a command. */
  acted(agentId: string): void {
    const series = this.#series.get(agentId)
    if (!series?.isOpen) return
    series.count++
    series.isOpen = false
  }

  /** Whether the agent's own confirmations keep it going: then they do not start another turn. */
  feedsItself(agentId: string): boolean {
    return (this.#series.get(agentId)?.count ?? 0) >= this.limits.hops
  }

  /** The same, once for each such series: what it wrote last is the reason for a hold. */
  foundAlone(agentId: string): boolean {
    const series = this.#series.get(agentId)
    if (!series || series.isTold || !this.feedsItself(agentId)) return false
    series.isTold = true
    return true
  }

  /** Who has answered there lately. */
  repliers(talked: string): string[] {
    return this.#replies.get(talked)?.agentIds ?? []
  }

  forget(talked: string): void {
    this.#replies.delete(talked)
  }

  /** A hold that begins now. */
  hold(talked: Talked, why: Pick<Hold, 'reason' | 'count' | 'agentIds'>): Standing {
    const now = this.#clock.now()
    const strikes = this.#calmLeft(talked) > 0 ? talked.conduct.strikes + 1 : 1
    const seconds = Math.min(LIMITS.holdSecondsMost, this.limits.holdSeconds * 2 ** (strikes - 1))
    return {
      hold: { ...why, since: iso(now), until: iso(now + seconds * 1000) },
      conduct: { ...talked.conduct, strikes },
    }
  }

  /** This is as it is now: the time in which its next hold is one in a row begins, if its last one has ended. */
  noteCalm(talked: Talked): void {
    this.#calmLeft(talked)
  }

  #calmLeft({ id, conduct: { calmSince } }: Talked): number {
    if (calmSince !== null) return this.#calm.left(id, Date.parse(calmSince), FORGOTTEN_MS)
    this.#calm.forget(id)
    return 0
  }
}

/** How it is after its hold: what was written before `seq` leads to nothing any more. A person's word forgives. */
export function released(talked: Standing, seq: number, at: string, byPerson: boolean): Standing {
  if (byPerson) return { hold: null, conduct: begunAnew(seq) }
  return { hold: null, conduct: { ...talked.conduct, freshSeq: seq, calmSince: at } }
}

/** The lead may end a hold, but not for ever: agents that talk in circles may have their lead among them. */
export function leadMayRelease(talked: Standing): boolean {
  return talked.conduct.strikes <= LIMITS.leadReleases
}
