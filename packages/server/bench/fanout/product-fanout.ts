import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AllowedHosts } from '../../src/api/access'
import { Attempts } from '../../src/api/attempts'
import { Authenticator } from '../../src/api/principal'
import { Realtime } from '../../src/api/sockets/realtime'
import { doorAt, Upgrades } from '../../src/api/sockets/upgrade'
import { Unanswered } from '../../src/api/unanswered'
import { systemClock } from '../../src/clock'
import { sendMessage } from '../../src/groups/send-message'
import type { Envelope } from '../../src/journal/facts'
import { FanOut } from '../../src/journal/fan-out'
import { crewEvent } from '../../src/journal/visibility'
import { createLogger } from '../../src/logger'
import { benchCrew } from '../bench-crew'
import type { FanOutServer } from './fanout-program'

/** The owner's, as dashboards say it. */
export const TOKEN = 'o'.repeat(43)

/**
 * `/ws` as the server wires it. What is measured begins where a message has become durable: the fan-out is handed facts
 * as the journal publishes them, so that neither the disk nor the message's own cost is in the figures.
 */
export async function productFanOut(): Promise<FanOutServer> {
  const { core, crew, sender, groupName } = await benchCrew()
  const { shard, presence, live, maskOf } = core
  let last: Envelope | undefined
  core.onPublished(
    (entries) => (last = entries.find(({ type }) => type === 'group:message') ?? last),
  )
  sendMessage(shard, crew, sender, { group: groupName, content: 'x'.repeat(200) })
  await core.journal.flush()
  const message = last
  const event = message && crewEvent(message)
  if (!message || !event) throw new Error('the message was not published')
  const fanOut = new FanOut(shard.ports.reader, (leadId) => shard.findCrew(leadId))
  const logger = createLogger('silent')
  const realtime = new Realtime({
    shard,
    fanOut,
    presence,
    live,
    maskOf,
    transcripts: { follow: () => () => {} },
    agentTranscripts: { follow: () => () => {} },
    authenticator: new Authenticator(shard, { owner: TOKEN, observer: 'b'.repeat(43) }),
    attempts: new Attempts(systemClock),
    unanswered: new Unanswered(),
    logger,
    version: 'bench',
  })
  const http = createServer()
  const hosts = new AllowedHosts()
  const ws = doorAt('/ws', (connection, token) => realtime.connect(connection, token))
  void new Upgrades(http, [ws], {
    hosts,
    clock: systemClock,
    turns: shard.turns,
    logger,
    refused: () => {},
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  hosts.allow('127.0.0.1', port)
  let { seq } = message
  const publish = (count: number) => {
    const entries = Array.from({ length: count }, () => ({ ...message, seq: ++seq }))
    fanOut.published(entries)
    realtime.published(entries)
  }
  return { port, event, publish }
}
