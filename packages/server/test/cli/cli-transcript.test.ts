import { execFile } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { crewroomHere } from '../harness/crewroom-here'
import { SECRETS } from '../harness/secrets'
import { answered, asked, SessionFolder } from '../harness/session-folder'
import { isLong, often } from '../harness/long'

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const REAL = fileURLToPath(new URL('../../../shared/test/transcripts/', import.meta.url))
const SESSION = `${REAL}entireio/00_c9e2351016_3.jsonl`

interface Printed {
  readonly out: string
  readonly err: string
  readonly code: number
}

/** `crewroom transcript`, as its own process. */
function transcript(words: readonly string[], more: Record<string, string> = {}): Promise<Printed> {
  return new Promise((resolve) => {
    const env = { ...process.env, TZ: 'UTC', FORCE_COLOR: '0', ...more }
    const options = { env, maxBuffer: 64 * 1024 * 1024 }
    execFile(process.execPath, [CLI, 'transcript', ...words], options, (error, out, err) =>
      resolve({ out, err, code: error ? Number(error.code) : 0 }),
    )
  })
}

/** The same, in this process. */
async function transcriptHere(
  words: readonly string[],
  more: Record<string, string> = {},
): Promise<Printed> {
  const environment = { TZ: 'UTC', FORCE_COLOR: '0', ...more }
  const { out, errors, code } = await crewroomHere(['transcript', ...words], environment)
  return { out, err: errors, code: code ?? 0 }
}

const task = {
  type: 'assistant',
  uuid: 'x-1',
  parentUuid: null,
  sessionId: 'one',
  timestamp: '2026-01-01T00:00:02.000Z',
  isSidechain: false,
  requestId: 'x-1',
  message: {
    id: 'x-1',
    role: 'assistant',
    model: 'claude-opus-4-5-20251101',
    content: [{ type: 'tool_use', id: 'call-1', name: 'Bash', input: { command: '<b>ls</b>' } }],
    usage: { input_tokens: 100, output_tokens: 20 },
  },
}
const failed = asked(3, '', {
  message: {
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 'call-1', is_error: true, content: 'x'.repeat(200_000) },
    ],
  },
})

test('TR80 transcript shows a session in lines: title, model, times, each item, what it came to', async () => {
  using folder = new SessionFolder()
  folder.write('fix.jsonl', readFileSync(SESSION, 'utf8'))
  const { out, err, code } = await transcript([folder.at('fix.jsonl')])
  expect([err, code]).toEqual(['', 0])
  const shown = out.split('\n')
  expect(shown.slice(0, 3)).toEqual([
    'fix tests',
    'claude-sonnet-4-5-20250929 · gtrrz-victor/adds-entire-reset-command · /Users/gtrrz-victor/wks/test-cli/cli',
    '2026-02-03 00:25:13 – 2026-02-03 00:28:45, not finished',
  ])
  expect(shown).toContain('00:25:13  You     fix tests')
  expect(out).toMatch(
    /^00:25:27 {2}Agent {3}4 thinking, 4 tool calls.* sonnet4\.5 .* 2 min 40 s · 2 failed$/m,
  )
  expect(out).toMatch(/^ {18}User rejected tool use$/m)
  expect(out).toMatch(/^4 prompts · 2 answers · 7 tool calls · 2 failed · [\d,]+ tokens/m)
  expect(out).not.toContain('\u001b')
  const colored = await transcript([SESSION], { FORCE_COLOR: '1' })
  expect(colored.out).toContain('\u001b[1mfix tests\u001b[0m')
})

test.skipIf(!isLong)(
  'TR88 transcript shows a session that nobody has written to for ten minutes as over',
  async () => {
    using folder = new SessionFolder()
    folder.write('one.jsonl', [asked(1, 'Build it.'), task])
    const file = folder.at('one.jsonl')
    expect((await transcript([file])).out).toMatch(/not finished[^]* {18}still working/)
    const before = Date.now() / 1_000 - 11 * 60
    utimesSync(file, before, before)
    expect((await transcript([file])).out).not.toMatch(/not finished|still working/)
  },
)

