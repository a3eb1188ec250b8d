import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { createLead } from '../../src/agents/create-agent'
import { renewAgentToken } from '../../src/agents/tokens'
import { createGroup } from '../../src/groups/create-group'
import { sendMessage } from '../../src/groups/send-message'
import type { Envelope } from '../../src/journal/facts'
import { FanOut, type Sink } from '../../src/journal/fan-out'
import { heldCore } from '../harness/held-core'
import { realtimeOf, TOKENS } from '../harness/realtime-of'
import { team } from '../harness/talk'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'

/** Who reads a crew's events, as fast as the test lets it. */
class SlowReader implements Sink {
  /** Numbers of the events that it was sent. */
  readonly seqs: number[] = []
  readonly gaps: string[] = []
  #drained: () => void = () => {}

  send(event: CrewEvent, frame: Buffer): boolean {
    expect(JSON.parse(frame.toString())).toEqual(event)
    this.seqs.push(event.seq)
    return true
  }

  gap(leadId: string): void {
    this.gaps.push(leadId)
  }

  drained(): Promise<void> {
    return new Promise((resolve) => (this.#drained = resolve))
  }

  /** It has read what it was sent, and is sent the next of what it missed. */
  async reads(): Promise<void> {
    this.#drained()
    await nextTurn()
  }
}

const say = (crew: TestCrew, content: string) =>
  sendMessage(crew.shard, crew.crew, BY_PERSON, { group: 'team', content }).message.seq

const upTo = (last: number, from: number) =>
  Array.from({ length: last - from }, (_, index) => from + 1 + index)

test('WS6, WS13 what happens while a slow reader catches up comes after what it missed, in order and once', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  team(crew, 'team', ['dev'])
  say(crew, 'the person joins')
  const since = crew.crew.state.seq
  for (let n = 0; n < 200; n++) say(crew, `missed ${n}`)
  const fanOut = new FanOut(crew.shard.ports.reader, (leadId) => crew.shard.findCrew(leadId))
  crew.core.onPublished((entries) => fanOut.published(entries))
  const reader = new SlowReader()
  const handle = fanOut.subscribe(reader, crew.leadId, null, since)
  const began = reader.seqs.length
  expect(began, 'the first of several parts').toBeLessThan(100)
  const live: number[] = []
  // Something happens before each part that it reads, and while it reads the last one.
  for (let parts = 0; parts < 20 && handle.at() < crew.crew.state.seq; parts++) {
    live.push(say(crew, `live ${parts}`))
    expect(reader.seqs, 'nothing overtakes what was missed').toEqual(
      upTo(since + reader.seqs.length, since),
    )
    await reader.reads()
  }
  live.push(say(crew, 'live at last'))
  expect(live.length).toBeGreaterThan(3)
  expect(reader.seqs).toEqual(upTo(crew.crew.state.seq, since))
  expect([reader.seqs.at(-1), handle.at(), reader.gaps]).toEqual([live.at(-1), live.at(-1), []])
})

test('WS6 a reader that leaves while it catches up is sent nothing more', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  team(crew, 'team', ['dev'])
  const since = crew.crew.state.seq
  for (let n = 0; n < 100; n++) say(crew, `missed ${n}`)
  const fanOut = new FanOut(crew.shard.ports.reader, (leadId) => crew.shard.findCrew(leadId))
  crew.core.onPublished((entries) => fanOut.published(entries))
  const reader = new SlowReader()
  const handle = fanOut.subscribe(reader, crew.leadId, null, since)
  const before = [...reader.seqs]
  handle.leave()
  say(crew, 'live')
  await reader.reads()
  expect(reader.seqs).toEqual(before)
})

test('WS6, WS30 a catch-up leaves out what is stored and not published yet, which then comes once', () => {
  const { core, crew, port, reader, send, endTurn } = heldCore()
  const fanOut = new FanOut(reader, (leadId) => core.shard.findCrew(leadId))
  core.onPublished((entries) => fanOut.published(entries))
  const since = crew.durableSeq
  for (const content of ['one', 'two', 'three']) {
    send(content)
    endTurn()
  }
  const publish = port.write()
  const one = new SlowReader()
  const handle = fanOut.subscribe(one, crew.state.lead.id, null, since - 1)
  expect(handle.at(), 'though the tables are ahead').toBe(since)
  const before = [...one.seqs]
  publish()
  const then = [...before, since + 1, since + 2, since + 3]
  expect(one.seqs).toEqual(then)
  send('four')
  endTurn()
  port.store()
  expect(one.seqs).toEqual([...then, since + 4])
})

test('WS21 who has gone, or follows a crew no more, is followed by nothing', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  team(crew, 'team', ['dev'])
  const { crew: other } = createLead(crew.shard, BY_PERSON, { name: 'other' })
  const { fanOut, realtime, connect } = realtimeOf(crew)
  const [all, one, none] = [
    connect({ leads: '*' }),
    connect({ leads: [crew.leadId] }),
    connect({ leads: [] }),
  ]
  expect(fanOut.followers).toBe(3)
  one.receive(JSON.stringify({ type: 'subscribe', leadId: other.state.lead.id }))
  one.receive(JSON.stringify({ type: 'subscribe', leadId: other.state.lead.id }))
  expect(fanOut.followers).toBe(4)
  one.receive(JSON.stringify({ type: 'unsubscribe', leadId: crew.leadId }))
  expect(fanOut.followers).toBe(3)
  const { crew: later } = createLead(crew.shard, BY_PERSON, { name: 'later' })
  realtime.published([{ type: 'lead:created', leadId: later.state.lead.id } as Envelope])
  expect(fanOut.followers, 'all follows it').toBe(4)
  for (const connection of [all, one, none]) connection.end()
  expect(fanOut.followers).toBe(0)
  const before = [all, one, none].map(({ sent }) => sent.length)
  say(crew, 'to nobody')
  expect([all, one, none].map(({ sent }) => sent.length)).toEqual(before)
})

test('WS22 only who follows everything follows crews that come later: no agent does, and nobody who named the crews', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  team(crew, 'team', ['dev'])
  const { fanOut, realtime, connect } = realtimeOf(crew)
  const connections = {
    all: connect({ leads: '*' }),
    observer: connect({ leads: '*', token: TOKENS.observer }),
    one: connect({ leads: [crew.leadId] }),
    agent: connect({
      leads: '*',
      token: renewAgentToken(crew.shard, crew.crew, BY_PERSON, crew.id('dev')),
    }),
  }
  expect(fanOut.followers).toBe(4)
  const { crew: later } = createLead(crew.shard, BY_PERSON, { name: 'later' })
  const leadId = later.state.lead.id
  realtime.published([{ type: 'lead:created', leadId } as Envelope])
  createGroup(crew.shard, later, BY_PERSON, { name: 'new' })
  const told = () =>
    Object.entries(connections).flatMap(([who, { sent }]) =>
      sent.some((frame) => frame['leadId'] === leadId) ? who : [],
    )
  expect(told()).toEqual(['all', 'observer'])
  for (const { sent } of Object.values(connections)) sent.length = 0
  const { crew: imported } = createLead(crew.shard, BY_PERSON, { name: 'imported' })
  realtime.published([
    { type: 'crew:imported', data: { leadId: imported.state.lead.id } } as Envelope,
  ])
  const gaps = Object.values(connections).map(({ sent }) =>
    sent.filter(({ type }) => type === 'gap'),
  )
  expect(gaps).toEqual([
    [{ type: 'gap', leadId: imported.state.lead.id }],
    [{ type: 'gap', leadId: imported.state.lead.id }],
    [],
    [],
  ])
})
