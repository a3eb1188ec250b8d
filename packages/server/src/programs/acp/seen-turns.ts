import { seeHandOver, stored } from '../../delivery/hand-over'
import type { ProgramRunPorts } from '../program-run'
import { keepProgramMemory } from '../remember'

/** The turns of the newest prompt. From the first sign of work on them they are never handed over again. */
export class SeenTurns {
  readonly #ports: ProgramRunPorts
  readonly #agentId: string
  readonly #sessionId: () => string | undefined
  #ids: readonly string[] = []
  #isWorking = false
  /** Whether storage knows that the program works on them. */
  #isSeen = false

  constructor(ports: ProgramRunPorts, agentId: string, sessionId: () => string | undefined) {
    this.#ports = ports
    this.#agentId = agentId
    this.#sessionId = sessionId
  }

  get ids(): readonly string[] {
    return this.#ids
  }

  /** The program has shown that it works on them, and they have not ended. */
  get isWorking(): boolean {
    return this.#isWorking
  }

  begin(ids: readonly string[]): void {
    this.#ids = ids
    this.#isWorking = false
    this.#isSeen = false
  }

  ended(): void {
    this.#isWorking = false
  }

  /** A sign of work, which counts only while a prompt is under way. */
  worked(isPrompting: boolean): void {
    this.#isWorking = isPrompting
    if (isPrompting) this.see()
  }

  see(): void {
    const { shard, logger } = this.#ports
    if (this.#isSeen || shard.journal.failure) return
    const ids = this.#ids
    this.#isSeen = true
    // Not before the model works: a session whose model was never told who it is must not be continued.
    keepProgramMemory(this.#ports, this.#agentId, this.#sessionId())
    // Tried again with the next sign of work. After a crash before that, the turn comes again, announced as a repeat.
    const refused = (error: unknown) => {
      logger.warn({ agentId: this.#agentId, error }, 'a turn could not be noted as seen')
      if (this.#ids === ids) this.#isSeen = false
    }
    try {
      seeHandOver(shard, this.#agentId, ids)
      stored(shard, this.#agentId).catch(refused)
    } catch (error) {
      refused(error)
    }
  }
}
