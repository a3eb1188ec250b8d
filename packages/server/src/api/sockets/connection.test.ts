import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { CrewError, type ErrorCode } from '@crewroom/shared/protocol/errors'
import { Connection } from './connection'

const MB = 1024 * 1024

/** What a connection does with its socket, in order. */
function opened() {
  const done: string[] = []
  const note =
    (what: string) =>
    (...more: readonly unknown[]) => {
      const shown = more.filter((one) => typeof one !== 'object').map(String)
      done.push([what, ...shown].join(' '))
    }
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    ping: note('ping'),
    pause: note('pause'),
    resume: note('resume'),
    terminate: note('terminate'),
    close: note('close'),
    send: (frame: Buffer) => done.push(`send ${frame.toString()}`),
  })
  const raw = Object.assign(new EventEmitter(), { cork: note('cork'), uncork: note('uncork') })
  const refused: ErrorCode[] = []
  const connection = new Connection(
    socket as unknown as WebSocket,
    raw as unknown as Socket,
    '192.0.2.1',
    { refused: (code) => refused.push(code), welcome: () => {} },
  )
  return { connection, socket, raw, done, refused, taken: () => done.splice(0) }
}

const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

test('WS32 who answers nothing from one heartbeat to the next is cut, and whose answers cannot be read is not', () => {
  const { connection, socket, taken } = opened()
  connection.onMessage(() => {})
  connection.beat()
  expect(taken()).toEqual(['ping'])
  socket.emit('pong')
  connection.beat()
  socket.emit('message', Buffer.from('{}'), false)
  connection.beat()
  expect(taken(), 'a pong or a frame shows that it is there').toEqual(['ping', 'ping'])
  connection.pause()
  connection.beat()
  connection.beat()
  expect(taken()).toEqual(['pause', 'ping', 'ping'])
  connection.resume()
  connection.beat()
  expect(taken()).toEqual(['resume', 'terminate'])
})

test('WS32 a connection that has closed is neither read nor asked nor closed again', () => {
  const { connection, socket, taken } = opened()
  connection.pause()
  socket.readyState = 3
  connection.resume()
  connection.beat()
  connection.close(1001, 'over')
  expect(connection.send(Buffer.from('x'))).toBe(false)
  expect([taken(), connection.open]).toEqual([['pause'], false])
})

test('WS4 frames are text: of a binary one nothing is read', () => {
  const { connection, socket } = opened()
  const received: (string | null)[] = []
  connection.onMessage((text) => received.push(text))
  socket.emit('message', Buffer.from('é'), false)
  socket.emit('message', Buffer.from('{}'), true)
  expect(received).toEqual(['é', null])
})

test('WS12 with 8 MB unsent a client is still sent to, and closed above that', () => {
  const { connection, socket, taken } = opened()
  socket.bufferedAmount = 8 * MB
  expect(connection.send(Buffer.from('one'))).toBe(true)
  expect(taken()).toEqual(['cork', 'send one'])
  socket.bufferedAmount++
  expect(connection.send(Buffer.from('two'))).toBe(false)
  expect(taken()).toEqual(['close 4008 too slow: resume with since'])
})

test('WS13 a replay goes on below 1 MB unsent, when it drains, and when nobody is there any more', async () => {
  const { connection, socket, raw } = opened()
  const goesOn = async (then: () => void) => {
    let isOver = false
    const drained = connection.drained().then(() => (isOver = true))
    await tick()
    await tick()
    const before = isOver
    then()
    await drained
    return before
  }
  socket.bufferedAmount = MB - 1
  expect(await goesOn(() => {})).toBe(true)
  socket.bufferedAmount = MB
  expect(await goesOn(() => raw.emit('drain'))).toBe(false)
  expect(await goesOn(() => raw.emit('close'))).toBe(false)
  socket.readyState = 3
  expect(await goesOn(() => {})).toBe(true)
})

test('WS5 the frames of one tick leave in one write, those of the next in another', async () => {
  const { connection, taken } = opened()
  connection.sendJson({ n: 1 })
  connection.sendJson({ n: 2 })
  await tick()
  connection.sendJson({ n: 3 })
  await tick()
  expect(taken()).toEqual([
    'cork',
    'send {"n":1}',
    'send {"n":2}',
    'uncork',
    'cork',
    'send {"n":3}',
    'uncork',
  ])
})

test('WS2, WS4 a refusal is counted once and told; only one that ends the connection closes it', () => {
  const { connection, refused, taken } = opened()
  connection.sendError(new CrewError('validation', 'no'), { details: {} })
  expect(taken()).toEqual([
    'cork',
    'send {"type":"error","code":"validation","message":"no","details":{}}',
  ])
  connection.refuse(new CrewError('unauthorized', 'who?'))
  expect(taken()).toEqual([
    'send {"type":"error","code":"unauthorized","message":"who?"}',
    'close 4001 unauthorized',
  ])
  connection.refuse(new CrewError('validation', 'no'))
  expect(taken().at(-1), 'without a code of its own').toBe('close 1008 validation')
  expect(refused).toEqual(['validation', 'unauthorized', 'validation'])
})
