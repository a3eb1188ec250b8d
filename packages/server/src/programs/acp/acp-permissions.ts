import type { PermissionAnswer, PermissionRule } from '@crewroom/shared/model/need'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { TOOL_TEXT } from '@crewroom/shared/text/tool-texts'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { iso } from '../../clock'
import { Countdown } from '../../countdown'
import type { Crew } from '../../crew/crew'
import type { PermissionAsker } from '../../crew/permission-book'
import { mayBeAllowed } from '../../crew/role-tools'
import { ruleFor } from '../../crew/permission-rules'
import { closePermission, openPermission } from '../../crew/permissions'
import { isPaused } from '../../crew/wake'
import { stored } from '../../delivery/hand-over'
import type { AgentStream } from '../../intake/agent-stream'
import type { ProgramRunPorts } from '../program-run'
import { AcpRefusals } from './acp-refusals'
import { allowedOnce, isOwnTool } from './acp-tools'
import { type AcpOutcome, CANCELLED, type Fields, refusal } from './acp-values'
import { areInside } from './named-places'
import { permissionRequest, type PermissionRequest, shownAsk } from './permission-request'

/** What storage refused is tried again after this long. */
const RETRY_MS = 500
const MINUTE_MS = 60_000

/** How a request ended, and why. */
interface Ending {
  readonly outcome: AcpOutcome
  readonly by: PermissionAnswer['by'] | 'server'
  readonly why: string
  readonly rule?: PermissionRule
}

/** A request that waits for a person. */
interface Waiting {
  readonly turnId: string | null
  readonly given: Fields
  readonly request: PermissionRequest
  /** When it is refused; null: never. */
  readonly time: Countdown | null
  /** The id of its need; null while storage is unavailable. */
  needId: string | null
  readonly answer: (ending: Ending) => void
  forget: () => void
}

/**
 * The requests for permission of one program. Each is answered by a rule of the crew or by a person, refused if nobody
 * answers in time, and answered with `cancelled` if its turn is cancelled. In a pause no time passes.
 */
export class AcpPermissions implements PermissionAsker {
  readonly agentId: string
  readonly folder: string
  readonly #ports: ProgramRunPorts
  readonly #refusals: AcpRefusals
  readonly #isOwnCall: ((toolCallId: unknown) => boolean) | undefined
  readonly #open = new Set<Waiting>()
  readonly #leave: () => void
  #isClosed = false
  /** How often its requests were cancelled. */
  #cancels = 0

  constructor(
    ports: ProgramRunPorts,
    stream: AgentStream,
    folder: string,
    isOwnCall?: (toolCallId: unknown) => boolean,
  ) {
    this.agentId = stream.agentId
    this.folder = folder
    this.#isOwnCall = isOwnCall
    this.#ports = ports
    this.#refusals = new AcpRefusals(ports, stream)
    this.#leave = ports.shard.permissions.join(this)
  }

  leadId(): string | undefined {
    return this.#crew()?.state.lead.id
  }

  /** The answer to a request of the program. Never rejects. */
  async ask(turnId: string | null, given: Fields, isCancelled: boolean): Promise<AcpOutcome> {
    const request = permissionRequest(given, this.folder)
    const ending = await this.#ending(turnId, given, request, isCancelled)
    const { outcome, by, why, rule } = ending
    const { name } = request.options.find((one) => one.optionId === chosen(outcome)) ?? {}
    const data = {
      ...given,
      answer: outcome,
      by,
      why,
      ...(name !== undefined && { option: name }),
      ...(rule && { rule: rule.id }),
    }
    this.#ports.rollouts.record(this.agentId, { kind: 'permission', data, turnId })
    // Nobody continues a turn that was cancelled.
    if (!this.#isAllowed(request, outcome) && by !== 'cancelled' && by !== 'restart') {
      this.#refusals.refused(request, by)
    }
    return outcome
  }

  /** The program continues: the refusal did not end its turn. */
  worked(update: object): void {
    this.#refusals.worked(update)
  }

  /** The turn is over, and with it every request made in it. */
  ended(isInterrupted: boolean): void {
    this.cancel(TEXT.whyTurnOver)
    this.#refusals.ended(isInterrupted)
  }

