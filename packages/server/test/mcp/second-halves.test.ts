import { expect, test } from 'vitest'
import { sendDirect } from '../../src/agents/direct-messages'
import { createLead } from '../../src/agents/create-agent'
import { deleteCrew } from '../../src/agents/delete-crew'
import { renewAgentToken } from '../../src/agents/tokens'
import { Readers } from '../../src/api/mcp/readers'
import type { ToolPorts } from '../../src/api/mcp/tool'
import { readInbox } from '../../src/api/mcp/tools/read-inbox'
import { Retries } from '../../src/api/retries/retries'
import { Vault } from '../../src/api/retries/vault'
import { createGroup } from '../../src/groups/create-group'
import { sendMessage } from '../../src/groups/send-message'
import { setWake } from '../../src/groups/set-wake'
import { createSession } from '../../src/sessions/create-session'
import { postToSession } from '../../src/sessions/post-to-session'
import { openSession, write } from '../harness/round-acts'
import { ToolDoor } from '../harness/tool-door'
import { BY_PERSON, byAgent, type TestCrew, testCrew } from '../harness/test-crew'

const NOTHING = /^\[System\] Nothing new\./
const TOOK_OVER = /^\[System\] A newer read_inbox of this agent took over/
const SECOND = 1_000

class Room {
  readonly crew: TestCrew
  readonly door: ToolDoor

  /** An agent that reads with tools; two programs of it may have its token. It has read everything. */
  static async open(): Promise<Room> {
    const crew = testCrew({ agents: { ben: 'developer', cleo: 'developer' } })
    const room = new Room(crew, await ToolDoor.open(crew))
    for (const _ of ['given', 'confirmed']) await room.reads()
    return room
  }

  private constructor(crew: TestCrew, door: ToolDoor) {
    this.crew = crew
    this.door = door
  }

  say(content: string): void {
    const { crew } = this
    crew.act(() => sendDirect(crew.shard, crew.crew, BY_PERSON, { to: crew.id('ben'), content }))
  }

  reads(): Promise<string> {
    return this.door.reads('ben')
  }

  /** The second program's wait ended the first one's a moment ago, and a third one waits for its turn. */
  async threeWait(third: { readonly signal?: AbortSignal } = {}) {
    const { crew, door } = this
    const first = await door.waits('ben')
    const second = await door.waits('ben')
    expect((await first.answer).text).toMatch(TOOK_OVER)
    const turn = crew.clock.now() + 5 * SECOND
    const answer = door.call('ben', 'read_inbox', { wait: 50 }, third)
    answer.catch(() => {})
    // Nothing else is due so soon.
    await expect.poll(() => crew.clock.nextDue()).toBe(turn)
    return { second: second.answer, third: answer }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.door[Symbol.asyncDispose]()
    await this.crew[Symbol.asyncDispose]()
  }
}

test('MC4 progress is reported every 10 seconds, and only to a client that asks for it', async () => {
  await using room = await Room.open()
  for (const [wantsProgress, progress] of [
    [true, ['Nothing yet.', 'Nothing yet.']],
    [false, []],
  ] as const) {
    const { answer } = await room.door.waits('ben', { wait: 25, wantsProgress })
    for (const seconds of [10, 10, 5]) room.crew.clock.advance(seconds * SECOND)
    expect(await answer).toMatchObject({ text: expect.stringMatching(NOTHING), progress })
  }
  expect(room.crew.clock.nextDue(), 'nothing is reported after the answer').toBeNull()
})

test('MC4 a wait ends after 25 seconds unless the call says otherwise', async () => {
  await using room = await Room.open()
  const answer = room.door.call('ben', 'read_inbox')
  await expect.poll(() => room.door.pull('ben')).toBe('waits')
  room.crew.clock.advance(24 * SECOND)
  // A whole other call goes by: the wait would have been over, too.
  await room.door.call('cleo', 'query_groups')
  expect(room.door.pull('ben')).toBe('waits')
  room.crew.clock.advance(SECOND)
  expect((await answer).text).toMatch(NOTHING)
})

test('MC4 what wakes nobody does not end a wait, and comes with what does', async () => {
  await using room = await Room.open()
  const { crew, door } = room
  const members = ['ben', 'cleo'].map((name) => crew.id(name))
  crew.act(() => createGroup(crew.shard, crew.crew, BY_PERSON, { name: 'plan', members }))
  for (const _ of ['given', 'confirmed']) await room.reads()
  setWake(crew.shard, crew.crew, BY_PERSON, { group: 'plan', member: crew.id('ben'), wake: 'none' })
  const { answer } = await door.waits('ben')
  const said = { group: 'plan', content: 'By the way.' }
  crew.act(() => sendMessage(crew.shard, crew.crew, crew.by('cleo'), said))
  await door.call('cleo', 'query_groups')
  expect(door.pull('ben')).toBe('waits')
  room.say('Hello.')
  const { text } = await answer
  expect([text.includes('By the way.'), text.includes('Hello.')]).toEqual([true, true])
})

