import type { RoundAsk, RoundRecord, RoundResponse } from '@crewroom/shared/model/round'
import {
  NO_RUN_USAGE,
  type Policy,
  type RunProgress,
  type RunRecord,
} from '@crewroom/shared/model/run'
import { stepOf } from '../../src/discussions/policies/policies'
import type { RunView, Said, Speaker, Step } from '../../src/discussions/policies/policy'

const AT = '2026-01-01T00:00:00.000Z'

/** A participant with this name; its id is the name in lower case. */
export function speaker(name: string, more: Partial<Speaker> = {}): Speaker {
  const id = more.id ?? name.toLowerCase()
  const { role = '', description = '', expertise = [], isEligible = true, hasNew = true } = more
  const names = more.names ?? [id, name.toLowerCase(), id.slice(0, 8), role.toLowerCase()]
  return { id, name, names, role, description, expertise, isEligible, hasNew }
}

export const HUMAN = speaker('You', { id: 'human', role: 'Human' })

/** Something said, which mentions every `@id` in it. */
export function said(from: string, content: string): Said {
  return { from, content, mentions: [...content.matchAll(/@(\w+)/g)].map(([, id]) => id ?? '') }
}

const NO_PROGRESS: RunProgress = {
  rounds: 0,
  messages: 0,
  usage: NO_RUN_USAGE,
  previous: null,
  idle: 0,
  failures: {},
  again: 0,
  next: null,
  upTo: 0,
}

export interface ViewParts {
  readonly policy: Policy
  readonly speakers: readonly Speaker[]
  readonly goal?: string
  readonly last?: readonly Said[]
  readonly progress?: Partial<RunProgress>
}

export function viewOf({
  policy,
  speakers,
  goal = 'Ship it',
  last = [],
  progress,
}: ViewParts): RunView {
  const run: RunRecord = {
    id: 'run',
    leadId: 'lead',
    groupName: 'plan',
    sessionId: 'session',
    policy,
    participants: speakers.map(({ id }) => id),
    roles: {},
    goal,
    terminationCondition: null,
    limits: {
      rounds: 10,
      messages: null,
      answerSeconds: 600,
      waitSeconds: 900,
      humanSeconds: null,
      onHumanTimeout: 'stop',
      tokens: null,
      usd: null,
      stall: 2,
    },
    status: 'running',
    stopReason: null,
    progress: { ...NO_PROGRESS, ...progress },
    firstRound: 1,
    beginsAt: 1,
    startedBy: 'human',
    hop: 0,
    parent: null,
    depth: 0,
    summary: null,
    startedAt: AT,
    endedAt: null,
  }
  const nameOf = (id: string) =>
    speakers.find((one) => one.id === id)?.name ?? `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`
  return { run, speakers, last, nameOf }
}

/** A round that has closed: who was asked, and what became of that. */
export function closedRound(
  ask: RoundAsk,
  responses: Readonly<Record<string, Partial<RoundResponse>>>,
): RoundRecord {
  return {
    runId: 'session',
    sessionId: 'session',
    groupName: 'plan',
    n: 1,
    ask,
    run: { id: 'run', n: 1 },
    reason: '',
    triggerSeq: 1,
    triggerMessageId: 'start',
    openedSeq: 2,
    openedAt: AT,
    responses: Object.entries(responses).map(([agentId, more]) => ({
      agentId,
      status: 'done',
      late: false,
      cut: false,
      deliveryId: `of-${agentId}`,
      messageId: null,
      error: null,
      endedAt: AT,
      ...more,
    })),
    closed: 'answered',
  }
}

/** What one that is asked does: it says something, or nothing, or does not get to it. */
export type Act = string | { readonly fails: 'error' | 'passed' | 'interrupted' }
export const PASSES: Act = { fails: 'passed' }
export const FAILS: Act = { fails: 'error' }

