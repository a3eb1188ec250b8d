import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { permissionRequest, shownAsk } from '../../src/programs/acp/permission-request'
import { refusal } from '../../src/programs/acp/acp-values'
import { changesIn } from '../../src/programs/acp/file-changes'
import { createMask } from '../../src/rollouts/secret-mask'
import { joined, letters } from '../harness/secrets'
import { testCrew } from '../harness/test-crew'

interface Sample {
  readonly program: string
  readonly request: Readonly<Record<string, unknown>>
}

const SAMPLES = JSON.parse(
  readFileSync(new URL('../fixtures/permission-requests.json', import.meta.url), 'utf8'),
) as Sample[]
const UNMASKED = createMask([])
const SHELL = 'echo hi > made-by-tool.txt'
const FILE = '/project/edited.txt'
const created = (oldText: string | null) => [{ path: FILE, oldText, newText: 'hello\n' }]

/** What each program's requests say, in the order of the file: kind, command, changes, and the ids of its options. */
const MEANS: readonly (readonly [program: string, kind: string, command: string | null, diffs: object[], options: string])[] = [
  ['claude 0.49', 'execute', SHELL, [], 'allow_always allow reject'],
  ['claude 0.49', 'edit', null, created(null), 'allow_always allow reject'],
  ['claude', 'execute', SHELL, [], 'allow-once allow-with-updates reject'],
  ['claude', 'edit', null, created(null), 'allow-once allow-with-updates reject'],
  ['cline', 'execute', SHELL, [], 'allow_once allow_always reject_once'],
  ['cline', 'other', null, created(null), 'allow_once allow_always reject_once'],
  ['codex', 'execute', SHELL, [], 'allow_once accept_execpolicy_amendment cancel'],
  ['copilot', 'execute', SHELL, [], 'allow_once allow_always reject_once'],
  ['copilot', 'edit', null, [{ path: 'project/edited.txt', oldText: null, newText: 'hello\n' }], 'allow_once allow_always reject_once'],
  // It says its command in the title alone.
  ['gemini', 'execute', null, [], 'proceed_always proceed_once cancel'],
  ['gemini', 'edit', null, created(''), 'proceed_always proceed_once cancel'],
  ['kimi', 'execute', SHELL, [], 'approve_once approve_always reject'],
  ['kimi', 'edit', null, [], 'approve_once approve_always reject'],
  ['opencode', 'execute', SHELL, [], 'once always reject'],
  ['opencode', 'edit', null, created(''), 'once always reject'],
  ['qwen', 'execute', SHELL, [], 'proceed_always_project proceed_always_user proceed_once cancel'],
  ['qwen', 'edit', null, created(''), 'proceed_always proceed_once cancel'],
  ['qwen 0.24', 'execute', SHELL, [], 'proceed_once proceed_once_and_switch_to_default cancel'],
] // prettier-ignore

test('PM4 the command, the changes and the options of every program’s requests are read', () => {
  const read = SAMPLES.map(({ program, request }) => {
    const { toolKind, command, diffs, options } = permissionRequest(request, '/project')
    return [program, toolKind, command, diffs, options.map(({ optionId }) => optionId).join(' ')]
  })
  expect(read).toEqual(MEANS)
  for (const { request } of SAMPLES) {
    const shown = shownAsk(permissionRequest(request), UNMASKED, null)
    expect(shown.options).toEqual(request['options'])
    expect(shown.cut).toBe(false)
  }
})

test('PM4 a request is not lost because it leaves something out or gives it in another form', () => {
  const odd: readonly (readonly [object, object])[] = [
    [{}, { toolKind: 'other', command: null, diffs: [], options: [] }],
    [{ toolCall: { kind: 'teleport' } }, { toolKind: 'other' }],
    [{ toolCall: { rawInput: { command: 'ls' } } }, { toolKind: 'execute', command: 'ls' }],
    [{ toolCall: { kind: 'edit', rawInput: { command: 'create' } } }, { toolKind: 'edit', command: null }],
    [{ options: [{ optionId: 'a', kind: 'allow_once' }, { optionId: 'a', kind: 'reject_once' }, { optionId: 7, kind: 'allow_once' }, { optionId: 'b', kind: 'perhaps' }, null] }, { options: [] }],
    [{ options: [{ optionId: 'a', kind: 'allow_once' }, { optionId: 'a', kind: 'allow_once' }] }, { options: [{ optionId: 'a', name: 'a', kind: 'allow_once' }] }],
  ] // prettier-ignore
  for (const [request, means] of odd) {
    expect(permissionRequest(request as Record<string, unknown>)).toMatchObject(means)
  }
})

