import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import WebSocket from 'ws'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { FakeClock } from '../../test/harness/fake-clock'
import { createLogger } from '../logger'
import { AllowedHosts } from './access'
import { TurnBudget } from '../turn-budget'
import { doorAt, type SocketAddress, type SocketDoor, Upgrades } from './sockets/upgrade'

const ending: (() => void)[] = []
afterEach(() => {
  for (const end of ending.splice(0).toReversed()) end()
})

/** Upgrades on a port of their own, with a door that waits for a hello unless others are given. */
async function doors(
  clock: FakeClock,
  given: readonly SocketDoor[] = [doorAt('/ws', () => {})],
): Promise<{ http: Server; upgrades: Upgrades }> {
  const http = createServer()
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  ending.push(() => http.close())
  const hosts = new AllowedHosts()
  hosts.allow('127.0.0.1', (http.address() as AddressInfo).port)
  const logger = createLogger('silent', (text) => text)
  const upgrades = new Upgrades(http, given, {
    hosts,
    clock,
    turns: new TurnBudget(clock),
    logger,
    refused: () => {},
  })
  ending.push(() => upgrades.close(1001, 'over'))
  return { http, upgrades }
}

/** Opens a WebSocket, reads that it is open, and from then on neither reads nor answers nor ends. */
async function mute(http: Server, path = '/ws'): Promise<string> {
  const { port } = http.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  ending.push(() => socket.destroy())
  socket.on('error', () => {})
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\n\r\n`,
  )
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  return answer.toString()
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
  const { http } = await doors(clock)
  for (let n = 0; n < 3; n++) await mute(http)
  clock.advance(4_999)
  expect(await openSockets(http)).toBe(3)
  clock.advance(1)
  expect(await openSockets(http)).toBe(0)
})

test('SE30 who must give its place up, and answers no close, has no connection any more', async () => {
  const { http } = await doors(new FakeClock())
  for (let n = 0; n < LIMITS.socketsBeforeHello; n++) await mute(http)
  expect(await openSockets(http)).toBe(LIMITS.socketsBeforeHello)
  for (let n = 0; n < 5; n++) await mute(http)
  expect(await openSockets(http)).toBe(LIMITS.socketsBeforeHello)
})

test('SE30 who must give its place up is told to connect again, and then has one', async () => {
  const { http } = await doors(new FakeClock())
  const { port } = http.address() as AddressInfo
  const client = async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`)
    ending.push(() => socket.terminate())
    await once(socket, 'open')
    return socket
  }
  const first = await client()
  const closed = once(first, 'close')
  for (let n = 0; n < LIMITS.socketsBeforeHello; n++) await mute(http)
  const [code, reason] = (await closed) as [number, Buffer]
  expect([code, reason.toString()]).toEqual([
    1013,
    'too many connections wait for a hello: connect again',
  ])
  expect((await client()).readyState).toBe(WebSocket.OPEN)
})

test('MX3 connections whose paths differ are counted under the address of their door', async () => {
  const seen: string[] = []
  const room: SocketDoor = {
    address: '/rooms' as SocketAddress,
    at: (path) => {
      const [, id] = /^\/rooms\/(\w+)$/.exec(path) ?? []
      if (id === undefined) return undefined
      return (connection) => {
        seen.push(id)
        connection.welcome()
      }
    },
  }
  const { http, upgrades } = await doors(new FakeClock(), [doorAt('/ws', () => {}), room])
  await mute(http, '/rooms/one')
  await mute(http, '/rooms/two?since=3')
  await mute(http)
  for (const path of ['/rooms', '/rooms/', '/ws/one', '/constructor']) {
    expect(await mute(http, path)).toMatch(/^HTTP\/1\.1 404 /)
  }
  expect(seen).toEqual(['one', 'two'])
  expect([...upgrades.counts()]).toEqual([
    ['/ws', 0],
    ['/rooms', 2],
  ])
})

test('WS19 a server that stops closes those who have said hello and those who have not', async () => {
  const welcomed = doorAt('/agent', (connection) => connection.welcome())
  const { http, upgrades } = await doors(new FakeClock(), [doorAt('/ws', () => {}), welcomed])
  const closed = ['/ws', '/agent'].map(async (path) => {
    const { port } = http.address() as AddressInfo
    const client = new WebSocket(`ws://127.0.0.1:${port}${path}`)
    await once(client, 'open')
    return async () => (await once(client, 'close'))[0] as number
  })
  const waiting = (await Promise.all(closed)).map((close) => close())
  upgrades.close(1001, 'the server stops')
  expect(await Promise.all(waiting)).toEqual([1001, 1001])
})

test('SE30 as many as are allowed are let in after hello; the next is told to come back in 5 s', async () => {
  const seen: unknown[] = []
  const door = doorAt('/ws', (connection) => {
    try {
      connection.welcome()
    } catch (error) {
      seen.push(error)
    }
  })
  const { http, upgrades } = await doors(new FakeClock(), [door])
  for (let n = 0; n < LIMITS.sockets; n++) await mute(http)
  expect([seen, [...upgrades.counts()]]).toEqual([[], [['/ws', LIMITS.sockets]]])
  await mute(http)
  expect(seen).toMatchObject([{ code: 'busy', details: { retryAfter: 5 } }])
  expect([...upgrades.counts()]).toEqual([['/ws', LIMITS.sockets]])
})
