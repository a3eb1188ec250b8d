import { expect, test } from 'vitest'
import type { ProgramRunPorts } from '../program-run'
import { AcpTools, isOwnTool } from './acp-tools'
import { permissionRequest } from './permission-request'

const OPTIONS = [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }]

function isOwn(toolCall: object): boolean {
  const given = { toolCall: { toolCallId: 'x', ...toolCall }, options: OPTIONS }
  return isOwnTool(given, permissionRequest(given))
}

test.each([
  ['as gemini calls it', { title: 'react (crewroom MCP Server)', kind: 'other' }],
  [
    'as claude calls it',
    { title: 'mcp__crewroom__group_message', rawInput: { group: 'a', content: 'b' } },
  ],
  ['as copilot calls it', { title: 'crewroom-query_crew', rawInput: {} }],
  [
    'as qwen calls it, beside a title that holds the arguments',
    {
      title: '{"group":"a","content":"b"}',
      kind: 'other',
      rawInput: { group: 'a', content: 'b' },
      _meta: { toolName: 'mcp__crewroom__group_message' },
    },
  ],
  ['as opencode calls it', { title: 'crewroom_complete_task', rawInput: { summary: 'done' } }],
])('MC32 a request for one of the own tools is known, %s', (_name, toolCall) => {
  expect(isOwn(toolCall)).toBe(true)
})

test.each([
  ['a tool of another server', { title: 'react (other MCP Server)' }],
  ['a tool that is not there', { title: 'mcp__crewroom__run_shell' }],
  ['a tool of another server, beside its title', { _meta: { toolName: 'mcp__other__react' } }],
  [
    'a command, with the name of a tool beside its title',
    { title: 'make', rawInput: { command: 'make' }, _meta: { toolName: 'mcp__crewroom__react' } },
  ],
  ['what is not a name', { title: 'x', _meta: { toolName: ['mcp__crewroom__react'] } }],
  ['more than a title', { title: 'mcp__crewroom__react please' }],
  [
    'a command behind the title',
    { title: 'mcp__crewroom__react', rawInput: { command: 'rm -rf /' } },
  ],
  ['a command by its kind', { title: 'mcp__crewroom__react', kind: 'execute' }],
  ['an edit by its kind', { title: 'react (crewroom MCP Server)', kind: 'edit' }],
  [
    'an argument that the tool does not have',
    { title: 'crewroom-react', rawInput: { path: '/etc/passwd' } },
  ],
  [
    'a changed file',
    {
      title: 'mcp__crewroom__react',
      content: [{ type: 'diff', path: 'a', oldText: null, newText: 'b' }],
    },
  ],
])('MC32 a request for %s is asked about like any other', (_name, toolCall) => {
  expect(isOwn(toolCall)).toBe(false)
})

test('MC32 a request in other words is known by the call that it is for, and nothing else with its id is', () => {
  const tools = new AcpTools({} as ProgramRunPorts, 'agent')
  tools.saw({ sessionUpdate: 'tool_call', toolCallId: 'x', title: 'crewroom-react', kind: 'other' })
  const isAllowed = (toolCall: object) => {
    const given = { toolCall: { toolCallId: 'x', kind: 'other', ...toolCall }, options: OPTIONS }
    return isOwnTool(given, permissionRequest(given), (id) => tools.isOwnCall(id))
  }
  expect(isAllowed({ title: 'react', rawInput: { group: 'a', emoji: '👍' } })).toBe(true)
  expect(isAllowed({ title: 'crewroom-react' })).toBe(true)
  expect(isAllowed({ title: 'react', toolCallId: 'y' })).toBe(false)
  expect(isAllowed({ title: 'Remove everything' })).toBe(false)
  expect(isAllowed({ title: 'react', kind: 'execute', rawInput: { command: 'rm -rf /' } })).toBe(
    false,
  )
})
