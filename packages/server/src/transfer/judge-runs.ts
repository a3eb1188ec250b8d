import { isDeepStrictEqual } from 'node:util'
import type { NeededTurn, NeedRecord } from '@crewroom/shared/model/need'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { type RoundRecord, responseOf } from '@crewroom/shared/model/round'
import {
  BY_RULES,
  type Policy,
  type Transitions,
  type RunParent,
  type RunProgress,
  type RunRecord,
} from '@crewroom/shared/model/run'
import type { FactData } from '../journal/facts'
import type { RunReferences } from '../journal/run-references'
import { wordsOf } from '../rounds/end-rule'
import { Misfit } from './read-file'

/** What of a session its discussions are judged by. */
interface Sessions {
  /** The rounds of a session; refuses one that is not there, or not in this group. */
  rounds(sessionId: string, groupName?: string): readonly RoundRecord[]
  /** Asserts that an agent is one of the crew. */
  agent(id: string): void
}

type Beginning = Pick<RunRecord, 'sessionId' | 'groupName' | 'startedAt' | 'startedBy' | 'parent'>

/** What a crew's discussions are, as far as its file was read: each fact follows from earlier ones of the same session. */
export class RunBook implements RunReferences {
  readonly #sessions: Sessions
  readonly #runs = new Map<string, Beginning>()
  /** The discussion of each session that is under way. */
  readonly #live = new Map<string, string>()
  readonly #newest = new Map<string, string>()
  /** By the id of what waits for the person. */
  readonly #turns = new Map<string, NeededTurn>()

  constructor(sessions: Sessions) {
    this.#sessions = sessions
  }

  get count(): number {
    return this.#runs.size
  }

  /** The newest of a session: what it goes by. */
  newest(sessionId: string): string | undefined {
    return this.#newest.get(sessionId)
  }

  start(run: RunRecord): void {
    const { id, sessionId, groupName, startedAt, startedBy, parent } = run
    if (parent?.runId === id) throw new Misfit('a discussion that is within itself.')
    this.#parent(parent)
    this.#runs.set(id, { sessionId, groupName, startedAt, startedBy, parent })
    this.change(run)
  }

  change(run: RunRecord): void {
    const { id, sessionId, status } = run
    this.#shown(run)
    if (status === 'ended') throw new Misfit('a discussion that goes on and has ended.')
    const live = this.#live.get(sessionId)
    if (live !== undefined && live !== id) {
      throw new Misfit('the session has two discussions at once.')
    }
    this.#live.set(sessionId, id)
  }

  end(run: RunRecord): void {
    this.#shown(run)
    if (run.status !== 'ended') throw new Misfit('a discussion that has ended and goes on.')
    this.#assertLive(run.sessionId, run.id)
    this.#live.delete(run.sessionId)
  }

  step({ runId, sessionId, status, progress }: FactData['run:stepped']): void {
    this.#assertLive(sessionId, runId)
    if (status === 'ended') throw new Misfit('a discussion that goes on and has ended.')
    this.#progress(progress, this.#sessions.rounds(sessionId))
  }

  turn({ id, kind, turn }: NeedRecord): void {
    if ((kind === 'turn') !== (turn !== undefined)) {
      throw new Misfit('something waits for the person that contradicts itself.')
    }
    if (!turn) return
    this.#assertLive(turn.sessionId, turn.runId)
    this.#turns.set(id, turn)
  }

  /** A round may be of a discussion; it begins while that is under way, and is asked again as what it was. */
  round({ sessionId, run, ask, responses }: RoundRecord, before: RoundRecord | undefined): void {
    if (before) {
      if (before.run?.id !== run?.id) throw new Misfit(NO_RUN)
    } else if (run) this.#assertLive(sessionId, run.id)
    if (ask !== 'answer' && !run) throw new Misfit('only a discussion asks this.')
    if (ask === 'human' && responses.length !== 1) {
      throw new Misfit('the turn of the person is theirs alone.')
    }
  }

