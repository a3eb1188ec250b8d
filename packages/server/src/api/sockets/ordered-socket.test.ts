import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { FakeClock } from '../../../test/harness/fake-clock'
import { createLogger } from '../../logger'
import { AllowedHosts } from '../access'
import type { Connection } from './connection'
import { TurnBudget } from '../../turn-budget'
import { doorAt, Upgrades } from './upgrade'

const TEXT = 0x81
const CLOSE = 0x88
const PING = 0x89
const PONG = 0x8a

/** A client's frame; a mask of zeros leaves what is in it as it is. */
const frame = (kind: number, content: string | Buffer = '') =>
  Buffer.concat([
    Buffer.from([kind, 0x80 | content.length, 0, 0, 0, 0]),
    Buffer.from(content as string),
  ])
const code = (number: number, reason = '') =>
  Buffer.concat([Buffer.from([number >> 8, number & 0xff]), Buffer.from(reason)])

/** Every frame in these bytes: its first byte, and its content in hexadecimal or as text. */
function framesIn(bytes: Buffer): [number, string][] {
  const frames: [number, string][] = []
  for (let at = 0; at < bytes.length;) {
    const kind = bytes[at] ?? 0
    const length = bytes[at + 1] ?? 0
    const content = bytes.subarray(at + 2, at + 2 + length)
    frames.push([kind, content.toString(kind === CLOSE ? 'hex' : 'utf8')])
    at += 2 + length
  }
  return frames
}

/** What comes from a server that answers each text as `answer` does, when all of this comes in one packet. */
async function answered(
  packet: Buffer,
  answer: (connection: Connection, text: string) => void,
  ends = false,
): Promise<[number, string][]> {
  const http = createServer()
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const hosts = new AllowedHosts()
  hosts.allow('127.0.0.1', port)
  const takeOver = (connection: Connection) => {
    connection.onClose(() => {})
    connection.onMessage((text) => answer(connection, text ?? ''))
  }
  const clock = new FakeClock()
  const ports = {
    hosts,
    clock,
    turns: new TurnBudget(clock),
    logger: createLogger('silent'),
    refused: () => {},
  }
  const upgrades = new Upgrades(http, [doorAt('/ws', takeOver)], ports)
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.write(
    `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\n\r\n`,
  )
  await once(socket, 'data')
  const read: Buffer[] = []
  socket.on('data', (data: Buffer) => read.push(data))
  const over = once(socket, 'end')
  if (ends) socket.end(packet)
  else socket.write(packet)
  await over
  socket.destroy()
  upgrades.close(1001, 'over')
  http.close()
  await once(http, 'close')
  return framesIn(Buffer.concat(read))
}

const echo = (connection: Connection, text: string) => {
  connection.send(Buffer.from(text))
  connection.send(Buffer.from('again'))
}

test('WS40 what was sent before the client closes, or asks whether the server is there, arrives before the answer to that', async () => {
  const packet = Buffer.concat([
    frame(TEXT, 'one'),
    frame(PING, 'there?'),
    frame(TEXT, 'two'),
    frame(CLOSE, code(1000)),
  ])
  expect(await answered(packet, echo)).toEqual([
    [TEXT, 'one'],
    [TEXT, 'again'],
    [PONG, 'there?'],
    [TEXT, 'two'],
    [TEXT, 'again'],
    [CLOSE, code(1000).toString('hex')],
  ])
})

test('WS40 what was sent to a client that sends no more arrives before the connection ends', async () => {
  expect(await answered(frame(TEXT, 'one'), echo, true)).toEqual([
    [TEXT, 'one'],
    [TEXT, 'again'],
  ])
})

test('WS40 what was sent before the server closes arrives before the code, and nothing after it', async () => {
  const closes = (connection: Connection, text: string) => {
    echo(connection, text)
    connection.beat()
    connection.send(Buffer.from('last'))
    connection.cut(4002, 'over')
    connection.send(Buffer.from('late'))
  }
  expect(await answered(frame(TEXT, 'one'), closes)).toEqual([
    [TEXT, 'one'],
    [TEXT, 'again'],
    [PING, ''],
    [TEXT, 'last'],
    [CLOSE, code(4002, 'over').toString('hex')],
  ])
})

test('WS40 a frame that is too large ends the connection after what was sent before', async () => {
  const tooLarge = Buffer.from([TEXT, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])
  const frames = await answered(Buffer.concat([frame(TEXT, 'one'), tooLarge]), echo)
  expect(frames).toEqual([
    [TEXT, 'one'],
    [TEXT, 'again'],
    [CLOSE, code(1009).toString('hex')],
  ])
})