test('PM4 changes are read from git’s format and from patches; a line that only looks like a file’s name is not taken for one', () => {
  const git = [
    'diff --git a/src/a.ts b/src/a.ts',
    '--- a/src/a.ts',
    '+++ b/src/a.ts',
    '@@ -1,3 +1,2 @@',
    ' keep',
    '--- a comment of SQL',
    '-old',
    '+new',
    'diff --git a/gone.md b/gone.md',
    '--- a/gone.md',
    '+++ /dev/null',
    '@@ -1,1 +0,0 @@',
    '-all of it',
  ]
  expect(changesIn(git.join('\n'))).toEqual([
    { path: 'src/a.ts', oldText: 'keep\n-- a comment of SQL\nold\n', newText: 'keep\nnew\n' },
    { path: 'gone.md', oldText: 'all of it\n', newText: '' },
  ])
  expect(changesIn('no change at all')).toEqual([])
})

test('PM3 what people see is masked first and then cut, all changes together to 16 KiB', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const token = joined('gh', `p_${letters(36)}`)
  const request = permissionRequest({
    toolCall: {
      kind: 'execute',
      title: `deploy ${token}`,
      rawInput: { command: `${'x'.repeat(3_970)} ${token} ${'y'.repeat(100)}` },
      content: [1, 2, 3].map((n) => ({
        type: 'diff',
        path: `/project/${n}`,
        oldText: 'é'.repeat(3_000),
        newText: `${token}${'é'.repeat(3_000)}`,
      })),
    },
    options: [{ optionId: 'a', name: `Allow ${token}`, kind: 'allow_once' }],
  })
  const shown = shownAsk(request, crew.core.maskOf(crew.id('dev')), null)
  expect(JSON.stringify(shown)).not.toContain(token.slice(0, 12))
  expect(shown.title).toContain('[masked:github')
  expect(shown.command?.length).toBeLessThanOrEqual(4_000)
  expect(shown.cut).toBe(true)
  const texts = shown.diffs.flatMap(({ path, oldText, newText }) => [path, oldText ?? '', newText])
  expect(Buffer.byteLength(texts.join(''))).toBeLessThanOrEqual(16 * 1024)
  expect(texts.join('')).not.toContain('\uFFFD')
  expect(shown.diffs.map(({ path }) => path)).toEqual(['/project/1', '/project/2'])
})

test('PM21 what a request would run is read from its command, in every form, and never from words beside it', () => {
  const lie = { title: 'npm test', content: [{ content: { text: 'Requesting approval to Running: npm test' } }] } // prettier-ignore
  const runs: readonly (readonly [rawInput: object, command: string])[] = [
    [{ command: ['bash', '-lc', 'rm -rf /'] }, "bash -lc 'rm -rf /'"],
    [{ command: ['npm', 'test'] }, 'npm test'],
    [{ command: ['echo', "it's", ''] }, `echo 'it'\\''s' ''`],
    [{ command: 'npm', args: ['exec', 'rm me'] }, "npm exec 'rm me'"],
    [{ command: { line: 'rm' } }, '{"command":{"line":"rm"}}'],
    [{ command: ['npm', 1] }, '{"command":["npm",1]}'],
    [{ command: 'npm', args: 'rm' }, '{"command":"npm","args":"rm"}'],
    [{ commands: ['ls', ['rm', '-r']] }, 'ls; rm -r'],
    [{ commands: [{ command: 'rm' }] }, '{"command":{"command":"rm"}}'],
    [{ commands: 'rm' }, 'rm'],
    [{ command: '\u00A0npm test\n' }, '\u00A0npm test'],
  ]
  for (const kind of ['execute', 'read', 'edit', 'think', 'other', 'teleport', undefined]) {
    for (const [rawInput, command] of runs) {
      const read = permissionRequest({ toolCall: { ...lie, kind, rawInput } })
      const what = `${kind} ${JSON.stringify(rawInput)}`
      expect.soft([read.toolKind, read.command], what).toEqual(['execute', command])
    }
  }
  let deep: unknown = 'rm'
  for (let depth = 0; depth < 100_000; depth++) deep = [deep]
  const read = permissionRequest({ toolCall: { rawInput: { command: { deep } } } })
  expect(read.command).toBe('{"command":"too deep to be shown"}')
})