  /** The turn of the person that a response answers. */
  turnOf({ sessionId, run, ask }: RoundRecord, needId: string): void {
    const turn = this.#turns.get(needId)
    const isOwn = turn?.sessionId === sessionId && turn.runId === run?.id && turn.asks === 'answer'
    if (ask !== 'human' || !isOwn) {
      throw new Misfit('it names a turn that the person does not have.')
    }
  }

  /** A discussion of the crew. */
  known(id: string): void {
    if (!this.#runs.has(id)) throw new Misfit('it names a discussion that the crew does not have.')
  }

  /** The answer in which something was started. */
  parent(parent: RunParent | undefined): void {
    this.#parent(parent ?? null)
  }

  #parent(parent: RunParent | null): void {
    if (!parent) return
    const round = this.#sessions.rounds(parent.sessionId)[parent.n - 1]
    if (!round || (round.run?.id ?? null) !== parent.runId || !responseOf(round, parent.agentId)) {
      throw new Misfit('it was started in an answer that is not there.')
    }
  }

  /** A discussion as a fact shows it. */
  #shown(run: RunRecord): void {
    const { id, sessionId, status, participants, roles, progress } = run
    const rounds = this.#sessions.rounds(sessionId, run.groupName)
    const { startedAt, startedBy, parent, ...place } = this.#runs.get(id) ?? run
    if (place.sessionId !== sessionId) throw new Misfit(NO_RUN)
    // One that was continued is within none any more.
    const isElsewhere = run.parent !== null && !isDeepStrictEqual(run.parent, parent)
    if (startedAt !== run.startedAt || startedBy !== run.startedBy || isElsewhere) {
      throw new Misfit('it gives the discussion another beginning.')
    }
    const hasEnded = status === 'ended'
    if (hasEnded !== (run.stopReason !== null) || hasEnded !== (run.endedAt !== null)) {
      throw new Misfit('an end of a discussion that contradicts itself.')
    }
    if (new Set(participants).size < participants.length) {
      throw new Misfit('somebody takes part in the discussion twice.')
    }
    const { until } = run.limits
    const waitedFor = until ? wordsOf(until).flatMap(({ from }) => from ?? []) : []
    const named = [...participants, ...Object.keys(roles), ...chosenBy(run.policy), ...waitedFor]
    for (const one of named) {
      this.#participant(one)
    }
    this.#progress(progress, rounds)
    this.#newest.set(sessionId, id)
  }

  #progress(progress: RunProgress, rounds: readonly RoundRecord[]): void {
    const { previous, next, failures, told = {}, upTo } = progress
    for (const one of [previous, next, ...Object.keys(failures), ...Object.keys(told)]) {
      if (one !== null) this.#participant(one)
    }
    if (upTo > rounds.length) throw new Misfit('it counts rounds that the session does not have.')
  }

  #participant(id: string): void {
    if (id !== HUMAN_ID) this.#sessions.agent(id)
  }

  #assertLive(sessionId: string, runId: string): void {
    if (this.#live.get(sessionId) !== runId) throw new Misfit(NO_RUN)
  }
}

const NO_RUN = 'it names a discussion that is not under way in the session.'

/** Agents, or the person, that a policy names. */
function chosenBy(policy: Policy): readonly string[] {
  switch (policy.kind) {
    case 'round_robin':
      return followersIn(policy)
    case 'selection':
      return [...(policy.by === BY_RULES ? [] : [policy.by]), ...followersIn(policy)]
    case 'parallel':
      return policy.aggregator === null ? [] : [policy.aggregator]
    case 'hierarchical':
      return [policy.manager]
    default:
      policy satisfies never
      throw new Error('a policy of an unknown kind')
  }
}

function followersIn({ transitions = {} }: { readonly transitions?: Transitions | undefined }) {
  return [...Object.keys(transitions), ...Object.values(transitions).flat()]
}
