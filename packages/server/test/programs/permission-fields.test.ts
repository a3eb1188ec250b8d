import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PermissionRule } from '@crewroom/shared/model/need'
import { ruleFor, ruleOf } from '../../src/crew/permission-rules'
import { areInside } from '../../src/programs/acp/named-places'
import { permissionRequest, shownAsk } from '../../src/programs/acp/permission-request'
import { createMask } from '../../src/rollouts/secret-mask'
import { tempFolder } from '../harness/temp-folder'

/**
 * What programs ask for by the protocol, and by it alone: hooks of a coding agent and its permission tool of MCP are
 * answered where it runs, and their requests come here in the fields of the protocol.
 */
type Call = Readonly<Record<string, unknown>>

let folder: ReturnType<typeof tempFolder>

beforeAll(() => {
  folder = tempFolder()
  for (const name of ['src', 'evil', '.git/hooks']) mkdirSync(at(name), { recursive: true })
  writeFileSync(at('src/a.ts'), '')
  symlinkSync('/etc', at('linked'))
  symlinkSync('/etc/nothing-there', at('nothing'))
  symlinkSync(at('src'), at('same'))
})
afterAll(() => folder[Symbol.dispose]())

const at = (...parts: string[]) => path.join(folder.path, ...parts)
const read = (toolCall: Call) => permissionRequest({ toolCall, options: [] }, folder.path)
const shown = (toolCall: Call) => shownAsk(read(toolCall), createMask([]), null)

function always(toolCall: Call): PermissionRule | null {
  try {
    const { role, toolKind, prefix, action } = ruleOf(shown(toolCall), 'developer', 'allow', folder.path) // prettier-ignore
    return { id: 'r', leadId: 'l', role: role ?? null, toolKind, prefix: prefix ?? null, action, folder: folder.path, createdBy: 'human', createdAt: '2026-01-01T00:00:00Z' } // prettier-ignore
  } catch {
    return null
  }
}

function isAllowed(rule: PermissionRule, toolCall: Call): boolean {
  const request = read(toolCall)
  const { toolKind, readCommand: command } = request
  const wish = { toolKind, command, folder: folder.path, isInside: areInside(folder.path, request) }
  return ruleFor([rule], 'developer', wish)?.action === 'allow'
}

/** Every place of a request that may hold what runs, beside a title that says something else. */
const RUNS: Readonly<Record<string, Call>> = {
  'the command of another program': { rawInput: { command: './evil.sh' } },
  'words of a command': { rawInput: { command: ['./evil.sh', 'now'] } },
  arguments: { rawInput: { command: 'npm test', args: ['--', './evil.sh'] } },
  'several commands': { rawInput: { commands: ['npm test', './evil.sh'] } },
  cmd: { rawInput: { cmd: './evil.sh' } },
  argv: { rawInput: { argv: ['./evil.sh'] } },
  'a shell': { rawInput: { command: 'npm test', shell: './evil.sh' } },
  'a script': { rawInput: { script: './evil.sh' } },
  'a folder': { rawInput: { command: 'npm test', cwd: './evil.sh' } },
  'another name of a folder': { rawInput: { command: 'npm test', workdir: './evil.sh' } },
  variables: { rawInput: { command: 'npm test', env: { NODE_OPTIONS: './evil.sh' } } },
  'variables as a list': { rawInput: { command: 'npm test', env: ['X=./evil.sh'] } },
  'what is typed into it': { rawInput: { command: 'npm test', stdin: './evil.sh' } },
  'no sandbox': { rawInput: { command: 'npm test', dangerouslyDisableSandbox: './evil.sh' } },
  'the input of a hook': { rawInput: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: './evil.sh' } } },
  'the input of a permission tool': { rawInput: { tool_name: 'Bash', input: { command: './evil.sh' } } },
  'a call inside of another': { rawInput: { calls: [{ name: 'shell', arguments: { cmd: './evil.sh' } }] } },
} // prettier-ignore

const KINDS = [
  'execute',
  'read',
  'edit',
  'search',
  'fetch',
  'think',
  'other',
  'switch_mode',
  undefined,
]

test.each(Object.keys(RUNS))(
  'PM40 what runs is shown and compared whatever the title says and the kind: %s',
  (place) => {
    const harmless = always({
      kind: 'execute',
      title: 'npm test',
      rawInput: { command: 'npm test' },
    })
    for (const kind of KINDS) {
      const call = { kind, title: 'npm test', ...RUNS[place] }
      expect.soft(shown(call), `${kind}`).toMatchObject({
        toolKind: 'execute',
        command: expect.stringContaining('./evil.sh'),
      })
      expect.soft(harmless && isAllowed(harmless, call), `${kind}`).toBe(false)
      // What is read in full may become a rule, which then says it.
      expect.soft(always(call)?.prefix ?? './evil.sh', `${kind}`).toContain('./evil.sh')
    }
  },
)