test('TR81 --json prints all of it as one object, each item with its details and whole texts', async () => {
  using folder = new SessionFolder()
  folder.write('one.jsonl', [asked(1, 'List them.'), task, failed, answered(4, 'They are listed.')])
  const { out, code } = await transcript([folder.at('one.jsonl'), '--json'])
  expect(code).toBe(0)
  const { session, totals, metrics, items } = JSON.parse(out) as Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- read freely
  expect(session).toMatchObject({ title: 'List them.', branch: 'main', ongoing: false })
  expect(totals).toMatchObject({ user: 1, ai: 1, tools: 1, errors: 1 })
  expect(metrics).toMatchObject({ inputTokens: 110, outputTokens: 25 })
  expect(items).toHaveLength(2)
  expect(items[0]).toMatchObject({ type: 'user', text: { text: 'List them.' } })
  const tool = items[1].displayItems.find((one: { type: string }) => one.type === 'tool').tool
  expect(tool).toMatchObject({ name: 'Bash', result: { isError: true } })
  expect(tool.result.content, 'more than an answer of the server has').toEqual({
    text: 'x'.repeat(200_000),
  })
  const real = JSON.parse((await transcript([SESSION, '--json'])).out) as { items: unknown[] }
  expect(real.items).toHaveLength(6)
})

