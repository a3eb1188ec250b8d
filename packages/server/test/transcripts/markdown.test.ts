import { truncateSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TranscriptOf } from '@crewroom/shared/transcript/transcript'
import { documentPiece, sessionDocument } from '@crewroom/shared/transcript/markdown-piece'
import { openDocument } from '../../src/transcripts/open-document'
import { SECRETS } from '../harness/secrets'
import {
  answered,
  asked,
  lines,
  SessionFolder,
  type SessionRecord,
} from '../harness/session-folder'
import { TestServer } from '../harness/test-server'

const FENCE = '```'
const HOSTILE = `# No heading\n${FENCE}\n### You, 2026\n</details><script>x</script>\n---\n*End: 1 message*`

const calls = (n: number, id: string, name: string, input: object): SessionRecord =>
  answered(n, '', {
    requestId: `r-${n}`,
    message: {
      id: `m-${n}`,
      role: 'assistant',
      model: 'claude-sonnet-4-5-20250929',
      content: [
        { type: 'thinking', thinking: `Thought ${n}` },
        { type: 'tool_use', id, name, input },
      ],
      usage: { input_tokens: 10, output_tokens: 5 },
    },
  })
const gave = (n: number, id: string, content: string, isError = false) =>
  asked(n, '', {
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }],
    },
  })
const side = { isSidechain: true, agentId: 'x' }
const SECRET = SECRETS[0]?.[1] ?? ''

/** A session with tools, a sub-agent that is named, hostile texts and a secret. */
function written(folder: SessionFolder): string {
  const id = folder.write('root/atlas/one.jsonl', [
    asked(1, `Split it.\n${HOSTILE}`),
    calls(2, 'c-1', 'Bash', { command: `echo ${FENCE}; cat .env` }),
    gave(3, 'c-1', `${HOSTILE}\nKEY=${SECRET}`, true),
    calls(4, 'c-2', 'Task', {
      description: 'find files',
      prompt: 'Look *there*',
      subagent_type: 'Explore',
    }),
    gave(8, 'c-2', 'Found two.'),
    answered(9, `Done.\n${HOSTILE}`),
    asked(10, '<command-name>/model</command-name>\n<command-args>opus</command-args>'),
  ])
  folder.write('root/atlas/one/subagents/agent-x.jsonl', [
    asked(5, 'Look *there*', side),
    { ...calls(6, 'c-3', 'Grep', { pattern: 'x' }), ...side },
    answered(7, 'Two files.', side),
  ])
  return id
}

const serving = (folder: SessionFolder) =>
  TestServer.start({ config: { transcripts: { roots: [folder.at('root')] } } })

const documentOf = async (server: TestServer, id: string, token = server.owner) => {
  const response = await fetch(`${server.app.url}/api/transcripts/${id}/markdown`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    file: response.headers.get('content-disposition'),
    text: await response.text(),
  }
}

