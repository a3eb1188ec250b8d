/** Records of a session with every kind of item, made up: real files have not all of them. */

let count = 0
const uuid = () => `u${String((count += 1)).padStart(4, '0')}`
let at = Date.parse('2026-11-20T13:02:00.000Z')
const time = (seconds = 5) => new Date((at += seconds * 1_000)).toISOString()

type Blocks = readonly Record<string, unknown>[]

const record = (type: 'user' | 'assistant', message: object, own: object = {}) =>
  `${JSON.stringify({ type, uuid: uuid(), parentUuid: null, timestamp: time(), sessionId: 's1', cwd: '/atlas', gitBranch: 'main', version: '2.1.0', isSidechain: false, message, ...own })}\n`

const said = (content: string | Blocks, own: object = {}) =>
  record('user', { role: 'user', content }, own)

let requests = 0
const answered = (content: Blocks, tokens = 30_000, own: object = {}) =>
  record(
    'assistant',
    {
      role: 'assistant',
      id: `msg_${(requests += 1)}`,
      model: 'claude-opus-4-6',
      content,
      usage: { input_tokens: 12, output_tokens: 340, cache_read_input_tokens: tokens },
    },
    { requestId: `req_${requests}`, ...own },
  )

const text = (words: string) => ({ type: 'text', text: words })
const thought = (words: string) => ({ type: 'thinking', thinking: words, signature: '' })
const call = (id: string, name: string, input: object) => ({
  type: 'tool_use',
  id,
  name,
  input,
})
const result = (id: string, content: unknown, isError = false, beside?: object) =>
  said(
    [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }],
    beside ? { toolUseResult: beside } : {},
  )

/** A pixel, as a program stores an image. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** All kinds of items, and last outputs of four kinds; the fifth is at its end while it goes on. */
export const wholeSession = (): string =>
  [
    said([
      text(
        'Make loading the config fast. @src/config/_configs.py is read 14 times per start. Plan first.',
      ),
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } },
    ]),
    answered([thought('Where do the reads come from?')]),
    answered([call('c1', 'Grep', { pattern: 'stat\\(', path: 'src' })]),
    result('c1', 'src/config/_configs.py:14\nsrc/config/cache.py:42'),
    answered([
      text(
        'The reads come from `resolve()`. I would keep the public API and put a cache below it.',
      ),
    ]),
    answered([
      call('c2', 'ExitPlanMode', {
        plan: '1. Pin today’s behaviour with tests\n2. Move `stat()` into one place\n3. Cache by path, mtime and size',
      }),
    ]),
    said(
      '<command-name>/model</command-name>\n<command-message>model</command-message>\n<command-args>opus</command-args>',
    ),
    said(
      '<local-command-stdout>Set model to \u001b[1mopus\u001b[22m (default)</local-command-stdout>',
    ),
    answered(
      [
        thought(
          'Which callers keep the old time on write?\n\nTwo plugins call `shutil.copystat` after writing, so the mtime goes back. A key of path and mtime alone would serve the old file.',
        ),
      ],
      90_000,
    ),
    answered([call('c3', 'Read', { file_path: 'src/config/cache.py' })], 92_000),
    result(
      'c3',
      '    41\tdef _key(self, path: Path) -> Key:\n    42\t    return (path, path.stat().st_mtime)',
    ),
    answered(
      [
        call('c4', 'Edit', {
          file_path: 'src/config/cache.py',
          old_string: '        return (path, path.stat().st_mtime)',
          new_string:
            '        st = path.stat()\n        # copystat() keeps the time: look at the size, too\n        return (path, st.st_mtime_ns, st.st_size)',
        }),
      ],
      95_000,
    ),
    result('c4', 'The file was updated.', false, {
      filePath: 'src/config/cache.py',
      structuredPatch: [
        {
          oldStart: 41,
          oldLines: 2,
          newStart: 41,
          newLines: 4,
          lines: [
            '     def _key(self, path: Path) -> Key:',
            '-        return (path, path.stat().st_mtime)',
            '+        st = path.stat()',
            '+        # copystat() keeps the time: look at the size, too',
            '+        return (path, st.st_mtime_ns, st.st_size)',
          ],
        },
      ],
    }),
    answered([call('c5', 'Bash', { command: 'pytest -q tests/test_cache.py' })], 98_000),
    result(
      'c5',
      'Exit code 1\n\u001b[32m..........\u001b[31mF\u001b[32m.....\u001b[0m  [100%]\nE   AssertionError: reload() gave the old object\n1 failed, 15 passed in 2.10s',
      true,
    ),
    answered(
      [
        call('c6', 'TodoWrite', {
          todos: [
            { content: 'Pin today’s behaviour', status: 'completed', activeForm: 'Pinning' },
            { content: 'Move stat()', status: 'in_progress', activeForm: 'Moving' },
            { content: 'Cache by path', status: 'pending', activeForm: 'Caching' },
          ],
        }),
      ],
      99_000,
    ),
    result('c6', 'Todos have been modified'),
    answered(
      [
        call('c7', 'Task', {
          description: 'map plugins that write configs',
          subagent_type: 'Explore',
          prompt: 'Find every plugin that keeps the time of a file.',
        }),
      ],
      100_000,
    ),
    result('c7', [text('31 plugins, 2 keep the time on write: `archive`, `sync`.')], false, {
      status: 'completed',
      agentId: 'explore1',
      totalTokens: 100_000,
    }),
    said(
      '<teammate-message teammate_id="Rhea" summary="Mind the size, too">Mind the size, too: copystat keeps the time.</teammate-message>',
    ),
    answered(
      [
        text(
          'The key is now path, mtime in ns and size. One test still fails: `reload()` holds an object from before. I look at that next.',
        ),
      ],
      104_000,
    ),
    `${JSON.stringify({ type: 'system', subtype: 'compact_boundary', uuid: uuid(), parentUuid: null, timestamp: time(), sessionId: 's1', isSidechain: false, content: 'Conversation compacted', compactMetadata: { trigger: 'auto', preTokens: 162_000 } })}\n`,
    said(
      'This session is being continued from a previous conversation that ran out of context. It made loading the config fast.',
      { isCompactSummary: true },
    ),
    said('Leave reload() alone, Dev has it.'),
    answered([thought('Then the tests.'), call('c8', 'Bash', { command: 'pytest -x' })], 44_000),
    said('[Request interrupted by user for tool use]'),
    said('Go on, please.'),
    answered([call('c9', 'mcp__tracker__search', { query: 'cache', limit: 5 })], 50_000),
    answered([call('c10', 'Bash', { command: 'pytest -q' })], 60_000),
    result('c10', '214 passed, 1 skipped in 88.20s'),
    said('And the docs?'),
  ].join('')

