import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endExport, exportToFile } from './exports'
import { exportJobs } from './export-jobs'

const FILE = '{"kind":"crew","seq":1}\n{"seq":1}\n{"end":true}\n'
const CREW = { leadId: 'l/1', title: 'atlas' }

let asks: { url: string; signal: AbortSignal; answer(response: Response): void }[]
let saved: { name: string; text: Promise<string> }[]
let removed: number

beforeEach(() => {
  asks = []
  saved = []
  removed = 0
  exportJobs.setState([], true)
  vi.stubGlobal(
    'fetch',
    (url: string, { signal }: { signal: AbortSignal }) =>
      new Promise((answer, fail) => {
        asks.push({ url, signal, answer })
        signal.addEventListener('abort', () => fail(new DOMException('Stop.', 'AbortError')))
      }),
  )
  let blob = new Blob()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((made) => {
    blob = made as Blob
    return 'blob:x'
  })
  vi.stubGlobal('document', {
    body: { append: () => undefined },
    createElement: () => ({
      download: '',
      click(this: { download: string }) {
        saved.push({ name: this.download, text: blob.text() })
      },
      remove: () => (removed += 1),
    }),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const file = (text: string, headers = {}) => new Response(text, { headers })
const settle = () => new Promise((resolve) => setTimeout(resolve))
const problems = () => exportJobs.getState().map(({ problem }) => problem)

test('EX30, EX31 a whole file of a crew or a group is saved under the name that the server gives it, and nothing is said of it any more', async () => {
  const crew = exportToFile(CREW)
  const group = exportToFile(CREW, 'a b')
  expect(asks.map(({ url }) => url)).toEqual([
    '/api/lead/l%2F1/export',
    '/api/lead/l%2F1/export?group=a%20b',
  ])
  expect(exportJobs.getState()).toMatchObject([
    { title: 'atlas', problem: null, bytes: 0, total: null },
    { title: 'atlas' },
  ])
  asks[0]?.answer(file(FILE, { 'Content-Disposition': 'attachment; filename="atlas.ndjson"' }))
  expect(await crew).toBe(true)
  expect(exportJobs.getState(), 'the other goes on').toHaveLength(1)
  asks[1]?.answer(file(FILE))
  expect(await group).toBe(true)
  expect(saved.map(({ name }) => name)).toEqual(['atlas.ndjson', 'crewroom.ndjson'])
  expect(await Promise.all(saved.map(({ text }) => text))).toEqual([FILE, FILE])
  expect([exportJobs.getState(), removed]).toEqual([[], 2])
})

test('EX30 a file that ended early is not saved, and the page says so until it was read', async () => {
  const cut = exportToFile(CREW)
  asks[0]?.answer(file(FILE.slice(0, -3)))
  expect([await cut, saved]).toEqual([false, []])
  expect(problems()).toEqual(['The server ended the file before it was whole.'])

  const broken = exportToFile(CREW)
  let parts = 0
  const body = new ReadableStream({
    pull: (stream) => {
      if (parts++ === 0) stream.enqueue(new TextEncoder().encode(FILE.slice(0, 30)))
      else stream.error(new Error('reset'))
    },
  })
  asks[1]?.answer(new Response(body))
  expect(await broken).toBe(false)

  const refused = exportToFile(CREW)
  asks[2]?.answer(new Response('{"error":{"code":"busy","message":"Later."}}', { status: 503 }))
  expect(await refused).toBe(false)
  expect(problems().slice(1)).toEqual([
    'The connection was lost in the middle of the file.',
    'Later.',
  ])
  const [, second] = exportJobs.getState()
  // What is shown is how far it came.
  expect(second).toMatchObject({ bytes: 30, lines: 1, total: 3 })
  if (second) endExport(second.id)
  expect(problems()).toHaveLength(2)
})

test('EX30 what is given up ends at once, without a file or a word, and nothing else does', async () => {
  const jobs = [exportToFile(CREW), exportToFile(CREW)]
  const [first] = exportJobs.getState()
  if (first) endExport(first.id)
  expect(exportJobs.getState()).toHaveLength(1)
  expect(asks.map(({ signal }) => signal.aborted)).toEqual([true, false])
  expect([await jobs[0], exportJobs.getState().length, saved.length]).toEqual([false, 1, 0])
  asks[1]?.answer(file(FILE))
  expect(await jobs[1]).toBe(true)
  await settle()
  expect([exportJobs.getState(), saved.length]).toEqual([[], 1])
})

test('EX30 also an export that had come whole when it was given up is not saved', async () => {
  const given = exportToFile(CREW)
  let gaveUp = false
  const body = new ReadableStream({
    pull: (stream) => {
      if (gaveUp) return stream.close()
      gaveUp = true
      stream.enqueue(new TextEncoder().encode(FILE))
      for (const { id } of exportJobs.getState()) endExport(id)
    },
  })
  asks[0]?.answer(new Response(body))
  expect([await given, saved, gaveUp]).toEqual([false, [], true])
  expect(problems()).toEqual([])
})
