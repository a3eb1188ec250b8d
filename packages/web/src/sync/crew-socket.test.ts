import { beforeEach, expect, test } from 'vitest'
import { FakeTime } from '../../test/fake-time'
import { AT, LEAD, posted } from '../../test/samples'
import { backoffMs } from './backoff'
import { type ConnectionState, CrewSocket, type SocketLike } from './crew-socket'

class FakeSocket implements SocketLike {
  onopen: (() => void) | null = null
  onmessage: ((event: { readonly data: unknown }) => void) | null = null
  onclose: ((event: { readonly code: number }) => void) | null = null
  readonly sent: { type: string }[] = []
  isClosed = false
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string })
  }
  close(): void {
    this.isClosed = true
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

beforeEach(() => {
  time = new FakeTime()
  sockets = []
  heard = []
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
      resume: () => ({ token: 't', since: { [LEAD]: 7 }, epoch: 'e1' }),
      hello: () => heard.push('hello'),
      pong: () => heard.push('pong'),
      event: (event) => heard.push(`event ${event.seq}`),
      gap: (leadId) => heard.push(`gap ${leadId}`),
      live: () => heard.push('live'),
      serverPaused: () => undefined,
      state: (next) => (state = next),
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
  expect(heard).toEqual(['hello', 'event 8', `gap ${LEAD}`])
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
