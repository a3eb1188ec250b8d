import type { HelloFrame } from '@crewroom/shared/client/frames'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { AT, crewState, group, LEAD } from '../../test/samples'
import type { Snapshot } from './api/crews'
import type { SocketLike } from '@crewroom/shared/client/reconnecting-socket'
import type { HandedUpTo } from './live-details'
import { markKey } from './read-marks'
import { patience } from '../../../shared/test/patience'

/** The wiring lasts as long as its modules: these are of this file alone, for other files share theirs. */
const loaded = async () => ({
  ...(await import('./sync')),
  ...(await import('./sign-in')),
  ...(await import('./live-details')),
})
let page: Awaited<ReturnType<typeof loaded>>

beforeAll(async () => {
  vi.resetModules()
  page = await loaded()
}, patience(60_000))
afterAll(() => {
  vi.resetModules()
})

let sockets: SocketLike[]
/** What the server tells of its only crew, and who has how much of its group. */
let server: { epoch: string; seq: number; dev: HandedUpTo }

beforeEach(() => {
  sockets = []
  vi.useFakeTimers()
  const nothing = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  vi.stubGlobal('localStorage', nothing)
  vi.stubGlobal('sessionStorage', nothing)
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('document', { addEventListener: () => undefined, visibilityState: 'visible' })
  vi.stubGlobal('location', { origin: 'http://localhost' })
  vi.stubGlobal('requestAnimationFrame', () => 0)
  vi.stubGlobal(
    'WebSocket',
    class {
      constructor() {
        sockets.push(this as unknown as SocketLike)
      }
      send() {}
      close() {}
    },
  )
  vi.stubGlobal('fetch', (path: string) => {
    const answer = path === `/api/lead/${LEAD}/snapshot` ? snapshot() : {}
    return Promise.resolve(Response.json(answer))
  })
})
afterEach(() => {
  page.signIn.setState({ phase: 'signed-out', reason: 'none' }, true)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function snapshot(): Snapshot {
  const { epoch, seq, dev } = server
  const live = { agents: {}, receipts: { team: { dev } } }
  return { seq, epoch, state: crewState(seq, [group('team')]), live }
}

/** The connection is there again, and the server says who it is. */
async function connected(): Promise<void> {
  const socket = sockets.at(-1)
  const { epoch, seq } = server
  const at = { [LEAD]: seq }
  const hello: HelloFrame = { type: 'hello', serverTime: AT, version: '1', epoch, at }
  socket?.onopen?.()
  socket?.onmessage?.({ data: JSON.stringify(hello) })
  await vi.advanceTimersByTimeAsync(0)
}

async function lost(): Promise<void> {
  sockets.at(-1)?.onclose?.({ code: 1006 })
  await vi.advanceTimersByTimeAsync(5_000)
}

test('UI4, RE43 how far messages have come is known after a reconnect, and begins with the snapshot of another journal', async () => {
  const { liveDetails, signIn, startSync } = page
  const known = () => liveDetails.getState().receipts[markKey(LEAD, 'team')]
  server = { epoch: 'one', seq: 10, dev: { sentSeq: 9, seenSeq: 8 } }
  signIn.setState({ phase: 'signed-in', token: 't' }, true)
  startSync()
  await connected()
  expect(known()).toEqual({ dev: { sentSeq: 9, seenSeq: 8 } })
  await lost()
  await connected()
  expect([sockets.length, known()]).toEqual([2, { dev: { sentSeq: 9, seenSeq: 8 } }])
  await lost()
  // It was restored from a copy: its numbers are smaller, and nobody has confirmed them.
  server = { epoch: 'two', seq: 4, dev: { sentSeq: 3, seenSeq: 0 } }
  await connected()
  expect([sockets.length, known()]).toEqual([3, { dev: { sentSeq: 3, seenSeq: 0 } }])
})