/** Whoever runs the policy, as small as it can be: it counts what a policy reads, and opens and closes rounds at once. */
export class PlayedDiscussion {
  readonly #parts: ViewParts
  readonly #last: Said[]
  #speakers: readonly Speaker[]
  #progress: RunProgress
  #closed: RoundRecord | null = null
  /** How much had been said when an agent was asked the last time, if it answered or passed. */
  readonly #given = new Map<string, number>()

  constructor(parts: ViewParts) {
    this.#parts = parts
    this.#speakers = parts.speakers
    this.#last = [...(parts.last ?? [said('starter', parts.goal ?? 'Ship it')])]
    this.#progress = { ...NO_PROGRESS, ...parts.progress }
  }

  get view(): RunView {
    return viewOf({
      ...this.#parts,
      speakers: this.#speakers.map((one) => ({ ...one, hasNew: this.#hasNew(one.id) })),
      last: this.#last.slice(-50),
      progress: this.#progress,
    })
  }

  step(): Step {
    return stepOf(this.view, this.#closed)
  }

  setEligible(isIt: (id: string) => boolean): void {
    this.#speakers = this.#speakers.map((one) => ({ ...one, isEligible: isIt(one.id) }))
  }

  #hasNew(id: string): boolean {
    if (id === 'human') return this.#progress.previous !== id
    const given = this.#given.get(id)
    return given === undefined || this.#last.slice(given).some(({ from }) => from !== id)
  }

  /** Has those that the step asks do what `acts` says. */
  play(step: Exclude<Step, { do: 'end' }>, acts: (id: string) => Act): void {
    const ask = step.do === 'human' ? 'human' : step.ask
    const asked = step.do === 'human' ? ['human'] : step.speakers
    const failures = { ...this.#progress.failures }
    const responses: Record<string, Partial<RoundResponse>> = {}
    const given = this.#last.length
    for (const id of asked) {
      const act = acts(id)
      if (ask === 'answer') {
        if (typeof act === 'string' || act.fails === 'passed') this.#given.set(id, given)
        else this.#given.delete(id)
      }
      if (typeof act !== 'string') {
        responses[id] = { status: act.fails }
        failures[id] = act.fails === 'error' ? (failures[id] ?? 0) + 1 : 0
        continue
      }
      failures[id] = 0
      if (ask === 'select') responses[id] = { decision: act }
      else {
        responses[id] = { messageId: `m${this.#last.length}` }
        this.#last.push(said(id, act))
      }
    }
    const again = step.do === 'ask' ? (step.again ?? 0) : 0
    const [only] = asked
    const asksAnswer = ask === 'answer' || ask === 'human'
    const previous = asksAnswer
      ? asked.length === 1
        ? (only ?? null)
        : null
      : this.#progress.previous
    const posted = Object.values(responses).filter(({ messageId }) => messageId !== undefined)
    const messages = this.#progress.messages + posted.length
    this.#progress = { ...this.#progress, failures, again, previous, messages }
    this.#closed = closedRound(ask, responses)
  }

  /** Plays what everybody does in turn, and says each step in a line, until it ends or somebody has nothing left to do. */
  transcript(acts: Readonly<Record<string, readonly Act[]>>): readonly string[] {
    const left = Object.fromEntries(Object.entries(acts).map(([id, list]) => [id, [...list]]))
    const lines: string[] = []
    for (;;) {
      const step = this.step()
      lines.push(lineOf(step))
      if (step.do === 'end' || (step.do === 'human' && step.asks === 'choose')) return lines
      const asked = step.do === 'human' ? ['human'] : step.speakers
      if (asked.some((id) => !left[id]?.length)) return lines
      this.play(step, (id) => left[id]?.shift() ?? PASSES)
    }
  }
}

function lineOf(step: Step): string {
  switch (step.do) {
    case 'ask':
      return `${step.ask} ${step.speakers.join(' ')}: ${step.reason}`
    case 'human':
      return `human ${step.asks}: ${step.reason}`
    case 'end':
      return `end ${step.why}${step.summary === undefined ? '' : `: ${step.summary}`}`
  }
}