  /** Answers every waiting request with `cancelled`. */
  cancel(why: string = TEXT.whyCancelled): void {
    this.#cancels++
    for (const one of this.#open) this.#end(one, { outcome: CANCELLED, by: 'cancelled', why })
  }

  /** The program is gone. */
  close(): void {
    this.#isClosed = true
    this.cancel(TEXT.whyStopped)
    this.#leave()
  }

  closed(needId: string, answer: PermissionAnswer | undefined): void {
    const one = [...this.#open].find((open) => open.needId === needId)
    if (!one || !answer) return
    this.#open.delete(one)
    one.forget()
    this.#ports.shard.permissions.over(needId)
    const { by, optionId } = answer
    if (by === 'cancelled' || by === 'restart') {
      one.answer({ outcome: CANCELLED, by, why: TEXT.whyCancelled })
    } else {
      const outcome: AcpOutcome =
        optionId === null ? refusal(one.given) : { outcome: 'selected', optionId }
      one.answer({ outcome, by, why: by === 'timeout' ? TEXT.whyTimeout : TEXT.whyAnswered })
    }
  }

  ruled(): void {
    const needs = this.#crew()?.state.needs ?? {}
    for (const one of this.#open) {
      // Somebody has answered it, and the answer is about to be durable.
      if (one.needId !== null && !needs[one.needId]) continue
      const ending = this.#ruling(one.given, one.request)
      if (ending) this.#end(one, ending)
    }
  }

  timed(): void {
    for (const one of this.#open) {
      if (!one.time || one.time.isRunning !== this.#isStill()) continue
      this.#start(one.time)
      if (one.needId === null) continue
      this.#ports.shard.permissions.ends(one.needId, untilOf(one))
      this.#ports.live.emit('agent', this.agentId)
    }
  }

  async #ending(
    turnId: string | null,
    given: Fields,
    request: PermissionRequest,
    isCancelled: boolean,
  ): Promise<Ending> {
    const cancelled = (why: string): Ending => ({ outcome: CANCELLED, by: 'cancelled', why })
    if (isCancelled || this.#isClosed || !this.#crew()) return cancelled(TEXT.whyCancelled)
    if (this.#ports.tools && isOwnTool(given, request, this.#isOwnCall)) {
      const outcome = allowedOnce(request)
      if (outcome) return { outcome, by: 'server', why: TOOL_TEXT.whyOwnTool }
    }
    if (this.#ruling(given, request)) {
      const cancels = this.#cancels
      // A rule is durable before it allows anything.
      const isStored = await stored(this.#ports.shard, this.agentId).then(
        () => true,
        () => false,
      )
      if (cancels !== this.#cancels) return cancelled(TEXT.whyCancelled)
      // Meanwhile a stricter rule may have been added, or this one deleted.
      const ruling = this.#ruling(given, request)
      if (isStored && ruling) return ruling
    }
    const refused = (why: string): Ending => ({ outcome: refusal(given), by: 'server', why })
    if (request.options.length === 0) return refused(TEXT.whyNoOption)
    if (this.#open.size >= LIMITS.permissionsOpen) return refused(TEXT.whyTooMany)
    return new Promise((answer) => this.#wait(turnId, given, request, answer))
  }

  /** The answer of a rule of the crew; null if a person has to answer. */
  #ruling(given: Fields, request: PermissionRequest): Ending | null {
    const crew = this.#crew()
    const role = crew?.state.agents[this.agentId]?.role
    const { toolKind, readCommand: command } = request
    const isInside = areInside(this.folder, request)
    const wish = { toolKind, command, folder: this.folder, isInside }
    const rule = crew && role !== undefined && ruleFor(crew.permissionRules.values(), role, wish)
    if (!rule || rule.action === 'ask') return null
    const why = TEXT.whyRule(rule)
    if (rule.action === 'refuse') return { outcome: refusal(given), by: 'rule', why, rule }
    // The file of its role lists its tools, and this is another one.
    if (!mayBeAllowed(this.#ports.shard.ports.roles.of(role).tools, toolKind)) return null
    // Only a person may allow more than this once.
    const once = request.options.find(({ kind }) => kind === 'allow_once')
    if (!once) return null
    return { outcome: { outcome: 'selected', optionId: once.optionId }, by: 'rule', why, rule }
  }

  #wait(
    turnId: string | null,
    given: Fields,
    request: PermissionRequest,
    answer: (ending: Ending) => void,
  ): void {
    const { clock } = this.#ports.shard.ports
    const { permissionMs } = this.#ports
    const time =
      permissionMs === null ? null : new Countdown(clock, permissionMs, () => this.#late(one))
    const forget = () => time?.stand()
    const one: Waiting = { turnId, given, request, time, needId: null, answer, forget }
    if (time) this.#start(time)
    this.#open.add(one)
    this.#note(one)
  }

  /** Opens its need, and tries again if storage refused that. */
  #note(one: Waiting): void {
    const { shard, logger, maskOf } = this.#ports
    const again = () => {
      if (one.needId !== null) shard.permissions.over(one.needId)
      one.needId = null
      shard.ports.clock.after(RETRY_MS, () => this.#note(one))
    }
    if (!this.#open.has(one)) return
    const crew = this.#crew()
    if (!crew) {
      this.#end(one, { outcome: CANCELLED, by: 'cancelled', why: TEXT.whyCancelled })
      return
    }
    try {
      const ask = shownAsk(one.request, maskOf(this.agentId), untilOf(one))
      one.needId = openPermission(shard, crew, this.agentId, ask, ask.command ?? ask.title).id
      if (one.time && !one.time.isRunning) shard.permissions.ends(one.needId, null)
    } catch (error) {
      logger.warn({ agentId: this.agentId, error }, 'a request for permission is put off')
      again()
      return
    }
    stored(shard, this.agentId).catch(() => {
      if (this.#open.has(one)) again()
    })
  }

  /** Nobody answered in time. */
  #late(one: Waiting): void {
    if (!this.#open.has(one)) return
    const minutes = Math.round((this.#ports.permissionMs ?? 0) / MINUTE_MS)
    const outcome = refusal(one.given)
    const { name = null } =
      one.request.options.find(({ optionId }) => optionId === chosen(outcome)) ?? {}
    const answer: PermissionAnswer = { by: 'timeout', optionId: chosen(outcome), name }
    const again = () => {
      one.forget = this.#ports.shard.ports.clock.after(RETRY_MS, () => this.#late(one))
    }
    if (one.needId === null) {
      this.#end(one, { outcome, by: 'timeout', why: TEXT.whyTimeout })
      return
    }
    try {
      const crew = this.#crew()
      const text = this.#refusals.told(one.request, (wanted) => TEXT.lateNeed(wanted, minutes))
      if (crew) closePermission(this.#ports.shard, crew, one.needId, answer, { text })
      stored(this.#ports.shard, this.agentId).catch(again)
    } catch {
      again()
    }
  }

  /** Answers at once, and closes the need. */
  #end(one: Waiting, ending: Ending): void {
    if (!this.#open.delete(one)) return
    one.forget()
    one.answer(ending)
    if (one.needId === null) return
    this.#ports.shard.permissions.over(one.needId)
    const optionId = chosen(ending.outcome)
    const { name = null } = one.request.options.find((option) => option.optionId === optionId) ?? {}
    const by = ending.by === 'server' ? 'cancelled' : ending.by
    this.#close(one.needId, { by, optionId, name })
  }

  /** Tries again if storage refused that. */
  #close(needId: string, answer: PermissionAnswer): void {
    const { shard } = this.#ports
    const again = () => {
      shard.ports.clock.after(RETRY_MS, () => this.#close(needId, answer))
    }
    const crew = this.#crew()
    if (!crew) return
    try {
      if (closePermission(shard, crew, needId, answer)) stored(shard, this.agentId).catch(again)
    } catch {
      again()
    }
  }

  #isAllowed({ options }: PermissionRequest, outcome: AcpOutcome): boolean {
    const option = options.find(({ optionId }) => optionId === chosen(outcome))
    return option?.kind.startsWith('allow') ?? false
  }

  #start(time: Countdown): void {
    if (this.#isStill()) time.stand()
    else time.run()
  }

  /** Nothing more is handed to its agent. A lead of two crews stops for either. */
  #isStill(): boolean {
    const { shard } = this.#ports
    return shard
      .crewsOf(this.agentId)
      .some(
        (crew) =>
          isPaused(shard, crew, this.agentId) || Boolean(crew.state.agents[this.agentId]?.hold),
      )
  }

  #crew(): Crew | undefined {
    return this.#ports.shard.crewOf(this.agentId)
  }
}

function untilOf({ time }: Waiting): string | null {
  const end = time?.end ?? null
  return end === null ? null : iso(end)
}

function chosen(outcome: AcpOutcome): string | null {
  return outcome.outcome === 'selected' ? outcome.optionId : null
}
