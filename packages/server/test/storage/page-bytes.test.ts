import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import Database from 'better-sqlite3'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { Reader } from '../../src/storage/reader'
import { Writer } from '../../src/storage/writer'
import { TestServer } from '../harness/test-server'
import { patience } from '../../../shared/test/patience'

/** As long as content may be; four bytes of UTF-8 for two units, and longer still as JSON escapes. */
const WIDE = '𝄞'.repeat(LIMITS.content / 2)
const ESCAPED = '"'.repeat(LIMITS.content)
const COUNT = 8
const ROUNDS = 8
/** A page ends when it is full, so it may be longer by one row and by what the estimate leaves out. */
const MOST = LIMITS.pageBytes + 2 * LIMITS.content + 50_000

let server: TestServer
let crew: Awaited<ReturnType<TestServer['crew']>>
let session = ''

interface InboxReply {
  readonly cursor: string
  readonly deliveries: readonly { readonly round?: object }[]
}

/** The laws are looked at once, when all of it is there: after each of these requests that would take long. */
async function post(path: string, body: object, token = server.owner): Promise<void> {
  const { status } = await fetch(`${server.app.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(status).toBeLessThan(300)
}

const mention = (content: string) => `@human ${content}`.slice(0, LIMITS.content)
const text = (n: number) => `${n} ${n % 2 === 0 ? WIDE : ESCAPED}`.slice(0, LIMITS.content)

beforeAll(async () => {
  server = await TestServer.start({
    config: { agentMessagesPerMinute: 1_000_000, agentMessageBurst: 1_000_000 },
  })
  crew = await server.crew('atlas', { dev: 'developer', rev: 'code-reviewer' })
  const dev = crew.ids['dev'] ?? ''
  const at = `/api/lead/${crew.leadId}`
  await server.call('POST', `${at}/groups`, { name: 'long', memberIds: [dev, 'rev'] })
  for (let n = 1; n <= COUNT; n++) {
    const content = text(n)
    await post(`${at}/groups/long/messages`, { content: mention(content) }, crew.tokens['dev'])
    await post(`/api/agents/${dev}/messages`, { content })
    await post(`/api/agents/${dev}/tasks`, { task: content })
  }
  await askInSession(at)
}, patience(120_000))
afterAll(() => server[Symbol.asyncDispose]())

/** Somebody is asked long questions, reads them, and answers in a word. */
async function askInSession(at: string): Promise<void> {
  const sessions = `${at}/groups/long/sessions`
  const { body } = await server.call('POST', sessions, { agents: ['rev'] })
  session = `${sessions}/${body['session'].id}`
  const own = `/api/agents/${crew.ids['rev']}`
  const token = crew.tokens['rev'] ?? ''
  for (let n = 1; n <= ROUNDS; n++) {
    await post(`${session}/messages`, { content: ESCAPED })
    for (let isAsked = false; !isAsked;) {
      const headers = { authorization: `Bearer ${token}` }
      const handed = await fetch(`${server.app.url}${own}/inbox`, { headers })
      const { deliveries, cursor } = (await handed.json()) as InboxReply
      await post(`${own}/inbox/ack`, { cursor }, token)
      isAsked = deliveries.some(({ round }) => round)
    }
    await post(`${own}/output`, { text: `yes ${n}` }, token)
  }
}

interface Listed {
  readonly address: string
  /** The rows of a reply, ascending, with what tells them apart. */
  readonly ids: (body: Record<string, any>) => readonly (string | number)[] // oxlint-disable-line typescript/no-explicit-any -- replies of many shapes
  /** The query of the next page. */
  readonly next: (ids: readonly (string | number)[]) => string
  readonly from?: string
}

const LISTS: Readonly<Record<string, Listed>> = {
  'messages, backwards': {
    address: '/api/lead/:lead/groups/long/messages?limit=200',
    ids: (body) => body['messages'].map(({ seq }: { seq: number }) => seq),
    next: (seqs) => `&before=${seqs[0]}`,
  },
  'messages, onwards': {
    address: '/api/lead/:lead/groups/long/messages?limit=200',
    ids: (body) => body['messages'].map(({ seq }: { seq: number }) => seq),
    next: (seqs) => `&after=${seqs.at(-1)}`,
    from: '&after=0',
  },
  'messages of a session, backwards': {
    address: ':session/messages?limit=200',
    ids: (body) => body['messages'].map(({ seq }: { seq: number }) => seq),
    next: (seqs) => `&before=${seqs[0]}`,
  },
  'messages of a session, onwards': {
    address: ':session/messages?limit=200',
    ids: (body) => body['messages'].map(({ seq }: { seq: number }) => seq),
    next: (seqs) => `&after=${seqs.at(-1)}`,
    from: '&after=0',
  },
  'an agent’s record in a session': {
    address: ':session/agents/:rev/rollout?limit=200',
    ids: (body) => body['entries'].map(({ n }: { n: number }) => n),
    next: (ns) => `&before=${ns[0]}`,
  },
  timeline: {
    address: '/api/lead/:lead/groups/long/timeline?limit=200',
    ids: (body) => body['rows'].map(({ seq }: { seq: number }) => seq),
    next: (seqs) => `&before=${seqs[0]}`,
  },
  comms: {
    address: '/api/lead/:lead/comms?limit=200',
    ids: (body) => body['messages'].map(({ seq }: { seq: number }) => seq),
    next: (seqs) => `&before=${seqs[0]}`,
  },
  tasks: {
    address: '/api/lead/:lead/tasks?limit=1000',
    ids: (body) => body['tasks'].map(({ id }: { id: string }) => id),
    next: (ids) => `&before=${ids[0]}`,
  },
  'events, backwards': {
    address: '/api/events?lead=:lead&limit=200',
    ids: (body) => body['events'].map(({ seq }: { seq: number }) => seq),
    next: (seqs) => `&before=${seqs[0]}`,
    from: '&before=999999',
  },
  'events, onwards': {
    address: '/api/events?lead=:lead&limit=200',
    ids: (body) => body['events'].map(({ seq }: { seq: number }) => seq),
    next: (seqs) => `&since=${seqs.at(-1)}`,
  },
  search: {
    address: '/api/lead/:lead/search?q=in%3Along&limit=200',
    ids: (body) =>
      body['hits'].map(({ message }: { message: { seq: number } }) => message.seq).reverse(),
    next: (seqs) => `&before=${seqs[0]}`,
  },
}

async function page(address: string): Promise<{ bytes: number; body: Record<string, unknown> }> {
  const path = address
    .replace(':session', session)
    .replace(':lead', crew.leadId)
    .replace(':rev', crew.ids['rev'] ?? '')
  const { status, body } = await server.call('GET', path)
  expect(status, JSON.stringify(body).slice(0, 200)).toBe(200)
  return { bytes: Buffer.byteLength(JSON.stringify(body)), body }
}

describe('RE44, SN38 a page of long rows ends at about 512 KB and says that there are more', () => {
  test.each(Object.entries(LISTS))('of %s', async (name, { address, ids, next, from = '' }) => {
    const found: (string | number)[] = []
    let query = from
    let pages = 0
    for (let more = true; more; pages++) {
      expect(pages).toBeLessThan(40)
      const { bytes, body } = await page(`${address}${query}`)
      expect(bytes, `${name}, page ${pages + 1}`).toBeLessThan(MOST)
      const rows = ids(body)
      expect(rows.length).toBeGreaterThan(0)
      const isOnwards = name.endsWith('onwards')
      if (isOnwards) found.push(...rows)
      else found.unshift(...rows)
      more = body['hasMore'] as boolean
      query = next(rows)
    }
    expect(pages, 'all of it is longer than a page').toBeGreaterThan(1)
    expect(new Set(found).size, 'nothing twice').toBe(found.length)
    expect(found.length).toBeGreaterThanOrEqual(COUNT)
    if (typeof found[0] === 'number')
      expect(found).toEqual(found.toSorted((a, b) => Number(a) - Number(b)))
  })

  test('an agent’s transcript in a session, with where its rounds begin', async () => {
    const items: string[] = []
    for (let query = ''; ;) {
      const { bytes, body } = await page(`:session/agents/:rev/transcript?limit=200${query}`)
      expect(bytes).toBeLessThan(MOST)
      expect(body['rounds']).toHaveLength(ROUNDS)
      const ids = (body['items'] as readonly { readonly id: string }[]).map(({ id }) => id)
      items.unshift(...ids)
      if (body['hasBefore'] !== true) break
      query = `&before=${encodeURIComponent(ids[0] ?? '')}`
    }
    expect(new Set(items).size).toBe(items.length)
    // A question and an answer of each round.
    expect(items.length).toBe(2 * ROUNDS)
  })

  test('around a message it is there, with what comes before and behind it', async () => {
    const { body } = await page('/api/lead/:lead/groups/long/messages?limit=200')
    const newest = body['messages'] as readonly { readonly n: number }[]
    expect(newest.at(-1)?.n).toBe(COUNT)
    const whole = await page('/api/lead/:lead/groups/long/messages?limit=1&before=999999')
    expect((whole.body['messages'] as unknown[]).length).toBe(1)
    const middle = await middleMessage()
    const around = await page(`/api/lead/:lead/groups/long/messages?limit=200&around=${middle.id}`)
    expect(around.bytes).toBeLessThan(MOST)
    const ns = (around.body['messages'] as readonly { readonly n: number }[]).map(({ n }) => n)
    expect(ns).toContain(middle.n)
    expect(ns.at(0)).toBeLessThan(middle.n)
    expect(ns.at(-1)).toBeGreaterThan(middle.n)
    expect(around.body).toMatchObject({ hasBefore: true, hasAfter: true })
  })

  test('mentions are the newest that fit', async () => {
    const { bytes, body } = await page('/api/lead/:lead/mentions')
    expect(bytes).toBeLessThan(MOST)
    const ns = (body['messages'] as readonly { readonly n: number }[]).map(({ n }) => n)
    expect(ns.at(-1)).toBe(COUNT)
    expect(ns.length).toBeLessThan(COUNT)
    expect(body['hasMore']).toBe(true)
  })

  test('a record of long entries too', async () => {
    const dev = crew.ids['dev'] ?? ''
    const by = { token: crew.tokens['dev'] ?? '' }
    for (let n = 0; n < 12; n++) {
      await server.call(
        'POST',
        `/api/agents/${dev}/output`,
        { text: `${'x'.repeat(60_000)}\n` },
        by,
      )
    }
    const found: number[] = []
    for (let query = '?limit=200'; query !== '';) {
      const { bytes, body } = await page(`/api/agents/${dev}/rollout${query}`)
      expect(bytes).toBeLessThan(MOST)
      const ns = (body['entries'] as readonly { readonly n: number }[]).map(({ n }) => n)
      found.unshift(...ns)
      query = body['hasMore'] === true ? `?limit=200&before=${ns[0]}` : ''
    }
    expect(found).toEqual(found.map((_, at) => at + 1))
  })
})

test('RE44, SN38 a page of rounds that asked many agents ends at about 512 KB, too', () => {
  const sqlite = new Database(':memory:')
  new Writer({ sqlite, shard: 'main', firstEpoch: 'e' })
  const round = sqlite.prepare(
    `insert into rounds values ('s', ?, 'l', 's', 'plan', 'answer', 'a person wrote', 1, 'm', 1, '', null, null, null)`,
  )
  const response = sqlite.prepare(
    `insert into responses values ('s', ?, ?, 'l', 1, 'error', 0, 0, 'd', null, ?, '', null, null, null, null, null, null, null)`,
  )
  for (let n = 1; n <= 20; n++) {
    round.run(n)
    for (let at = 0; at < LIMITS.members; at++) response.run(n, `agent ${at}`, 'e'.repeat(500))
  }
  const reader = new Reader(sqlite)
  const found: number[] = []
  for (let before = Number.MAX_SAFE_INTEGER, more = true; more;) {
    const page = reader.rounds('l', 's', before, LIMITS.roundsPage)
    expect(JSON.stringify(page).length).toBeLessThan(LIMITS.pageBytes)
    expect(page.rounds[0]?.responses).toHaveLength(LIMITS.members)
    found.unshift(...page.rounds.map(({ n }) => n))
    before = found[0] ?? 0
    more = page.hasMore
  }
  expect(found).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  reader.close()
})

test('RE45 tasks before one that is not there are refused', async () => {
  const { status, body } = await server.call('GET', `/api/lead/${crew.leadId}/tasks?before=nothing`)
  expect({ status, code: body['error']?.code }).toEqual({ status: 404, code: 'not_found' })
})

async function middleMessage(): Promise<{ id: string; n: number }> {
  for (let query = ''; ;) {
    const { body } = await page(`/api/lead/:lead/groups/long/messages?limit=200${query}`)
    const rows = body['messages'] as readonly { id: string; n: number; seq: number }[]
    const found = rows.find(({ n }) => n === COUNT / 2)
    if (found) return found
    query = `&before=${rows[0]?.seq}`
  }
}
