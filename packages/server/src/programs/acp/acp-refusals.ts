import { SYSTEM } from '@crewroom/shared/model/participant'
import { type RefusedBy, TEXT } from '@crewroom/shared/text/catalogue'
import type { AgentStream } from '../../intake/agent-stream'
import { isActive } from '../../crew/directory'
import { decideRefused } from '../../crew/permissions'
import { withoutSecrets } from '../../crew/secrets'
import type { By } from '../../crew/shard'
import { askToGoOn } from '../../conduct/stall'
import { fields } from './acp-values'
import type { PermissionRequest } from './permission-request'
import type { ProgramRunPorts } from '../program-run'

/** So much of what was refused is said, of a command line its beginning. */
const SHOWN = 200

const BY_SYSTEM: By = { actor: SYSTEM, cause: { kind: 'system' } }

/** What was refused last, while the agent has done nothing after it. */
interface Last {
  readonly wanted: string
  readonly toolCallId: unknown
  readonly by: RefusedBy
  /** How far its commands had been run. */
  readonly done: number
}

/**
 * What becomes of a refused permission: where it ended the turn the agent is prompted once to go on without it, and
 * where no person had a say, one is told.
 */
export class AcpRefusals {
  readonly #ports: ProgramRunPorts
  readonly #stream: AgentStream
  #last: Last | null = null

  constructor(ports: ProgramRunPorts, stream: AgentStream) {
    this.#ports = ports
    this.#stream = stream
  }

  /** The agent is to go on without it; where no person had a say in that, one is told. */
  refused(request: PermissionRequest, by: RefusedBy): void {
    const { agentId, position } = this.#stream
    const { wanted, toolCallId } = request
    this.#last = { wanted, toolCallId, by, done: position.done }
    if (by !== 'server') return
    this.#noted(agentId, () => this.#openNeed(agentId, this.told(request, TEXT.refusedNeed)))
  }

  /** A sentence about what it asked for. */
  told({ wanted }: PermissionRequest, sentence: (wanted: string) => string): string {
    const { shard } = this.#ports
    const crew = shard.crewOf(this.#stream.agentId)
    return crew ? sentence(withoutSecrets(shard, crew, wanted, SHOWN)) : ''
  }

  /** The agent continues, with another tool or a plan. Updates about the refused one do not count. */
  worked(update: object): void {
    const { sessionUpdate, toolCallId } = fields(update)
    const isSame = toolCallId === this.#last?.toolCallId
    if (sessionUpdate === 'plan' || (toolCallId !== undefined && !isSame)) this.#last = null
  }

  /**
   * The turn is over. Words alone do not count as continuing: a program may say that it was refused, and stop.
   * An interrupt settles what comes next.
   */
  ended(isInterrupted: boolean): void {
    const last = this.#last
    this.#last = null
    const { agentId, position } = this.#stream
    if (!last || isInterrupted || position.done > last.done) return
    this.#noted(agentId, () => this.#askToGoOn(agentId, last))
  }

  #openNeed(agentId: string, text: string): void {
    const { shard } = this.#ports
    const crew = shard.crewOf(agentId)
    if (!crew?.state.agents[agentId]) return
    const decision = shard.decideAccepted(crew)
    decideRefused(shard, decision, crew, agentId, text)
    shard.commit(crew, BY_SYSTEM, decision)
  }

  #askToGoOn(agentId: string, { wanted, by }: Last): void {
    const { shard } = this.#ports
    const crews = shard.crewsOf(agentId)
    const crew = crews.find((one) => one.openTasks(agentId).length > 0) ?? crews[0]
    const agent = crew?.state.agents[agentId]
    if (!crew || !agent || !isActive(agent)) return
    // Once, until something new is handed over to it.
    if (crews.some((one) => one.remembered(agentId).stall !== null)) return
    const text = TEXT.goOnWithout(withoutSecrets(shard, crew, wanted, SHOWN), by)
    askToGoOn(shard, crew, agentId, text)
  }

  /** Storage may be away: the record has it all the same. */
  #noted(agentId: string, note: () => void): void {
    try {
      note()
    } catch (error) {
      this.#ports.logger.warn({ agentId, error }, 'a refused permission could not be noted')
    }
  }
}
