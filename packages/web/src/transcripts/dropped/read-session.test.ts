import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ReadSession } from './read-session'
import { MOST_BYTES, sortFiles } from './sort-files'

const line = (record: object) => `${JSON.stringify(record)}\n`
const said = (sessionId: string, text: string, more: object = {}) =>
  line({
    type: 'user',
    uuid: `u-${text}`,
    parentUuid: null,
    sessionId,
    timestamp: '2026-11-20T10:00:00.000Z',
    isSidechain: false,
    message: { role: 'user', content: text },
    ...more,
  })
const file = (name: string, text: string) => new File([text], name)

test('TV56 dropped files of several sessions are opened with their own sub-agents', async () => {
  const files = [
    file('b.jsonl', said('s-b', 'Second')),
    file('agent-1.jsonl', said('s-a', 'Look', { isSidechain: true })),
    file('a.jsonl', said('s-a', 'First')),
    file('agent-9.jsonl', said('s-none', 'Alone', { isSidechain: true })),
  ]
  const names = ({ sessions }: Awaited<ReturnType<typeof sortFiles>>) =>
    sessions.map((own) => [own.file.name, ...own.subagents.map(({ name }) => name)])
  expect(names(await sortFiles(files))).toEqual([
    ['b.jsonl'],
    ['a.jsonl', 'agent-1.jsonl'],
    ['agent-9.jsonl'],
  ])
  const [, one, , other] = files
  expect(names(await sortFiles([one!, other!])), 'sub-agents alone').toEqual([
    ['agent-1.jsonl'],
    ['agent-9.jsonl'],
  ])
})

test('TV57 a dropped file that is too large or not a transcript is refused in a sentence', async () => {
  const large = Object.defineProperty(file('large.jsonl', ''), 'size', { value: MOST_BYTES + 1 })
  const fits = Object.defineProperty(file('fits.jsonl', ''), 'size', { value: MOST_BYTES })
  const { sessions, refused } = await sortFiles([large, fits])
  expect(sessions.map((own) => own.file.name)).toEqual(['fits.jsonl'])
  expect(refused).toEqual([expect.stringMatching(/“large\.jsonl” has 256 MB.*transcripts\.roots/)])
  const refuse = (name: string, text: string) =>
    ReadSession.read({ id: 'x', file: file(name, text), subagents: [] }, () => {}).then(
      () => 'it was read',
      (error: Error) => error.message,
    )
  expect(await refuse('notes.txt', 'Buy milk\n')).toMatch(/^“notes\.txt” is not a transcript/)
  expect(await refuse('empty.jsonl', '')).toMatch(/it is empty/)
  expect(await refuse('other.json', '{"a":1}\n')).toMatch(/^“other\.json” is not a transcript/)
})

test('TV56 what is dropped reads like the same file on the server, in any pieces, with its last line', async () => {
  const text = said('s', 'First') + said('s', 'Zweitens: größer').trimEnd()
  const bytes = new TextEncoder().encode(text)
  const pieces = {
    name: 's.jsonl',
    size: bytes.length,
    stream: () =>
      new ReadableStream<Uint8Array<ArrayBuffer>>({
        start(controller) {
          for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
          controller.close()
        },
      }),
  }
  const shares: number[] = []
  const session = { id: 'dropped-1', file: pieces, subagents: [] }
  const read = await ReadSession.read(session, (share) => shares.push(share))
  const page = await read.answer({ type: 'page', transcript: 'dropped-1', limit: 10 })
  expect(
    'items' in page && page.items.map((item) => item.type === 'user' && item.text.text),
  ).toEqual(['First', 'Zweitens: größer'])
  expect('session' in page && page.session).toMatchObject({
    id: 'dropped-1',
    ongoing: false,
    file: { name: 's.jsonl', bytes: bytes.length },
  })
  expect(shares.at(-1)).toBe(1)
  await expect(
    read.answer({ type: 'page', transcript: 'dropped-1.nobody', limit: 1 }),
  ).rejects.toThrow('was not dropped with its session')
})

test('TR88 a dropped file does not go on, neither as a whole nor in its last item', async () => {
  const call = { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'make' } }
  const message = { id: 'm', role: 'assistant', model: 'claude-opus-4-5', content: [call] }
  const text = said('s', 'Build it.') + said('s', 'calls', { type: 'assistant', message })
  const session = { id: 'dropped-1', file: file('s.jsonl', text), subagents: [] }
  const read = await ReadSession.read(session, () => {})
  expect(await read.answer({ type: 'page', transcript: 'dropped-1', limit: 10 })).toMatchObject({
    session: { ongoing: false },
    items: [{ type: 'user' }, { type: 'ai', status: 'complete', isOngoing: false }],
  })
})

test('TV56 the page takes files as large as the server does', async () => {
  const limits = readFileSync(
    fileURLToPath(import.meta.resolve('@crewroom/shared/protocol/limits')),
    'utf8',
  )
  expect(limits).toContain('transcriptBytes: 256 * 1024 * 1024')
})
