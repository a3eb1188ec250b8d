import { describe, expect, test } from 'vitest'
import type { ChatItem } from '../src/transcript/groups'
import { TranscriptOf } from '../src/transcript/transcript'
import { numbers, readWhole, SESSION_FILES, textOf } from './real-transcripts'

/** A file is cut at every so many characters; `npm run test:long` cuts at every 1,000th. */
const CUT_EVERY = Number(process.env['CREWROOM_TRANSCRIPT_CUT_EVERY'] ?? 60_000)

/** Files made of records with any values in them. */
const SHAPES = Number(process.env['CREWROOM_TRANSCRIPT_SHAPES'] ?? 100)

const GARBAGE = [
  'not json',
  '{"type":"user","uuid":',
  '[1,2,3]',
  '"text"',
  '\u0000\uFFFD\uD800',
  '{'.repeat(5_000),
  '{"a":'.repeat(5_000),
  '}'.repeat(5_000),
]

const read = (text: string): TranscriptOf => {
  const transcript = new TranscriptOf()
  transcript.feed(text)
  return transcript
}

const itemsOf = ({ conversation }: TranscriptOf): readonly ChatItem[] => conversation.items
const shown = (transcript: TranscriptOf): string => JSON.stringify(transcript.conversation)

describe('TR2, TR3 whatever is in a file', () => {
  test.each(SESSION_FILES)('lines of garbage take nothing from %s', (file) => {
    const below = numbers(3)
    const lines = textOf(file)
      .split('\n')
      .filter((line) => line !== '')
    const spoilt = lines.flatMap((line) => [GARBAGE[below(GARBAGE.length)] ?? '', line])
    const transcript = read(spoilt.join('\n'))
    expect(transcript.unreadable).toBe(lines.length)
    expect(shown(transcript) === shown(read(textOf(file)))).toBe(true)
  })

  test.each(SESSION_FILES)('records on one line are all read in %s', (file) => {
    const transcript = read(textOf(file).replaceAll('\n', ''))
    expect(transcript.unreadable).toBe(0)
    expect(shown(transcript) === shown(read(textOf(file)))).toBe(true)
  })

  test.each(SESSION_FILES)('a cut of %s loses the record that it is in', (file) => {
    const text = textOf(file)
    const whole = itemsOf(readWhole(file)).map(({ group }) => group.id)
    for (let at = 0; at < text.length; at += CUT_EVERY) {
      const cut = read(text.slice(0, at))
      // As the lines before it alone; a line that was cut behind its last character is whole.
      const end = text.indexOf('\n', at)
      const isWhole = text[at] === '\n' || text[at] === '\r' || end < 0
      const before = isWhole ? text.slice(0, at) : text.slice(0, text.lastIndexOf('\n', at - 1) + 1)
      expect(shown(cut) === shown(read(before)), `cut at ${at}`).toBe(true)
      expect(cut.unreadable).toBe(0)
      const ids = itemsOf(cut).map(({ group }) => group.id)
      expect(ids).toEqual(whole.slice(0, ids.length))
    }
  })

  test('behind a record that was not written to its end the next one is read', () => {
    const [file = ''] = SESSION_FILES.filter((name) => name.endsWith('37_995ebed6e4_3.jsonl'))
    const lines = textOf(file)
      .split('\n')
      .filter((line) => line.includes('"type":"user"') || line.includes('"type":"assistant"'))
    const below = numbers(5)
    for (let at = 1; at < lines.length; at += 1) {
      const line = lines[at - 1] ?? ''
      const torn = line.slice(0, 1 + below(Math.min(line.length, 2_000) - 1))
      const transcript = read(`${torn}${lines[at] ?? ''}\n`)
      expect([transcript.metrics.messageCount, transcript.unreadable], torn).toEqual([1, 1])
    }
  })
})

