import { expect, test } from 'vitest'
import { AgentFloor, posts } from '../harness/agent-floor'
import { FakeModel, type ModelAnswer } from '../harness/fake-model'
import { letters } from '../harness/secrets'
import { eventually } from '../harness/speaker'

const CUT = 'The connection to your model broke off while you were answering.'

/** A crew with an agent `ada` whose model answers this, and that was told to begin. */
async function begun(answers: readonly ModelAnswer[], config: object = {}, driver: object = {}) {
  const model = await FakeModel.start(...answers)
  const floor = await AgentFloor.open({ restartPauseMs: 10, ...config })
  await floor.add('ada', model.driver(driver))
  await floor.tell('ada', 'begin')
  return {
    model,
    floor,
    prompts: () => model.asked.map(FakeModel.promptOf),
    failed: async () => {
      await eventually('it has failed', async () => (await floor.view('ada'))['status'] === 'failed') // prettier-ignore
      return (await floor.view('ada'))['endedReason'] as string
    },
    [Symbol.asyncDispose]: async () => {
      await floor[Symbol.asyncDispose]()
      await model[Symbol.asyncDispose]()
    },
  }
}

const error = (message: string) => JSON.stringify({ error: { message } })

test.each([
  ['an error of the server', { status: 500, body: error('down') }],
  ['too many requests', { status: 429, body: error('slow down'), headers: { 'retry-after': '0' } }],
  ['a connection that breaks before any text', { ending: 'cut' }],
  ['an answer that ends before any text', { ending: 'close' }],
  ['an error within the answer', { raw: [`data: ${error('overloaded')}\n\n`] }],
  ['bytes that are no events', { raw: ['data: {"choices":[{"del\n\n'] }],
] as const)(
  'ML10 after %s the same prompt is sent again, and nothing else is said to the model',
  async (_what, first) => {
    await using at = await begun([first, { text: [posts('ada', 'done')] }])
    await at.floor.settled('ada')
    expect(at.floor.contents()).toEqual(['done'])
    const [one, two, ...more] = at.prompts()
    expect([two, more]).toEqual([one, []])
    expect(at.model.asked[1]?.messages).toEqual(at.model.asked[0]?.messages)
    expect((await at.floor.view('ada'))['why'].code).toBe('idle')
  },
)

test('ML11 an endpoint that asks for time is left alone for that long, and `why` says what it answered', async () => {
  await using at = await begun([
    { status: 429, body: error('quota of today'), headers: { 'retry-after': '3000' } },
  ])
  await at.model.request(1)
  await eventually('it waits', async () => (await at.floor.view('ada'))['why'].code === 'restarting') // prettier-ignore
  const { restart } = at.floor.server.app.core.presence.get(at.floor.id('ada'))
  expect((restart?.at ?? 0) - Date.now()).toBeGreaterThan(500_000)
  expect((await at.floor.view('ada'))['why'].text).toMatch(
    /^The endpoint answered 429: quota of today\. It is asked again at .* \(1 of 5\)$/,
  )
  await at.floor.act('ada', 'interrupt', { content: 'leave it' })
  await eventually('the turn ends', async () => (await at.floor.view('ada'))['why'].code !== 'restarting') // prettier-ignore
  await at.floor.settled('ada')
  expect(at.prompts().at(-1)).toContain('leave it')
})

