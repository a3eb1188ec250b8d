import type { Bell } from '../../delivery/bell'
import { isActive } from '../../crew/directory'
import { agentMustWake, openTurns } from '../../delivery/hand-over'
import type { ProgramRunPorts } from '../program-run'
import { sleepLimit } from '../sleep'
import type { AcpOpened } from './acp-shapes'

const STAYS = 'Its program keeps running while idle: it could not continue this conversation later.'

type Ports = Pick<ProgramRunPorts, 'shard' | 'rollouts' | 'sleep'>

/** When a program that has nothing to do falls asleep, and whether it may. */
export class AcpIdle {
  /** An earlier conversation could not be continued: this one might not be, either. */
  hasLost = false
  readonly #ports: Ports
  readonly #agentId: string
  #since: number
  #prompted = false
  /** How many answers it waits for. */
  #asking = 0
  #staysNoted = false
  #isOver = false

  constructor(ports: Ports, agentId: string) {
    this.#ports = ports
    this.#agentId = agentId
    this.#since = ports.shard.ports.clock.monotonic()
  }

  /** It is falling asleep: nothing more is handed to it. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** It was asked or said something: its idle time starts again. */
  stirred(): void {
    this.#since = this.#ports.shard.ports.clock.monotonic()
  }

  /** It asked for something, and waits for the answer. */
  async asks<T>(answer: Promise<T>): Promise<T> {
    this.stirred()
    this.#asking++
    try {
      return await answer
    } finally {
      this.#asking--
      this.stirred()
    }
  }

  prompted(): void {
    this.#prompted = true
  }

  /**
   * Waits until something comes; true if nothing came for so long that the program should end until something does.
   * While it may not end, this is checked again after the same time.
   */
  async waits(bell: Bell, session: AcpOpened, mayEnd: () => boolean): Promise<boolean> {
    let left = this.#left(session)
    if (left === 0 && (this.#asking > 0 || !mayEnd())) {
      this.stirred()
      left = this.#left(session)
    }
    this.#isOver = left === 0
    if (this.#isOver) return true
    const { clock } = this.#ports.shard.ports
    const forget = left === null ? () => {} : clock.after(left, () => bell.ring())
    await bell.rung()
    forget()
    return false
  }

  /** In how many milliseconds it falls asleep if nothing comes, 0 if it is time; null while it must not. */
  #left({ sessionId, canGoOn }: AcpOpened): number | null {
    const { shard, sleep, rollouts } = this.#ports
    const id = this.#agentId
    const crew = shard.crewOf(id)
    const agent = crew?.state.agents[id]
    if (!crew || !agent) return null
    // A hand-over that storage refused is tried again; open turns of an agent that has ended wait for its return.
    const isOwed = agentMustWake(shard, id) || openTurns(shard, id).length > 0
    if (isActive(agent) && isOwed) return null
    const limit = sleepLimit(sleep, agent.ended === 'completed')
    if (limit === null || this.#staysNoted) return null
    const left = Math.max(0, this.#since + limit - shard.ports.clock.monotonic())
    // Before the agent has worked in a session there is nothing in it to lose.
    const isStored = crew.remembered(id).acpSessionId === sessionId
    const isKept = isStored ? canGoOn && !this.hasLost : !this.#prompted
    if (left > 0 || isKept) return left
    this.#staysNoted = true
    rollouts.record(id, { kind: 'note', text: STAYS })
    return null
  }
}
