import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { addMembers, leaveGroup } from '../../src/groups/change-members'
import { createGroup } from '../../src/groups/create-group'
import { react } from '../../src/groups/react'
import { readChatMessages } from '../../src/group-chats/read-chat-messages'
import { findMessage } from '../../src/groups/find-message'
import { readMessages, readNewest } from '../../src/groups/read-history'
import { searchMessages } from '../../src/groups/search-messages'
import { sendMessage } from '../../src/groups/send-message'
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

/** Numbers that a text prints of messages: `#12`, and `to #3` of a reply. Contents have none. */
const numbersIn = (text: string) => [...text.matchAll(/#(\d+)/g)].map(([, n]) => Number(n))

/** An agent names a message of the group. */
const named = (crew: TestCrew, name: string, before: number | string) =>
  readNewest(crew.shard, crew.crew, crew.by(name), { group: 'g', limit: 1, before })

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
        content: 'words',
        ...(to === null ? {} : { replyTo: to }),
      }),
    )
    talk.replies.push(to)
  }
  for (let step = 0; step < STEPS; step++) {
    const out = NAMES.filter((name) => !talk.isIn(name))
    if (out.length > 0 && random.chance(0.15)) joins(random.pick(out))
    else if (inIt().length > 0 && random.chance(0.1)) {
      const name = random.pick(inIt())
      crew.act(() => leaveGroup(crew.shard, crew.crew, crew.by(name), 'g'))
      talk.leaves(name)
    } else if (random.chance(0.03)) crew.restart()
    else for (let more = random.below(8); more >= 0; more--) posts()

    for (const name of inIt()) {
      const told = shown.get(name)
      const texts = [...(await crew.texts(name)), ...(await readsBy(crew, name))]
      for (const n of texts.flatMap(numbersIn)) told?.add(n)
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
      for (const number of new Set([...(told ?? []), n])) {
        const code = refusal(() => named(crew, name, number))
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

test('GR15, GR96, VB53 whatever number or id an agent is shown, by history, messages, quotations, READ_GROUP, QUERY_GROUPS, pages, sessions, search and JSON-RPC, it may name; and no other of before it joined', async () => {
  const all = { shown: 0, hidden: 0 }
  for (let seed = 1; seed <= often(1, 100); seed++) {
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
