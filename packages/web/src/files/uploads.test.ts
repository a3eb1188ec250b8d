import { LIMITS } from '@crewroom/shared/protocol/limits'
import { expect, test } from 'vitest'
import { ApiError } from '../sync/request'
import { Uploads } from './uploads'

interface Sent {
  readonly name: string
  readonly kind: string
  readonly signal: AbortSignal
  readonly sent: (share: number) => void
  readonly end: (error?: Error) => void
}

/** Uploads whose requests a test answers. */
function stage() {
  const requests: Sent[] = []
  const timers: (() => void)[] = []
  const said: string[] = []
  const uploads = new Uploads({
    send: (_, kind, { name }, { signal, sent }) =>
      new Promise<void>((resolve, reject) => {
        const end = (error?: Error) => (error ? reject(error) : resolve())
        signal.addEventListener('abort', () => reject(new DOMException('Stopped.', 'AbortError')))
        requests.push({ name, kind, signal, sent, end })
      }),
    looksLikePicture: async ({ name }) => {
      if (name === 'gone.txt') throw new DOMException('It is gone.', 'NotFoundError')
      return name.endsWith('.png')
    },
    after: (_, run) => void timers.push(run),
    announce: (words) => void said.push(words),
  })
  const states = () => uploads.store.getState().map(({ name, state }) => `${name} ${state}`)
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  const request = async (name: string) => {
    await settled()
    const own = requests.findLast((one) => one.name === name)
    if (!own) throw new Error(`${name} is not being sent`)
    return own
  }
  return { uploads, requests, timers, said, states, settled, request }
}

const file = (name: string, content = 'words') => new File([content], name)

test('UI606 two files are sent at a time, and one that is refused stops no other', async () => {
  const { uploads, requests, timers, said, states, settled, request } = stage()
  uploads.add('c1', [file('a.txt'), file('b.txt'), file('c.txt')])
  await settled()
  expect(states()).toEqual(['a.txt sending', 'b.txt sending', 'c.txt waiting'])
  expect(requests).toHaveLength(2)
  const first = await request('a.txt')
  first.sent(0.5)
  expect(uploads.store.getState()[0]?.share).toBe(0.5)
  first.end(new ApiError(422, 'chat_files_full', 'The group is full.'))
  ;(await request('c.txt')).end()
  ;(await request('b.txt')).end()
  await settled()
  expect(states()).toEqual(['a.txt refused', 'b.txt added', 'c.txt added'])
  expect(uploads.store.getState()[0]).toMatchObject({
    problem: 'The group is full.',
    canRetry: false,
  })
  expect(said).toContain('a.txt was not added. The group is full.')
  // What was added is named for a moment only, a refusal until it is dismissed.
  for (const run of timers) run()
  expect(states()).toEqual(['a.txt refused'])
  uploads.dismiss(uploads.store.getState()[0]?.id ?? 0)
  expect(states()).toEqual([])
})

test('UI606, UI607 what cannot be added is refused without a request: names, sizes and folders, and one file too many', async () => {
  const { uploads, requests, settled } = stage()
  const huge = new File([new Uint8Array(LIMITS.fileBytes + 1)], 'huge.bin')
  uploads.add('c1', [file('..'), file('a\u202Eb.txt'), file('empty.txt', ''), huge], ['notes'])
  await settled()
  expect(requests).toEqual([])
  expect(uploads.store.getState().map(({ problem }) => problem)).toEqual([
    expect.stringMatching(/^A folder cannot be added/),
    expect.stringMatching(/begins with a dot/),
    expect.stringMatching(/invisible character/),
    'The file is empty.',
    expect.stringMatching(/at most 10 MB/),
  ])
  uploads.add(
    'c2',
    Array.from({ length: LIMITS.chatFiles + 2 }, (_, n) => file(`${n}.txt`)),
  )
  expect(uploads.store.getState().at(-1)).toMatchObject({ name: '2 more', state: 'refused' })
})

test('UI611 a picture that the server finds to be none is added as a file', async () => {
  const { uploads, requests, states, settled, request } = stage()
  uploads.add('c1', [file('a.png')])
  ;(await request('a.png')).end(new ApiError(422, 'not_a_picture', 'It is none.'))
  ;(await request('a.png')).end()
  await settled()
  expect(requests.map(({ kind }) => kind)).toEqual(['picture', 'file'])
  expect(states()).toEqual(['a.png added'])
})

test('UI606 a busy server is asked again, one that does not answer when the person says so, and a stopped file is gone', async () => {
  const { uploads, requests, timers, states, settled, request } = stage()
  uploads.add('c1', [file('a.txt')])
  ;(await request('a.txt')).end(new ApiError(503, 'busy', 'Too many at a time.'))
  await settled()
  timers.shift()?.()
  ;(await request('a.txt')).end(new ApiError(0, 'network', 'The server does not answer.'))
  await settled()
  expect(requests).toHaveLength(2)
  expect(uploads.store.getState()).toMatchObject([{ state: 'refused', canRetry: true }])
  uploads.retry(uploads.store.getState()[0]?.id ?? 0)
  const { signal } = await request('a.txt')
  expect(requests).toHaveLength(3)
  expect(states()).toEqual(['a.txt sending'])
  uploads.dismiss(uploads.store.getState()[0]?.id ?? 0)
  await settled()
  expect(signal.aborted).toBe(true)
  expect(states()).toEqual([])
  // The next one has its place.
  uploads.add('c1', [file('b.txt'), file('c.txt'), file('gone.txt')])
  ;(await request('b.txt')).end()
  await settled()
  expect(uploads.store.getState().at(-1)).toMatchObject({
    problem: 'It could not be read from your disk.',
  })
})