test('MC5 an answer that is lost late does not take back the page that came after it', async () => {
  await using room = await Room.open()
  room.say('One.')
  const kept = room.door.keepsBack()
  const first = room.reads().catch(() => 'lost')
  const older = await kept
  room.say('Two.')
  // It confirms the first page: its client has it, as far as anybody can tell.
  expect(await room.reads()).toContain('Two.')
  older.isLost()
  expect(await first).toBe('lost')
  expect(await room.reads(), 'the newer page was confirmed').toMatch(NOTHING)
})

test('MC5 an answer that is lost again comes once more, until it arrives', async () => {
  await using room = await Room.open()
  room.say('One.')
  for (const time of ['first', 'again']) {
    const kept = room.door.keepsBack()
    const answer = room.reads().catch(() => 'lost')
    const page = await kept
    page.isLost()
    expect(await answer, time).toBe('lost')
  }
  expect(await room.reads()).toContain('One.')
  expect(await room.reads()).toMatch(NOTHING)
})

test('MC5 a request that was given up after its answer left is not confirmed; another request’s answer is', async () => {
  await using room = await Room.open()
  room.say('One.')
  expect((await room.door.call('ben', 'read_inbox', { wait: 0 }, { id: 'mine' })).text).toContain('One.') // prettier-ignore
  await room.door.cancels('ben', 'mine')
  expect((await room.door.call('ben', 'read_inbox', { wait: 0 }, { id: 'next' })).text).toContain('One.') // prettier-ignore
  await room.door.cancels('ben', 'mine')
  expect(await room.reads()).toMatch(NOTHING)
})

test('MC5 a wait that its client says it gave up ends, and another one does not', async () => {
  await using room = await Room.open()
  const { answer } = await room.door.waits('ben', { id: 'mine' })
  await room.door.cancels('ben', 'other')
  expect(room.door.pull('ben')).toBe('waits')
  await room.door.cancels('ben', 'mine')
  await answer
  expect(room.door.pull('ben')).toBe('away')
  room.say('One.')
  expect(await room.reads()).toContain('One.')
})

test('MC5 a call that is refused confirms the page before, too', async () => {
  await using room = await Room.open()
  const refused = [
    ['read_inbox', { wait: -1 }],
    ['answer', { delivery: 7 }],
    ['run_command', { command: 'NONE' }],
  ] as const
  for (const [tool, args] of refused) {
    room.say(tool)
    expect(await room.reads()).toContain(tool)
    expect((await room.door.call('ben', tool, args)).isError, tool).toBe(true)
    expect(await room.reads(), tool).toMatch(NOTHING)
  }
})

test('MC5 a call whose client is gone neither confirms nor forgets the page before', async () => {
  for (const isLost of [true, false]) {
    await using room = await Room.open()
    const { shard, intake, inbox, toolCalls } = room.crew.core
    const readers = new Readers(inbox, room.crew.clock)
    const remoteRollouts = { handed: () => {} } as unknown as ToolPorts['remoteRollouts']
    const retries = new Retries(shard, new Vault('a secret'))
    const ports = { shard, intake, inbox, toolCalls, readers, remoteRollouts, retries }
    const caller = { agentId: room.crew.id('ben'), isLead: false, runsElsewhere: true }
    const reads = (gone: AbortSignal) =>
      readInbox.run(ports, {
        caller,
        request: 1,
        session: null,
        args: { wait: 0 },
        gone,
        progress: () => {},
      })
    room.say('One.')
    const page = await reads(new AbortController().signal)
    expect(page.text).toContain('One.')
    expect((await reads(AbortSignal.abort())).text).toMatch(NOTHING)
    if (isLost) page.lost?.()
    const next = (await reads(new AbortController().signal)).text
    if (isLost) expect(next).toContain('One.')
    else expect(next).toMatch(NOTHING)
  }
})

test('MC6 within five seconds after one wait ended another the next waits for its turn', async () => {
  await using room = await Room.open()
  const { second, third } = await room.threeWait()
  room.crew.clock.advance(5 * SECOND)
  expect((await second).text).toMatch(TOOK_OVER)
  room.say('One.')
  expect((await third).text).toContain('One.')
  expect(await room.reads()).toMatch(NOTHING)
})

test('MC6 a wait that waited for its turn is not given what the other one was given meanwhile', async () => {
  await using room = await Room.open()
  const { second, third } = await room.threeWait()
  room.say('One.')
  expect((await second).text).toContain('One.')
  // Its turn came with that.
  await expect.poll(() => room.door.pull('ben')).toBe('waits')
  room.say('Two.')
  const { text } = await third
  expect([text.includes('One.'), text.includes('Two.')]).toEqual([false, true])
})

test('MC6 a wait that is given up before its turn ends no other', async () => {
  await using room = await Room.open()
  const stop = new AbortController()
  const { second, third } = await room.threeWait({ signal: stop.signal })
  stop.abort()
  await expect(third).rejects.toThrow('abort')
  // Its timer is gone with it; the other one's next report is due instead.
  await expect.poll(() => room.crew.clock.nextDue()).toBe(room.crew.clock.now() + 10 * SECOND)
  room.crew.clock.advance(6 * SECOND)
  room.say('One.')
  expect((await second).text).toContain('One.')
})

