import type { Clock } from '../../src/clock'
import type { AppendPort } from '../../src/journal/ports/append-port'
import type { RolloutPort } from '../../src/journal/ports/rollout-port'
import type { SearchPort } from '../../src/journal/ports/search-port'

/**
 * One run of a server, from its start to its end. What a run has begun is left to itself when it ends, as by kill -9:
 * its timers never fire and what it still decides reaches no table.
 */
export class ServerLife {
  readonly clock: Clock
  #over = false
  readonly #cancels = new Set<() => void>()

  constructor(clock: Clock) {
    const began = clock.monotonic()
    this.clock = {
      now: () => clock.now(),
      // Begins with each run, as that of a machine that was started again: who stores one of its values is found out.
      monotonic: () => clock.monotonic() - began,
      after: (ms, run) => {
        if (this.#over) return () => {}
        const cancel = clock.after(ms, () => {
          this.#cancels.delete(cancel)
          run()
        })
        this.#cancels.add(cancel)
        return () => {
          this.#cancels.delete(cancel)
          cancel()
        }
      },
    }
  }

  get over(): boolean {
    return this.#over
  }

  port(port: AppendPort & RolloutPort & SearchPort): AppendPort & RolloutPort & SearchPort {
    const atOnce = inOrder()
    return {
      immediate: port.immediate,
      append: (batch, settle) =>
        atOnce(() => {
          if (!this.#over) port.append(batch, settle)
        }),
      appendRollouts: (rows, settle) => {
        if (!this.#over) port.appendRollouts(rows, settle)
      },
      index: (leadId) => (this.#over ? Promise.resolve() : port.index(leadId)),
      rebuild: () => (this.#over ? Promise.resolve() : port.rebuild()),
      probe: (epoch) => port.probe(epoch),
      close: () => port.close(),
    }
  }

  end(): void {
    this.#over = true
    for (const cancel of this.#cancels) cancel()
    this.#cancels.clear()
  }
}

/** Runs something at once; what that begins is run behind it, as a batch that is decided while another one is published. */
function inOrder(): (run: () => void) => void {
  const waiting: (() => void)[] = []
  let isRunning = false
  return (run) => {
    waiting.push(run)
    if (isRunning) return
    isRunning = true
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) next()
    } finally {
      isRunning = false
    }
  }
}
