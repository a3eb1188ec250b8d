import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { productFanOut } from './product-fanout'
import { rawFanOut } from './raw-fanout'

/** Sends events of one crew to everyone who is connected. */
export interface FanOutServer {
  readonly port: number
  /** One event as clients get it. */
  readonly event: object
  /** Sends so many events, which are durable already, in this turn of the event loop. */
  publish(count: number): void
}

/** What the bench asks for: so many turns of the event loop, and in each so many events. */
export interface Burst {
  readonly turns: number
  readonly perTurn: number
  /** Between turns; 0: the next follows at once. */
  readonly everyMs: number
}

/** A process for each side, so that the processor time of each can be told. */
const [, , event] = process.argv
const server =
  event === undefined ? await productFanOut() : await rawFanOut(JSON.parse(event) as object)
process.on('message', (burst: Burst) => void send(burst))
process.send?.({ port: server.port, event: server.event })

async function send({ turns, perTurn, everyMs }: Burst): Promise<void> {
  const sentAt: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    // The monotonic clock of the machine: the same in the bench's process.
    sentAt.push(Number(process.hrtime.bigint()))
    server.publish(perTurn)
    await (everyMs === 0 ? nextTurn() : sleep(everyMs))
  }
  process.send?.(sentAt)
}