test('MC6 after five seconds the next wait ends the one before at once, again and again', async () => {
  await using room = await Room.open()
  let before = await room.door.waits('ben')
  for (const _ of ['second', 'third', 'fourth']) {
    const next = await room.door.waits('ben', { wait: 50 })
    expect((await before.answer).text).toMatch(TOOK_OVER)
    room.crew.clock.advance(5 * SECOND)
    before = next
  }
  room.say('One.')
  expect((await before.answer).text).toContain('One.')
})

test('MC6 a wait that is ended by a newer one takes nothing along, not even what wakes nobody', async () => {
  await using room = await Room.open()
  const { crew, door } = room
  const members = ['ben', 'cleo'].map((name) => crew.id(name))
  crew.act(() => createGroup(crew.shard, crew.crew, BY_PERSON, { name: 'plan', members }))
  for (const _ of ['given', 'confirmed']) await room.reads()
  setWake(crew.shard, crew.crew, BY_PERSON, { group: 'plan', member: crew.id('ben'), wake: 'none' })
  const older = await door.waits('ben')
  const said = { group: 'plan', content: 'By the way.' }
  crew.act(() => sendMessage(crew.shard, crew.crew, crew.by('cleo'), said))
  const newer = await door.waits('ben')
  expect((await older.answer).text).toMatch(TOOK_OVER)
  room.say('Hello.')
  const { text } = await newer.answer
  expect([text.includes('By the way.'), text.includes('may be')]).toEqual([true, false])
})

test('MC6 a wait ends with its crew, too', async () => {
  await using room = await Room.open()
  const { crew, door } = room
  const { answer } = await door.waits('ben')
  deleteCrew(crew.shard, crew.crew, BY_PERSON, 'atlas')
  expect((await answer).isError).toBe(true)
})

test('MC5, MC6 a page that was given with a token that was replaced is not confirmed by the next call', async () => {
  await using room = await Room.open()
  const { crew } = room
  room.say('One.')
  expect(await room.reads()).toContain('One.')
  crew.act(() => renewAgentToken(crew.shard, crew.crew, BY_PERSON, crew.id('ben')))
  expect(await room.reads()).toContain('One.')
  expect(await room.reads()).toMatch(NOTHING)
})

test('MC9 an agent is connected as long as one of several connections is kept open, even beside its reading', async () => {
  await using room = await Room.open()
  const { crew, door } = room
  const readers = new Readers(crew.core.inbox, crew.clock)
  const id = crew.id('ben')
  const connection = () => crew.core.presence.get(id).connection
  const [one, two] = [readers.listens(id), readers.listens(id)]
  one()
  expect([connection(), door.pull('ben')]).toEqual(['connected', 'away'])
  readers.tell(id)
  expect(connection()).toBe('connected')
  two()
  expect(connection()).toBe('lost')
})

test('MC10 reading passes no round, not even what follows the round; while it is open each reading says so', async () => {
  await using room = await Room.open()
  const { crew, door } = room
  const session = openSession(crew, ['ben'], 'Names')
  for (const _ of ['given', 'confirmed']) await room.reads()
  write(crew, session, 'Which name?')
  expect(await room.reads()).toContain('Which name?')
  room.say('And this?')
  const asked = crew.crew.rounds.answering(crew.id('ben'))?.deliveryId
  for (const _ of ['confirmed', 'again']) {
    expect(await room.reads()).toContain(`Call answer with {"delivery":"${asked}"`)
  }
  expect(crew.crew.rounds.answering(crew.id('ben'))?.deliveryId).toBe(asked)
  await door.call('ben', 'answer', { delivery: asked, content: 'Ada.' })
  expect(await room.reads()).toContain('And this?')
  expect(await room.reads()).toMatch(NOTHING)
})

test('MC10 a round of the other crew of a lead of two crews is told just so', async () => {
  await using room = await Room.open()
  const { crew, door } = room
  const driver = { kind: 'remote' } as const
  const own = crew.act(() =>
    createLead(crew.shard, byAgent(crew.leadId), { name: 'sub', parentId: crew.leadId, driver }),
  ).crew
  const id = own.state.lead.id
  for (const of of [crew.crew, own]) {
    createGroup(crew.shard, of, BY_PERSON, { name: 'plan', members: [id] })
    const session = crew.act(() =>
      createSession(crew.shard, of, BY_PERSON, { group: 'plan', title: 'Names', agents: [id] }),
    )
    crew.act(
      () =>
      postToSession(crew.shard, of, BY_PERSON, { group: 'plan', session: session.id, content: 'Which?' }), // prettier-ignore
    )
    let page = ''
    while (!page.includes('Which?')) page = await door.reads(id)
    const { deliveryId } = of.rounds.asked(id)[0] ?? {}
    expect(await door.reads(id)).toContain(`Call answer with {"delivery":"${deliveryId}"`)
    await door.call(id, 'answer', { delivery: deliveryId, content: 'Ada.' })
  }
})