test('PM40 what a tool of another kind is given is shown behind its title, which a model may choose', () => {
  const rows: readonly (readonly [Call, string])[] = [
    [{ kind: 'fetch', title: 'Read the docs', rawInput: { url: 'https://evil.example/?k=1' } }, 'Read the docs # {"url":"https://evil.example/?k=1"}'],
    [{ kind: 'read', title: 'Read README', rawInput: { path: '/etc/passwd' } }, 'Read README # {"path":"/etc/passwd"}'],
    [{ kind: 'read', title: 'Read src/a.ts', rawInput: { path: 'src/a.ts', description: 'why' } }, 'Read src/a.ts'],
    [{ kind: 'other', title: 'notes', rawInput: { to: ['all'], text: 'x' } }, 'notes # {"to":["all"],"text":"x"}'],
    [{ kind: 'edit', title: 'Edit', rawInput: { file_path: '/w/a', content: 'x' }, content: [{ type: 'diff', path: '/w/a', newText: 'x' }] }, 'Edit'],
    [{ kind: 'edit', title: 'Edit', rawInput: { file_path: '/etc/a', content: 'x' }, content: [{ type: 'diff', path: '/w/a', newText: 'x' }] }, 'Edit # {"file_path":"/etc/a"}'],
  ] // prettier-ignore
  for (const [call, title] of rows) expect.soft(shown(call).title).toBe(title)
  const long = shown({ kind: 'fetch', title: 'x'.repeat(900), rawInput: { url: 'https://evil.example/' } }) // prettier-ignore
  expect(long.title).toContain('https://evil.example/')
})

test('PM41 "always" of a kind of tool is about files of the folder: none outside, none that is hidden, and none that cannot be read', () => {
  const rule = always({ kind: 'edit', title: 'Edit', locations: [{ path: at('src/a.ts') }] })
  if (!rule) throw new Error('no rule')
  const edits = (call: Call) => isAllowed(rule, { kind: 'edit', title: 'Edit', ...call })
  for (const place of ['src/a.ts', at('src/new/b.ts'), './src/a.ts', 'same/a.ts', 'a b.ts']) {
    expect.soft(edits({ rawInput: { file_path: place } }), place).toBe(true)
  }
  const OUTSIDE = ['/etc/passwd', '~/.bashrc', '../a', 'src/../../a', at('../a'), 'linked/passwd', 'linked/new', 'nothing', '.git/hooks/pre-commit', '.claude/settings.json', 'src/.env', '$HOME/.bashrc', '%APPDATA%', 'file:///etc/passwd', 'C:\\x\\..\\..', 'a\nb', ''] // prettier-ignore
  for (const place of OUTSIDE) {
    for (const call of [
      { rawInput: { file_path: place } },
      { rawInput: { path: at('src/a.ts'), destination: place } },
      { rawInput: { path: at('src/a.ts'), more: { files: [place] } } },
      { locations: [{ path: at('src/a.ts') }, { path: place }] },
      { locations: [{ path: at('src/a.ts') }], content: [{ type: 'diff', path: place, newText: '' }] }, // prettier-ignore
    ]) {
      if (process.platform === 'win32' || !place.startsWith('C:')) expect.soft(edits(call), `${JSON.stringify(call)}`).toBe(false) // prettier-ignore
    }
  }
  expect(edits({}), 'it names no file').toBe(false)
  expect(edits({ rawInput: { x: '/etc/passwd', path: 'src/a.ts' } }), 'an unknown field').toBe(
    false,
  )
  let deep: object = { path: '/etc/passwd' }
  for (let n = 0; n < 40; n++) deep = { deep }
  expect(edits({ rawInput: { path: 'src/a.ts', deep } }), 'too deep').toBe(false)
  expect(edits({ rawInput: { path: 'src/a.ts', content: '/etc/passwd' } }), 'a text').toBe(true)
})

test('PM42 "always" says nothing about tools that only have in common to be unknown, nor about modes', () => {
  for (const kind of ['other', 'switch_mode', 'teleport']) {
    expect(always({ kind, title: 'x', rawInput: { a: 'b' } }), kind).toBeNull()
  }
  for (const kind of ['read', 'edit', 'delete', 'move', 'search', 'fetch', 'think']) {
    expect(always({ kind, title: 'x' }), kind).toMatchObject({ toolKind: kind, prefix: null })
  }
})
