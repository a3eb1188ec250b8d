import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type ApiError, client, sendFile } from './request'
import { signIn, signInToken } from './sign-in'

interface Asked {
  readonly method: string | undefined
  readonly token: string | undefined
  readonly type: string | undefined
  readonly body: string
}

/** What it was asked, and what it says; two addresses it answers with 200 and promises more than it sends. */
let asked: Asked[]
/** What happens when it has begun an answer that it does not end. */
let begun: () => void
let says: { status: number; text: string; before?: () => void }
let server: Server
let url: string
const real = globalThis.fetch

beforeAll(async () => {
  server = createServer((incoming, response) => {
    if (incoming.url !== '/api/roles' && incoming.url !== '/api/drivers') {
      const { method, headers } = incoming
      let body = ''
      incoming.on('data', (part) => (body += String(part)))
      incoming.on('end', () => {
        asked.push({ method, token: headers.authorization, type: headers['content-type'], body })
        says.before?.()
        response.writeHead(says.status).end(says.text)
      })
      return
    }
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100 })
    response.write('{"entries":[', () => begun())
    if (incoming.url === '/api/drivers') setImmediate(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  asked = []
  begun = () => {}
  signIn.setState({ phase: 'signed-in', token: 'own' }, true)
  // The page asks the server that it came from, which a test has to name.
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => real(url + path, init))
  return () => {
    vi.unstubAllGlobals()
    signIn.setState({ phase: 'signing-in' }, true)
  }
})

const failure = (answer: Promise<unknown>): Promise<ApiError> =>
  answer.then(
    () => {
      throw new Error('it did not fail')
    },
    (error: unknown) => error as ApiError,
  )

test('UI250 an answer that the network cuts off is no answer', async () => {
  const answer = client.get('/api/drivers')
  await expect(answer).rejects.toMatchObject({ name: 'CrewroomError', status: 0, code: 'network' })
  await expect(answer).rejects.toSatisfy((error) => (error as ApiError).passing)
})

test('UI250 an answer that the page itself cuts off is reported as aborted', async () => {
  const stop = new AbortController()
  const answer = client.get('/api/roles', { signal: stop.signal })
  begun = () => stop.abort()
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
})

test('UI37 a question carries the token of who asks, and says what its body is', async () => {
  says = { status: 200, text: '{"n":1}' }
  expect(await client.get('/api/me')).toEqual({ n: 1 })
  await client.post('/api/lead', { body: { name: 'ü' } })
  await client.post('/api/resume')
  signIn.setState({ phase: 'signed-out', reason: 'none' }, true)
  await client.get('/api/me')
  expect(asked).toEqual([
    { method: 'GET', token: 'Bearer own', type: undefined, body: '' },
    { method: 'POST', token: 'Bearer own', type: 'application/json', body: '{"name":"ü"}' },
    { method: 'POST', token: 'Bearer own', type: undefined, body: '' },
    { method: 'GET', token: undefined, type: undefined, body: '' },
  ])
})

const REFUSAL = { code: 'validation', message: 'Too long.', details: { content: 'max' } }

test.each<[status: number, text: string, told: object, passing: boolean, why: string]>([
  [422, JSON.stringify({ error: REFUSAL }), { status: 422, ...REFUSAL }, false, 'a refusal'],
  [
    403,
    '{"error":{"code":"forbidden","message":"No."}}',
    { code: 'forbidden', details: {} },
    false,
    'without details',
  ],
  [
    503,
    '{"error":{"code":"busy","message":"m","details":null}}',
    { code: 'busy', details: {} },
    true,
    'a busy server',
  ],
  [
    502,
    '<html>',
    { status: 502, code: 'unknown', message: 'The server answered 502.' },
    true,
    'a proxy',
  ],
  [504, '{"error":"x"}', { status: 504, code: 'unknown' }, true, 'another proxy'],
  [500, '', { status: 500, code: 'unknown' }, false, 'a fault'],
  [429, '{}', { status: 429, code: 'unknown' }, true, 'too much to do'],
  [200, '<html>', { status: 0, code: 'network' }, true, 'a page of somebody else'],
  [200, '', { status: 0, code: 'network' }, true, 'nothing'],
])(
  'UI370, UI250 %i with %s is told as %j; passing: %s, %s',
  async (status, text, told, passing) => {
    says = { status, text }
    const error = await failure(client.post('/api/lead', { body: { name: 'x' } }))
    expect(error).toMatchObject({ name: 'CrewroomError', ...told })
    expect(error.passing).toBe(passing)
    expect(signInToken(), 'nobody is signed out by it').toBe('own')
  },
)

/** What `sendFile` uses of the browser's class, which Node.js does not have. */
class Xhr {
  readonly upload = {}
  readonly #headers: Record<string, string> = {}
  #to = { method: '', path: '' }
  status = 0
  responseText = ''
  onload = () => {}

  open(method: string, path: string): void {
    this.#to = { method, path }
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers[name] = value
  }

  send(body: Blob): void {
    const { method, path } = this.#to
    void fetch(path, { method, headers: this.#headers, body }).then(async (response) => {
      this.status = response.status
      this.responseText = await response.text()
      this.onload()
    })
  }
}

const upload = () =>
  sendFile('/api/import', {}, new Blob(['{}\n']), {
    signal: new AbortController().signal,
    sent: () => undefined,
  })

test.each([
  ['get', () => client.get('/api/me')],
  ['open', () => client.open('/api/me')],
  ['sendFile', upload],
])('UI37 a token that is refused ends its sign-in, and no other: %s', async (_, ask) => {
  vi.stubGlobal('XMLHttpRequest', Xhr)
  const text = '{"error":{"code":"unauthorized","message":"Sign in."}}'
  says = {
    status: 401,
    text,
    before: () => signIn.setState({ phase: 'signed-in', token: 'newer' }, true),
  }
  expect(await failure(ask())).toMatchObject({ status: 401, code: 'unauthorized' })
  expect(signInToken()).toBe('newer')
  says = { status: 401, text }
  expect(await failure(ask())).toMatchObject({ status: 401 })
  expect(signIn.getState()).toEqual({ phase: 'signed-out', reason: 'expired' })
  expect(asked.map(({ token }) => token)).toEqual(['Bearer own', 'Bearer newer'])
})

test('UI250, EX30 a stream that cannot be opened says why, and that it was given up', async () => {
  says = { status: 404, text: '{"error":{"code":"lead_not_found","message":"Gone."}}' }
  const path = { id: 'l' }
  const opened = (signal: AbortSignal | null = null) =>
    client.open('/api/lead/{id}/export', { path, ...(signal ? { signal } : {}) })
  expect(await failure(opened())).toMatchObject({ code: 'lead_not_found' })
  says = { status: 200, text: 'one\ntwo\n' }
  const response = await opened()
  expect(await response.text()).toBe('one\ntwo\n')
  const given = await failure(opened(AbortSignal.abort()))
  expect(given).toMatchObject({ name: 'AbortError' })
  url = 'http://127.0.0.1:1'
  const nobody = await failure(opened())
  expect(nobody).toMatchObject({ name: 'CrewroomError', status: 0, code: 'network' })
})
