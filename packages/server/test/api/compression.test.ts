import { readdirSync, readFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { TestServer } from '../harness/test-server'

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))
const WEB = join(DIST, 'web')
/** What Chromium sends. */
const BROWSER = 'gzip, deflate, br, zstd'

interface Arrived {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** As they came over the wire. */
  readonly bytes: Buffer
}

/** One request whose answer is left as it came; `fetch` would unpack it. */
function ask(
  server: TestServer,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Arrived> {
  return new Promise((resolve, reject) => {
    const authorization = `Bearer ${server.owner}`
    const options = { method, headers: { authorization, ...headers } }
    const sent = request(`${server.app.url}${path}`, options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('error', reject)
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(parts),
        }),
      )
    })
    sent.once('error', reject)
    sent.end(method === 'POST' ? '{}' : undefined)
  })
}

const taking = (encoding: string) => ({ 'accept-encoding': encoding })
const json = (bytes: Buffer) => JSON.parse(bytes.toString()) as Record<string, unknown>

/** The small ones are not compressed. */
function biggest(ending: string): string {
  const names = readdirSync(join(WEB, 'assets')).filter((name) => name.endsWith(ending))
  const size = (name: string) => readFileSync(join(WEB, 'assets', name)).length
  return names.toSorted((a, b) => size(b) - size(a))[0] ?? ending
}

