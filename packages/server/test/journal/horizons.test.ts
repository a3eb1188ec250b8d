import { setImmediate as nextTurn } from 'node:timers/promises'
import { createAgent } from '../../src/agents/create-agent'
import { interrupt, sendDirect } from '../../src/agents/direct-messages'
import { AcpPrompts } from '../../src/programs/acp/acp-prompts'
import { SYSTEM } from '@crewroom/shared/model/participant'
import type { Cause } from '../../src/journal/facts'
import { expect, test } from 'vitest'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { react } from '../../src/groups/react'
import { heldCore } from '../harness/held-core'
import { BY_PERSON, byAgent } from '../harness/test-crew'
import { pushed } from '../harness/pushed'

test('JR1 nothing is published or released before it is durable, and everything after', () => {
  const { core, crew, published, send, endTurn, store } = heldCore()
  const released: string[] = []
  published.length = 0
  send('one')
  core.journal.release(
    crew.state.lead.id,
    () => released.push('at one'),
    () => {},
  )
  expect(crew.state.groups['team']?.messageCount).toBe(1)
  endTurn()
  expect([published, released]).toEqual([[], []])
  store()
  expect([published, released]).toEqual([['group:message'], ['at one']])
})

test('JR1 an answer waits for all that it was computed from: for a batch that is being written, and for the one behind it', () => {
  const { core, crew, port, send, endTurn } = heldCore()
  const released: string[] = []
  const ask = (what: string) =>
    core.journal.release(
      crew.state.lead.id,
      () => released.push(what),
      (error) => released.push(`${what}: ${error.code}`),
    )
  send('a')
  ask('after a')
  endTurn()
  ask('while a is written')
  expect([port.held.length, released]).toEqual([1, []])
  send('b')
  ask('after b')
  endTurn()
  ask('while a and b are written')
  expect([port.held.length, released]).toEqual([2, []])
  port.store(1)
  expect(released).toEqual(['after a', 'while a is written'])
  ask('while b is written')
  expect(released).toHaveLength(2)
  send('c')
  ask('after c, which nobody has sent yet')
  port.store(1)
  const withB = ['after b', 'while a and b are written', 'while b is written']
  expect(released.slice(2)).toEqual(withB)
  endTurn()
  expect(released.slice(5)).toEqual([])
  port.store(1)
  expect(released.slice(5)).toEqual(['after c, which nobody has sent yet'])
  ask('when nothing is left')
  expect(released).toHaveLength(7)
})

test('JR2 with nothing pending an answer leaves at once; another crew does not hold it up', () => {
  const { core, crew, send } = heldCore()
  const released: string[] = []
  core.journal.release(
    crew.state.lead.id,
    () => released.push('nothing pending'),
    () => {},
  )
  send('held')
  core.journal.release(
    'another',
    () => released.push('another crew'),
    () => {},
  )
  core.journal.release(
    crew.state.lead.id,
    () => released.push('this crew'),
    () => {},
  )
  expect(released).toEqual(['nothing pending', 'another crew'])
})

test('JR3 what one loop turn decides is one batch, with complete and numbered envelopes', () => {
  const { port, send, endTurn } = heldCore()
  send('one')
  send('two')
  endTurn()
  send('three')
  endTurn()
  expect(port.held.map(({ batch }) => [batch.batchId - batch.prev, batch.entries.length])).toEqual([
    [1, 2],
    [1, 1],
  ])
  const seqs = port.held.flatMap(({ batch }) => batch.entries.map((entry) => entry.seq))
  expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index))
})

test('JR4 a clientId and a reaction are known before they are durable, for old messages too', () => {
  const { core, crew, agent, send, store } = heldCore()
  const old = send('old').message
  for (let n = 0; n < 600; n++) send(`filler ${n}`)
  store()
  const first = send('once', 'c1')
  expect(send('once', 'c1').message.id).toBe(first.message.id)
  expect(crew.window('team').find(old.id)).toBeUndefined()
  const toggle = () =>
    react(core.shard, crew, byAgent(agent.id), {
      group: 'team',
      messageId: old.id,
      emoji: '👍',
      action: 'toggle',
    }).action
  expect([toggle(), toggle(), toggle()]).toEqual(['add', 'remove', 'add'])
  store()
  expect(toggle()).toBe('remove')
})

