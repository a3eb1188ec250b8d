import { beforeEach, expect, test } from 'vitest'
import { FakeTime } from '../../test/fake-time'
import { AT, LEAD, posted } from '../../test/samples'
import { backoffMs } from '@crewroom/shared/client/backoff'
import { CrewSocket } from '@crewroom/shared/client/crew-socket'
import type { ConnectionState, SocketLike } from '@crewroom/shared/client/reconnecting-socket'

class FakeSocket implements SocketLike {
  onopen: (() => void) | null = null
  onmessage: ((event: { readonly data: unknown }) => void) | null = null
  onclose: ((event: { readonly code: number }) => void) | null = null
  readonly sent: { type: string }[] = []
  isClosed = false
  /** What its next words meet. */
  isBroken = false
  send(text: string): void {
    if (this.isBroken) throw new Error('It is closing.')
    this.sent.push(JSON.parse(text) as { type: string })
  }
  close(): void {
    this.isClosed = true
    if (this.isBroken) throw new Error('It is closing.')
  }
  hear(frame: object): void {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }
}

let time: FakeTime
let sockets: FakeSocket[]
let heard: string[]
let state: ConnectionState
let socket: CrewSocket
let epoch: string | null
let sentAt: number[]
let states: string[]

beforeEach(() => {
  time = new FakeTime()
  sockets = []
  heard = []
  sentAt = []
  states = []
  epoch = 'e1'
  socket = new CrewSocket(
    {
      open: () => {
        const made = new FakeSocket()
        sockets.push(made)
        return made
      },
      now: () => time.now,
      random: () => 0.5,
      after: time.after,
    },
    {
      resume: () => ({ token: 't', since: { [LEAD]: 7 }, epoch }),
      hello: (_, at) => {
        heard.push(`hello in ${state.phase}`)
        sentAt.push(at)
      },
      pong: (_at, _serverTime, at) => {
        heard.push('pong')
        sentAt.push(at)
      },
      event: (event) => heard.push(`event ${event.seq}`),
      gap: (leadId) => heard.push(`gap ${leadId}`),
      live: ({ type }) => heard.push(type),
      transcript: () => undefined,
      serverPaused: (paused) => heard.push(`paused ${paused}`),
      state: (next) => {
        state = next
        states.push(next.phase)
      },
      unauthorized: () => heard.push('unauthorized'),
    },
  )
  socket.start()
})

const current = () => sockets.at(-1) ?? new FakeSocket()
const goLive = () => {
  current().onopen?.()
  current().hear({ type: 'hello', serverTime: AT, version: '1', epoch: 'e1', at: {} })
}

test('UI19 waiting grows from half a second to fifteen, spread by thirty percent', () => {
  const middle = [0, 1, 2, 3, 4, 5, 6, 50].map((attempt) => backoffMs(attempt, 0.5))
  expect(middle).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000])
  expect(backoffMs(0, 0)).toBe(350)
  expect(backoffMs(9, 1)).toBe(19_500)
})

test('UI20 a connection says who it is and from where it goes on, then hears frames it knows', () => {
  current().onopen?.()
  expect(current().sent).toEqual([
    { type: 'hello', token: 't', leads: '*', since: { [LEAD]: 7 }, epoch: 'e1' },
  ])
  expect(state.phase).toBe('connecting')
  goLive()
  expect(state.phase).toBe('live')
  current().hear(posted(8))
  current().hear({ type: 'gap', leadId: LEAD })
  current().hear({ type: 'from:the:future' })
  current().onmessage?.({ data: 'not json' })
  const of = { leadId: LEAD, agentId: 'a' }
  const live = ['live:agent', 'live:text', 'live:composing', 'live:receipt']
  for (const type of live) current().hear({ type, ...of })
  for (const paused of [true, false]) current().hear({ type: 'live:server', paused })
  expect(heard).toEqual([
    // The page knows its crews before it says that it is live.
    'hello in connecting',
    'event 8',
    `gap ${LEAD}`,
    ...live,
    'paused true',
    'paused false',
  ])
})

test('UI21 a lost connection comes back by itself, later each time, and at once when asked', () => {
  goLive()
  current().onclose?.({ code: 1006 })
  expect(state).toEqual({ phase: 'waiting', attempt: 1, retryAt: 500 })
  time.advance(499)
  expect(sockets).toHaveLength(1)
  time.advance(1)
  expect(sockets).toHaveLength(2)
  current().onclose?.({ code: 1006 })
  expect(state).toEqual({ phase: 'waiting', attempt: 2, retryAt: 1_500 })
  socket.retryNow()
  expect(sockets).toHaveLength(3)
  goLive()
  current().onclose?.({ code: 1001 })
  expect(state, 'a hello begins the count anew').toMatchObject({ attempt: 1 })
})