/** The sub-agent of `wholeSession`: a file of its own. */
export const exploreFile = (): string => {
  const own = { isSidechain: true, agentId: 'explore1' }
  const steps = Array.from({ length: 9 }, (_, n) => [
    answered(
      [
        call(
          `e${n}`,
          n % 2 === 0 ? 'Grep' : 'Read',
          n % 2 === 0
            ? { pattern: 'os.utime|copystat', path: 'plugins/' }
            : { file_path: `plugins/sync/mirror${n}.py` },
        ),
      ],
      20_000,
      own,
    ),
    record(
      'user',
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: `e${n}`,
            content: `plugins/sync/mirror.py:${n}: shutil.copystat`,
          },
        ],
      },
      own,
    ),
  ])
  return [
    record(
      'user',
      { role: 'user', content: 'Find every plugin that keeps the time of a file.' },
      own,
    ),
    ...steps.flat(),
    answered([text('31 plugins, 2 keep the time on write: `archive`, `sync`.')], 24_000, own),
  ].join('')
}

/** What goes on: the group at the end has no answer yet. */
export const goesOn = (): string =>
  answered([thought('The docs say nothing of the cache.')], 62_000)

/** Many questions, each with an answer of so many tools; every 50th has one that fails. */
export const longSession = (questions: number, tools: number, from = 0): string =>
  Array.from({ length: questions }, (_, index) => {
    const n = from + index
    const calls = Array.from({ length: tools }, (_unused, own) => {
      const id = `n${n}-${own}`
      const isBad = n % 50 === 7 && own === 0
      return [
        answered([call(id, 'Read', { file_path: `src/part${n}/file${own}.ts` })]),
        result(
          id,
          isBad ? 'There is no such file.' : `line of ${n}\n`.repeat(1 + (own % 5)),
          isBad,
        ),
      ].join('')
    })
    return [
      said(`Question ${n} of the session`),
      answered([thought(`I think about ${n}.`)]),
      ...calls,
      answered([text(`Answer ${n}: it is in \`src/part${n}\`.`)]),
    ].join('')
  }).join('')

/** Somebody's words, and an agent that repeats them as everything that it can. */
export const hostile = (words: string): string =>
  [
    said(words),
    answered([thought(words), call('bad', 'Bash', { command: words })]),
    result('bad', words),
    answered([text(words)]),
  ].join('')

/** Words at the end of texts that are long: of a result, and of the answer. */
export const farInside = (words: string): string => {
  const filler = 'Nothing of it is in this line.\n'
  return [
    said('Look for it.'),
    answered([call('far', 'Bash', { command: 'cat everything' })]),
    result('far', `${filler.repeat(1_600)}${words}`),
    answered([text(`${filler.repeat(300)}${words}`)]),
  ].join('')
}
