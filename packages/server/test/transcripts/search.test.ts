import { cpSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { TranscriptOf } from '@crewroom/shared/transcript/transcript'
import { openAnywhere } from '../../src/open-below'
import { searchFiles, type SearchPorts } from '../../src/transcripts/search-files'
import { findSessionFiles } from '../../src/transcripts/session-files'
import {
  answered,
  asked,
  lines,
  SessionFolder,
  type SessionRecord,
} from '../harness/session-folder'
import { TestServer } from '../harness/test-server'

const REAL = fileURLToPath(new URL('../../../shared/test/transcripts', import.meta.url))
const side = { isSidechain: true }
const saying = (content: readonly object[], more: SessionRecord = {}) => ({
  message: { role: 'assistant', content },
  ...more,
})
const task = { type: 'tool_use', id: 'task', name: 'Task', input: { prompt: 'Look' } }
const script = { type: 'tool_use', id: 'wf', name: 'Workflow', input: { lines: 4711 } }
const launched = {
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'wf', content: 'ok' }] },
  toolUseResult: { status: 'async_launched', transcriptDir: 'x/workflows/wf_1' },
}
const hook = {
  type: 'attachment',
  attachment: { type: 'hook_blocking_error', hookName: 'Stop', blockingError: 'lint failed' },
}
const apiError = {
  type: 'system',
  subtype: 'api_error',
  error: { error: { message: 'Overloaded' } },
  retryAttempt: 3,
  maxRetries: 10,
}

/** What a search has to find, and where it is. */
const FOUND = [
  ['coordinator', 'the file of a sub-agent'],
  ['Conductor of all', 'the file of a workflow’s sub-agent'],
  ['bandleader', 'the file of a sub-agent beside the session'],
  ['/model opus', 'a command and its arguments'],
  ['!git status', 'a command of the shell'],
  ['hook stop blocked: LINT', 'a hook'],
  ['request to the model failed: Overloaded. Attempt 3', 'an error of the API'],
  ['foobar', 'a word with codes of a terminal in it'],
  ['grüße', 'a sign that is written as a number'],
  ['4711', 'a number of an input'],
  ['ΟΔΟΣ', 'letters with two small forms'],
  ['"quoted"', 'quotes'],
  ['a\\b', 'a backslash'],
  ['???', 'signs alone'],
  [' the ', 'blanks around it'],
] as const
const NOWHERE = ['absent', 'u-1', 'r-2', 'claude-sonnet-4-5-20250929', 'foo\u001b']

function written(folder: SessionFolder): void {
  folder.write('root/atlas/one.jsonl', [
    asked(1, 'Go "quoted" a\\b ??? to the οδοσα'),
    answered(2, '', saying([task, script])),
    asked(3, '', launched),
    asked(4, '<command-name>/model</command-name>\n<command-args>opus</command-args>'),
    asked(5, '<bash-input>git status</bash-input>'),
    asked(6, '<bash-stdout>foo\u001b[1mbar\u001b[0m</bash-stdout><bash-stderr></bash-stderr>'),
    asked(7, '', hook),
    asked(8, '', apiError),
  ])
  const escaped = JSON.stringify(answered(9, 'Viele Grüße.')).replace('ü', String.raw`\u00fc`)
  folder.append('root/atlas/one.jsonl', `${escaped}\n`)
  folder.write('root/atlas/one/subagents/agent-x.jsonl', [
    asked(3, 'Look', side),
    answered(4, 'I am the coordinator, a Coordinator.', side),
  ])
  folder.write('root/atlas/one/subagents/workflows/wf_1/agent-w.jsonl', [
    asked(3, 'Lead', side),
    answered(4, 'Conductor of all', side),
  ])
  folder.write('root/atlas/agent-b.jsonl', [
    asked(3, 'Lead', { ...side, sessionId: 'one' }),
    answered(4, 'A bandleader', { ...side, sessionId: 'one' }),
  ])
  folder.write('root/atlas/two.jsonl', [asked(1, 'hello'), answered(2, 'Nothing here.')])
}

interface Found {
  readonly before: string
  readonly match: string
  readonly after: string
}
interface Hit extends Found {
  readonly id: string
  readonly count: number
}

test('TR77 a search over all sessions finds what the search in each of them finds, and no more', async () => {
  using folder = new SessionFolder()
  cpSync(REAL, folder.at('root/real'), { recursive: true })
  written(folder)
  await using server = await TestServer.start({
    config: { transcripts: { roots: [folder.at('root')] } },
  })
  const get = async (address: string) =>
    (await server.call('GET', `/api/transcripts${address}`)).body
  const all = ((await get(''))['projects'] as { sessions: { id: string }[] }[]).flatMap(
    ({ sessions }) => sessions.map(({ id }) => id),
  )
  const limit = LIMITS.transcriptHits
  const searched = async (words: string) => {
    const address = `/search?q=${encodeURIComponent(words)}&limit=${limit}`
    const { hits, unreached } = (await get(address)) as { hits: Hit[]; unreached: number }
    expect(unreached, words).toBe(0)
    return hits
  }
  const inEach = async (words: string) => {
    const found: Hit[] = []
    for (const id of all) {
      const address = `/${id}/find?q=${encodeURIComponent(words)}&limit=${limit}`
      const { hits = [] } = (await get(address)) as { hits?: Found[] }
      const [first] = hits
      if (first === undefined) continue
      const { before, match, after } = first
      found.push({ id, count: hits.length, before, match, after })
    }
    return found
  }
  const one = folder.id('root/atlas/one.jsonl')
  const words = [...FOUND.map(([own]) => own), ...NOWHERE]
  // What was opened is searched where it is: that comes last.
  const before: (readonly Hit[])[] = []
  for (const own of words) before.push(await searched(own))
  for (const [n, own] of words.entries()) {
    const expected = (await inEach(own)).toSorted(byId)
    expect.soft(before[n]?.toSorted(byId), own).toEqual(expected)
    expect.soft((await searched(own)).toSorted(byId), `${own}, when all are open`).toEqual(expected)
    const isThere = expected.some(({ id }) => id === one)
    expect.soft(isThere, own).toBe(n < FOUND.length)
  }
})