test('UI21 a server that takes a connection and does not greet is tried later each time', () => {
  const tried = [500, 1_000, 2_000, 4_000]
  for (const [index, ms] of tried.entries()) {
    current().onopen?.()
    current().onclose?.({ code: 1013 })
    expect(state).toEqual({ phase: 'waiting', attempt: index + 1, retryAt: time.now + ms })
    time.advance(ms)
  }
  expect(sockets).toHaveLength(tried.length + 1)
  goLive()
  current().onclose?.({ code: 1006 })
  expect(state, 'it greeted').toMatchObject({ attempt: 1 })
})

test('UI22 a silent connection is given up: no hello in 10 s, or no pong 10 s after a ping', () => {
  time.advance(10_000)
  expect(state.phase).toBe('waiting')
  time.advance(500)
  goLive()
  time.advance(20_000)
  expect(current().sent.at(-1)).toEqual({ type: 'ping' })
  current().hear({ type: 'pong', serverTime: AT, at: {} })
  time.advance(20_000)
  expect(state.phase).toBe('live')
  time.advance(10_000)
  expect(state.phase).toBe('waiting')
  expect(sockets[1]?.isClosed).toBe(true)
})

test('UI23 too slow or a new epoch resumes at once, a refused token ends in signing in', () => {
  goLive()
  current().onclose?.({ code: 4008 })
  expect(sockets).toHaveLength(2)
  goLive()
  current().onclose?.({ code: 4010 })
  expect(sockets).toHaveLength(3)
  current().onclose?.({ code: 4008 })
  expect(state.phase, 'without a hello it waits').toBe('waiting')
  time.advance(500)
  current().onclose?.({ code: 4001 })
  expect(heard.at(-1)).toBe('unauthorized')
  time.advance(60_000)
  expect(sockets).toHaveLength(4)
})

test('UI20 a page that knows no epoch names none', () => {
  epoch = null
  current().onopen?.()
  expect(current().sent[0]).not.toHaveProperty('epoch')
})

test('UI18 an answer comes with the time at which its own question left', () => {
  time.advance(100)
  current().onopen?.()
  time.advance(50)
  current().hear({ type: 'hello', serverTime: AT, version: '1', epoch: 'e1', at: {} })
  time.advance(20_000)
  time.advance(30)
  current().hear({ type: 'pong', serverTime: AT, at: {} })
  expect(sentAt).toEqual([100, 20_150])
})

test('UI21 asked while it is live it looks whether anybody is there, and does not wait for the next ping', () => {
  goLive()
  time.advance(15_000)
  socket.retryNow()
  expect(current().sent.map(({ type }) => type)).toEqual(['hello', 'ping'])
  time.advance(9_999)
  expect(current().sent, 'one is enough').toHaveLength(2)
  expect(state.phase).toBe('live')
  time.advance(1)
  expect(state.phase).toBe('waiting')
})

test('UI21 asked while it connects it goes on with that, and asked while it waits it connects once', () => {
  socket.retryNow()
  socket.start()
  expect(sockets).toHaveLength(1)
  current().onclose?.({ code: 1006 })
  socket.retryNow()
  socket.retryNow()
  time.advance(9_999)
  expect(sockets, 'the wait is over').toHaveLength(2)
})

test('UI158 a connection that was stopped is closed and silent, whatever comes of it, until it is started', () => {
  goLive()
  const late = current()
  const { onmessage, onclose, onopen } = late
  socket.stop()
  expect([late.isClosed, state.phase]).toEqual([true, 'stopped'])
  expect([late.onopen, late.onmessage, late.onclose], 'nobody listens').toEqual([null, null, null])
  expect([onopen, onmessage, onclose]).not.toContain(null)
  const said = states.length
  socket.retryNow()
  time.advance(120_000)
  expect([sockets.length, states.length]).toEqual([1, said])
  socket.start()
  expect(sockets).toHaveLength(2)
  current().onclose?.({ code: 1006 })
  current().onclose?.({ code: 1006 })
  socket.stop()
  time.advance(120_000)
  expect(sockets, 'no wait goes on').toHaveLength(2)
  socket.start()
  current().onclose?.({ code: 1006 })
  expect(state, 'the count begins again').toMatchObject({ attempt: 1 })
})

test('UI22 a socket that takes nothing any more, or refuses to close, is given up as a silent one is', () => {
  goLive()
  current().isBroken = true
  time.advance(20_000)
  expect(state).toEqual({ phase: 'waiting', attempt: 1, retryAt: 20_500 })
  time.advance(500)
  expect(sockets).toHaveLength(2)
  goLive()
  expect(state.phase).toBe('live')
})

test('UI23 a refused token stops the connection and is told once', () => {
  goLive()
  current().onclose?.({ code: 4001 })
  expect([state.phase, heard.at(-1)]).toEqual(['stopped', 'unauthorized'])
  socket.retryNow()
  time.advance(120_000)
  expect(sockets).toHaveLength(1)
  socket.start()
  expect(sockets, 'somebody signed in').toHaveLength(2)
})