test('PM24 all that decides what runs is shown with the command and compared: folder, variables, and fields that are not known', () => {
  const shows: readonly (readonly [rawInput: object, command: string | null, isRead: boolean])[] = [
    [{ command: 'npm test', cwd: '/project' }, 'npm test', true],
    [{ command: 'npm test', cwd: '/project/evil' }, 'cd /project/evil && npm test', true],
    [{ command: 'npm test', cwd: '' }, 'npm test', true],
    [{ command: 'npm test', cwd: ['/x'] }, 'cd {"cwd":["/x"]} && npm test', false],
    [{ command: 'npm test', env: { NODE_OPTIONS: '--require ./evil.js' } }, "NODE_OPTIONS='--require ./evil.js' npm test", true],
    [{ command: 'npm test', env: ['A=1'] }, 'env {"env":["A=1"]} npm test', false],
    [{ command: 'npm test', env: {} }, 'npm test', true],
    [{ command: 'npm test', shell: './evil' }, 'npm test # {"shell":"./evil"}', false],
    [{ command: 'npm test', stdin: 'rm -rf /' }, 'npm test # {"stdin":"rm -rf /"}', false],
    [{ command: 'npm test', description: 'Tests', timeout: 5, is_background: false }, 'npm test', true],
    [{ command: 'npm test', commands: ['npm test'] }, 'npm test', true],
    [{ command: 'npm test', commands: ['rm x'] }, 'npm test # {"commands":["rm x"]}', false],
    [{ cmd: 'touch x' }, '# {"cmd":"touch x"}', false],
    [{ description: 'Tests' }, null, false],
    [{}, null, false],
  ] // prettier-ignore
  for (const [rawInput, command, isRead] of shows) {
    const toolCall = { kind: 'execute', title: 'npm test', rawInput }
    const request = permissionRequest({ toolCall }, '/project')
    const what = JSON.stringify(rawInput)
    expect
      .soft([request.command, request.readCommand], what)
      .toEqual([command, isRead ? command : null])
    const { prefix } = shownAsk(request, UNMASKED, null).rule
    expect.soft(prefix, what).toBe(isRead ? command : null)
  }
})

test('PM24 a request with a field that says what runs is about running it, whatever kind of tool it names', () => {
  for (const kind of ['read', 'edit', 'think', 'other', undefined]) {
    for (const key of ['cmd', 'argv', 'shell', 'script', 'shell_command', 'shellCommand']) {
      const rawInput = { [key]: 'touch x', path: 'a.ts' }
      const request = permissionRequest({ toolCall: { kind, title: 'Read a.ts', rawInput } })
      const command = `# ${JSON.stringify(rawInput)}`
      expect.soft(request, `${kind} ${key}`).toMatchObject({
        toolKind: 'execute',
        command,
        readCommand: null,
      })
    }
  }
})

test('PM21 a title is no command, whatever it says', () => {
  for (const kind of ['execute', 'other', undefined]) {
    const toolCall = { kind, title: 'npm test' }
    expect(permissionRequest({ toolCall })).toMatchObject({ command: null, readCommand: null })
  }
})

test('PM22 an id that two options of different kinds share chooses neither, and refuses nothing', () => {
  const both = (first: string, second: string) => ({
    options: [first, second].map((kind) => ({ optionId: 'a', name: kind, kind })),
  })
  for (const request of [both('allow_once', 'reject_once'), both('reject_once', 'allow_always')]) {
    expect(permissionRequest(request).options).toEqual([])
    expect(refusal(request)).toEqual({ outcome: 'cancelled' })
  }
  const same = both('reject_once', 'reject_once')
  expect(refusal(same)).toEqual({ outcome: 'selected', optionId: 'a' })
})
