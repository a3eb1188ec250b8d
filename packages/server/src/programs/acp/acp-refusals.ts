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

/** How many characters of the refused command or tool call are shown. */
const SHOWN = 200

const BY_SYSTEM: By = { actor: SYSTEM, cause: { kind: 'system' } }

/** The latest refusal, until the agent does something else. */
interface Last {
  readonly wanted: string
  readonly toolCallId: unknown
  readonly by: RefusedBy
  /** The offset up to which its commands had run. */
  readonly done: number
}

/**
 * What follows a refused permission: if it ended the turn, the agent is prompted once to continue without it; if nobody
 * had a say in it, a person is notified.
 */
export class AcpRefusals {
  readonly #ports: ProgramRunPorts
  readonly #stream: AgentStream
  #last: Last | null = null

  constructor(ports: ProgramRunPorts, stream: AgentStream) {
    this.#ports = ports
    this.#stream = stream
  }

  /** The agent has to continue without it; if neither a person nor a rule had a say, a person is notified. */
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

  /** The agent continues, with another tool or a plan. Updates about the refused tool call do not count. */
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

  /** Storage may be unavailable; the record has the refusal in any case. */
  #noted(agentId: string, note: () => void): void {
    try {
      note()
    } catch (error) {
      this.#ports.logger.warn({ agentId, error }, 'a refused permission could not be noted')
    }
  }
}
