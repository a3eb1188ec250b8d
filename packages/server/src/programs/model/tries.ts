import type { ProgramRunEnd, ProgramRunPorts } from '../program-run'
import { RestartPolicy } from '../restart-policy'
import type { ModelFailure } from './model-failure'

type Ports = Pick<ProgramRunPorts, 'shard' | 'presence' | 'retries' | 'maskOf' | 'rollouts'>

/**
 * When a model that gave no whole answer is asked again: after the pauses after which crashed programs are started, and
 * as often; later if its endpoint asks for that.
 */
export class Tries {
  readonly #ports: Ports
  readonly #agentId: string
  readonly #policy: RestartPolicy

  constructor(ports: Ports, agentId: string) {
    this.#ports = ports
    this.#agentId = agentId
    this.#policy = new RestartPolicy(ports.retries)
  }

  /** A whole answer came: earlier failures do not count any more. */
  succeeded(): void {
    this.#policy.reset()
  }

  /** Resolves when the model is to be asked again, or the turn was ended; with an end when asking again does not help. */
  async failed(failure: ModelFailure, signal: AbortSignal): Promise<ProgramRunEnd | null> {
    const { shard, presence, retries, maskOf, rollouts } = this.#ports
    const { clock } = shard.ports
    const reason = maskOf(this.#agentId).mask(failure.message)
    rollouts.record(this.#agentId, { kind: 'note', text: reason })
    if (failure.kind !== 'passing') return { kind: 'unusable', reason }
    const next = this.#policy.crashed(0)
    if (!next) {
      const times = retries.limit === 1 ? 'once' : `${retries.limit} times`
      return { kind: 'unusable', reason: `${reason} (asked again ${times})` }
    }
    const { attempt, limit } = next
    const pauseMs = Math.max(next.pauseMs, failure.retryAfterMs ?? 0)
    presence.set(this.#agentId, { restart: { attempt, limit, at: clock.now() + pauseMs, reason } })
    await new Promise<void>((resolve) => {
      const forget = clock.after(pauseMs, resolve)
      const over = () => {
        forget()
        resolve()
      }
      signal.addEventListener('abort', over, { once: true })
      if (signal.aborted) over()
    })
    return null
  }
}
