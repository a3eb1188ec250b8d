import { type AgentRecord, takesTurns } from '@crewroom/shared/model/agent'
import { SYSTEM } from '@crewroom/shared/model/participant'
import { SHARD_SCOPE } from '../journal/facts'
import type { Crew } from '../crew/crew'
import type { Signals } from '../delivery/signals'
import { unansweredRound } from '../delivery/unanswered-round'
import { askAboutRules, closeLostPermissions } from '../crew/permissions'
import { agentOf, isActive } from '../crew/directory'
import type { ProgramRun, ProgramRunEnd, ProgramRunPorts } from './program-run'
import { processStartTime } from './processes/process-group'
import { remember } from './remember'
import { runOf } from './run-of'
import { endTagged, tagsOf } from './processes/end-tagged'
import { failAgent } from '../agents/end-agent'
import { agentMustWake, comesAgain, openTurns } from '../delivery/hand-over'
import { leadSleepsAlone } from '../delivery/idle-lead'
import { type RestartLimits, RestartPolicy } from './restart-policy'
import type { By } from '../crew/shard'
import { interruptWaits } from '../crew/wake'

interface Supervised {
  run: ProgramRun | null
  startedAt: number
  readonly restarts: RestartPolicy
  /** One of its programs was ready once since this server started. */
  wasReady: boolean
  /** Set while its program waits to be started again. */
  cancelRestart: (() => void) | null
  /** The server is ending its program; `wanted`: another one is started afterwards. */
  ending: boolean
  wanted: boolean
}

const BY_SYSTEM: By = { actor: SYSTEM, cause: { kind: 'system' } }
/** What storage refused is tried again after this long. */
const RETRY_MS = 500

/** The seed's AgentManager: starts, feeds, restarts and ends the programs that the server runs. */
export class AgentManager {
  readonly #ports: ProgramRunPorts
  readonly #limits: RestartLimits
  readonly #agents = new Map<string, Supervised>()
  #stopping = false
  /** Leftovers of the previous server run are gone. Before that, an agent that had a program gets no other one. */
  #resumed = false
  readonly #crewsToLook = new Set<string>()
  readonly #signals: Signals

