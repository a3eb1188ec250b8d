import { expect, test } from 'vitest'
import { creatingOnce } from './creating-once'

interface Asked {
  readonly key: string | undefined
  readonly answer: (response: Response) => void
  readonly lose: () => void
}

/** What reached the server, to be answered by the test. */
function door() {
  const asked: Asked[] = []
  let keys = 0
  const send = (address: string, body: string) => {
    const headers = { 'Idempotency-Key': `key ${++keys}` }
    return creatingOnce(
      address,
      { method: 'POST', headers, body },
      (init) =>
        new Promise((resolve, reject) => {
          const lose = () => reject(new TypeError('the network is gone'))
          asked.push({ key: init.headers['Idempotency-Key'], answer: resolve, lose })
        }),
    )
  }
  return { asked, send }
}

const made = (text = 'made') => new Response(text, { status: 201 })

test('IK9 what two clicks ask for at once is asked for once, and both are answered', async () => {
  const { asked, send } = door()
  const both = [send('/api/lead/a', '{}'), send('/api/lead/a', '{}')]
  const other = send('/api/lead/a', '{"name":"b"}')
  expect(asked.map(({ key }) => key)).toEqual(['key 1', 'key 3'])
  for (const { answer } of asked) answer(made())
  const texts = await Promise.all([...both, other].map(async (one) => (await one).text()))
  expect(texts).toEqual(['made', 'made', 'made'])
  // It was created: the same once more is another one.
  void send('/api/lead/a', '{}')
  expect(asked.at(-1)?.key).toBe('key 4')
})

test('IK9 what was not answered is asked for again under its key', async () => {
  const { asked, send } = door()
  const lost = send('/api/lead/b', '{}')
  asked[0]?.lose()
  await expect(lost).rejects.toThrow('gone')
  const busy = send('/api/lead/b', '{}')
  asked[1]?.answer(new Response('{}', { status: 503 }))
  expect((await busy).status).toBe(503)
  const cut = send('/api/lead/b', '{}')
  const broken = new ReadableStream({ start: (body) => body.error(new TypeError('cut off')) })
  asked[2]?.answer(new Response(broken, { status: 201 }))
  await expect(cut).rejects.toThrow('cut off')
  const refused = send('/api/lead/b', '{}')
  asked[3]?.answer(new Response('{}', { status: 422 }))
  expect((await refused).status).toBe(422)
  void send('/api/lead/b', '{}')
  expect(asked.map(({ key }) => key)).toEqual(['key 1', 'key 1', 'key 1', 'key 1', 'key 5'])
})

test('IK9 a request without a key is asked as often as it is made', () => {
  let asked = 0
  const ask = () => new Promise<Response>(() => asked++)
  for (let n = 0; n < 2; n++) void creatingOnce('/api/pause', { headers: {} }, ask)
  expect(asked).toBe(2)
})
