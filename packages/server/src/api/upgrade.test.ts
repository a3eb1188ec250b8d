import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { FakeClock } from '../../test/harness/fake-clock'
import { createLogger } from '../logger'
import { AllowedHosts } from './access'
import { Upgrades } from './sockets/upgrade'

const ending: (() => void)[] = []
afterEach(() => {
  for (const end of ending.splice(0).toReversed()) end()
})

/** Upgrades on a port of their own, and a door that waits for a hello. */
async function doors(clock: FakeClock): Promise<Server> {
  const http = createServer()
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  ending.push(() => http.close())
  const hosts = new AllowedHosts()
  hosts.allow('127.0.0.1', (http.address() as AddressInfo).port)
  const logger = createLogger('silent', (text) => text)
  const upgrades = new Upgrades(
    http,
    { '/ws': () => {} },
    { hosts, clock, logger, refused: () => {} },
  )
  ending.push(() => upgrades.close(1001, 'over'))
  return http
}

/** Opens a WebSocket, reads that it is open, and from then on neither reads nor answers nor ends. */
async function mute(http: Server): Promise<void> {
  const { port } = http.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  ending.push(() => socket.destroy())
  socket.on('error', () => {})
  socket.write(
    `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\n\r\n`,
  )
  await once(socket, 'data')
  socket.pause()
}

/** The sockets that the server has open, when what it can do now has been done. */
async function openSockets(http: Server): Promise<number> {
  for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve))
  return new Promise((resolve, reject) => {
    http.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}

test('WS1 who says no hello within 5 s, and answers no close either, has no connection any more', async () => {
  const clock = new FakeClock()
  const http = await doors(clock)
  for (let n = 0; n < 3; n++) await mute(http)
  clock.advance(4_999)
  expect(await openSockets(http)).toBe(3)
  clock.advance(1)
  expect(await openSockets(http)).toBe(0)
})

test('SE30 who must give its place up, and answers no close, has no connection any more', async () => {
  const http = await doors(new FakeClock())
  for (let n = 0; n < LIMITS.socketsBeforeHello; n++) await mute(http)
  expect(await openSockets(http)).toBe(LIMITS.socketsBeforeHello)
  for (let n = 0; n < 5; n++) await mute(http)
  expect(await openSockets(http)).toBe(LIMITS.socketsBeforeHello)
})
