import { NO_USAGE } from '@crewroom/shared/model/usage'
import { expect, test } from 'vitest'
import { createLead, type DriverInput } from '../../src/agents/create-agent'
import { sendDirect } from '../../src/agents/direct-messages'
import { pauseCrew } from '../../src/agents/pause'
import { spentOf } from '../../src/conduct/budget'
import type { Crew } from '../../src/crew/crew'
import { agentMustWake, beginHandOver, comesAgain, endHandOver } from '../../src/delivery/hand-over'
import { leaveGroup } from '../../src/groups/change-members'
import { createGroup } from '../../src/groups/create-group'
import { sendMessage } from '../../src/groups/send-message'
import { say, team } from '../harness/talk'
import { BY_PERSON, byAgent, type TestCrew, testCrew } from '../harness/test-crew'

const CREWS = ['own', 'above'] as const
type Which = (typeof CREWS)[number]

/** A lead of a crew of its own that is in its parent's crew, too, and has read everything. */
class TwoCrews {
  readonly crew: TestCrew
  readonly id: string

  static async open(): Promise<TwoCrews> {
    const two = new TwoCrews({ kind: 'remote' })
    while ((await two.takes()).length > 0) continue
    return two
  }

  constructor(driver: DriverInput) {
    this.crew = testCrew()
    const { shard, leadId } = this.crew
    const own = this.crew.act(() =>
      createLead(shard, byAgent(leadId), { name: 'sub', parentId: leadId, driver }),
    ).crew
    this.id = own.state.lead.id
    for (const which of CREWS) {
      createGroup(shard, this.of(which), BY_PERSON, { name: 'plan', members: [this.id] })
    }
  }

  of(which: Which): Crew {
    return which === 'own' ? this.crew.shard.crew(this.id) : this.crew.crew
  }

  writes(which: Which, content: string): void {
    this.crew.act(() => {
      sendDirect(this.crew.shard, this.of(which), BY_PERSON, { to: this.id, content })
    })
  }

  says(which: Which, content: string): void {
    this.crew.act(() => {
      sendMessage(this.crew.shard, this.of(which), BY_PERSON, { group: 'plan', content })
    })
  }

  pause(which: Which, paused = true): void {
    this.crew.act(() => pauseCrew(this.crew.shard, this.of(which), BY_PERSON, paused))
  }

  /** The page that it is given, without confirming it. */
  async page(limit?: number) {
    const options = limit === undefined ? {} : { limit }
    const { deliveries, cursor, more } = await this.crew.core.inbox.fetch(this.id, options)
    return { words: deliveries.map(({ text }) => text.split(': ').at(-1)), cursor, more }
  }

  async takes(limit?: number) {
    const { words, cursor } = await this.page(limit)
    await this.crew.core.inbox.ack(this.id, cursor)
    this.crew.check()
    return words
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.crew[Symbol.asyncDispose]()
  }
}

const other = (which: Which): Which => (which === 'own' ? 'above' : 'own')

test.for(CREWS)('PS2, PS3 a lead of two crews is handed nothing of the paused one (%s), and all of the other', async (which) => {
  await using two = await TwoCrews.open()
  const { crew, id } = two
  const { inbox } = crew.core
  two.pause(which)
  two.writes(which, 'kept')
  two.says(which, 'kept in the group')
  expect([agentMustWake(crew.shard, id), inbox.hasNew(id, new WeakMap())]).toEqual([false, false])
  expect(beginHandOver(crew.shard, id), 'no hand-over begins').toBeNull()
  expect(inbox.takeNew(id, 10, new WeakMap())).toBeNull()
  two.writes(other(which), 'now')
  two.says(other(which), 'now in the group')
  expect(agentMustWake(crew.shard, id)).toBe(true)
  expect(await two.takes()).toEqual(['now', 'now in the group'])
  expect(await two.takes()).toEqual([])
  two.pause(which, false)
  expect(agentMustWake(crew.shard, id)).toBe(true)
  expect(await two.takes()).toEqual(['kept', 'kept in the group'])
}) // prettier-ignore

test.for(CREWS)('PS2, DL27 nothing that may be a repeat keeps an agent going while its crew (%s) is paused', async (which) => {
  await using two = await TwoCrews.open()
  const { inbox } = two.crew.core
  two.writes(which, 'given')
  await two.page()
  two.pause(which)
  expect(inbox.hasNew(two.id, new WeakMap())).toBe(false)
  two.crew.restart()
  expect(comesAgain(two.crew.shard, two.id)).toBe(false)
  expect((await two.page()).words).toEqual([])
  two.pause(which, false)
  expect(comesAgain(two.crew.shard, two.id)).toBe(true)
  expect(two.crew.core.inbox.hasNew(two.id, new WeakMap())).toBe(true)
  expect(await two.takes()).toEqual(['given'])
}) // prettier-ignore

test.for(CREWS)('PS2, DL6 what was handed over and not confirmed comes again only from the crew that is not paused (%s is)', async (which) => {
  await using two = await TwoCrews.open()
  for (const one of CREWS) two.writes(one, one)
  const { cursor } = await two.page()
  two.pause(which)
  expect((await two.page()).words).toEqual([other(which)])
  expect(two.crew.core.inbox.takeNew(two.id, 10, new WeakMap())?.deliveries.length).toBe(1)
  two.crew.restart()
  expect(comesAgain(two.crew.shard, two.id)).toBe(true)
  expect((await two.page()).words).toEqual([other(which)])
  // The page from before the pause is confirmed in the pause, in both crews.
  await two.crew.core.inbox.ack(two.id, cursor)
  expect((await two.page()).words).toEqual([])
  expect(comesAgain(two.crew.shard, two.id)).toBe(false)
  two.pause(which, false)
  expect((await two.page()).words).toEqual([])
}) // prettier-ignore