test.each(['cut', 'close'] as const)(
  'ML12, ML13 an answer that breaks off (%s) stands: its commands ran once, one that was not complete is answered, and the model goes on in the same conversation',
  async (ending) => {
    await using at = await begun([
      { text: [posts('ada', 'one'), '⟦⟦ GROUP_MESSAGE {"group":"ada","con'], ending },
      { text: [posts('ada', 'two')] },
    ])
    await at.floor.settled('ada')
    expect(at.floor.contents()).toEqual(['one', 'two'])
    const second = await at.model.request(2)
    expect(second.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(second.messages[2]?.content).toContain('"one"')
    expect(FakeModel.promptOf(second)).toContain(CUT)
    const record = await at.floor.recorded('ada')
    const kinds = record.flatMap(({ kind }) => (kind === 'prompt' ? [kind] : []))
    expect(kinds, 'one turn').toHaveLength(at.model.asked.length - 1)
  },
)

test('ML14 a model that cannot be reached is asked again as often as programs are started again; then the agent has failed with the reason', async () => {
  const gone = await FakeModel.start()
  const { url } = gone
  await gone[Symbol.asyncDispose]()
  await using at = await begun([], { restartLimit: 2 }, { baseUrl: url })
  expect(await at.failed()).toMatch(
    new RegExp(`^Nothing answers at ${url}: .*ECONNREFUSED.*\\(asked again 2 times\\)$`),
  )
})

test.each([
  ['401', { status: 401, body: error('wrong key') }, /^The endpoint answered 401: wrong key\. Check the key of the agent\.$/], // prettier-ignore
  ['404', { status: 404, body: error('no such model') }, /404: no such model\. Check baseUrl, and that it has the model fake-1\.$/], // prettier-ignore
  ['400', { status: 400, body: error('bad') }, /^The endpoint answered 400: bad\.$/],
  ['a page', { body: '<html>', headers: { 'content-type': 'text/html' } }, /answered with text\/html, not with a stream of events\. Check baseUrl: most end with \/v1\.$/], // prettier-ignore
  ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/v1' } }, /^The endpoint redirects to http:\/\/127\.0\.0\.1:1\/v1, which is not followed/], // prettier-ignore
] as const)(
  'ML15 %s is not asked again: the agent has failed, and says what to look at',
  async (_what, answer, reason) => {
    await using at = await begun([answer])
    expect(await at.failed()).toMatch(reason)
    expect(at.model.asked).toHaveLength(1)
    at.model.otherwise = () => ({ text: [posts('ada', 'back')] })
    await at.floor.act('ada', 'resume')
    await eventually('it works again', () => at.floor.contents().includes('back'))
    expect(at.prompts().at(-1), 'what it was given is not lost').toContain('begin')
  },
)

test('ML16 an interrupt ends the request within the step and keeps what was said; the turn counts as cancelled', async () => {
  const never = new Promise(() => {})
  await using at = await begun([{ text: [posts('ada', 'half'), 'never'], awaits: never }])
  await eventually('it has begun', () => at.floor.contents().includes('half'))
  await at.floor.act('ada', 'interrupt', { content: 'do that instead' })
  await eventually('the connection is closed', () => at.model.asked[0]?.left === true)
  await at.floor.settled('ada')
  const second = await at.model.request(2)
  expect(second.messages[2]?.content).toContain('"half"')
  expect(FakeModel.promptOf(second)).toContain('do that instead')
  const reasons = at.floor.tables((tables) =>
    tables
      .prepare("select json_extract(data, '$.reason') from journal where type = 'turn:ended'")
      .pluck()
      .all(),
  )
  expect(reasons).toEqual(['cancelled', 'end_turn'])
})

test('ML20, ML21 its key is sent to its endpoint alone and shown nowhere, even if the endpoint repeats it', async () => {
  const key = `sk-${letters(40)}`
  const echo = error(`Incorrect API key provided: ${key}`)
  await using at = await begun([{ status: 401, body: echo }], {}, { apiKey: key })
  expect(await at.failed()).toContain('Incorrect API key provided: [masked:')
  expect(at.model.asked[0]?.headers.authorization).toBe(`Bearer ${key}`)
  const { server, leadId } = at.floor
  const views = await Promise.all(
    [
      `/api/agents/${at.floor.id('ada')}`,
      `/api/agents/${at.floor.id('ada')}/rollout`,
      `/api/lead/${leadId}/snapshot`,
      `/api/lead/${leadId}/usage?by=agent`,
      `/api/lead/${leadId}/export`,
    ].map(async (path) => {
      const reply = await fetch(`${server.app.url}${path}`, { headers: { authorization: `Bearer ${server.owner}` } }) // prettier-ignore
      expect(reply.status, path).toBe(200)
      return await reply.text()
    }),
  )
  expect(views.join('\n')).not.toContain(key)
  expect(views[2]).toContain('"envNames":["API_KEY"]')
})

test('ML21 what an endpoint says is masked in `why` while it is waited for, too', async () => {
  const key = `sk-${letters(40)}`
  const headers = { 'retry-after': '3000' }
  await using at = await begun([{ status: 429, body: error(`quota of ${key}`), headers }], {}, { apiKey: key }) // prettier-ignore
  await eventually('it waits', async () => (await at.floor.view('ada'))['why'].code === 'restarting') // prettier-ignore
  const { text } = (await at.floor.view('ada'))['why'] as { text: string }
  expect(text).toContain('quota of [masked:')
  expect(text).not.toContain(key)
})

test('ML53 an agent whose endpoint is a link-local address fails with that sentence, and nothing is asked', async () => {
  await using at = await begun([], {}, { baseUrl: 'http://169.254.169.254/v1' })
  expect(await at.failed()).toContain('no model is asked there')
  expect(at.model.asked).toEqual([])
})
