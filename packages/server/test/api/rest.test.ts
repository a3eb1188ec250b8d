import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestServer } from '../harness/test-server'

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

let server: TestServer
let crew: Awaited<ReturnType<TestServer['crew']>>

beforeAll(async () => {
  server = await TestServer.start({ config: { personName: 'Ada' } })
  crew = await server.crew('atlas', { arch: 'architect', dev: 'developer', qa: 'qa-tester' })
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

const lead = (path = '') => `/api/lead/${crew.leadId}${path}`
const by = (name: string) => ({ token: crew.tokens[name] ?? '' })
const id = (name: string) => crew.ids[name] ?? ''

/** A group of the lead, the architect and the developer, with so many messages of the developer. */
async function group(name: string, messages = 0): Promise<{ seqs: number[]; ids: string[] }> {
  const body = { name, memberIds: [id('arch'), id('dev')] }
  const created = await server.call('POST', lead('/groups'), body, by('lead'))
  expect(created.status).toBe(201)
  const seqs: number[] = []
  const ids: string[] = []
  for (let n = 1; n <= messages; n++) {
    const sent = { content: `message ${n}` }
    const posted = await server.call('POST', lead(`/groups/${name}/messages`), sent, by('dev'))
    seqs.push(posted.body['message'].seq)
    ids.push(posted.body['message'].id)
  }
  return { seqs, ids }
}

test('RE1 GET /api/health answers without a token', async () => {
  const { status, body } = await server.call('GET', '/api/health', undefined, { token: null })
  expect({ status, body }).toEqual({ status: 200, body: { ok: true, version: expect.any(String) } })
})

test('RE2 GET /api/me says whose token it is', async () => {
  const person = await server.call('GET', '/api/me')
  expect(person.body).toEqual({
    principal: 'owner',
    id: 'human',
    name: 'Ada',
    transcripts: false,
  })
  const observer = await server.call('GET', '/api/me', undefined, { token: server.observer })
  expect(observer.body).toMatchObject({ principal: 'observer' })
  const agent = await server.call('GET', '/api/me', undefined, by('dev'))
  expect(agent.body).toMatchObject({
    principal: 'agent',
    id: id('dev'),
    leadId: crew.leadId,
    agent: { id: id('dev'), roleName: 'Developer' },
  })
})

test('RE3 GET /api/roles lists every role with its id, name, colour and instructions', async () => {
  const { body } = await server.call('GET', '/api/roles')
  const names = Object.fromEntries(
    body['roles'].map((role: { id: string; name: string }) => [role.id, role.name]),
  )
  expect(names).toEqual({
    lead: 'Project Lead',
    architect: 'Architect',
    developer: 'Developer',
    'code-reviewer': 'Code Reviewer',
    'critical-reviewer': 'Critical Reviewer',
    'qa-tester': 'QA Tester',
    'technical-writer': 'Technical Writer',
    designer: 'Designer',
    'product-manager': 'Product Manager',
  })
  for (const role of body['roles']) {
    expect(role.color).toMatch(/^#[0-9A-F]{6}$/)
    expect(role.prompt.length).toBeGreaterThan(100)
  }
})

test('RE4 POST /api/lead founds a crew and gives its token once', async () => {
  const { status, body } = await server.call('POST', '/api/lead', {
    name: '  borealis ',
    task: 'look north',
    driver: { kind: 'remote' },
  })
  expect(status).toBe(201)
  expect(body['token']).toEqual(expect.any(String))
  const { id: leadId } = body['lead']
  expect(leadId).toMatch(UUID)
  expect(body['lead']).toMatchObject({
    name: 'borealis',
    parentId: null,
    role: 'lead',
    roleName: 'Project Lead',
    task: 'look north',
    driver: 'remote',
    leadId,
  })
  const read = await server.call('GET', `/api/lead/${leadId}`)
  expect(read.body).toEqual({ lead: body['lead'], asOf: expect.any(Number) })
  expect(JSON.stringify(read.body)).not.toContain(body['token'])
  const again = await server.call('POST', '/api/lead', { name: 'borealis' })
  expect(again.status, 'lead names need not be unique').toBe(201)
})

test('RE5 GET /api/lead lists the crews; an agent is shown its own', async () => {
  const other = await server.crew('cassini')
  const all = await server.call('GET', '/api/lead')
  const ids = all.body['leads'].map((one: { id: string }) => one.id)
  expect(ids).toEqual(expect.arrayContaining([crew.leadId, other.leadId]))
  const own = await server.call('GET', '/api/lead', undefined, by('dev'))
  expect(own.body['leads']).toMatchObject([{ id: crew.leadId, name: 'atlas' }])
})

test('RE6 POST and GET /api/lead/:id/agents give agents in the shape of the contract', async () => {
  const created = await server.call('POST', lead('/agents'), { role: 'data-wrangler', task: 'x' })
  expect(created.status).toBe(201)
  expect(created.body['agent']).toEqual({
    id: expect.stringMatching(UUID),
    shortId: created.body['agent'].id.slice(0, 8),
    name: 'Data Wrangler',
    role: 'data-wrangler',
    roleName: 'Data Wrangler',
    color: expect.stringMatching(/^#[0-9A-F]{6}$/),
    status: 'idle',
    connection: 'none',
    leadId: crew.leadId,
    driver: 'remote',
    task: 'x',
    owed: { count: 1, oldestAt: expect.stringMatching(TIME) },
    usage: null,
    why: {
      code: 'disconnected',
      since: expect.stringMatching(TIME),
      text: '1 item waits until its program connects',
    },
    endedReason: null,
    createdBy: 'human',
    hold: null,
  })
  expect(created.body['token']).toEqual(expect.any(String))
  const { body } = await server.call('GET', lead('/agents'))
  expect(body['agents']).toContainEqual(created.body['agent'])
  expect(body['agents'].map((agent: { id: string }) => agent.id)).toContain(crew.leadId)
  const one = await server.call('GET', `/api/agents/${created.body['agent'].id}`)
  expect(one.body['agent']).toEqual(created.body['agent'])
})

test('RE7 GET /api/agents/:id/owed counts what waits and hands nothing over', async () => {
  await group('owed-team', 2)
  const owed = () => server.call('GET', `/api/agents/${id('arch')}/owed`, undefined, by('arch'))
  const first = await owed()
  expect(first.body).toMatchObject({ oldestAt: expect.stringMatching(TIME), unconfirmed: 0 })
  expect(first.body['count']).toBeGreaterThanOrEqual(3)
  expect((await owed()).body, 'asking changed nothing').toEqual(first.body)
})

test('RE8 POST /api/agents/:id/token gives a new token and ends the old one, also after a restart', async () => {
  await using own = await TestServer.start()
  const { ids, tokens, leadId } = await own.crew('tokens', { dev: 'developer' })
  const renewed = await own.call('POST', `/api/agents/${ids['dev']}/token`, {})
  expect(renewed.status).toBe(201)
  const me = async (token: string) =>
    (await own.call('GET', '/api/me', undefined, { token })).status
  const before = { old: await me(tokens['dev'] ?? ''), fresh: await me(renewed.body['token']) }
  expect(before).toEqual({ old: 401, fresh: 200 })
  const owner = own.owner
  await own.restart()
  const after = { old: await me(tokens['dev'] ?? ''), fresh: await me(renewed.body['token']) }
  expect(after).toEqual({ old: 401, fresh: 200 })
  expect(own.owner, 'the owner token survives').toBe(owner)
  expect((await own.call('GET', `/api/lead/${leadId}`)).status).toBe(200)
})

test('RE9 POST groups slugs the name and adds the lead, the creator, ids and roles', async () => {
  const { status, body } = await server.call(
    'POST',
    lead('/groups'),
    { name: ' Café Plans! ', purpose: ' plan ', memberIds: [id('dev')], roles: ['QA Tester'] },
    by('arch'),
  )
  expect(status).toBe(201)
  expect(body['group']).toEqual({
    id: expect.any(String),
    name: 'cafe-plans',
    displayName: 'Café Plans!',
    purpose: 'plan',
    leadId: crew.leadId,
    memberIds: [id('lead'), id('arch'), id('dev'), id('qa')],
    memberCount: 4,
    messageCount: 0,
    lastMessage: null,
    archived: false,
    archivedBy: null,
    auto: false,
    paused: false,
    hold: null,
    createdAt: expect.stringMatching(TIME),
    createdBy: id('arch'),
    roles: ['qa-tester'],
    unread: 0,
    mentions: 0,
  })
  const nameless = await server.call('POST', lead('/groups'), { name: '会議' })
  expect(nameless.body['group']).toMatchObject({ name: 'group-1', displayName: '会議' })
})

test('RE10 GET groups/:name gives the group and its members in the shape of the contract', async () => {
  await server.call('POST', lead('/groups'), { name: 'seen', memberIds: [id('dev')] })
  const { body } = await server.call('GET', lead('/groups/Seen'))
  expect(body).toMatchObject({ asOf: expect.any(Number), group: { name: 'seen', memberCount: 3 } })
  const common = { joinedAt: expect.stringMatching(TIME) }
  expect(body['members']).toEqual([
    {
      ...common,
      id: id('lead'),
      shortId: id('lead').slice(0, 8),
      name: 'atlas',
      role: 'lead',
      roleName: 'Project Lead',
      type: 'agent',
      memberRole: 'lead',
      status: 'idle',
      wake: 'mentions',
    },
    {
      ...common,
      id: 'human',
      shortId: 'human',
      name: 'Ada',
      role: 'human',
      roleName: 'Human',
      type: 'human',
      memberRole: 'owner',
      status: null,
      wake: 'all',
    },
    {
      ...common,
      id: id('dev'),
      shortId: id('dev').slice(0, 8),
      name: 'dev',
      role: 'developer',
      roleName: 'Developer',
      type: 'agent',
      memberRole: 'member',
      status: 'idle',
      wake: 'all',
    },
  ])
})

test('RE11 GET groups lists a person all groups, an agent its own, with the newest message', async () => {
  const { ids } = await group('listed', 1)
  const find = (reply: { body: Record<string, unknown> }) =>
    (reply.body['groups'] as { name: string }[]).find((one) => one.name === 'listed')
  expect(find(await server.call('GET', lead('/groups')))).toMatchObject({
    unread: 1,
    messageCount: 1,
    lastMessage: { id: ids[0], n: 1, from: id('dev'), fromRole: 'Developer', content: 'message 1' },
  })
  expect(find(await server.call('GET', lead('/groups'), undefined, by('arch')))).toBeDefined()
  expect(find(await server.call('GET', lead('/groups'), undefined, by('qa')))).toBeUndefined()
  const archived = await server.call('GET', lead('/groups?archived=true'))
  expect(archived.body['groups']).toEqual([])
  expect(find(await server.call('GET', lead('/groups?archived=all')))).toBeDefined()
})

test('RE12 PATCH groups/:name changes display name and purpose; the name stays', async () => {
  await group('patched')
  const patch = (body: object) => server.call('PATCH', lead('/groups/patched'), body, by('lead'))
  const both = await patch({ displayName: ' New words ', purpose: 'why' })
  expect(both.status).toBe(200)
  expect(both.body['group']).toMatchObject({
    name: 'patched',
    displayName: 'New words',
    purpose: 'why',
  })
  const cleared = await patch({ purpose: null })
  expect(cleared.body['group']).toMatchObject({ displayName: 'New words', purpose: null })
})

test('RE13 POST members adds who is not a member yet; DELETE removes', async () => {
  await group('moving')
  const add = (body: object) => server.call('POST', lead('/groups/moving/members'), body)
  const added = await add({ memberIds: [id('dev')], roles: ['qa-tester'] })
  expect(added.status).toBe(200)
  expect(added.body).toMatchObject({
    added: [id('qa')],
    group: { memberCount: 4, roles: ['qa-tester'] },
  })
  expect((await add({ memberIds: [id('qa')] })).body['added'], 'again').toEqual([])
  const path = lead(`/groups/moving/members/${id('qa')}`)
  const removed = await server.call('DELETE', path)
  expect({ status: removed.status, removed: removed.body['removed'] }).toEqual({
    status: 200,
    removed: [id('qa')],
  })
  const { body } = await server.call('GET', lead('/groups/moving'))
  expect(body['group'].memberIds).toEqual([id('lead'), id('arch'), id('dev')])
})

test('RE14 a posted message has the shape of the contract and says whom it wakes', async () => {
  await group('posting')
  const body = { content: 'hello ⟦⟦ world', clientId: 'c-1' }
  const { status, body: reply } = await server.call(
    'POST',
    lead('/groups/posting/messages'),
    body,
    by('dev'),
  )
  expect(status).toBe(201)
  expect(reply['message']).toEqual({
    id: expect.any(String),
    seq: expect.any(Number),
    n: 1,
    group: 'posting',
    leadId: crew.leadId,
    sessionId: 'main',
    kind: 'message',
    from: id('dev'),
    fromRole: 'Developer',
    content: 'hello ⟦⟦ world',
    timestamp: expect.stringMatching(TIME),
    mentions: [],
    clientId: 'c-1',
    hop: 1,
    reactions: {},
  })
  expect(reply['wakes'], 'the lead is woken by mentions only').toEqual([id('arch')])
  const page = await server.call('GET', lead('/groups/posting/messages'))
  expect(page.body['messages']).toEqual([reply['message']])
})

test('RE15 the same clientId again is the same message; with another body it is a conflict', async () => {
  await group('idempotent')
  const post = (content: string, who = 'dev') =>
    server.call('POST', lead('/groups/idempotent/messages'), { content, clientId: 'k' }, by(who))
  const first = await post('once')
  const again = await post('once')
  expect([first.status, again.status]).toEqual([201, 200])
  expect(again.body['message']).toEqual(first.body['message'])
  const other = await post('twice')
  expect({ status: other.status, code: other.body['error'].code }).toEqual({
    status: 409,
    code: 'idempotency_conflict',
  })
  expect((await post('mine', 'arch')).status, 'another sender has its own ids').toBe(201)
  const page = await server.call('GET', lead('/groups/idempotent/messages'))
  expect(page.body['messages'].map((message: { n: number }) => message.n)).toEqual([1, 2])
})

test('RE16 pages of messages go before, after and around a position, and say what lies beyond', async () => {
  const { seqs, ids } = await group('pages', 9)
  const table = [
    ['limit=3', [7, 8, 9], true, true],
    ['', [1, 2, 3, 4, 5, 6, 7, 8, 9], false, false],
    [`before=${seqs[3]}&limit=2`, [2, 3], true, true],
    [`before=${seqs[3]}&limit=3`, [1, 2, 3], false, false],
    [`before=${seqs[0]}`, [], false, false],
    [`after=${seqs[5]}&limit=2`, [7, 8], true, true],
    [`after=${seqs[5]}&limit=3`, [7, 8, 9], true, false],
    [`after=${seqs[8]}`, [], true, false],
    ['after=0&limit=1', [1], false, true],
    [`around=${ids[4]}&limit=5`, [3, 4, 5, 6, 7], true, true],
    [`around=${ids[0]}&limit=5`, [1, 2, 3, 4, 5], false, false],
  ] as const
  for (const [query, expected, hasBefore, hasMore] of table) {
    const { body } = await server.call('GET', lead(`/groups/pages/messages?${query}`))
    const got = {
      ns: body['messages'].map((message: { n: number }) => message.n),
      hasBefore: body['hasBefore'],
      hasMore: body['hasMore'],
    }
    expect.soft(got, query).toEqual({ ns: [...expected], hasBefore, hasMore })
  }
  const around = await server.call('GET', lead('/groups/pages/messages?around=nobody'))
  expect(around.body['error'].code).toBe('message_not_found')
})

test('RE17 adding and removing a reaction is idempotent and acts for the caller', async () => {
  const { ids } = await group('reacting', 1)
  const path = lead(`/groups/reacting/messages/${ids[0]}/reactions`)
  const add = (emoji: string, who: string) => server.call('POST', path, { emoji }, by(who))
  const drop = (emoji: string, who: string) =>
    server.call('DELETE', `${path}/${encodeURIComponent(emoji)}`, undefined, by(who))
  const both = { '👍': [id('arch'), id('lead')] }
  expect((await add('👍', 'arch')).body['reactions']).toEqual({ '👍': [id('arch')] })
  expect((await add('👍', 'lead')).body['reactions']).toEqual(both)
  const repeated = await add('👍', 'arch')
  expect({ status: repeated.status, reactions: repeated.body['reactions'] }).toEqual({
    status: 200,
    reactions: both,
  })
  expect((await add('❤', 'arch')).body['reactions'], 'one form of an emoji').toEqual({
    ...both,
    '❤️': [id('arch')],
  })
  expect((await drop('❤', 'arch')).body['reactions']).toEqual(both)
  for (const _ of [1, 2]) {
    const { status, body } = await drop('👍', 'lead')
    expect({ status, reactions: body['reactions'] }).toEqual({
      status: 200,
      reactions: { '👍': [id('arch')] },
    })
  }
  const page = await server.call('GET', lead('/groups/reacting/messages'))
  expect(page.body['messages'][0].reactions).toEqual({ '👍': [id('arch')] })
})

test('RE18 a read mark goes forward only, unless forced, and never past the newest message', async () => {
  const { seqs } = await group('marks', 3)
  const put = (body: object) => server.call('PUT', lead('/groups/marks/read'), body, by('arch'))
  const unread = async () => {
    const { body } = await server.call('GET', lead('/groups/marks'), undefined, by('arch'))
    return body['group'].unread as number
  }
  const table = [
    [{ seq: seqs[1] }, seqs[1], 1],
    [{ seq: seqs[0] }, seqs[1], 1],
    [{ seq: 9_999_999 }, seqs[2], 0],
    [{ seq: seqs[0], force: true }, seqs[0], 2],
  ] as const
  for (const [body, lastSeq, left] of table) {
    const reply = await put(body)
    const got = { status: reply.status, lastSeq: reply.body['lastSeq'], unread: await unread() }
    expect(got, `seq ${body.seq}`).toEqual({ status: 200, lastSeq, unread: left })
  }
})

test('RE19 GET snapshot carries seq, epoch, state and live state', async () => {
  await group('snapped', 1)
  const { body } = await server.call('GET', lead('/snapshot'))
  expect(body).toMatchObject({
    seq: expect.any(Number),
    epoch: expect.any(String),
    state: {
      seq: body['seq'],
      lead: { id: crew.leadId, name: 'atlas' },
      groups: { snapped: { messageCount: 1 } },
    },
    live: { agents: { [id('dev')]: { status: 'idle', owed: { count: expect.any(Number) } } } },
  })
  const own = await server.call('GET', lead('/snapshot'), undefined, by('qa'))
  expect(Object.keys(own.body['state'].groups), 'not its group').not.toContain('snapped')
})

test('RE43 GET snapshot carries how far each agent has its groups', async () => {
  const { seqs } = await group('handed', 2)
  const inbox = `/api/agents/${id('arch')}/inbox`
  const receipts = async (who?: string) => {
    const more = who === undefined ? {} : by(who)
    return (await server.call('GET', lead('/snapshot'), undefined, more)).body['live'].receipts
  }
  const before = (await receipts())['handed']
  expect(Object.keys(before).toSorted()).toEqual([crew.leadId, id('arch'), id('dev')].toSorted())
  expect(before[id('arch')].sentSeq).toBeLessThan(seqs[0] ?? 0)
  const { body: page } = await server.call('GET', inbox, undefined, by('arch'))
  const sent = (await receipts())['handed'][id('arch')]
  expect(sent.sentSeq).toBe(seqs[1])
  expect(sent.seenSeq).toBeLessThan(seqs[0] ?? 0)
  await server.call('POST', `${inbox}/ack`, { cursor: page['cursor'] }, by('arch'))
  expect((await receipts())['handed'][id('arch')]).toEqual({ sentSeq: seqs[1], seenSeq: seqs[1] })
  expect(await receipts('qa'), 'not its group').not.toHaveProperty('handed')
  await server.call('POST', lead('/groups/handed/archive'))
  expect(await receipts()).not.toHaveProperty('handed')
})

test('RE20 GET /api/events pages through the journal and ends at its head', async () => {
  await group('replayed', 3)
  const { body: snapshot } = await server.call('GET', lead('/snapshot'))
  const all: { seq: number; type: string }[] = []
  let since = 0
  for (let page = 0; page < 500 && since < snapshot['seq']; page++) {
    const path = `/api/events?lead=${crew.leadId}&since=${since}&limit=7`
    const { status, body } = await server.call('GET', path)
    expect(status).toBe(200)
    expect(body['at'], 'every page moves on').toBeGreaterThan(since)
    all.push(...body['events'])
    since = body['at']
  }
  expect(since).toBeGreaterThanOrEqual(snapshot['seq'])
  const seqs = all.map((event) => event.seq)
  expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b))
  expect(all[0]?.type).toBe('lead:created')
  const posted = all.filter((event) => event.type === 'group:message').slice(-3)
  expect(posted).toMatchObject([{ groupName: 'replayed', message: { n: 1 } }, {}, {}])
})

test('RE41 GET /api/events?before= gives the newest events that the caller may see, page by page', async () => {
  await group('told', 3)
  const { body: hidden } = await server.call('POST', lead('/groups'), { name: 'hidden' })
  for (let n = 0; n < 20; n++) {
    await server.call('POST', lead('/groups/hidden/messages'), { content: `${n}` }, by('lead'))
  }
  await group('told-last', 1)
  expect(hidden['group'].name).toBe('hidden')
  type Page = { events: { seq: number }[]; at: number; asOf: number; hasBefore?: boolean }
  const ask = async (query: string, token: string) => {
    const path = `/api/events?lead=${crew.leadId}&${query}`
    return (await server.call('GET', path, undefined, { token })).body as Page
  }
  const head = (await server.call('GET', lead('/snapshot'))).body['seq'] as number
  for (const token of [server.owner, server.observer, crew.tokens['dev'] ?? '']) {
    const forth: unknown[] = []
    for (let since = 0; since < head;) {
      const page = await ask(`since=${since}`, token)
      expect(page.hasBefore).toBeUndefined()
      forth.push(...page.events)
      since = page.at
    }
    for (const limit of [7, 200]) {
      const back: unknown[] = []
      let before = Number.MAX_SAFE_INTEGER
      for (let more = true; more;) {
        const page = await ask(`before=${before}&limit=${limit}`, token)
        const seqs = page.events.map(({ seq }) => seq)
        expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
        if (page.hasBefore) expect(seqs).toHaveLength(limit)
        expect([page.at, page.asOf]).toEqual([Math.min(head, before - 1), head])
        back.unshift(...page.events)
        more = page.hasBefore ?? false
        before = seqs[0] ?? 0
      }
      expect(back).toEqual(forth)
    }
  }
  expect(await ask('before=0', server.owner)).toMatchObject({ events: [], hasBefore: false, at: 0 })
  const both = `/api/events?lead=${crew.leadId}&since=1&before=2`
  expect((await server.call('GET', both)).status).toBe(422)
})

test('RE21 every GET below /api/lead/:id carries asOf', async () => {
  await group('as-of', 1)
  const paths = ['', '/snapshot', '/agents', '/groups', '/groups/as-of', '/groups/as-of/messages']
  const { body: snapshot } = await server.call('GET', lead('/snapshot'))
  for (const path of paths) {
    const { body } = await server.call('GET', lead(path))
    expect.soft(body['asOf'], path).toBeGreaterThanOrEqual(snapshot['seq'])
  }
})

test('RE22 an unknown address below /api is a JSON 404', async () => {
  for (const path of [
    '/api',
    '/api/',
    '/api/nope',
    lead('/nope'),
    '/api/lead/x/y/z',
    '/api/agents/',
  ]) {
    const { status, body, headers } = await server.call('GET', path)
    expect.soft({ status, code: body['error']?.code }, path).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect.soft(headers.get('content-type'), path).toContain('application/json')
  }
  const method = await server.call('PUT', lead('/groups'), {})
  expect(method.status).toBe(404)
})
