import { describe, expect, test } from 'vitest'
import { classify } from './classify'
import type { MessageCategory, ParsedMessage } from './messages'
import { parseRecord } from './parse-record'

type Row = readonly [what: string, record: object, category: MessageCategory]

const said = (content: unknown, more: object = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...more,
})
const answered = (content: unknown, model = 'claude-opus-4-6', more: object = {}) => ({
  type: 'assistant',
  message: { role: 'assistant', model, content },
  ...more,
})
const text = (words: string) => ({ type: 'text', text: words })
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } }
const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'done' }

const ROWS: readonly Row[] = [
  ['a person’s words', said('Fix the tests'), 'user'],
  ['a person’s words as a block', said([text('Fix the tests')]), 'user'],
  ['an image without words', said([image]), 'user'],
  ['a command that a person typed', said('<command-name>/model</command-name>'), 'user'],
  ['a shell command that a person typed', said('<bash-input>ls</bash-input>'), 'user'],
  ['a command as a record of the program', { type: 'system', subtype: 'local_command', content: '<command-name>/cost</command-name>' }, 'user'],
  ['words beside a result', said([result, text('No, the other file')]), 'user'],
  ['an answer', answered([text('Done.')]), 'ai'],
  ['an answer that is a text', answered('Done.'), 'ai'],
  ['a result of a tool', said([result]), 'ai'],
  ['what the program put into the context', said([text('Base directory')], { isMeta: true }), 'ai'],
  ['a message of a team', said('<teammate-message teammate_id="lead">Go on</teammate-message>'), 'ai'],
  ['an interruption', said('[Request interrupted by user]'), 'ai'],
  ['an interruption as a block', said([text('[Request interrupted by user for tool use]')]), 'ai'],
  ['an interruption beside a result', said([result, text('[Request interrupted by user for tool use]')]), 'ai'],
  ['a person’s empty record', said(''), 'ai'],
  ['output of a command', said('<local-command-stdout>Set model</local-command-stdout>'), 'system'],
  ['errors of a command', said('<local-command-stderr>No such model</local-command-stderr>'), 'system'],
  ['errors of a command as a block', said([text('<local-command-stderr>No</local-command-stderr>')]), 'system'],
  ['output of a shell command', said('<bash-stdout>a.ts</bash-stdout><bash-stderr></bash-stderr>'), 'system'],
  ['output as a record of the program', { type: 'system', subtype: 'local_command', content: '<local-command-stdout>$ 1</local-command-stdout>' }, 'system'],
  ['an error of the model’s API', answered([text('API Error: 529')], '<synthetic>', { isApiErrorMessage: true }), 'system'],
  ['an error of the API in an older version', answered([text('API Error: 500')], '<synthetic>'), 'system'],
  ['a request that failed', { type: 'system', subtype: 'api_error', error: { message: 'Overloaded' } }, 'system'],
  ['a notice of a task that ended', said('<task-notification><summary>Build done</summary></task-notification>'), 'system'],
  ['the summary of a context', said('This session goes on', { isCompactSummary: true }), 'compact'],
  ['a text that no model wrote', answered([text('No response requested.')], '<synthetic>'), 'hardNoise'],
  ['a caveat', said('<local-command-caveat>These were generated</local-command-caveat>'), 'hardNoise'],
  ['a reminder', said('<system-reminder>Mind the list</system-reminder>'), 'hardNoise'],
  ['a reminder as a block', said([text('<system-reminder>Mind the list</system-reminder>')]), 'hardNoise'],
  ['a command without output', said('<local-command-stdout></local-command-stdout>'), 'hardNoise'],
  ['a shell command without output', said('<bash-stdout></bash-stdout><bash-stderr></bash-stderr>'), 'hardNoise'],
  ['how long a turn took', { type: 'system', subtype: 'turn_duration', content: '' }, 'hardNoise'],
  ['where a context was compacted', { type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted' }, 'hardNoise'],
  ['a summary of a file', { type: 'summary', summary: 'Tests' }, 'hardNoise'],
  ['a snapshot of files', { type: 'file-history-snapshot', snapshot: {} }, 'hardNoise'],
  ['a queue', { type: 'queue-operation', operation: 'enqueue', content: 'Next' }, 'hardNoise'],
] // prettier-ignore

describe('TR5 each record is one of five', () => {
  test.each(ROWS)('%s', (_what, record, category) => {
    const uuid = { uuid: 'u1', timestamp: '2026-01-01T00:00:00.000Z' }
    const message = parseRecord({ ...uuid, ...record }, '', 1)
    expect(message).not.toBeNull()
    expect(classify(message as ParsedMessage)).toBe(category)
  })
})
