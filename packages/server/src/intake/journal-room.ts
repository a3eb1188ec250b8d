import { SYSTEM } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { Shard } from '../crew/shard'

/** Whether the journal takes what agents put out, and what they are told when it did not. */
export class JournalRoom {
  readonly #shard: Shard

  constructor(shard: Shard) {
    this.#shard = shard
  }

  /**
   * Output that comes faster than it is stored waits and is not refused, however many agents write at once. What cannot
   * be stored at all is refused where it can be sent again; a pipe cannot do that, and waits.
   */
  mustWait(isResumable: boolean): boolean {
    const { congested, failure } = this.#shard.journal
    return failure ? !isResumable : congested
  }

  /** Until there may be room. Ask again right before it is used: others have waited, too, and may have taken it. */
  async wait(): Promise<void> {
    const { journal, ports } = this.#shard
    if (journal.failure) await new Promise<void>((resolve) => ports.clock.after(50, resolve))
    else await journal.drained()
  }

  /** Watches the batch of a pipe's command. If storage refuses it later, the agent gets a notice once storage works again. */
  watch(agentId: string): void {
    const crew = this.#shard.crewOf(agentId)
    if (!crew) return
    this.#shard.journal.release(
      crew.state.lead.id,
      () => {},
      (error) => void this.#tellNotStored(agentId, error.message),
    )
  }

  async #tellNotStored(agentId: string, reason: string): Promise<void> {
    while (this.mustWait(false)) await this.wait()
    const crew = this.#shard.crewOf(agentId)
    if (!crew?.state.agents[agentId]) return
    const decision = this.#shard.decideAccepted(crew)
    decision.add('delivery:created', {
      delivery: {
        id: this.#shard.ports.ids.record(),
        agentId,
        kind: 'reply',
        wake: true,
        groupName: null,
        content: { form: 'text', text: TEXT.storage(reason) },
        hop: 0,
      },
    })
    this.#shard.commit(crew, { actor: SYSTEM, cause: { kind: 'system' } }, decision)
  }
}

/** What is refused behind it, until the stream begins again at its stored place. */
export function notStored(): CrewError {
  return new CrewError(
    'storage_failed',
    'Output before this was not stored. Send again from the confirmed place.',
    { retryAfter: 1 },
  )
}
