import type { Programs } from '../../src/programs/program-run'
import { FakeProgram } from './fake-program'
import type { World } from './program-world'

/** Programs that are no processes: a test says when they speak, answer and die, on its own clock. */
export class FakePrograms {
  /** By agent; only those that live. */
  readonly running = new Map<string, FakeProgram>()
  readonly #world: World
  /** Sessions that were opened, and whether their model was told who it is. */
  readonly sessions = new Map<string, { briefed: boolean }>()

  constructor(world: World) {
    this.#world = world
  }

  /** The program that an agent has now. */
  of(agentId: string): FakeProgram {
    const program = this.running.get(agentId)
    if (!program) throw new Error(`${agentId} has no program`)
    return program
  }

  /** The port for one run of the server; `over` when that has ended: what it still starts reaches nobody. */
  forLife(over: () => boolean): Programs {
    return {
      spawn: (options) => {
        const { agentId } = options
        if (!over() && this.running.has(agentId)) throw new Error(`${agentId} has two programs`)
        const program = new FakeProgram(this, options, this.#world, over)
        if (!over() && program.lives) this.running.set(agentId, program)
        return program
      },
      openAcp: (child, options) => {
        if (!(child instanceof FakeProgram)) throw new Error('not a program of this test')
        return child.open(options)
      },
    }
  }

  /** The server was killed: nothing that its programs do reaches anybody, and the next one ends them. */
  abandon(): void {
    for (const program of this.running.values()) program.abandon()
    this.running.clear()
  }

  newSession(briefed: boolean): string {
    const id = `session-${this.sessions.size + 1}`
    this.sessions.set(id, { briefed })
    return id
  }
}
