import { expect, test } from 'vitest'
import { LiveSender } from '../../src/api/sockets/live-sender'
import { team } from '../harness/talk'
import { type TestCrew, testCrew } from '../harness/test-crew'

const AGENTS = { dev: 'developer', arch: 'architect' }

interface Shown {
  readonly type: string
  readonly text?: string
  readonly status?: string
  readonly delta?: string
}

/** What people are shown live of a crew, with when on the clock. */
function watched(crew: TestCrew) {
  const shown: (Shown & { readonly at: number })[] = []
  const { live, presence, maskOf } = crew.core
  const sender = new LiveSender(crew.shard, presence, live, maskOf, (_crew, mayRead, frame) => {
    if (!mayRead(null)) return
    shown.push({ ...(JSON.parse(frame.toString()) as Shown), at: crew.clock.monotonic() })
  })
  crew.core.onPresence((agentId) => sender.agentChanged(agentId))
  return {
    of: (type: string) => shown.filter((frame) => frame.type === type),
    between: (type: string) => {
      const times = shown.filter((frame) => frame.type === type).map(({ at }) => at)
      return Math.min(...times.slice(1).map((at, index) => at - (times[index] ?? 0)))
    },
  }
}

test('LF2 of an agent that changes all the time at most ten frames a second are sent, the last of them with how it is', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const frames = watched(crew)
  const dev = crew.id('dev')
  for (let n = 1; n <= 999; n++) {
    crew.core.presence.set(dev, { status: n % 2 === 1 ? 'working' : 'idle' })
    crew.core.live.emit('text', dev, `part ${n} `)
    crew.clock.advance(1)
  }
  for (const type of ['live:agent', 'live:text']) {
    expect(frames.of(type).length, type).toBeLessThanOrEqual(10)
    expect(frames.of(type).length, type).toBeGreaterThanOrEqual(9)
    expect(frames.between(type), type).toBeGreaterThanOrEqual(100)
  }
  crew.clock.advance(100)
  expect(frames.of('live:agent').at(-1)?.status).toBe('working')
  const told = frames.of('live:text').map(({ delta }) => delta)
  crew.core.presence.set(dev, { status: 'idle' })
  crew.clock.advance(100)
  const rest = frames.of('live:text').slice(told.length)
  expect([...told, ...rest.map(({ delta }) => delta)].join('')).toBe(
    Array.from({ length: 999 }, (_, n) => `part ${n + 1} `).join(''),
  )
})

test('LF7 of a message that is being written at most five frames a second are sent, the last of them with all of it', async () => {
  await using crew = testCrew({ agents: AGENTS })
  team(crew, 'team', ['dev', 'arch'])
  const frames = watched(crew)
  for (let n = 1; n <= 999; n++) {
    crew.core.live.emit('composing', crew.id('dev'), {
      leadId: crew.leadId,
      groupName: 'team',
      done: false,
      text: `step ${n}`,
    })
    crew.clock.advance(1)
  }
  expect(frames.of('live:composing').length).toBeLessThanOrEqual(5)
  expect(frames.of('live:composing').length).toBeGreaterThanOrEqual(4)
  expect(frames.between('live:composing')).toBeGreaterThanOrEqual(200)
  crew.clock.advance(200)
  expect(frames.of('live:composing').at(-1)?.text).toBe('step 999')
})
