import { SYSTEM } from '@crewroom/shared/model/participant'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { AgentStream } from '../../intake/agent-stream'
import { isActive } from '../../crew/directory'
import { decideNeed } from '../../crew/needs'
import { withoutSecrets } from '../../crew/secrets'
import type { By } from '../../crew/shard'
import { askToGoOn } from '../../conduct/stall'
import { type Fields, fields } from './acp-values'
import type { ProgramRunPorts } from '../program-run'

/** So much of what was refused is said, of a command line its beginning. */
const SHOWN = 200

const BY_SYSTEM: By = { actor: SYSTEM, cause: { kind: 'system' } }

/** What was refused last, while the agent has done nothing after it. */
interface Last {
  readonly wanted: string
  readonly toolCallId: unknown
  /** How far its commands had been run. */
  readonly done: number
}

/**
 * What becomes of a refused permission: it is in the record with the server's answer, a person sees it, and where it ended
 * the turn the agent is prompted once to go on without it.
 */
export class AcpRefusals {
  readonly #ports: ProgramRunPorts
  readonly #stream: AgentStream
  #last: Last | null = null

  constructor(ports: ProgramRunPorts, stream: AgentStream) {
    this.#ports = ports
    this.#stream = stream
  }

  /** Cancelling the turn in which it was asked for settles what comes next: nobody need see it. */
  refused(turnId: string | null, request: Fields, answer: object, isCancelled: boolean): void {
    const { agentId, position } = this.#stream
    const why = isCancelled ? TEXT.whyCancelled : TEXT.whyRefused
    const data = { ...request, answer, by: 'server', why }
    this.#ports.rollouts.record(agentId, { kind: 'permission', data, turnId })
    if (isCancelled) return
    const wanted = wantedBy(request)
    const { toolCallId } = fields(request['toolCall'])
    this.#last = { wanted, toolCallId, done: position.done }
    this.#noted(agentId, () => this.#openNeed(agentId, wanted))
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
    this.#noted(agentId, () => this.#askToGoOn(agentId, last.wanted))
  }

  #openNeed(agentId: string, wanted: string): void {
    const { shard } = this.#ports
    const crew = shard.crewOf(agentId)
    if (!crew?.state.agents[agentId]) return
    // One at a time: the record has them all.
    const { needs } = crew.state
    const isKnown = Object.values(needs).some(
      (need) => need.kind === 'refused' && need.agentId === agentId,
    )
    if (isKnown) return
    const decision = shard.decideAccepted(crew)
    const text = TEXT.refusedNeed(withoutSecrets(shard, crew, wanted, SHOWN))
    decideNeed(shard, decision, crew, { kind: 'refused', agentId, text, messageId: null })
    shard.commit(crew, BY_SYSTEM, decision)
  }

  #askToGoOn(agentId: string, wanted: string): void {
    const { shard } = this.#ports
    const crews = shard.crewsOf(agentId)
    const crew = crews.find((one) => one.openTasks(agentId).length > 0) ?? crews[0]
    const agent = crew?.state.agents[agentId]
    if (!crew || !agent || !isActive(agent)) return
    // Once, until something new is handed over to it.
    if (crews.some((one) => one.remembered(agentId).stall !== null)) return
    const text = TEXT.goOnWithout(withoutSecrets(shard, crew, wanted, SHOWN))
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

/** What it asked for, as its program has it: the command where there is one, or else how it calls the tool. */
function wantedBy(request: Fields): string {
  const { rawInput, title, content } = fields(request['toolCall'])
  const { command, commands } = fields(rawInput)
  const [first] = Array.isArray(content)
    ? content.map((part) => fields(fields(part)['content']))
    : []
  const told = [
    command,
    Array.isArray(commands) ? commands.join('; ') : null,
    title,
    first?.['text'],
  ]
  const found = told.find((text) => typeof text === 'string' && text.trim() !== '')
  return typeof found === 'string' ? found.trim() : 'something that it did not name'
}
