import { Attempts } from '../../src/api/attempts'
import { Authenticator } from '../../src/api/principal'
import type { Connection } from '../../src/api/sockets/connection'
import { Realtime } from '../../src/api/sockets/realtime'
import { Unanswered } from '../../src/api/unanswered'
import { FanOut } from '../../src/journal/fan-out'
import { createLogger } from '../../src/logger'
import type { TestCrew } from './test-crew'

/** Counts who follows something now. */
class CountingFanOut extends FanOut {
  followers = 0

  override subscribe(...args: Parameters<FanOut['subscribe']>): ReturnType<FanOut['subscribe']> {
    const handle = super.subscribe(...args)
    this.followers++
    let left = false
    const leave = () => {
      if (!left) this.followers--
      left = true
      handle.leave()
    }
    return { at: () => handle.at(), leave }
  }
}

/** A connection that the test speaks for and ends. */
class FakeConnection {
  readonly sent: Record<string, unknown>[] = []
  receive: (text: string) => void = () => {}
  end: () => void = () => {}
  readonly address = '192.0.2.1'

  onMessage(receive: (text: string) => void): void {
    this.receive = receive
  }
  onClose(closed: () => void): void {
    this.end = closed
  }
  sendJson(frame: Record<string, unknown>): void {
    this.sent.push(frame)
  }
  send(frame: Buffer): boolean {
    this.sent.push(JSON.parse(frame.toString()) as Record<string, unknown>)
    return true
  }
  drained(): Promise<void> {
    return Promise.resolve()
  }
  welcome(): void {}
  sendError(): void {}
  refuse(): void {}
  close(): void {}
}

/** Those of the install. */
export const TOKENS = { owner: 'o'.repeat(43), observer: 'b'.repeat(43) }

/** `/ws` of a crew without its sockets, and what connects to it. */
export function realtimeOf(crew: TestCrew) {
  const { shard } = crew
  const { presence, live, maskOf } = crew.core
  const fanOut = new CountingFanOut(shard.ports.reader, (leadId) => shard.findCrew(leadId))
  crew.core.onPublished((entries) => fanOut.published(entries))
  const realtime = new Realtime({
    shard,
    fanOut,
    presence,
    live,
    maskOf,
    transcripts: { follow: () => () => {} },
    agentTranscripts: { follow: () => () => {} },
    authenticator: new Authenticator(shard, TOKENS),
    attempts: new Attempts(crew.clock),
    unanswered: new Unanswered(),
    logger: createLogger('silent'),
    version: '0',
  })
  const connect = (hello: object) => {
    const connection = new FakeConnection()
    realtime.connect(connection as unknown as Connection, undefined)
    connection.receive(JSON.stringify({ type: 'hello', token: TOKENS.owner, ...hello }))
    return connection
  }
  return { fanOut, realtime, connect }
}
