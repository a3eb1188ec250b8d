import { expect, test } from 'vitest'
import { parseRecord } from './parse-record'

const NOW = '2026-01-05T09:00:00.000Z'
const told = (content: unknown, more: object = {}) => ({
  type: 'user',
  message: { content },
  ...more,
})
const said = (content: unknown) => ({ type: 'assistant', message: { content } })

function parsed(record: Readonly<Record<string, unknown>>) {
  const message = parseRecord(record, NOW, 1)
  if (message === null || message === 'unknown') throw new Error('It is not a message.')
  return message
}

/** Arrays in arrays. */
const nested = (levels: number): unknown => {
  let value: unknown = 'deep'
  for (let level = 0; level < levels; level += 1) value = [value]
  return value
}
function levelsOf(value: unknown): number {
  let levels = 0
  for (let inner = value; Array.isArray(inner); inner = inner[0]) levels += 1
  return levels
}

test('TR21 blocks of all kinds are read, and of those that cannot be shown what they are', () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } }
  const blocks = [
    'plain',
    { type: 'text', text: 'a' },
    { type: 'thinking', thinking: 'b', signature: 'x'.repeat(1_000) },
    { type: 'redacted_thinking', data: 'x' },
    { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'c' } },
    { type: 'web_search_tool_result', tool_use_id: 's', content: [{ type: 'web_search_result' }] },
    { type: 'tool_result', tool_use_id: 't', content: null, is_error: 'yes' },
    image,
    { type: 'image', source: { type: 'url', url: 'http://localhost/x.png' } },
    { type: 'document', source: {} },
    { text: 'no type' },
    null,
    7,
  ]
  expect(parsed(said(blocks)).content).toEqual([
    { type: 'text', text: 'plain' },
    { type: 'text', text: 'a' },
    { type: 'thinking', thinking: 'b' },
    { type: 'tool_use', id: 's', name: 'web_search', input: { query: 'c' } },
    { type: 'tool_result', tool_use_id: 's', content: [{ type: 'web_search_result' }] },
    { type: 'tool_result', tool_use_id: 't', content: '' },
    image,
    { type: 'text', text: '[image]' },
    { type: 'text', text: '[document]' },
    { type: 'text', text: '[unknown block]' },
  ])
})

test('TR21 calls that start a sub-agent are told from others', () => {
  const input = { description: 'Look', subagent_type: 'Explore' }
  const names = ['Task', 'Agent', 'Read']
  const content = names.map((name) => ({ type: 'tool_use', id: name, name, input }))
  expect(parsed(said(content)).toolCalls).toEqual([
    {
      id: 'Task',
      name: 'Task',
      input,
      isTask: true,
      taskDescription: 'Look',
      taskSubagentType: 'Explore',
    },
    {
      id: 'Agent',
      name: 'Agent',
      input,
      isTask: true,
      taskDescription: 'Look',
      taskSubagentType: 'Explore',
    },
    { id: 'Read', name: 'Read', input, isTask: false },
  ])
})

test('TR21 what nobody is shown is not kept', () => {
  const toolUseResult = { filePath: '/a', originalFile: 'x'.repeat(1_000), structuredPatch: [] }
  expect(parsed(told('', { toolUseResult })).toolUseResult).toEqual({
    filePath: '/a',
    structuredPatch: [],
  })
  const message = parsed(
    told('Go', { snapshot: 'x', todos: [], thinkingMetadata: {}, userType: 'external' }),
  )
  expect(Object.keys(message).toSorted()).toEqual(
    ['content', 'isMeta', 'isSidechain', 'parentUuid', 'timestamp', 'toolCalls', 'toolResults', 'type', 'uuid'], // prettier-ignore
  )
})

test('TR21 values are cut off where they are nested too deeply to be walked', () => {
  const input = { some: nested(10), more: nested(100_000) }
  const [call] = parsed(said([{ type: 'tool_use', id: 'a', name: 'x', input }])).toolCalls
  expect([levelsOf(call?.input['some']), levelsOf(call?.input['more'])]).toEqual([10, 63])
  const { toolUseResult } = parsed(told('', { toolUseResult: nested(100_000) }))
  expect(levelsOf(toolUseResult)).toBe(64)
  expect(() => JSON.stringify(toolUseResult)).not.toThrow()
})

test('TR21 counts of tokens are whole numbers, or none', () => {
  const usage = {
    input_tokens: -1,
    output_tokens: 2.4,
    cache_read_input_tokens: '7',
    cache_creation_input_tokens: 1e300,
  }
  const message = { content: '', usage }
  expect(parsed({ type: 'assistant', message }).usage).toEqual({
    input_tokens: 0,
    output_tokens: 2,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 1_000_000_000,
  })
})