test.for(CREWS)('PS6 a wait of a lead of two crews ends when the pause of one (%s) does', async (which) => {
  await using two = await TwoCrews.open()
  two.pause(which)
  two.writes(which, 'kept')
  const waits = two.crew.core.inbox.fetch(two.id, { waitMs: 60_000, for: 'wake' })
  two.pause(which, false)
  expect((await waits).deliveries).toHaveLength(1)
}) // prettier-ignore

test('DL4, DL22 a page has no more than its limit from two crews together, and the rest comes next, even to a poll for items that wake', async () => {
  await using two = await TwoCrews.open()
  for (const n of [1, 2, 3]) for (const one of CREWS) two.writes(one, `${one} ${n}`)
  const first = await two.page(4)
  expect([first.words.length, first.more]).toEqual([4, true])
  await two.crew.core.inbox.ack(two.id, first.cursor)
  const rest = await two.crew.core.inbox.fetch(two.id, { for: 'wake', limit: 4 })
  const all = [...first.words, ...rest.deliveries.map(({ text }) => text.split(': ').at(-1))]
  const each = ['above 1', 'above 2', 'above 3', 'own 1', 'own 2', 'own 3']
  expect([all.length, new Set(all)]).toEqual([6, new Set(each)])
  expect(rest.more).toBe(false)
  await two.crew.core.inbox.ack(two.id, rest.cursor)
  expect(await two.takes()).toEqual([])
})

test('DL3 a cursor confirms what came with it in both crews, and an older one takes nothing back', async () => {
  await using two = await TwoCrews.open()
  for (const one of CREWS) two.writes(one, `${one} 1`)
  const { cursor } = await two.page()
  for (const one of CREWS) two.writes(one, `${one} 2`)
  const { inbox } = two.crew.core
  await inbox.ack(two.id, cursor)
  const newer = await two.page()
  expect(newer.words).toEqual(['above 2', 'own 2'])
  await inbox.ack(two.id, newer.cursor)
  await inbox.ack(two.id, cursor)
  expect(await two.takes()).toEqual([])
  two.crew.restart()
  expect(await two.takes()).toEqual([])
})

test('DL46 an agent with a connection stays connected, whatever it asks for over HTTP and with tools', async () => {
  await using two = await TwoCrews.open()
  const { inbox, presence } = two.crew.core
  const connection = () => presence.get(two.id).connection
  inbox.connects(two.id, '/agent')
  inbox.heard(two.id)
  two.crew.clock.advance(10 * 60_000)
  expect(connection()).toBe('connected')
  inbox.pulls(two.id, false, false)
  expect([connection(), presence.get(two.id).pull]).toEqual(['connected', null])
  inbox.lost(two.id)
  expect(connection()).toBe('lost')
  inbox.heard(two.id)
  two.crew.clock.advance(59_999)
  expect(connection()).toBe('connected')
  two.crew.clock.advance(1)
  expect(connection()).toBe('lost')
})

test('US1 what the turns of two crews used together is counted once', async () => {
  await using two = new TwoCrews({ kind: 'acp', command: 'none' })
  const { shard } = two.crew
  for (const one of CREWS) two.writes(one, one)
  const turnIds = two.crew.act(() => beginHandOver(shard, two.id))?.turnIds ?? []
  expect(turnIds, 'a turn is a fact of one crew').toHaveLength(2)
  two.crew.act(() => endHandOver(shard, two.id, turnIds, 'end_turn', { ...NO_USAGE, cost: 1 }))
  const spent = CREWS.map((which) => spentOf(two.of(which), two.id).cost ?? 0)
  expect(spent.toSorted((a, b) => a - b)).toEqual([0, 1])
})

test('DL45 an acknowledgement that comes over HTTP makes room on a connection of the agent, which is told', async () => {
  await using two = await TwoCrews.open()
  const { inbox } = two.crew.core
  two.writes('own', 'given')
  const { cursor } = await two.page()
  let rings = 0
  const unwatch = inbox.watch(two.id, () => rings++)
  await inbox.ack(two.id, cursor)
  unwatch()
  expect(rings).toBe(1)
})

test.for(['and is read at once', 'and is read after a restart'])('GR6, GR15 an agent that leaves a group is handed what it was owed, and nothing that is written there after that, %s', async (when) => {
  await using crew = testCrew({ agents: { dev: 'developer', arch: 'architect' } })
  team(crew, 'team', ['dev', 'arch'])
  await crew.reads('dev')
  say(crew, 'arch', 'before')
  crew.act(() => leaveGroup(crew.shard, crew.crew, crew.by('dev'), 'team'))
  say(crew, 'arch', 'after')
  if (when.includes('restart')) crew.restart()
  const texts = (await crew.reads('dev')).filter(({ kind }) => kind === 'group')
  expect(texts.map(({ text }) => text.split(': ').at(-1))).toEqual(['before'])
}) // prettier-ignore