/** Headings outside of fences, without their times. */
function headingsOf(text: string): string[] {
  let fence: string | null = null
  return text.split('\n').flatMap((line) => {
    const [run] = /^`{3,}$/.exec(line) ?? []
    if (run !== undefined && (fence === null || fence === run)) fence = fence === null ? run : null
    return fence === null && /^#{1,6} /.test(line) ? line.replace(/, \d{4}-[^ ]*Z/, '') : []
  })
}

test('EX82 a session of a program’s own file is one document: what was said, called and given, sub-agents by name, secrets masked, and nothing of a text outside its place', async () => {
  using folder = new SessionFolder()
  const id = written(folder)
  await using server = await serving(folder)
  const { status, type, file, text } = await documentOf(server, id)
  expect([status, type]).toEqual([200, 'text/markdown; charset=utf-8'])
  expect(file).toMatch(/filename="crewroom-session-[\w-]+\.md"/)
  expect(text).toMatch(/\n- Branch: main\n- Folder: \/home\/ada\/atlas\n/)
  expect(headingsOf(text).slice(1)).toEqual([
    '### You',
    '### Thought',
    '### Tool call Bash (failed)',
    '### Thought',
    '### Sub-agent Explore (find files)',
    '### Explore: Thought',
    '### Explore: Tool call Grep (no result)',
    '### Explore: Said',
    '### Said',
    '### You',
  ])
  expect(text).toContain('> Look *there*\n')
  expect(text).toContain('"command": "echo ```; cat .env"')
  expect(text).toContain('> Two files.\n')
  expect(text).toContain('> /model opus\n')
  expect(text).not.toContain(SECRET)
  expect(text).toContain('KEY=[masked:')
  expect(text).toMatch(/\n---\n\n\*End: 10 messages\*\n$/)
  // A sub-agent's own transcript is a session, too.
  const own = await documentOf(server, `${id}.x`)
  expect(headingsOf(own.text).slice(1)).toContain('### Tool call Grep (no result)')
})

test('EX83 the owner has it; others, and whoever names a session that is not there, are refused before anything is sent', async () => {
  using folder = new SessionFolder()
  const id = written(folder)
  await using server = await serving(folder)
  const { tokens } = await server.crew('atlas', { dora: 'developer' })
  for (const [of, token, status] of [
    [id, server.observer, 403],
    [id, tokens['dora'], 403],
    ['nothing', server.owner, 404],
    [`${id}.nobody`, server.owner, 404],
    [`agent-${id}`, server.owner, 404],
  ] as const) {
    const refused = await documentOf(server, of, token)
    expect(refused.status, of).toBe(status)
    expect(refused.type).toMatch(/^application\/json/)
  }
})

test('EX82 a document is read piece by piece, has what was there when it began, and is cut off where its file is replaced', async () => {
  using folder = new SessionFolder()
  const many = [...Array(450).keys()].flatMap((n) => [
    asked(2 * n, `question ${n}`),
    answered(2 * n + 1, `answer ${n} ${'x'.repeat(2_000)}`),
  ])
  // One turn with more steps than a piece has.
  const long = [...Array(300).keys()].flatMap((n) => [
    calls(1_000 + 2 * n, `c-${n}`, 'Bash', { n }),
    gave(1_001 + 2 * n, `c-${n}`, `result ${n}`),
  ])
  const id = folder.write('root/atlas/one.jsonl', [...many, ...long])
  const book = new TranscriptOf()
  book.feed(lines([...many, ...long]))
  let [pieces, messages, largest] = [0, 0, 0]
  for (let from = documentPiece(book, null, null); from;) {
    pieces++
    messages += from.messages.length
    largest = Math.max(largest, JSON.stringify(from.messages).length)
    if (from.next === null) break
    // What comes meanwhile is not in it.
    if (pieces === 2) book.feed(lines([asked(5_000, 'later')]))
    from = documentPiece(book, from.next, from.lastId)
  }
  expect(messages).toBe(2 * 450 + 2 * 300)
  expect(pieces).toBeGreaterThan(7)
  expect(largest).toBeLessThan(300_000)
  const all = [...sessionDocument(book)].join('')
  expect(all.match(/\n\*End: (\d+) messages\*\n$/)?.[1]).toBe(String(messages + 1))
  expect(all).toContain('> later\n')

  await using server = await serving(folder)
  expect((await documentOf(server, id)).text).toMatch(new RegExp(`\\*End: ${messages} messages\\*\n$`)) // prettier-ignore
  const { parts } = await openDocument(server.app.transcripts, id)
  const reading = parts[Symbol.asyncIterator]()
  await reading.next()
  truncateSync(folder.at('root/atlas/one.jsonl'), 0)
  folder.append('root/atlas/one.jsonl', lines([asked(7, 'another')]))
  const rest = (async () => {
    for (let next = await reading.next(); !next.done; next = await reading.next());
  })()
  await expect(rest).rejects.toMatchObject({ code: 'not_found' })
})