  constructor(ports: Omit<ProgramRunPorts, 'retries'>, signals: Signals, limits: RestartLimits) {
    this.#ports = { ...ports, retries: limits }
    this.#limits = limits
    this.#signals = signals
    signals.on('created', (_crew, agent) => this.#start(agent))
    signals.on('resumed', (agent) => this.start(agent.id))
    signals.on('changed', (agentId) => this.#startOther(agentId))
    signals.on('mode', (agentId) => {
      if (this.#agents.get(agentId)?.run?.changeMode() === false) this.#startOther(agentId)
    })
    signals.on('ended', (agent) => this.#end(agent.id))
    signals.on('owed', (agentId) => this.#owed(agentId))
    // A remote agent reports no status: what it does follows from its turns.
    signals.on('turnEnded', (crew) => this.#lookAt(crew))
    signals.on('gone', (agentIds) => {
      for (const agentId of agentIds) this.#end(agentId)
    })
    signals.on('interrupted', (agentId, turnId) => {
      // One that its prompt has brought already cuts nothing off, least of all that prompt.
      if (turnId === null && !interruptWaits(ports.shard, agentId)) return
      this.#agents.get(agentId)?.run?.interrupt(turnId ?? undefined)
    })
  }

  /**
   * At server start: ends what still runs from the previous run, then starts the agents again that were in the middle
   * of a turn or are owed something that wakes.
   */
  async resume(): Promise<void> {
    const { shard, logger, graceMs } = this.#ports
    const left = [...shard.processes()]
    const leadIds = new Set([...shard.crews()].map((crew) => crew.state.lead.id))
    await Promise.all([
      // The server was killed before it could store that they run.
      ...tagsOf(leadIds).map((tag) => endTagged(tag, null, graceMs, shard.ports.clock)),
      ...left.map(async ({ agentId, pid, startTime, tag }) => {
        // Without its start time a pid may be somebody else's by now; a process with the tag is ours in any case.
        const same = startTime !== null && processStartTime(pid) === startTime
        if (same) logger.warn({ agentId, pid }, 'ending a process of the previous run')
        await endTagged(tag, same ? pid : null, graceMs, shard.ports.clock)
        const data = { agentId, code: null, signal: null }
        if (shard.crewOf(agentId)) remember(this.#ports, agentId, { type: 'process:ended', data })
        else this.#programGone(agentId)
      }),
    ])
    this.#settlePermissions()
    await shard.journal.flush()
    this.#resumed = true
    for (const crew of shard.crews()) {
      for (const agent of Object.values(crew.state.agents)) {
        if (this.#hasWork(agent) || this.#agents.get(agent.id)?.wanted) this.#start(agent)
        else if (this.#sleeps(agent)) this.#ports.presence.set(agent.id, { asleep: true })
      }
      this.#lookAt(crew)
    }
  }

  /** Requests of the previous run's programs ended with them, and rules may be those of an earlier version. */
  #settlePermissions(): void {
    const { shard, logger } = this.#ports
    for (const crew of shard.crews()) {
      try {
        closeLostPermissions(shard, crew)
        askAboutRules(shard, crew)
      } catch (error) {
        logger.warn({ error }, 'permissions of the previous run are as they were')
      }
    }
  }

  /** Ends all programs; resolves when none is left. */
  async stop(): Promise<void> {
    this.#stopping = true
    await Promise.all(
      [...this.#agents.values()].map(async ({ run, cancelRestart }) => {
        cancelRestart?.()
        await run?.stop()
      }),
    )
  }

  /** Resolves when none of these agents' programs is left; they have been told to end. */
  async programsEnded(agentIds: readonly string[]): Promise<void> {
    await Promise.all(agentIds.map(async (agentId) => this.#agents.get(agentId)?.run?.stop()))
  }

  /** Starts an agent's program if it does not run, with its crashes forgiven. */
  start(agentId: string): void {
    const crew = this.#ports.shard.crewOf(agentId)
    const agent = crew?.state.agents[agentId]
    if (!agent || !isActive(agent)) return
    const supervised = this.#supervised(agentId)
    supervised.restarts.reset()
    supervised.cancelRestart?.()
    supervised.cancelRestart = null
    supervised.wanted = supervised.ending || supervised.run?.fallsAsleep === true
    this.#start(agent)
    supervised.run?.owedChanged()
  }

  /** An agent's status changed: one of its crews may be idle now with something waiting for the lead. */
  presenceChanged(agentId: string): void {
    for (const crew of this.#ports.shard.crewsOf(agentId)) this.#lookAt(crew)
  }

  /** Whether an agent whose program does not run is woken by the next thing for it. */
  #sleeps({ id, driver, ended }: AgentRecord): boolean {
    if (!takesTurns(driver) || ended === 'failed' || ended === 'terminated') return false
    return !this.#agents.get(id)?.run
  }

  /** Hands over to a running program; one that is not running is started if something wakes its agent. */
  #owed(agentId: string): void {
    const crew = this.#ports.shard.crewOf(agentId)
    const agent = crew?.state.agents[agentId]
    if (!crew || !agent) return
    const known = this.#agents.get(agentId)
    if (known?.run) known.run.owedChanged()
    else if (this.#resumed && !known?.cancelRestart && this.#hasWork(agent)) {
      this.#start(agent)
    }
    if (agentId === crew.state.lead.id) this.#lookAt(crew)
  }

  /**
   * Whether there is anything for the agent to do in any of its crews. A paused crew is checked again when it is
   * resumed.
   */
  #hasWork(agent: AgentRecord): boolean {
    const { shard } = this.#ports
    if (!isActive(agent) || agent.driver.kind === 'remote') return false
    return (
      openTurns(shard, agent.id).length > 0 ||
      comesAgain(shard, agent.id) ||
      unansweredRound(shard, agent.id) !== null ||
      agentMustWake(shard, agent.id)
    )
  }

  #start(agent: AgentRecord): void {
    if (this.#stopping || agent.driver.kind === 'remote') return
    // An imported file may name any program: none is started before a person has resumed the crew.
    if (this.#ports.shard.crewsOf(agent.id).some((crew) => crew.inert)) return
    const supervised = this.#supervised(agent.id)
    if (supervised.run || supervised.cancelRestart) return
    if (!this.#resumed && this.#ports.shard.process(agent.id)) {
      supervised.wanted = true
      return
    }
    supervised.wanted = false
    const run = runOf(this.#ports, agent)
    supervised.run = run
    supervised.startedAt = this.#ports.shard.ports.clock.monotonic()
    void run.ended.then((end) => this.#ended(agent.id, supervised, end))
  }

  /**
   * Ends the agent's program in order and starts the one it should have now. Earlier crashes do not count for the new
   * one.
   */
  #startOther(agentId: string): void {
    const agent = this.#ports.shard.crewOf(agentId)?.state.agents[agentId]
    if (!agent || agent.driver.kind === 'remote') return
    const supervised = this.#supervised(agentId)
    supervised.restarts.reset()
    supervised.wasReady = false
    supervised.cancelRestart?.()
    supervised.cancelRestart = null
    this.#ports.presence.set(agentId, { restart: null })
    if (!supervised.run) {
      if (isActive(agent)) this.#start(agent)
      return
    }
    supervised.ending = true
    supervised.wanted = isActive(agent)
    void supervised.run.stop()
  }

  #ended(agentId: string, supervised: Supervised, end: ProgramRunEnd): void {
    supervised.run = null
    supervised.ending = false
    const { kind } = end
    if (kind === 'rested' || kind === 'asleep' || (kind === 'crashed' && !end.unready))
      supervised.wasReady = true
    if (this.#stopping) return
    const crew = this.#ports.shard.crewOf(agentId)
    const agent = crew?.state.agents[agentId]
    if (!crew || !agent) {
      this.#agents.delete(agentId)
      this.#programGone(agentId)
      return
    }
    // Another program may be wanted by now: then this one does not count.
    const isReplaced = supervised.wanted && isActive(agent)
    if (end.kind === 'unusable' && !isReplaced) {
      this.#fail(agentId, end.reason)
      return
    }
    const hasWork = this.#hasWork(agent)
    if (end.kind === 'crashed' && !isReplaced) {
      if (isActive(agent)) this.#startLater(agentId, supervised, end.reason, end.said)
      return
    }
    if (end.kind === 'rested' && hasWork && openTurns(this.#ports.shard, agentId).length > 0) {
      this.#startLater(agentId, supervised, 'Its program ended without taking what it was given.')
      return
    }
    // Something may have become owed while it ended.
    if (hasWork || supervised.wanted) this.#start(agent)
    else if (kind === 'asleep') this.#ports.presence.set(agentId, { asleep: true })
  }

  /** After a crash: starts the program again after a growing pause, until the agent has failed. */
  #startLater(
    agentId: string,
    supervised: Supervised,
    reason: string,
    said: readonly string[] = [],
  ): void {
    const { shard, presence } = this.#ports
    const { clock } = shard.ports
    const isProven =
      supervised.wasReady || shard.crewOf(agentId)?.remembered(agentId).acpSessionId !== null
    const next = supervised.restarts.crashed(clock.monotonic() - supervised.startedAt, isProven)
    if (!next) {
      const times = supervised.restarts.limit(isProven)
      const again = times === 1 ? 'once' : `${times} times`
      this.#fail(agentId, `${reason} (restarted ${again})`, said)
      return
    }
    const { attempt, limit } = next
    const at = clock.now() + next.pauseMs
    presence.set(agentId, { restart: { attempt, limit, at } })
    supervised.cancelRestart = clock.after(next.pauseMs, () => {
      supervised.cancelRestart = null
      const agent = shard.crewOf(agentId)?.state.agents[agentId]
      if (agent && isActive(agent)) this.#start(agent)
      // It has completed meanwhile: what wakes it starts it.
      else presence.set(agentId, { restart: null })
    })
  }

  /** Ends the agent as failed, and tries again while storage refuses that. */
  #fail(agentId: string, reason: string, said: readonly string[] = []): void {
    const { shard, presence, logger } = this.#ports
    presence.set(agentId, { status: 'idle', connection: 'lost', restart: null, asleep: false })
    const crew = shard.crewOf(agentId)
    if (!crew || this.#stopping) return
    const again = () => {
      shard.ports.clock.after(RETRY_MS, () => this.#fail(agentId, reason, said))
    }
    try {
      failAgent(shard, agentId, reason, said)
    } catch (error) {
      logger.warn({ agentId, error }, 'an agent has failed; remembering is put off')
      again()
      return
    }
    shard.journal.release(crew.state.lead.id, () => {}, again)
  }

  /** A program of a deleted crew has ended: until that is stored, the next start would look for it. */
  #programGone(agentId: string): void {
    const { shard, presence } = this.#ports
    presence.forget(agentId)
    const again = () => {
      shard.ports.clock.after(RETRY_MS, () => this.#programGone(agentId))
    }
    try {
      shard.endProcess(agentId, BY_SYSTEM)
    } catch {
      again()
      return
    }
    shard.journal.release(SHARD_SCOPE, () => {}, again)
  }

  #end(agentId: string): void {
    const supervised = this.#agents.get(agentId)
    supervised?.cancelRestart?.()
    if (supervised) {
      supervised.cancelRestart = null
      supervised.ending = supervised.run !== null
      supervised.wanted = false
    }
    void supervised?.run?.stop()
    if (supervised && !supervised.run && !this.#ports.shard.crewOf(agentId)) {
      this.#agents.delete(agentId)
    }
    this.#ports.presence.set(agentId, { restart: null, asleep: false })
  }

  #supervised(agentId: string): Supervised {
    let supervised = this.#agents.get(agentId)
    if (!supervised) {
      const restarts = new RestartPolicy(this.#limits)
      supervised = {
        run: null,
        startedAt: 0,
        restarts,
        wasReady: false,
        cancelRestart: null,
        ending: false,
        wanted: false,
      }
      this.#agents.set(agentId, supervised)
    }
    return supervised
  }

  /** Checked when this tick is over: an agent that just became idle may be handed more in the same tick. */
  #lookAt(crew: Crew): void {
    const leadId = crew.state.lead.id
    if (this.#crewsToLook.has(leadId)) return
    this.#crewsToLook.add(leadId)
    setImmediate(() => {
      this.#crewsToLook.delete(leadId)
      const { shard, presence } = this.#ports
      const now = shard.findCrew(leadId)
      if (!this.#resumed || !now || !leadSleepsAlone(shard, now, presence)) return
      const lead = agentOf(now, leadId)
      if (lead.driver.kind === 'remote') {
        this.#signals.emit('wanted', leadId)
        return
      }
      this.#start(lead)
      this.#agents.get(leadId)?.run?.wakeOnce()
    })
  }
}
