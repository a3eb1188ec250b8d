import { expect, test } from 'vitest'
import { connectAgent } from '@crewroom/shared/client/connect-agent'
import { CrewFollower } from '@crewroom/shared/client/crew-follower'
import type { SocketLike } from '@crewroom/shared/client/reconnecting-socket'
import type { CrewEvent } from '@crewroom/shared/protocol/events'

type Frame = Readonly<Record<string, unknown>>

/** A server that says what a test wants, on a clock that the test moves. */
class Stage {
  now = 0
  readonly sockets: FakeSocket[] = []
  #timers: { readonly at: number; readonly run: () => void }[] = []
  readonly timing = {
    now: () => this.now,
    random: () => 0.5,
    after: (ms: number, run: () => void) => {
      const timer = { at: this.now + ms, run }
      this.#timers.push(timer)
      return () => void (this.#timers = this.#timers.filter((one) => one !== timer))
    },
  }

  advance(ms: number): void {
    const until = this.now + ms
    for (;;) {
      const [next] = this.#timers.toSorted((a, b) => a.at - b.at)
      if (!next || next.at > until) break
      this.#timers = this.#timers.filter((one) => one !== next)
      this.now = next.at
      next.run()
    }
    this.now = until
  }

  get current(): FakeSocket {
    const socket = this.sockets.at(-1)
    if (!socket) throw new Error('nobody has connected')
    return socket
  }
}

class FakeSocket implements SocketLike {
  onopen: (() => void) | null = null
  onmessage: ((event: { readonly data: unknown }) => void) | null = null
  onclose: ((event: { readonly code: number }) => void) | null = null
  readonly sent: Frame[] = []
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Frame)
  }
  close(): void {}
  says(frame: Frame): void {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }
  greets(): void {
    this.onopen?.()
    this.says({ type: 'hello', agentId: 'a', leadId: 'l', epoch: 'e' })
  }
}

function agentOn(stage: Stage) {
  return connectAgent({
    url: 'http://stage',
    agentId: 'a',
    token: 't',
    timing: stage.timing,
    WebSocket: class extends FakeSocket {
      constructor() {
        super()
        stage.sockets.push(this)
      }
    },
  })
}

test('LB21 a server that is busy is asked again after the time that it names, with the same text at the same place', async () => {
  const stage = new Stage()
  const agent = agentOn(stage)
  stage.current.greets()
  const said = agent.say('hello ⟦⟦ HELP ⟧⟧')
  stage.current.says({ type: 'output', stream: 'main', offset: 7, safe: 7, results: [] })
  const busy = { type: 'error', code: 'busy', message: 'Later.', details: { retryAfter: 9 } }
  stage.current.says(busy)
  stage.advance(8_999)
  expect(stage.sockets).toHaveLength(1)
  stage.advance(1)
  expect(stage.sockets).toHaveLength(2)
  // A refusal of hello that passes waits as well.
  stage.current.onopen?.()
  stage.current.says(busy)
  stage.current.onclose?.({ code: 1008 })
  stage.advance(9_000)
  expect(stage.sockets).toHaveLength(3)
  stage.current.greets()
  const [, again] = stage.current.sent
  expect(again).toEqual({
    type: 'output',
    text: 'hello ⟦⟦ HELP ⟧⟧',
    stream: 'main',
    offset: 7,
    replies: 'inline',
    answers: null,
  })
  const results = [{ command: 'HELP', ok: true, reply: 'So.' }]
  stage.current.says({ type: 'output', stream: 'main', offset: 23, safe: 23, results })
  expect(await said).toEqual(results)
  agent.close()
})

test('LB23 what was said and is not awaited ends no process when the connection is closed', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  try {
    const agent = agentOn(new Stage())
    void agent.say('before it was open')
    void agent.answer('round', 'neither')
    agent.close()
    void agent.say('after it was closed')
    await expect(agent.say('awaited')).rejects.toMatchObject({ code: 'closed' })
    await new Promise((resolve) => setTimeout(resolve))
    expect(unhandled).toEqual([])
  } finally {
    process.off('unhandledRejection', note)
  }
})

test('LB22 after a restart the server wants again what was not whole, and the end of a turn comes behind that', async () => {
  const stage = new Stage()
  const agent = agentOn(stage)
  stage.current.greets()
  const output = (offset: number, safe = offset) =>
    stage.current.says({ type: 'output', stream: 'main', offset, safe, results: [] })
  const said = agent.say('one ```two')
  output(0)
  output(10, 4)
  await said
  stage.current.onclose?.({ code: 1006 })
  const ended = agent.endTurn()
  stage.advance(500)
  stage.current.greets()
  expect(stage.current.sent.at(-1)).toMatchObject({ type: 'output', text: '', offset: 10 })
  const details = { expected: 4 }
  stage.current.says({ type: 'error', code: 'offset_conflict', message: 'Send from 4.', details })
  expect(stage.current.sent.at(-1)).toMatchObject({ type: 'output', text: '```two', offset: 4 })
  output(10, 4)
  expect(stage.current.sent.at(-1)).toMatchObject({ type: 'turn_end', answers: null })
  output(10)
  expect(await ended).toEqual([])
  agent.close()
})

test('LB35 while a snapshot is on its way at most 10,000 events wait, and then a newer one is fetched', () => {
  let fetched = 0
  const follower = new CrewFollower<{ seq: number }>({
    begins: 'snapshot',
    after: () => () => {},
    random: () => 0.5,
    fetchSnapshot: () => {
      fetched++
      return new Promise(() => {})
    },
    loaded: () => {},
    arrived: () => {},
    stale: () => {},
    forgotten: () => {},
    known: () => {},
  })
  for (let seq = 1; seq <= 10_000; seq++) {
    follower.event({ type: 'group:message', leadId: 'l', seq } as CrewEvent)
  }
  expect(fetched).toBe(1)
  follower.event({ type: 'group:message', leadId: 'l', seq: 10_001 } as CrewEvent)
  expect(fetched).toBe(2)
})
