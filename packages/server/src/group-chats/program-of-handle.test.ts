import { expect, test } from 'vitest'
import { programOfHandle } from './program-of-handle'

const CONFIGURED = { cursor: { kind: 'pipe', command: 'cursor', args: [] } } as const

test.each([
  ['cursor', ['claude'], CONFIGURED.cursor],
  ['Cursor', [], CONFIGURED.cursor],
  ['claude-code', ['claude'], { kind: 'acp', preset: 'claude' }],
  ['claude', ['claude', 'codex'], { kind: 'acp', preset: 'claude' }],
  ['claude-code', ['codex'], { kind: 'remote' }],
  ['gpt-4o', ['claude'], { kind: 'remote' }],
  ['constructor', [], { kind: 'remote' }],
])('VB3 the program of %s, with %j installed', (handle, installed, program) => {
  const choice = { configured: CONFIGURED, installed: () => installed }
  expect(programOfHandle(choice, handle)).toEqual(program)
})