test('EX82 --markdown prints all of it as one document', async () => {
  using folder = new SessionFolder()
  folder.write('one.jsonl', [
    asked(1, 'List # them.'),
    task,
    failed,
    answered(4, 'They are listed.'),
  ])
  const { out, code } = await transcript([folder.at('one.jsonl'), '--markdown'])
  expect(code).toBe(0)
  expect(out).toMatch(/^# List # them\.\n\n- Session: one\n- Model: claude/)
  expect(out.match(/^### \D*/gm)).toEqual(['### You, ', '### Tool call Bash, ', '### Said, '])
  expect(out).toContain(`\n\n${'x'.repeat(200_000)}\n`)
  expect(out).toMatch(/\n\*End: 3 messages\*\n$/)
  const both = await transcript([folder.at('one.jsonl'), '--markdown', '--json'])
  expect([both.code, both.err]).toEqual([1, expect.stringContaining('choose one of them')])
})

test('TR82 --html writes one private file in which nothing runs and all texts are texts; a page that is there stays', async () => {
  using folder = new SessionFolder()
  const nasty =
    '<script>alert(1)</script> "a" \'b\' & \u001b[31mred\u001b[0m \u202egnp.exe <img src=x onerror=alert(1)>'
  const image = {
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' },
  }
  const evil = {
    type: 'image',
    source: { type: 'base64', media_type: 'text/html', data: '"><script>' },
  }
  folder.write('one.jsonl', [
    { type: 'summary', summary: nasty, leafUuid: 'u-1' },
    asked(1, nasty, { gitBranch: nasty }),
    asked(2, '', {
      message: { role: 'user', content: [{ type: 'text', text: 'Look' }, image, evil] },
    }),
    task,
    failed,
    answered(4, nasty),
    // More than a file takes at once, many times.
    ...Array.from({ length: 40 }, (_, n) => asked(n + 5, 'y'.repeat(20_000))),
  ])
  const page = folder.at('page.html')
  const { err, code } = await transcript([folder.at('one.jsonl'), '--html', page])
  expect([err, code]).toEqual([
    expect.stringMatching(/^Wrote .*look at it before you pass it on\.\n$/),
    0,
  ])
  const html = readFileSync(page, 'utf8')
  expect(statSync(page).mode & 0o777).toBe(0o600)
  expect(html).toContain("default-src 'none'".replaceAll("'", '&#39;'))
  for (const gone of ['<script', '<img src=x', 'onerror=alert(1)>', '\u001b', '\u202e', '[31m']) {
    expect.soft(html).not.toContain(gone)
  }
  expect(
    html.match(
      /<(?!\/?(?:!doctype|html|head|meta|title|style|body|header|h1|h2|h3|p|main|article|details|summary|pre|span|b|div|time|img)\b)[a-z!/]/g,
    ),
  ).toBeNull()
  expect(html).toContain(
    '&lt;script&gt;alert(1)&lt;/script&gt; &quot;a&quot; &#39;b&#39; &amp; red',
  )
  expect(html).toContain('&lt;b&gt;ls&lt;/b&gt;')
  expect(html).toContain('src="data:image/png;base64,iVBORw0KGgo="')
  expect(html.match(/<img /g)).toHaveLength(1)
  const again = await transcriptHere([folder.at('one.jsonl'), '--html', page])
  expect([again.err, again.code]).toEqual([
    expect.stringContaining('is there already. Choose another file, or add --force.'),
    1,
  ])
  writeFileSync(page, 'mine')
  await transcriptHere([folder.at('one.jsonl'), '--html', page])
  expect(readFileSync(page, 'utf8')).toBe('mine')
  expect((await transcriptHere([folder.at('one.jsonl'), '--html', page, '--force'])).code).toBe(0)
  expect(readFileSync(page, 'utf8')).toBe(html)
  const nowhere = await transcriptHere([
    folder.at('one.jsonl'),
    '--html',
    folder.at('none/page.html'),
  ])
  expect([nowhere.err, nowhere.code]).toEqual([expect.stringContaining('cannot be written'), 1])
  expect(existsSync(folder.at('none'))).toBe(false)
})

test('TR122 no code of a terminal reaches one from a session, and no warning of a long one', async () => {
  using folder = new SessionFolder()
  const codes =
    '\u001b[2J\u001b]0;title\u0007\u009b31m\u001b]52;c;aGk=\u0007\u001bPq\u001b\\ \b\u007f\u001b'
  const message = (more: object) => ({
    message: { id: 'm', role: 'assistant', model: `m${codes}`, ...more },
  })
  const tool = { type: 'tool_use', id: `t${codes}`, name: `Bash${codes}`, input: { a: codes } }
  folder.write('one.jsonl', [
    asked(1, `Go ${codes}`, { cwd: `/x${codes}`, gitBranch: `b${codes}` }),
    answered(2, '', message({ content: [tool] })),
    answered(3, '', message({ content: [{ type: 'text', text: `Done ${codes}` }] })),
    asked(4, `<local-command-stdout>out${codes}</local-command-stdout>`),
    { type: 'summary', summary: `T${codes}`, leafUuid: 'u-1' },
  ])
  const { out, code } = await transcript([folder.at('one.jsonl')])
  expect([code, out.includes('Done')]).toEqual([0, true])
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  expect(out.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g)).toBeNull()
  const many = Array.from({ length: often(2_000, 20_000) }, (_, n) => asked(n, `Prompt ${n}`))
  folder.write('long.jsonl', many)
  const long = await transcript([folder.at('long.jsonl')])
  expect([long.err, long.out.match(/You {5}Prompt/g)?.length]).toEqual(['', many.length])
})

test('TR123 a page takes the place of nothing that it must not', async () => {
  using folder = new SessionFolder()
  folder.write('one.jsonl', [asked(1, 'Go')])
  folder.write('mine.html', 'mine')
  mkdirSync(folder.at('pages'))
  symlinkSync(folder.at('nothing.html'), folder.at('nowhere.html'))
  symlinkSync(folder.at('mine.html'), folder.at('link.html'))
  symlinkSync(folder.at('one.jsonl'), folder.at('session.html'))
  const session = readFileSync(folder.at('one.jsonl'), 'utf8')
  const asks = (...words: readonly string[]) =>
    transcriptHere([folder.at('one.jsonl'), ...words.map((word) => word && (word.startsWith('-') ? word : folder.at(word)))]) // prettier-ignore
  const refused = [
    [['--html', 'one.jsonl', '--force'], 'is the session itself. Choose another file'],
    [['--html', 'session.html', '--force'], 'is the session itself'],
    [['--html', 'pages', '--force'], 'is a folder. Name the file to write, such as '],
    [['--html', 'nowhere.html'], 'is there already'],
    [['--html', 'link.html'], 'is there already'],
    [['--html', ''], '--html needs the name of the file to write.'],
    [['--html', 'new.html', '--json'], 'choose one of them'],
  ] as const
  for (const [words, sentence] of refused) {
    const { out, err, code } = await asks(...words)
    expect.soft([out, code], words.join(' ')).toEqual(['', 1])
    expect.soft(err).toContain(sentence)
  }
  expect((await asks('--html', 'link.html', '--force')).code).toBe(0)
  expect(lstatSync(folder.at('link.html')).isSymbolicLink(), 'the link is replaced').toBe(false)
  expect(readFileSync(folder.at('mine.html'), 'utf8')).toBe('mine')
  expect(readFileSync(folder.at('one.jsonl'), 'utf8')).toBe(session)
  expect(readdirSync(folder.path).toSorted()).toEqual(
    ['link.html', 'mine.html', 'nowhere.html', 'one.jsonl', 'pages', 'session.html'].toSorted(),
  )
})

test('TR83 a file that cannot be shown is refused with a sentence and what to do', async () => {
  using folder = new SessionFolder()
  folder.write('foreign.jsonl', '{"level":"info"}\n')
  folder.write('words.txt', 'no JSON at all\n')
  folder.write('empty.jsonl', '')
  folder.write('some/one.jsonl', [asked(1, 'hello')])
  mkdirSync(folder.at('none'))
  folder.write('large.jsonl', [asked(1, 'hello')])
  truncateSync(folder.at('large.jsonl'), LIMITS.transcriptBytes + 1)
  folder.write('shut.jsonl', [asked(1, 'hello')])
  chmodSync(folder.at('shut.jsonl'), 0)
  const refused = async (file: string) => {
    const { out, err, code } = await transcriptHere([folder.at(file)])
    expect.soft([out, code], file).toEqual(['', 1])
    return err.trim()
  }
  expect(await refused('gone.jsonl')).toMatch(
    /^There is no file .*gone\.jsonl\..*~\/\.claude\/projects/,
  )
  expect(await refused('some')).toMatch(
    /is a folder\. Name one file of it; the newest is .*one\.jsonl\.$/,
  )
  expect(await refused('none')).toMatch(/is a folder without session files/)
  expect(await refused('foreign.jsonl')).toMatch(/is not a transcript: none of its lines/)
  expect(await refused('words.txt')).toMatch(/is not a transcript: none of its lines/)
  expect(await refused('empty.jsonl')).toMatch(/is empty/)
  expect(await refused('large.jsonl')).toMatch(/has 257 MiB.*up to 256 MiB.*Split it/)
  // The superuser may read whatever its rights are.
  if (process.getuid?.() !== 0)
    expect(await refused('shut.jsonl')).toMatch(/cannot be read by this user/)
})

test('TR84 what transcript prints and writes is masked as the server masks it, and has the records of sub-agents', async () => {
  using folder = new SessionFolder()
  const [, token] = SECRETS[0] ?? []
  const value = 'Grey-Heron-5512-own'
  folder.write('one.jsonl', [
    asked(1, `It is ${token}, and ${value}.`),
    {
      ...task,
      message: {
        ...task.message,
        content: [
          {
            type: 'tool_use',
            id: 'call-1',
            name: 'Task',
            input: { description: 'Look', prompt: 'p' },
          },
        ],
      },
    },
    answered(9, 'Done.'),
  ])
  folder.write('one/subagents/agent-a.jsonl', [
    asked(3, 'look there', { isSidechain: true, agentId: 'a' }),
    answered(4, `seen ${token}`, { isSidechain: true, agentId: 'a' }),
  ])
  for (const words of [[], ['--json'], ['--html', folder.at('page.html')]]) {
    const { out, code } = await transcriptHere([folder.at('one.jsonl'), ...words], {
      MY_API_KEY: value,
    })
    expect(code).toBe(0)
    const text = words.length === 2 ? readFileSync(folder.at('page.html'), 'utf8') : out
    expect.soft(text).not.toContain(token)
    expect.soft(text).not.toContain(value)
    expect.soft(text).toContain('[masked:')
    if (words.length > 0) expect.soft(text, words[0]).toContain('look there')
  }
})
