import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { CrewError, type ErrorCode } from '@crewroom/shared/protocol/errors'
import { Connection } from './connection'
import type { OrderedSocket } from './ordered-socket'
import { FakeClock } from '../../../test/harness/fake-clock'
import { TurnBudget } from '../../turn-budget'
import { TurnWrites } from './turn-writes'

const MB = 1024 * 1024

/** The texts of short frames, as the RFC writes them; of long ones, how long they are. */
function textsIn(frames: Buffer): string[] {
  const texts: string[] = []
  for (let at = 0; at < frames.length;) {
    expect(frames[at]).toBe(0x81)
    const short = frames[at + 1] ?? 0
    const begin = at + (short < 126 ? 2 : 10)
    const length = short < 126 ? short : Number(frames.readBigUInt64BE(at + 2))
    texts.push(short < 126 ? frames.toString('utf8', begin, begin + length) : `${length} bytes`)
    at = begin + length
  }
  return texts
}

/** What a connection does with its socket, in order. */
function opened(turn = new TurnWrites(), resumes = true, clock = new FakeClock()) {
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
    beforeControl: () => {},
    ping: note('ping'),
    pause: note('pause'),
    resume: note('resume'),
    terminate: note('terminate'),
    close: note('close'),
  })
  const writes: Buffer[] = []
  const raw = Object.assign(new EventEmitter(), {
    write: (frames: Buffer) => {
      writes.push(frames)
      done.push(`write ${textsIn(frames).join(' ')}`)
    },
  })
  const refused: ErrorCode[] = []
  const connection = new Connection(
    socket as unknown as OrderedSocket,
    raw as unknown as Socket,
    '192.0.2.1',
    {
      refused: (code) => refused.push(code),
      welcome: () => {},
      writes: turn,
      turns: new TurnBudget(clock),
      resumes,
    },
  )
  return { connection, socket, raw, writes, refused, taken: () => done.splice(0) }
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

