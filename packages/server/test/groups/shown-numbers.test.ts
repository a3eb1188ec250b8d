import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { digestItem } from '../../src/delivery/turn-items'
import { addMembers, leaveGroup } from '../../src/groups/change-members'
import { deleteMessage, editMessage } from '../../src/groups/change-message'
import { createGroup } from '../../src/groups/create-group'
import { react } from '../../src/groups/react'
import { readChatMessages } from '../../src/group-chats/read-chat-messages'
import { findMessage } from '../../src/groups/find-message'
import { readMessages, readNewest } from '../../src/groups/read-history'
import { searchMessages } from '../../src/groups/search-messages'
import { sendMessage } from '../../src/groups/send-message'
import { createSession } from '../../src/sessions/create-session'
import { postToSession } from '../../src/sessions/post-to-session'
import { reactInSession } from '../../src/sessions/react-in-session'
import { readNewestInSession } from '../../src/sessions/read-session'
import { often } from '../harness/long'
import { type McpClient, mcpClient } from '../harness/mcp-clients'
import { Random } from '../harness/random'
import { type TestCrew, testCrew } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'

const AGENTS = { ada: 'developer', ben: 'developer', cleo: 'designer' } as const
const NAMES = Object.keys(AGENTS)
/** Messages of before that whoever joins is given (`historyOnJoin`, as SPEC.md has it). */
const GIVEN = 20
const STEPS = often(30, 60)

const refusal = (run: () => unknown): string | null => {
  try {
    run()
    return null
  } catch (error) {
    if (error instanceof CrewError) return error.code
    throw error
  }
}

/** A model of the talk: what each message replies to, and of each stay the ordinals before its first and at its last message. */
class Talk {
  readonly replies: (number | null)[] = []
  /** Numbers of what the person wrote and can change, and of what is deleted. */
  readonly own: number[] = []
  readonly deleted = new Set<number>()
  /** Messages of the session. */
  inSession = 0
  readonly stays = new Map<string, { after: number; to: number | null }[]>()

  get count(): number {
    return this.replies.length
  }

  isIn(name: string): boolean {
    return this.stays.get(name)?.at(-1)?.to === null
  }

  joins(name: string): void {
    const stays = this.stays.get(name) ?? []
    this.stays.set(name, [...stays, { after: this.count, to: null }])
  }

  leaves(name: string): void {
    const stay = this.stays.get(name)?.at(-1)
    if (stay) stay.to = this.count
  }

  sees(name: string, n: number): boolean {
    const isWithin = ({ after, to }: { after: number; to: number | null }) =>
      n > after - GIVEN && (to === null || n <= to)
    return this.stays.get(name)?.some(isWithin) === true
  }

  /** Messages that it sees, and those that they quote. */
  mayName(name: string, n: number): boolean {
    const isQuoted = () => this.replies.some((to, at) => to === n && this.sees(name, at + 1))
    return this.sees(name, n) || isQuoted()
  }
}

/** The content of a message, which no other one has. */
const wordsOf = (n: number, change = 0) =>
  `words of the message n${n}x${change === 0 ? '' : `, again ${change}`}`

