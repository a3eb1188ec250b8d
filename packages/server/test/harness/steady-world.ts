import type { FakeProgram } from './fake-program'
import type { Nature, World } from './program-world'

/** Programs that start at once and then wait for the test; what each agent was given is kept. */
export class SteadyWorld implements World {
  /** For the next starts of anybody. */
  next: Nature = { beginning: 'ready', sessions: 'loads', takesSystemPrompt: true }
  readonly #prompts = new Map<string, string[]>()

  /** The prompts of an agent over all its programs. */
  prompts(agentId: string): readonly string[] {
    return this.#prompts.get(agentId) ?? []
  }

  nature(): Nature {
    return this.next
  }

  prompted(program: FakeProgram, text: string): void {
    this.#prompts.set(program.agentId, [...this.prompts(program.agentId), text])
  }

  heard(): void {}
  askedToCancel(): void {}
  answered(): void {}
  fell(): void {}
  gone(): void {}
}
