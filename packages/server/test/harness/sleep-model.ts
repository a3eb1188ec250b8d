import { expect } from 'vitest'
import type { FakeProgram } from './fake-program'
import type { LifeCrew } from './life-crew'
import type { LifeModel } from './life-model'
import { short } from './walk-context'

/** Short against the time that passes in a walk. */
export const SLEEP = { idleMs: 20_000, completedMs: 5_000 } as const

/** When programs of a walk may, must and must not be asleep. To be asked when everything is quiet. */
export class SleepModel {
  /** How often a program was seen to have fallen asleep. */
  slept = 0
  /** By agent: when its program was last started or asked, or said something. */
  readonly #stirredAt = new Map<string, number>()
  /** Programs that were seen to be ready, and when first: they may have been for a while. */
  readonly #readyAt = new Map<FakeProgram, number>()
  readonly #asleep = new Set<string>()

  stirred(agentId: string, now: number): void {
    this.#stirredAt.set(agentId, now)
  }

  /** Another server knows of no program: whoever is not started then sleeps. */
  serverBegan(ids: Iterable<string>): void {
    for (const id of ids) this.#asleep.add(id)
  }

  check(crew: LifeCrew, model: LifeModel): void {
    const now = crew.clock.now()
    for (const { id, status, ending } of model.agents.values()) {
      const program = crew.programs.running.get(id)
      const { asleep } = crew.core.presence.get(id)
      expect(asleep && program !== undefined, `${short(id)} sleeps and runs`).toBe(false)
      if (program?.ready && !this.#readyAt.has(program)) this.#readyAt.set(program, now)
      const idleFor = now - (this.#stirredAt.get(id) ?? 0)
      if (asleep && !this.#asleep.has(id)) {
        this.slept++
        const least = status === 'completed' ? SLEEP.completedMs : SLEEP.idleMs
        expect(idleFor, `${short(id)} sleeps after`).toBeGreaterThanOrEqual(least)
        expect(model.mustWork(id), `${short(id)} sleeps with work`).toBe(false)
      }
      if (asleep) this.#asleep.add(id)
      else this.#asleep.delete(id)
      if (!program?.ready || program.prompted || ending || model.mustWork(id)) continue
      const keeps = program.nature.sessions !== 'only new' && !program.forgot
      if (keeps || !program.worked) {
        const readyFor = now - (this.#readyAt.get(program) ?? now)
        const least = Math.min(idleFor, readyFor)
        expect(least, `${short(id)} does not sleep after`).toBeLessThanOrEqual(SLEEP.idleMs)
      }
    }
  }
}
