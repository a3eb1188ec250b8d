import type { AgentRecord } from '@crewroom/shared/model/agent'
import { SYSTEM } from '@crewroom/shared/model/participant'
import type { Crew } from './crew'
import type { Delivery } from './delivery'
import { PipeProcess, type PipePorts } from './drivers/pipe'
import { endGroup, processStartTime } from './drivers/process-group'
import { isActive } from './directory'
import { planTurn } from './turn-items'

/** The seed's AgentManager: starts, feeds and ends the programs that the server runs. */
export class AgentManager {
  readonly #ports: PipePorts
  readonly #running = new Map<string, PipeProcess>()
  #stopping = false
  /** Leftovers of the previous run are gone: only then may a program be started a second time. */
  #resumed = false

  constructor(ports: PipePorts, delivery: Delivery) {
    this.#ports = ports
    delivery.on('created', (_crew, agent) => this.#start(agent))
    delivery.on('ended', (agent) => void this.#running.get(agent.id)?.stop())
    delivery.on('owed', (agentId) => this.#owed(agentId))
  }

  /**
   * At server start: ends what still runs of the previous run, then starts again who was in the middle of a
   * turn or is owed something that wakes.
   */
  async resume(): Promise<void> {
    const { shard, logger } = this.#ports
    const left = [...shard.processes()]
    await Promise.all(
      left.map(async ({ agentId, pid, startTime }) => {
        // Without its start time a pid may be somebody else's by now: then nothing is ended.
        if (startTime !== null && processStartTime(pid) === startTime) {
          logger.warn({ agentId, pid }, 'ending a process of the previous run')
          await endGroup(pid, this.#ports.graceMs)
        }
        const crew = shard.crewOf(agentId)
        if (!crew) return
        const decision = shard.decideFurther(crew)
        decision.add('process:ended', { agentId, code: null, signal: null })
        shard.commit(crew, { actor: SYSTEM, cause: { kind: 'system' } }, decision)
      }),
    )
    await shard.journal.flush()
    this.#resumed = true
    for (const crew of shard.crews()) {
      for (const agent of Object.values(crew.state.agents)) {
        if (isActive(agent) && agent.driver.kind === 'pipe' && this.#hasWork(crew, agent)) {
          this.#start(agent)
        }
      }
    }
  }

  /** Ends every program; resolves when none is left. */
  async stop(): Promise<void> {
    this.#stopping = true
    await Promise.all([...this.#running.values()].map((running) => running.stop()))
  }

  /** Hands over to a running program; one that is not running is started for what wakes its agent. */
  #owed(agentId: string): void {
    const running = this.#running.get(agentId)
    if (running) {
      running.owedChanged()
      return
    }
    if (!this.#resumed) return
    const crew = this.#ports.shard.crewOf(agentId)
    const agent = crew?.state.agents[agentId]
    if (!crew || agent?.driver.kind !== 'pipe' || !isActive(agent)) return
    if (this.#hasWork(crew, agent)) this.#start(agent)
  }

  #hasWork(crew: Crew, agent: AgentRecord): boolean {
    if (crew.owed(agent.id).turns.length > 0) return true
    const planned = planTurn(this.#ports.shard, crew, agent.id)
    return planned?.items.some((item) => item.wake) ?? false
  }

  #start(agent: AgentRecord): void {
    if (this.#stopping || agent.driver.kind !== 'pipe' || this.#running.has(agent.id)) return
    const running = new PipeProcess(this.#ports, agent)
    this.#running.set(agent.id, running)
    void running.exited.then(() => this.#running.delete(agent.id))
  }
}