/** Numbers that a text prints of messages: `#12`, and `to #3` of a reply. Contents have none. */
const numbersIn = (text: string) => [...text.matchAll(/#(\d+)/g)].map(([, n]) => Number(n))

/** An agent names a message of the group, to read what is before it or to react to it. */
const named = (crew: TestCrew, name: string, before: number | string, reacts = false) =>
  reacts
    ? react(crew.shard, crew.crew, crew.by(name), { group: 'g', messageId: before, emoji: '👍', action: 'toggle' }) // prettier-ignore
    : readNewest(crew.shard, crew.crew, crew.by(name), { group: 'g', limit: 1, before })

const SESSION = { group: 'g', session: 'Talk' }

/** Everything that an agent is shown of the session has a number that works there. */
async function namesInSession(crew: TestCrew, name: string, talk: Talk): Promise<number> {
  const { shard, crew: own } = crew
  const by = crew.by(name)
  const [read] = await crew.says(name, '⟦⟦ READ_GROUP {"group":"g","session":"Talk"} ⟧⟧\n')
  const { hits } = await searchMessages(shard, own, by, { q: 'talking', limit: 100 })
  const told = new Set([...numbersIn(read?.reply ?? ''), ...hits.map(({ message }) => message.n)])
  for (const n of told) {
    expect(n, `${name} is shown #${n} of the session`).toBeLessThanOrEqual(talk.inSession)
    readNewestInSession(shard, own, by, { ...SESSION, limit: 1, before: n })
    const reaction = { ...SESSION, messageId: `#${n}`, emoji: '👍', action: 'toggle' } as const
    reactInSession(shard, own, by, reaction)
  }
  const unknown = talk.inSession + 1
  expect(refusal(() => readNewestInSession(shard, own, by, { ...SESSION, limit: 1, before: unknown }))).toBe('message_not_found') // prettier-ignore
  return told.size
}

/** What a program that takes turns would be told of many messages in place of them. */
function digestsOf({ shard, crew }: TestCrew, agentId: string): string[] {
  return crew.inHand.owing(agentId).flatMap((interval) => {
    const to = interval.leftSeq ?? crew.durableSeq
    const { groupName, handedSeq: after } = interval
    const range = { leadId: crew.state.lead.id, groupName, after, to, notFrom: agentId }
    const owed = shard.ports.reader.owedRange(range)
    return owed.count === 0 ? [] : [digestItem(crew, interval, owed).text]
  })
}

const numberOf = (crew: TestCrew, id: string): number =>
  findMessage(crew.shard, crew.crew, group(crew), id, crew.by('human')).n

function group({ crew }: TestCrew) {
  const found = crew.state.groups['g']
  if (!found) throw new Error('no group')
  return found
}

/** What the commands that read print to an agent. */
async function readsBy(crew: TestCrew, name: string): Promise<string[]> {
  const commands = '⟦⟦ READ_GROUP {"group":"g"} ⟧⟧\n⟦⟦ QUERY_GROUPS {} ⟧⟧\n'
  return (await crew.says(name, commands)).map(({ reply }) => reply)
}

/** Messages that requests of an agent list: pages of the group, its free talk as a session, search, and what JSON-RPC has. */
async function idsListedTo(crew: TestCrew, name: string): Promise<ReadonlySet<string>> {
  const { shard, crew: own } = crew
  const by = crew.by(name)
  const page = await readMessages(shard, own, by, { group: 'g', limit: 100 })
  const chat = { crew: own, group: group(crew) }
  const lines = await readChatMessages(shard, chat, by, { session: 'main', limit: 100 })
  const found = await searchMessages(shard, own, by, { q: 'words', limit: 100 })
  const rpc = await readMessages(shard, own, by, { group: 'g', after: 0, limit: 100 })
  return new Set([
    ...[...page.messages, ...rpc.messages].map(({ id }) => id),
    ...lines.messages.flatMap((line) => (line.type === 'system' ? [] : [line.id])),
    ...found.hits.map(({ message }) => message.id),
  ])
}

async function walk(crew: TestCrew, random: Random): Promise<{ shown: number; hidden: number }> {
  const talk = new Talk()
  const shown = new Map(NAMES.map((name) => [name, new Set<number>()]))
  const found = { shown: 0, hidden: 0 }
  const { shard } = crew
  crew.act(() => createGroup(shard, crew.crew, crew.by('lead'), { name: 'g' }))
  crew.act(() => createSession(shard, crew.crew, crew.by('lead'), { group: 'g', title: 'Talk' }))
  const inIt = () => NAMES.filter((name) => talk.isIn(name))
  const joins = (name: string) => {
    crew.act(() =>
      addMembers(crew.shard, crew.crew, crew.by('lead'), { group: 'g', members: [name] }),
    )
    talk.joins(name)
  }
  const posts = () => {
    const name = random.pick(['lead', 'human', ...inIt()])
    const known = Array.from({ length: talk.count }, (_, at) => at + 1)
    const mine = known.filter((n) => !NAMES.includes(name) || talk.sees(name, n))
    const to = mine.length > 0 && random.chance(0.3) ? random.pick(mine) : null
    crew.act(() =>
      sendMessage(crew.shard, crew.crew, crew.by(name), {
        group: 'g',
        content: wordsOf(talk.count + 1),
        ...(to === null ? {} : { replyTo: to }),
      }),
    )
    talk.replies.push(to)
    if (name === 'human') talk.own.push(talk.count)
  }
  const saysInSession = () => {
    if (inIt().length === 0) return
    const name = random.pick(inIt())
    const to = talk.inSession > 0 && random.chance(0.4) ? 1 + random.below(talk.inSession) : null
    const said = { ...SESSION, content: 'talking there', ...(to === null ? {} : { replyTo: to }) }
    crew.act(() => postToSession(crew.shard, crew.crew, crew.by(name), said))
    talk.inSession++
  }
  /** The person changes or deletes what it wrote. */
  const changes = (step: number) => {
    // A reply also calls whoever it replies to, which is not what this is about.
    const left = talk.own.filter((n) => !talk.deleted.has(n) && talk.replies[n - 1] === null)
    if (left.length === 0) return
    const n = random.pick(left)
    const at = { group: 'g', messageId: `#${n}` }
    const by = crew.by('human')
    if (random.chance(0.4)) {
      crew.act(() => deleteMessage(crew.shard, crew.crew, by, at))
      talk.deleted.add(n)
    } else {
      const content = wordsOf(n, step + 1)
      crew.act(() => editMessage(crew.shard, crew.crew, by, { ...at, content }))
    }
  }
  for (let step = 0; step < STEPS; step++) {
    const out = NAMES.filter((name) => !talk.isIn(name))
    if (out.length > 0 && random.chance(0.15)) joins(random.pick(out))
    else if (inIt().length > 0 && random.chance(0.1)) {
      const name = random.pick(inIt())
      crew.act(() => leaveGroup(crew.shard, crew.crew, crew.by(name), 'g'))
      talk.leaves(name)
    } else if (random.chance(0.03)) crew.restart()
    else if (random.chance(0.2)) changes(step)
    else if (random.chance(0.25)) saysInSession()
    else for (let more = random.below(8); more >= 0; more--) posts()

    for (const name of inIt()) {
      const told = shown.get(name)
      const digests = digestsOf(crew, crew.id(name))
      const waited = await crew.texts(name)
      const read = await readsBy(crew, name)
      for (const gone of talk.deleted) expect(read.join('\n')).not.toContain(`n${gone}x`)
      const texts = [...digests, ...waited, ...read]
      found.shown += await namesInSession(crew, name, talk)
      // An answer that has numbers of the session comes again in the inbox.
      const ofGroup = texts.filter((text) => !text.startsWith('[System] Session "'))
      for (const n of ofGroup.flatMap(numbersIn)) told?.add(n)
      for (const id of await idsListedTo(crew, name)) {
        const number = numberOf(crew, id)
        expect(talk.sees(name, number), `${name} is listed #${number}`).toBe(true)
        expect(
          refusal(() => named(crew, name, id)),
          `${name} names ${id}, #${number}`,
        ).toBeNull()
        told?.add(number)
      }
      const n = 1 + random.below(Math.max(1, talk.count))
      for (const number of new Set([...(told ?? []), n, 1])) {
        const code = refusal(() => named(crew, name, number, random.chance(0.5)))
        const may = talk.count > 0 && talk.mayName(name, number)
        expect(code, `${name} names #${number}`).toBe(may ? null : 'message_not_found')
        if (told?.has(number)) expect(may, `${name} was shown #${number}`).toBe(true)
        if (may) found.shown++
        else found.hidden++
      }
    }
  }
  return found
}

test('GR15, GR96, VB53 whatever number or id an agent is shown, by history, messages, also changed and deleted ones, digests, quotations, READ_GROUP, QUERY_GROUPS, pages, sessions, search and JSON-RPC, it may name; and no other of before it joined', async () => {
  const all = { shown: 0, hidden: 0 }
  // In the walk of 5 many numbers are from before somebody joined.
  for (const seed of often(
    [5],
    Array.from({ length: 100 }, (_, at) => at + 1),
  )) {
    await using crew = testCrew({ agents: AGENTS })
    const found = await walk(crew, new Random(seed))
    all.shown += found.shown
    all.hidden += found.hidden
  }
  expect(all.shown).toBeGreaterThan(100)
  expect(all.hidden, 'some could not be named').toBeGreaterThan(0)
})

describe('a group with 22 messages before Ben joins, of which a later one quotes the first', () => {
  let server: TestServer
  let mcp: McpClient
  let messages = ''
  let as = { token: '' }
  let output = ''
  let there = ''

  beforeAll(async () => {
    server = await TestServer.start()
    const { leadId, ids, tokens } = await server.crew('atlas', {
      ada: 'developer',
      ben: 'developer',
    })
    const groups = `/api/lead/${leadId}/groups`
    await server.call('POST', groups, { name: 'g', memberIds: [ids['ada']] })
    messages = `${groups}/g/messages`
    for (let n = 1; n <= 22; n++) await server.call('POST', messages, { content: `message ${n}` })
    await server.call('POST', `${groups}/g/members`, { memberIds: [ids['ben']] })
    await server.call('POST', messages, { content: 'as I said', replyTo: '#1' })
    const { body } = await server.call('POST', `${groups}/g/sessions`, { title: 'Talk' })
    there = `${groups}/g/sessions/${body['session'].id}/messages`
    for (const content of ['one', 'two']) await server.call('POST', there, { content })
    as = { token: tokens['ben'] ?? '' }
    output = `/api/agents/${ids['ben']}/output`
    mcp = await mcpClient(server, 'v2', as.token)
  })
  afterAll(async () => {
    await mcp[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })

  const says = async (command: string) => {
    const sent = await server.call('POST', output, { text: `⟦⟦ ${command} ⟧⟧\n` }, as)
    return sent.body['results'][0] as { ok: boolean; reply: string }
  }

  /** Each way in which Ben names a message, with what it answered. */
  const DOORS: Record<string, (n: number) => Promise<{ ok: boolean; reply: string }>> = {
    'replyTo of GROUP_MESSAGE': (n) =>
      says(`GROUP_MESSAGE {"group":"g","content":"re","replyTo":"#${n}"}`),
    REACT: (n) => says(`REACT {"group":"g","messageId":"#${n}","emoji":"👀"}`),
    READ_GROUP: (n) => says(`READ_GROUP {"group":"g","before":"#${n}"}`),
    'replyTo over REST': async (n) => {
      const { status, body } = await server.call(
        'POST',
        messages,
        { content: 're', replyTo: `#${n}` },
        as,
      )
      return { ok: status === 201, reply: JSON.stringify(body) }
    },
    'a reaction over REST': async (n) => {
      const path = `${messages}/%23${n}/reactions`
      const { status, body } = await server.call('POST', path, { emoji: '👍' }, as)
      return { ok: status < 300, reply: JSON.stringify(body) }
    },
    'replyTo over MCP': async (n) => {
      const said = { group: 'g', content: 're', replyTo: `#${n}` }
      const { isError, text } = await mcp.call('group_message', said)
      return { ok: !isError, reply: text }
    },
    'react over MCP': async (n) => {
      const reaction = { group: 'g', messageId: `#${n}`, emoji: '🎉' }
      const { isError, text } = await mcp.call('react', reaction)
      return { ok: !isError, reply: text }
    },
  }
  const NAMED: readonly [n: number, isShown: boolean, how: string][] = [
    [1, true, 'quoted'],
    [2, false, 'neither given nor quoted'],
    [3, true, 'the oldest that was given'],
    [22, true, 'the newest that was given'],
    [23, true, 'written since'],
  ]

  test.each(Object.keys(DOORS))(
    'GR15, GR96 %s takes the numbers that were shown, and no other',
    async (door) => {
      for (const [n, isShown, how] of NAMED) {
        const answer = await DOORS[door]?.(n)
        expect(answer?.ok, `#${n}, ${how}: ${answer?.reply}`).toBe(isShown)
        if (isShown) continue
        expect(answer?.reply).toContain(`there is no message #${n} in`)
        if (door.startsWith('replyTo'))
          expect(answer?.reply).toContain('Nothing was sent. Send it again')
      }
    },
  )

  test('GR111 the numbers of a session work there, and name nothing of the group', async () => {
    const read = await says('READ_GROUP {"group":"g","session":"Talk"}')
    expect(numbersIn(read.reply)).toEqual([1, 2])
    expect(
      await says('REACT {"group":"g","session":"Talk","messageId":"#2","emoji":"👍"}'),
    ).toMatchObject({
      ok: true,
      reply: expect.stringContaining('Reacted 👍 to #2 in session "Talk".') as string,
    })
    const reaction = { group: 'g', session: 'Talk', messageId: '#1', emoji: '🎉' }
    expect((await mcp.call('react', reaction)).text).toContain(
      'Reacted 🎉 to #1 in session "Talk".',
    )
    const page = (await server.call('GET', there)).body['messages'] as { reactions: object }[]
    expect(page.map(({ reactions }) => Object.keys(reactions))).toEqual([['🎉'], ['👍']])
    const second = (await server.call('GET', `${messages}?limit=100`)).body['messages'][1]
    expect(second.reactions).toEqual({})
    const unknown = await says('REACT {"group":"g","session":"Talk","messageId":"#3","emoji":"👍"}')
    expect(unknown.reply).toContain('there is no message #3 in session "Talk"')
    const none = await says('REACT {"group":"g","session":"Talk","emoji":"👍"}')
    expect(none.reply).toContain('in a session, give messageId, such as "#1"')
  })

  test('GR111 whoever reacts to a deleted message is told so', async () => {
    const { body } = await server.call('POST', messages, { content: 'gone' })
    const { id, n } = body['message'] as { id: string; n: number }
    await server.call('DELETE', `${messages}/${id}`)
    const { ok, reply } = await says(`REACT {"group":"g","messageId":"#${n}","emoji":"👍"}`)
    expect([ok, reply]).toEqual([true, expect.stringContaining(`#${n} in group "g". That message was deleted.`)]) // prettier-ignore
  })

  test('GR96 a quotation makes one message nameable and lists nothing', async () => {
    const page = await server.call('GET', `${messages}?limit=100`, undefined, as)
    const listed = page.body['messages'].map((message: { n: number }) => message.n) as number[]
    expect(listed.slice(0, 3)).toEqual([3, 4, 5])
  })
})

test('GR96 without a number a joiner reacts to the newest message that it was given, as it is told to', async () => {
  await using crew = testCrew({ agents: AGENTS })
  crew.act(() => createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'g' }))
  for (const content of ['one', 'two']) {
    crew.act(() => sendMessage(crew.shard, crew.crew, crew.by('lead'), { group: 'g', content }))
  }
  crew.act(() =>
    addMembers(crew.shard, crew.crew, crew.by('lead'), { group: 'g', members: ['ada'] }),
  )
  await crew.reads('ada')
  const [reacted] = await crew.says('ada', '⟦⟦ REACT {"group":"g","emoji":"👍"} ⟧⟧\n')
  expect(reacted?.reply).toContain('to #2')
  crew.restart()
  const again = { group: 'g', messageId: '#1', emoji: '👍', action: 'add' } as const
  expect(crew.act(() => react(crew.shard, crew.crew, crew.by('ada'), again))).toBeTruthy()
})