test.each(['id', 'ordinal'] as const)(
  'JR4 a reaction is known before it is durable when its message leaves memory, named by its %s',
  (how) => {
    const { core, crew, agent, port, send, endTurn, store } = heldCore()
    const { message } = send('first')
    const toggle = () =>
      react(core.shard, crew, byAgent(agent.id), {
        group: 'team',
        messageId: how === 'id' ? message.id : '#1',
        emoji: '👍',
        action: 'toggle',
      }).action
    for (let n = 0; n < 600; n++) send(`filler ${n}`)
    endTurn()
    const batches = port.held.length
    expect(toggle()).toBe('add')
    endTurn()
    // The messages are durable and leave memory, the reaction is not yet.
    port.store(batches)
    expect(crew.window('team').messages.some(({ id }) => id === message.id)).toBe(false)
    expect([toggle(), toggle(), toggle()]).toEqual(['remove', 'add', 'remove'])
    store()
    expect(crew.window('team').find(message.id), 'in the tables alone').toBeUndefined()
    expect([toggle(), toggle(), toggle()]).toEqual(['add', 'remove', 'add'])
    store()
    expect(toggle()).toBe('remove')
  },
)

test('JR5 what is handed over is durable: an undurable message is not in a turn', async () => {
  const { core, agent, send, store } = heldCore()
  send('not yet')
  const page = core.inbox.fetch(agent.id, {})
  await Promise.resolve()
  store()
  await Promise.resolve()
  await new Promise((resolve) => setImmediate(resolve))
  store()
  expect((await page).deliveries.map((item) => item.kind)).toEqual(['system'])
})

test('JR5 an inbox page is returned when its turn is durable, and not before', async () => {
  for (const fetch of ['fetch', 'pushed'] as const) {
    const { core, crew, agent, port, endTurn } = heldCore()
    sendDirect(core.shard, crew, BY_PERSON, { to: agent.id, content: 'go' })
    endTurn()
    port.store()
    let page: unknown = null
    const asked =
      fetch === 'fetch' ? core.inbox.fetch(agent.id, {}) : pushed(core.inbox, agent.id, 10)
    void asked.then((answer) => (page = answer))
    // Whatever can go on without the disk has gone on by then.
    await nextTurn()
    endTurn()
    await nextTurn()
    expect([port.held.length, page], fetch).toEqual([1, null])
    port.store()
    expect((await asked)?.deliveries.map(({ text }) => text)).toContain(
      '[Message from Human (human)]: go',
    )
  }
})

/** Hands over what is there, and stores that the agent may hold things from now on. */
async function attached({ core, endTurn, store }: ReturnType<typeof heldCore>, agentId: string) {
  const first = pushed(core.inbox, agentId, 100)
  await nextTurn()
  endTurn()
  store()
  await first
}

test('JR5 what is not durable is not handed over and takes nobody’s place', async () => {
  const held = heldCore()
  const { core, crew, agent, endTurn, port, store } = held
  const texts = async (limit: number) => {
    const page = await pushed(core.inbox, agent.id, limit)
    return page?.deliveries.map(({ text }) => text.slice(-5)) ?? []
  }
  await attached(held, agent.id)
  // An interrupt goes before everything else, once it is there.
  interrupt(core.shard, crew, BY_PERSON, { to: agent.id, content: 'stop 1' })
  expect(await texts(1)).toEqual([])
  endTurn()
  expect([await texts(1), port.held.length], 'on its way to the disk').toEqual([[], 1])
  port.store()
  sendDirect(core.shard, crew, byAgent(crew.state.lead.id), { to: agent.id, content: 'first' })
  expect(await texts(1)).toEqual(['top 1'])
  store()
  interrupt(core.shard, crew, BY_PERSON, { to: agent.id, content: 'stop 2' })
  expect(await texts(1), 'the durable message, not the interrupt').toEqual(['first'])
  store()
  expect(await texts(1)).toEqual(['top 2'])
})

