import { expect, test } from 'vitest'
import { record, subagent } from '../../test/made-transcripts'
import { contextLimit, extractMainModel, extractSubagentModels, modelInfo } from './models'

test.each([
  ['claude-sonnet-4-20250514', 'sonnet', 'sonnet4'],
  ['claude-sonnet-4-5-20250929', 'sonnet', 'sonnet4.5'],
  ['claude-opus-4-5-20251101', 'opus', 'opus4.5'],
  ['claude-opus-4-6', 'opus', 'opus4.6'],
  ['claude-sonnet-4', 'sonnet', 'sonnet4'],
  ['claude-3-5-sonnet-20241022', 'sonnet', 'sonnet3.5'],
  ['claude-3-sonnet-20240229', 'sonnet', 'sonnet3'],
  ['claude-3-7-sonnet-latest', 'sonnet', 'sonnet3.7'],
  ['anthropic/claude-sonnet-4.5', 'sonnet', 'sonnet4.5'],
  ['us.anthropic.claude-haiku-4-5-20251001-v1:0', 'haiku', 'haiku4.5'],
  ['claude-opus-4-6[1m]', 'opus', 'opus4.6'],
  ['sonnet', 'sonnet', 'sonnet'],
  ['gpt-5.2-codex', 'gpt-5.2-codex', 'gpt-5.2-codex'],
  ['m'.repeat(60), 'm'.repeat(60), `${'m'.repeat(39)}…`],
])('TR39 %s', (name, family, label) => {
  expect(modelInfo(name)).toEqual({ name, family, label })
})

let records = 0
const answer = (model: string | undefined, messageId: string) =>
  record({ uuid: `record-${(records += 1)}`, messageId, ...(model === undefined ? {} : { model }) })

test('TR39 the main model is that of most responses, with or without tools', () => {
  const mainOf = (...responses: Parameters<typeof extractMainModel>[0]) =>
    extractMainModel(responses)?.label ?? null
  expect(mainOf(answer('claude-opus-4-6', 'a'))).toBe('opus4.6')
  // Three records of one response count once.
  const one = [1, 2, 3].map(() => answer('claude-opus-4-6', 'a'))
  expect(mainOf(...one, answer('sonnet', 'b'), answer('sonnet', 'c'))).toBe('sonnet')
  expect(mainOf(answer('haiku', 'a'), answer('sonnet', 'b'))).toBe('haiku')
  expect(mainOf(answer('<synthetic>', 'a'), answer(undefined, 'b'))).toBe(null)
  expect(mainOf(record({ type: 'user', model: 'opus' }))).toBe(null)
})

test('TR39 models of sub-agents are listed once each, without the main one', () => {
  const of = (model: string) => ({ messages: [answer(model, 'a')] })
  const processes = [
    subagent('s1', of('haiku')),
    subagent('s2', of('claude-opus-4-6')),
    subagent('s3', of('haiku')),
    subagent('s4', { model: 'sonnet' }),
    subagent('s5'),
  ]
  const models = extractSubagentModels(processes, modelInfo('claude-opus-4-6'))
  expect(models.map(({ label }) => label)).toEqual(['haiku', 'sonnet'])
})

test.each([
  ['claude-opus-4-6', 10, 200_000],
  ['claude-opus-4-6', 200_001, 1_000_000],
  ['claude-sonnet-4-5[1m]', 10, 1_000_000],
  ['gpt-5.2-codex', 10, null],
  ['claude-2.1', 10, null],
])('TR47 what %s takes, with %i tokens seen', (name, most, limit) => {
  expect(contextLimit(modelInfo(name), most, [])).toBe(limit)
  expect(contextLimit(null, most, [])).toBe(null)
  const usage = { input_tokens: 1, output_tokens: 1, context_limit: 258_400 }
  const told = [record({ usage }), record()]
  expect(contextLimit(modelInfo(name), most, told)).toBe(258_400)
})