test('RP36 a client has read what was sent before the ping that it answers, also before those that it left out', () => {
  const { connection, socket, taken } = opened()
  const read: string[] = []
  connection.afterRead(() => read.push('one'))
  connection.afterRead(() => read.push('two'))
  connection.beat()
  connection.afterRead(() => read.push('three'))
  expect(taken()).toEqual(['ping 1', 'ping 2', 'ping 2', 'ping 3'])
  for (const nothing of ['', 'x', '0']) socket.emit('pong', Buffer.from(nothing))
  expect(read).toEqual([])
  socket.emit('pong', Buffer.from('2'))
  expect(read).toEqual(['one', 'two'])
  socket.emit('pong', Buffer.from('2'))
  socket.emit('pong', Buffer.from('3'))
  expect(read).toEqual(['one', 'two', 'three'])
  socket.readyState = 3
  connection.afterRead(() => read.push('never'))
  expect(taken()).toEqual([])
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

test('WS12 with 8 MB unsent a client is still sent to, and closed above that', async () => {
  const { connection, socket, taken } = opened()
  socket.bufferedAmount = 8 * MB
  expect(connection.send(Buffer.from('one'))).toBe(true)
  await tick()
  expect(taken()).toEqual(['write one'])
  socket.bufferedAmount++
  expect(connection.send(Buffer.from('two'))).toBe(false)
  expect(taken()).toEqual(['close 4008 too slow: resume with since'])
})

test('WS12 a client of a door without since is closed with what helps there', () => {
  const { connection, socket, taken } = opened(new TurnWrites(), false)
  socket.bufferedAmount = 8 * MB + 1
  expect(connection.send(Buffer.from('one'))).toBe(false)
  expect(taken()).toEqual(['close 4008 too slow: connect again'])
})

test('WS12 what is unsent counts from when it is sent, not from when the turn ends', async () => {
  const { connection, taken } = opened()
  const frame = Buffer.alloc(MB)
  // Each with a header of ten bytes.
  for (let n = 1; n <= 8; n++) expect(connection.send(frame)).toBe(true)
  expect(connection.send(Buffer.from('the ninth'))).toBe(false)
  expect(taken()).toEqual(['close 4008 too slow: resume with since'])
  await tick()
  expect(taken()).toEqual([`write ${Array.from({ length: 8 }, () => `${MB} bytes`).join(' ')}`])
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

test('WS5 the frames of one turn leave in one write, those of the next in another', async () => {
  const { connection, taken } = opened()
  connection.sendJson({ n: 1 })
  connection.sendJson({ n: 2 })
  expect(taken()).toEqual([])
  await tick()
  connection.sendJson({ n: 3 })
  await tick()
  expect(taken()).toEqual(['write {"n":1} {"n":2}', 'write {"n":3}'])
})

test('WS31 connections that are sent the same in one turn share its bytes, and no other connection does', async () => {
  const turn = new TurnWrites()
  const [one, two, more, other] = [opened(turn), opened(turn), opened(turn), opened(turn)]
  const [first, second] = [Buffer.from('first'), Buffer.from('second')]
  for (const text of [first, second]) {
    for (const { connection } of [one, two]) connection.send(text)
  }
  for (const text of [first, Buffer.from('other')]) other.connection.send(text)
  for (const text of [first, second, Buffer.from('third')]) more.connection.send(text)
  await tick()
  expect(one.writes[0]).toBe(two.writes[0])
  expect([one, other, more].map(({ taken }) => taken())).toEqual([
    ['write first second'],
    ['write first other'],
    ['write first second third'],
  ])
  // Nothing is left of it in the next turn.
  for (const { connection } of [one, two]) connection.send(second)
  await tick()
  expect([one, two].map(({ taken }) => taken())).toEqual([
    ['write second'],
    ['write first second', 'write second'],
  ])
})

test('WS5 what was sent leaves before a control frame, and before the connection ends', async () => {
  const { connection, socket, raw, taken } = opened()
  for (const before of [() => socket.beforeControl(), () => raw.emit('end')]) {
    connection.sendJson({ n: 1 })
    before()
    expect(taken()).toEqual(['write {"n":1}'])
  }
  await tick()
  expect(taken(), 'once').toEqual([])
  connection.sendJson({ n: 2 })
  socket.readyState = 3
  await tick()
  expect(taken(), 'to nobody').toEqual([])
})

test('WS2, WS4 a refusal is counted once and told; only one that ends the connection closes it', async () => {
  const { connection, refused, taken } = opened()
  connection.sendError(new CrewError('validation', 'no'), { details: {} })
  await tick()
  expect(taken()).toEqual([
    'write {"type":"error","code":"validation","message":"no","details":{}}',
  ])
  connection.refuse(new CrewError('unauthorized', 'who?'))
  expect(taken()).toEqual(['close 4001 unauthorized'])
  await tick()
  expect(taken()).toEqual(['write {"type":"error","code":"unauthorized","message":"who?"}'])
  connection.refuse(new CrewError('validation', 'no'))
  expect(taken().at(-1), 'without a code of its own').toBe('close 1008 validation')
  expect(refused).toEqual(['validation', 'unauthorized', 'validation'])
})

test('BW6 frames beyond a turn wait, more than 64 are not read, and a close comes behind them', async () => {
  const clock = new FakeClock()
  const { connection, socket, taken } = opened(new TurnWrites(), true, clock)
  const read: string[] = []
  connection.onMessage((text) => {
    clock.advance(1)
    read.push(text ?? '')
  })
  connection.onClose(() => read.push('closed'))
  for (let n = 0; n < 80; n++) socket.emit('message', Buffer.from(`${n}`), false)
  socket.emit('close')
  const atOnce = read.length
  expect([atOnce < 16, taken()]).toEqual([true, ['pause']])
  // What would be read again by others is not while frames wait.
  connection.pause()
  connection.resume()
  expect(taken()).toEqual(['pause'])
  while (read.at(-1) !== 'closed') await tick()
  expect(read).toEqual([...Array.from({ length: 80 }, (_, n) => `${n}`), 'closed'])
  expect(taken()).toEqual(['resume'])
})