describe('TR3 texts that would be read again and again', () => {
  const MANY = 50_000
  test.each([
    ['tags without an end', '<system-reminder>'.repeat(MANY)],
    ['a command and blanks', `/a b${' '.repeat(MANY)}c\n`.repeat(3)],
    ['commands', '/a b\n'.repeat(MANY)],
    ['references', '@a.'.repeat(MANY)],
    ['a reference of dots', `@${'.'.repeat(MANY)}`],
    ['a team’s tag', `<teammate-message teammate_id="a${' summary="'.repeat(MANY)}`],
    ['output without an end', '<local-command-stdout>'.repeat(MANY)],
    ['images', '[Image #1] '.repeat(MANY)],
    [
      'files in a reminder',
      `<system-reminder>Contents of ${'a.md '.repeat(MANY)}</system-reminder>`,
    ],
    [
      'a long attribute',
      `<teammate-message teammate_id="a" ${'b'.repeat(MANY)}>Go</teammate-message>`,
    ],
    ['tags of a team', '<teammate-message '.repeat(MANY)],
    ['codes of a terminal', '\u001B[0'.repeat(MANY)],
  ])('are read once: %s', (_what, words) => {
    const content = [
      { type: 'tool_result', tool_use_id: 'a', content: words },
      { type: 'text', text: words },
    ]
    const input = { file_path: '/CLAUDE.md', words }
    const call = [{ type: 'tool_use', id: 'a', name: 'Read', input }]
    const records = [
      { type: 'user', message: { content: words } },
      { type: 'assistant', message: { content: call } },
      { type: 'user', isMeta: true, message: { content } },
      { type: 'assistant', message: { content: words } },
      { type: 'user', message: { content: `<teammate-message teammate_id="a">${words}` } },
      { type: 'user', message: { content: `<bash-stdout>${words}` } },
      { type: 'user', isCompactSummary: true, message: { content: words } },
      { type: 'user', isSidechain: true, message: { content: words } },
      { type: 'assistant', isSidechain: true, message: { content: words } },
    ]
    const time = { timestamp: '2026-01-01T00:00:00Z' }
    const lines = records.map((record, at) =>
      JSON.stringify({ uuid: `u${at}`, ...time, ...record }),
    )
    const transcript = read(lines.join('\n'))
    for (const { group } of itemsOf(transcript)) transcript.details(group.id)
    transcript.page({ limit: 50 })
    transcript.context()
    transcript.timeline()
    transcript.find('zz', 10)
    const inner = transcript.processes.map(({ messages }) => messages.length)
    const all = inner.reduce((sum, count) => sum + count, transcript.metrics.messageCount)
    expect(all).toBe(records.length)
  })
})

describe('TR3 records of any shape', () => {
  const VALUES: readonly unknown[] = [
    null,
    0,
    -1,
    1e308,
    '',
    'x',
    true,
    [],
    {},
    [[]],
    [null],
    { a: 1 },
  ]
  const FIELDS = ['type', 'uuid', 'parentUuid', 'timestamp', 'message', 'isSidechain', 'isMeta', 'toolUseResult', 'content', 'subtype', 'sessionId', 'cwd', 'requestId', 'agentId', 'error', 'summary', 'customTitle'] // prettier-ignore
  const INNER = ['role', 'content', 'usage', 'model', 'id']
  const BLOCK = ['type', 'text', 'thinking', 'id', 'name', 'input', 'tool_use_id', 'content', 'is_error', 'source'] // prettier-ignore
  const BLOCKS = [
    'text',
    'thinking',
    'tool_use',
    'tool_result',
    'image',
    'document',
    'server_tool_use',
  ]

  test('are read or left out', () => {
    for (let seed = 1; seed <= SHAPES; seed += 1) {
      const below = numbers(seed)
      const any = () => VALUES[below(VALUES.length)]
      const some = (names: readonly string[], own: object) => ({
        ...own,
        ...Object.fromEntries(names.filter(() => below(3) === 0).map((name) => [name, any()])),
      })
      const block = () =>
        some(BLOCK, {
          type: BLOCKS[below(BLOCKS.length)],
          text: 'words',
          tool_use_id: 'a',
          id: 'a',
        })
      const record = () => {
        const type = ['user', 'assistant', 'system', 'summary', 'progress'][below(5)]
        const content = Array.from({ length: below(4) }, () => block())
        const message = some(INNER, { role: type, content })
        return some(FIELDS, {
          type,
          uuid: `u${below(4)}`,
          timestamp: '2026-01-01T00:00:00Z',
          message,
        })
      }
      const text = Array.from({ length: 8 }, () => `${JSON.stringify(record())}\n`).join('')
      const transcript = read(text)
      expect(transcript.unreadable, text).toBe(0)
      const ids = itemsOf(transcript).map(({ group }) => group.id)
      expect(new Set(ids).size).toBe(ids.length)
      for (const id of ids) expect(transcript.details(id)).not.toBeNull()
      transcript.context()
      transcript.timeline()
      transcript.find('words', 10)
    }
  })
})
