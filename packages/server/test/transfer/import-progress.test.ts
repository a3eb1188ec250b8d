import { request } from 'node:http'
import { expect, test } from 'vitest'
import type { ImportJob } from '@crewroom/shared/protocol/views'
import { eventually } from '../harness/speaker'
import { TestServer } from '../harness/test-server'

async function exported(server: TestServer, leadId: string, query = ''): Promise<string> {
  const response = await fetch(`${server.app.url}/api/lead/${leadId}/export${query}`, {
    headers: { authorization: `Bearer ${server.owner}` },
  })
  return response.text()
}

/** A crew with a group of some messages, as its file. */
async function crewFile(messages: number) {
  const server = await TestServer.start()
  const crew = await server.crew('atlas', { Dora: 'developer' })
  const groups = `/api/lead/${crew.leadId}/groups`
  await server.call('POST', groups, { name: 'plan', memberIds: [crew.ids['Dora']] })
  for (let n = 0; n < messages; n++) {
    await server.call('POST', `${groups}/plan/messages`, { content: `line ${n}` })
  }
  const file = await exported(server, crew.leadId)
  const group = await exported(server, crew.leadId, '?group=plan')
  await server[Symbol.asyncDispose]()
  return { leadId: crew.leadId, file, group, lines: file.split('\n').length - 1 }
}

/** An upload that sends what it is told to, when it is told. */
class Upload {
  readonly #request: ReturnType<typeof request>
  readonly status: Promise<number>

  constructor(server: TestServer, query: string) {
    this.#request = request(`${server.app.url}/api/import${query}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.owner}`,
        'content-type': 'application/x-ndjson',
      },
    })
    this.status = new Promise((resolve, reject) => {
      this.#request.on('response', (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0))
      })
      this.#request.on('error', reject)
    })
    this.status.catch(() => {})
  }

  send(text: string): void {
    this.#request.write(text)
  }

  end(): Promise<number> {
    this.#request.end()
    return this.status
  }

  breakOff(): void {
    this.#request.destroy()
  }
}

async function jobs(server: TestServer): Promise<ImportJob[]> {
  const { status, body } = await server.call('GET', '/api/imports')
  expect(status).toBe(200)
  return body['imports'] as ImportJob[]
}
const job = async (server: TestServer, id: string) =>
  (await jobs(server)).find((own) => own.id === id)

test('EX33 how far an import is can be asked while it goes on, and what became of it after it', async () => {
  const { leadId, file, group, lines } = await crewFile(20)
  await using server = await TestServer.start()
  const half = file.split('\n').slice(0, 12)
  const upload = new Upload(server, '?id=the-crews-file')
  upload.send(`${half.join('\n')}\n{"seq`)
  await eventually('twelve lines', async () => (await job(server, 'the-crews-file'))?.lines === 12)
  expect(await job(server, 'the-crews-file')).toMatchObject({
    phase: 'reading',
    kind: 'crew',
    name: 'atlas',
    leadId,
    lines: 12,
    total: lines,
    problem: null,
  })
  // Another one beside it, and the same name again.
  const refused = new Upload(server, '?id=the-crews-file')
  expect(await refused.end()).toBe(422)
  upload.send(file.slice(half.join('\n').length + '\n{"seq'.length))
  expect(await upload.end()).toBe(201)
  expect(await job(server, 'the-crews-file')).toMatchObject({
    phase: 'done',
    lines,
    total: lines,
    bytes: Buffer.byteLength(file),
  })

  const other = await server.crew('borealis')
  const second = new Upload(server, `?id=a-group-of-it&lead=${other.leadId}`)
  second.send(group)
  expect(await second.end()).toBe(201)
  expect(await job(server, 'a-group-of-it')).toMatchObject({
    phase: 'done',
    kind: 'group',
    name: 'plan',
    leadId: other.leadId,
    total: null,
  })
})

test('EX33 an import that fails, or is broken off, says so, and nothing of it is here', async () => {
  const { file } = await crewFile(5)
  await using server = await TestServer.start()
  const wrong = new Upload(server, '?id=the-wrong-one')
  wrong.send(file.replace('line 3', 'line X'))
  expect(await wrong.end()).toBe(422)
  expect(await job(server, 'the-wrong-one')).toMatchObject({
    phase: 'failed',
    problem: expect.stringMatching(/checksum does not match\. Nothing was imported\.$/),
  })
  const broken = new Upload(server, '?id=the-broken-one')
  broken.send(file.slice(0, file.length / 2))
  await eventually(
    'it is read',
    async () => ((await job(server, 'the-broken-one'))?.lines ?? 0) > 2,
  )
  broken.breakOff()
  await eventually(
    'it has failed',
    async () => (await job(server, 'the-broken-one'))?.phase === 'failed',
  )
  expect((await job(server, 'the-broken-one'))?.problem).toBe(
    'The file did not arrive whole. Nothing was imported.',
  )
  expect((await server.call('GET', '/api/lead')).body['leads']).toEqual([])
})

test('EX33 only the person who runs the server sees imports, and of many the newest are kept', async () => {
  await using server = await TestServer.start()
  const { tokens } = await server.crew('atlas')
  for (const token of [tokens['lead'] ?? '', server.observer]) {
    const { status } = await server.call('GET', '/api/imports', undefined, { token })
    expect(status).toBe(403)
  }
  const kept = new Upload(server, '?id=under-way-still')
  kept.send('{"crewroom')
  await eventually('it is there', async () => (await jobs(server)).length === 1)
  for (let n = 0; n < 40; n++) {
    const upload = new Upload(server, `?id=number-${String(n).padStart(3, '0')}`)
    upload.send('nothing\n')
    expect(await upload.end()).toBe(422)
  }
  const ids = (await jobs(server)).map(({ id }) => id)
  expect(ids).toHaveLength(16)
  expect(ids[0], 'what goes on is not forgotten for what is over').toBe('under-way-still')
  expect(ids.at(-1)).toBe('number-039')
  kept.breakOff()
})
