import type { Process } from './chunks'
import type { ParsedMessage, Time } from './messages'
import { MetricsSum } from './metrics'
import { OngoingTracker } from './ongoing'
import type { SubagentFile } from './subagent-file'
import { aboutOf, type TaskCall } from './task-calls'
import { unwrappedMail, type UnwrappedMail } from './team-mail'
import { textsOf } from './tags'

/** What a sub-agent's records begin with when nobody asked for anything. */
const WARMUP = 'Warmup'
/** Summaries of a context, in files named like those of sub-agents. */
const COMPACTION = 'acompact'

/** The records of one sub-agent, as they come. */
export class SubagentTrack {
  readonly id: string
  readonly source: Process['source']
  readonly messages: ParsedMessage[] = []
  startTime: Time = ''
  #endTime: Time = ''
  #model: string | undefined
  #built: Process | null = null
  readonly sum = new MetricsSum()
  readonly #ongoing = new OngoingTracker()
  #read: { readonly of: ParsedMessage | undefined; readonly mail: UnwrappedMail } | null = null

  /** What its own records and results of calls call it. */
  readonly agentId: string
  /** The folders of a workflow that its file is in. */
  readonly folders: readonly string[]

  constructor(id: string, source: Process['source'], file?: SubagentFile) {
    this.id = id
    this.source = source
    this.agentId = file?.agentId ?? id
    this.folders = file?.folders ?? []
  }

  add(message: ParsedMessage): void {
    this.messages.push(message)
    this.sum.add(message)
    this.#taken(message)
  }

  /** A record of it has changed. */
  replace(message: ParsedMessage): void {
    const at = this.messages.findLastIndex(({ uuid }) => uuid === message.uuid)
    this.messages[at] = message
    this.sum.replace(message)
    this.#taken(message)
  }

  #taken(message: ParsedMessage): void {
    this.#ongoing.add(message)
    const at = message.timestamp
    if (this.startTime === '' || at < this.startTime) this.startTime = at
    if (at > this.#endTime) this.#endTime = at
    if (message.model !== undefined) this.#model = message.model
    this.#built = null
  }

  /** What it was asked; what a member of a team was is a message of its lead. */
  get #mail(): UnwrappedMail {
    const [first] = this.messages
    if (this.#read === null || this.#read.of !== first) {
      const written = first?.type === 'user' ? textsOf(first).join('\n').trim() : ''
      this.#read = { of: first, mail: unwrappedMail(written) }
    }
    return this.#read.mail
  }

  get asked(): string {
    return this.#mail.text
  }

  /** The call that its records name as the one that started it. */
  get calledBy(): string | null {
    return this.source === 'inline' ? (this.messages[0]?.sourceToolUseID ?? null) : null
  }

  /** The `summary` of the message that a team's member was started with. */
  get teamSummary(): string | null {
    return this.#mail.summary
  }

  get isShown(): boolean {
    return this.messages.length > 0 && !this.agentId.startsWith(COMPACTION) && this.asked !== WARMUP
  }

  /** The same object while nothing changed. */
  process(call: TaskCall | null, isParallel: boolean): Process {
    const isOngoing = this.#ongoing.ongoing && call?.isFinished !== true
    const before = this.#built
    if (
      before !== null &&
      before.parentTaskId === (call?.id ?? null) &&
      before.isParallel === isParallel &&
      before.isOngoing === isOngoing
    ) {
      return before
    }
    this.#built = {
      id: this.id,
      messages: [...this.messages],
      ...(call !== null && aboutOf(call, this.#mail.isOfTeam, this.asked)),
      ...(this.#model !== undefined && { model: this.#model }),
      startTime: this.startTime,
      endTime: this.#endTime,
      durationMs: Date.parse(this.#endTime) - Date.parse(this.startTime),
      metrics: this.sum.metrics(),
      isParallel,
      isOngoing,
      parentTaskId: call?.id ?? null,
      source: this.source,
    }
    return this.#built
  }

  /** What a call's result told about it came later than its records. */
  forget(): void {
    this.#built = null
  }
}