describe('files of the page', () => {
  test('CZ1 every file is sent as the build compressed it, in the form that the client prefers', async () => {
    await using server = await TestServer.start({ web: WEB })
    const name = biggest('.js')
    const plain = readFileSync(join(WEB, 'assets', name))
    const forms: readonly [accepts: string, encoding: string | undefined][] = [
      [BROWSER, 'br'],
      ['br', 'br'],
      ['gzip', 'gzip'],
      ['gzip, br;q=0', 'gzip'],
      ['br;q=0.5, gzip', 'gzip'],
      ['*', 'br'],
      ['identity', undefined],
      ['', undefined],
      ['br;q=0, gzip;q=0', undefined],
      ['identity, br;q=0.5', undefined],
      ['zstd', undefined],
    ]
    const tags = new Map<string | undefined, unknown>()
    for (const [accepts, encoding] of forms) {
      const arrived = await ask(server, `/assets/${name}?x=1`, taking(accepts))
      const { headers, bytes } = arrived
      expect([accepts, arrived.status, headers['content-encoding']]).toEqual([
        accepts,
        200,
        encoding,
      ])
      const unpacked =
        encoding === 'br'
          ? brotliDecompressSync(bytes)
          : encoding === 'gzip'
            ? gunzipSync(bytes)
            : bytes
      expect(unpacked.equals(plain)).toBe(true)
      if (encoding) expect(bytes.length).toBeLessThan(plain.length / 2)
      expect(headers['content-length']).toBe(String(bytes.length))
      expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(headers['vary']).toBe('Accept-Encoding')
      tags.set(encoding, headers.etag)

      const head = await ask(server, `/assets/${name}`, taking(accepts), 'HEAD')
      const { date: _date, ...same } = headers
      expect(head.headers).toMatchObject(same)
      expect(head.bytes).toHaveLength(0)
    }
    expect(new Set(tags.values()).size).toBe(3)
  })

  test('CZ1 conditional requests and ranges are about the form that is sent', async () => {
    await using server = await TestServer.start({ web: WEB })
    const path = `/assets/${biggest('.js')}`
    const whole = await ask(server, path, taking('br'))
    const etag = String(whole.headers.etag)
    const again = await ask(server, path, { ...taking('br'), 'if-none-match': etag })
    expect([again.status, again.headers.vary]).toEqual([304, 'Accept-Encoding'])
    const other = await ask(server, path, { ...taking('gzip'), 'if-none-match': etag })
    expect([other.status, other.headers['content-encoding']]).toEqual([200, 'gzip'])
    const part = await ask(server, path, { ...taking('br'), range: 'bytes=100-199' })
    expect(part.status).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes 100-199/${whole.bytes.length}`)
    expect(part.headers['content-encoding']).toBe('br')
    expect(part.bytes.equals(whole.bytes.subarray(100, 200))).toBe(true)
    const beyond = await ask(server, path, { ...taking('br'), range: 'bytes=99999999-' })
    expect([beyond.status, beyond.headers['content-encoding']]).toEqual([400, undefined])
    expect(json(beyond.bytes)).toHaveProperty('error')
  })

  test('CZ1 the page, its styles, its emoji and the documentation come compressed; fonts and pictures as they are', async () => {
    await using server = await TestServer.start({ web: WEB })
    const rows: readonly [path: string, type: string, encoding: string | undefined][] = [
      ['/', 'text/html; charset=utf-8', 'br'],
      ['/leads/x/groups/y', 'text/html; charset=utf-8', 'br'],
      [`/assets/${biggest('.css')}`, 'text/css; charset=utf-8', 'br'],
      ['/emoji/en/data.json', 'application/json; charset=utf-8', 'br'],
      ['/api/docs/docs.js', 'text/javascript; charset=utf-8', 'br'],
      [`/assets/${biggest('.woff2')}`, 'font/woff2', undefined],
      ['/favicon.svg', 'image/svg+xml', undefined],
    ]
    for (const [path, type, encoding] of rows) {
      const { status, headers } = await ask(server, path, taking(BROWSER))
      const found = [path, status, headers['content-type'], headers['content-encoding']]
      expect(found).toEqual([path, 200, type, encoding])
    }
    const { headers } = await ask(server, '/leads/x', taking(BROWSER))
    expect(headers['cache-control']).toBe('no-cache')
    const missing = await ask(server, '/assets/none.js', taking(BROWSER))
    expect([missing.status, missing.headers['content-encoding']]).toEqual([404, undefined])
    const post = await ask(server, '/favicon.svg', taking(BROWSER), 'POST')
    expect(post.status).toBe(404)
  })

  test('CZ2 what is built carries both forms of every text of 1 kB or more, and they unpack to it', () => {
    const texts = ['web', 'docs'].flatMap((folder) =>
      readdirSync(join(DIST, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(css|html|js|json|svg)$/.test(name))
        .map((name) => join(DIST, folder, name)),
    )
    const large = texts.filter((file) => readFileSync(file).length >= 1024)
    expect(large.length).toBeGreaterThan(20)
    for (const file of large) {
      const plain = readFileSync(file)
      expect(brotliDecompressSync(readFileSync(`${file}.br`)).equals(plain), file).toBe(true)
      expect(gunzipSync(readFileSync(`${file}.gz`)).equals(plain), file).toBe(true)
    }
  })
})

describe('answers', () => {
  test('CZ3 JSON of 1 kB or more that is asked for leaves compressed, smaller JSON does not', async () => {
    await using server = await TestServer.start()
    const { leadId } = await server.crew('atlas', { ada: 'architect', ben: 'developer' })
    const path = `/api/lead/${leadId}/snapshot`
    const plain = await ask(server, path, taking('identity'))
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.bytes.length).toBeGreaterThan(1024)
    for (const [accepts, encoding, unpack] of [
      [BROWSER, 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const) {
      const { headers, bytes } = await ask(server, path, taking(accepts))
      expect(headers).toMatchObject({
        'content-encoding': encoding,
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        vary: 'Accept-Encoding',
      })
      expect(json(unpack(bytes))).toEqual(json(plain.bytes))
      expect(bytes.length).toBeLessThan(plain.bytes.length)
    }
    const none = await ask(server, path, taking('br;q=0, gzip;q=0, deflate;q=0'))
    expect(none.headers['content-encoding']).toBeUndefined()
    const small = await ask(server, '/api/me', taking(BROWSER))
    expect([small.headers['content-encoding'], small.bytes.length < 1024]).toEqual([
      undefined,
      true,
    ])
  })

  test('CZ4 an export leaves line by line as it is, and who waits for an inbox has the answer at once', async () => {
    await using server = await TestServer.start()
    const { leadId, ids, tokens } = await server.crew('atlas', { ada: 'architect' })
    const file = await ask(server, `/api/lead/${leadId}/export`, taking(BROWSER))
    expect(file.headers['content-type']).toBe('application/x-ndjson')
    expect(file.headers['content-encoding']).toBeUndefined()
    expect(file.bytes.toString().trimEnd().split('\n').length).toBeGreaterThan(3)

    const inbox = `/api/agents/${ids['ada']}/inbox`
    const authorization = `Bearer ${tokens['ada']}`
    const first = await ask(server, inbox, { authorization })
    const ack = { cursor: json(first.bytes)['cursor'] }
    await server.call('POST', `${inbox}/ack`, ack, { token: tokens['ada'] ?? '' })
    const waiting = ask(server, `${inbox}?wait=60`, { authorization, ...taking(BROWSER) })
    const content = 'word '.repeat(1000)
    await server.call('POST', `/api/agents/${ids['ada']}/messages`, { content })
    const { headers, bytes } = await waiting
    expect(headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(bytes).toString()).toContain('word word')
  })

  test('CZ5 an answer that holds a token or a code is not compressed, however long it is', async () => {
    await using server = await TestServer.start()
    const task = 'Move the configuration. '.repeat(200)
    const send = (path: string, body: object) =>
      fetch(`${server.app.url}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${server.owner}`,
          'content-type': 'application/json',
          ...taking(BROWSER),
        },
        body: JSON.stringify(body),
      })
    const founded = await send('/api/lead', { name: 'atlas', task })
    expect(founded.headers.get('content-encoding')).toBeNull()
    const text = await founded.text()
    expect(text.length).toBeGreaterThan(1024)
    expect(text).toContain('"token"')
  })
})