const byId = (a: Hit, b: Hit) => (a.id < b.id ? -1 : 1)

test('TR77 a search finds the title of a session', async () => {
  using folder = new SessionFolder()
  const id = folder.write('root/one.jsonl', [
    asked(1, 'hello'),
    { type: 'summary', summary: 'Names of stars', leafUuid: 'u-1' },
  ])
  await using server = await TestServer.start({
    config: { transcripts: { roots: [folder.at('root')] } },
  })
  const { body } = await server.call('GET', '/api/transcripts/search?q=OF%20stars')
  expect(body['hits']).toEqual([{ id, count: 1, before: 'Names ', match: 'of stars', after: '' }])
})

/** Ten sessions of which every second has the word, and what a search asks of others. */
async function ten(folder: SessionFolder) {
  for (let n = 0; n < 10; n++) {
    const words = n % 2 === 0 ? 'a parser' : 'a lexer'
    folder.write(`${n}.jsonl`, [asked(1, words.padEnd(500, '.'))])
  }
  const roots = [{ path: folder.path, real: folder.path, problem: null }]
  const files = (await findSessionFiles(roots as never, async () => {})).toSorted((one, other) =>
    one.name.localeCompare(other.name),
  )
  const read: string[] = []
  const nameOf = (id: string) => files.find((file) => file.id === id)?.name ?? ''
  const bookOf = (words: string) => {
    const book = new TranscriptOf()
    book.feed(lines([asked(1, words)]))
    return book
  }
  const ports: SearchPorts = {
    open: openAnywhere,
    giveWay: () => Promise.resolve(),
    known: () => Promise.resolve(null),
    read: (id) => {
      read.push(nameOf(id))
      return Promise.resolve(bookOf('a parser'))
    },
  }
  const bytes = files[0]?.bytes ?? 0
  return { files, ports, read, bookOf, each: bytes + 20 }
}
const query = { words: 'parser', limit: 100 }
const summary = async (search: ReturnType<typeof searchFiles>) => {
  const { hits, hasMore, unreached } = await search
  return [hits.length, hasMore, unreached]
}
const LARGE = 1e9

test('TR77 a search reads only sessions that may have the words', async () => {
  using folder = new SessionFolder()
  const { files, ports, read } = await ten(folder)
  expect(await summary(searchFiles(files, ports, query))).toEqual([5, false, 0])
  expect(read).toEqual(['0.jsonl', '2.jsonl', '4.jsonl', '6.jsonl', '8.jsonl'])
})

test('TR77 a search does a bounded amount of work, and says how many sessions it did not reach', async () => {
  using folder = new SessionFolder()
  const { files, ports, read, each } = await ten(folder)
  expect(
    await summary(searchFiles(files, ports, query, { lookedAt: 4 * each, read: LARGE })),
  ).toEqual([2, true, 6])
  read.length = 0
  // Of the five that have the words two are read; that the others have not needs no reading.
  expect(
    await summary(searchFiles(files, ports, query, { lookedAt: LARGE, read: 2 * each })),
  ).toEqual([2, true, 3])
  expect(read).toEqual(['0.jsonl', '2.jsonl'])
  expect(await summary(searchFiles(files, ports, { ...query, limit: 3 }))).toEqual([3, true, 5])
})

test('TR77 sessions that were read before cost a search nothing', async () => {
  using folder = new SessionFolder()
  const { files, ports, read, bookOf } = await ten(folder)
  const known = () => Promise.resolve(bookOf('one parser'))
  const bounds = { lookedAt: 0, read: 0 }
  expect(await summary(searchFiles(files, { ...ports, known }, query, bounds))).toEqual([
    10,
    false,
    0,
  ])
  expect(read).toEqual([])
})

test.each([
  ['takes too much memory', 'too_large', [0, true, 5]],
  ['is being written again', 'busy', [0, true, 5]],
  ['is no transcript', 'bad_file', [0, false, 0]],
  ['is gone', 'transcript_not_found', [0, false, 0]],
] as const)('TR77 a search counts a session that %s', async (_what, code, expected) => {
  using folder = new SessionFolder()
  const { files, ports } = await ten(folder)
  const refuse = () => Promise.reject(new CrewError(code, 'It cannot be read.'))
  expect(await summary(searchFiles(files, { ...ports, read: refuse }, query))).toEqual(expected)
})