test('JR5 a message that is not durable is not handed over', async () => {
  const held = heldCore()
  const { core, crew, send, store } = held
  const leadId = crew.state.lead.id
  await attached(held, leadId)
  send('not yet')
  expect(await pushed(core.inbox, leadId, 100)).toBeNull()
  store()
  expect((await pushed(core.inbox, leadId, 100))?.deliveries.map(({ text }) => text)).toEqual([
    expect.stringMatching(/: not yet$/),
  ])
})

test('JR6 after a failure no verb starts, and what waited is refused with its code', () => {
  const { core, crew, port, failures, send, endTurn } = heldCore()
  send('lost')
  const refused: string[] = []
  core.journal.release(
    crew.state.lead.id,
    () => refused.push('released'),
    (error) => refused.push(error.code),
  )
  endTurn()
  port.held[0]?.settle('refused', { code: 'SQLITE_FULL', message: 'full' })
  expect(failures.map((failure) => failure.code)).toEqual(['SQLITE_FULL'])
  expect(() => send('later')).toThrow(CrewError)
  core.journal.resume(port, (port.held[0]?.batch.batchId ?? 1) - 1, 'e2')
  expect(refused).toEqual(['storage_failed'])
})

test('JR7 above 2,000 facts that are not durable, writes answer busy with when to come back', () => {
  const { send, store } = heldCore()
  let code: unknown = null
  for (let n = 0; n < 2_100 && code === null; n++) {
    try {
      send(`m${n}`)
    } catch (error) {
      code = error instanceof CrewError ? [error.code, error.details?.['retryAfter']] : error
    }
  }
  expect(code).toEqual(['busy', 1])
  store()
  send('again')
})

test('JR9 a full batch takes nothing of another cause, also when the server’s own acts share theirs', () => {
  const { core, crew, port, endTurn } = heldCore()
  const commit = (cause: Cause, facts: number) => {
    const decision = core.shard.decide(crew)
    for (let i = 0; i < facts; i++) {
      decision.add('agent:session', {
        session: { agentId: crew.state.lead.id, sessionId: `s${i}` },
      })
    }
    core.shard.commit(crew, { actor: SYSTEM, cause }, decision)
  }
  const system: Cause = { kind: 'system' }
  for (let i = 0; i < 5; i++) commit(system, 40)
  endTurn()
  expect(port.held.map(({ batch }) => batch.entries.length)).toEqual([80, 80, 40])
  const request: Cause = { kind: 'request' }
  for (let i = 0; i < 5; i++) commit(request, 40)
  endTurn()
  expect(port.held.at(-1)?.batch.entries, 'one request is not parted').toHaveLength(200)
})

test('JR10 nothing is prompted before its turn is durable', async () => {
  const { core, crew, port, store, endTurn } = heldCore()
  const driver = { kind: 'acp', command: 'agent' } as const
  const { agent } = createAgent(core.shard, crew, BY_PERSON, { role: 'developer', driver })
  sendDirect(core.shard, crew, BY_PERSON, { to: agent.id, content: 'go' })
  store()
  const prompts = new AcpPrompts(core.shard, agent.id)
  prompts.begin({
    loaded: false,
    lost: false,
    told: [],
    hasSystemPrompt: true,
    toolsOffered: false,
    acts: 'commands',
    heads: new Map(),
  })
  let given: string | null = null
  const next = prompts.next(false).then((prompt) => (given = prompt?.text ?? ''))
  endTurn()
  await nextTurn()
  expect(port.held, 'the turn is on its way to storage').toHaveLength(1)
  expect(given).toBeNull()
  store()
  await next
  expect(given).toContain('[Message from Human (human)]: go')
})
