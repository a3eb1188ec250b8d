import { expect, test } from 'vitest'
import { AcpMeter } from './acp-meter'
import { modelIn, modelInArgs, modelOf } from './acp-model'
import { usageIn } from './acp-values'

const option = (category: string, currentValue: unknown) => ({
  id: category,
  category,
  currentValue,
})

test.each<[told: Record<string, unknown>, model: string | null]>([
  [{ models: { currentModelId: 'sonnet', availableModels: [] } }, 'sonnet'],
  [{ configOptions: [option('mode', 'plan'), option('model', 'gpt-5')] }, 'gpt-5'],
  [{ models: { currentModelId: 7 }, configOptions: 'none' }, null],
  [{ models: { currentModelId: 'x'.repeat(201) } }, null],
  [{}, null],
])('US4 a session that says %j runs %s', (told, model) => {
  expect(modelOf(told)).toBe(model)
})

test('US4 a quota names the model that did most of the turn', () => {
  const used = (model: string, input: number) => ({ model, token_count: { input_tokens: input } })
  const quota = { model_usage: [used('flash', 10), used('pro', 500)] }
  expect(modelIn({ _meta: { quota } })).toBe('pro')
  const camel = { modelUsage: [{ model: 'pro', tokenCount: { inputTokens: 1 } }] }
  expect(modelIn({ _meta: { quota: camel } })).toBe('pro')
  expect(modelIn({ _meta: { quota: { model_usage: 'pro' } } })).toBeNull()
  expect(modelIn({})).toBeNull()
})

test('US4 a command line may name the model', () => {
  expect(modelInArgs(['acp', '--model', 'pro'])).toBe('pro')
  expect(modelInArgs(['-m', 'pro'])).toBe('pro')
  expect(modelInArgs(['--model=pro'])).toBe('pro')
  expect(modelInArgs(['--model'])).toBeNull()
  expect(modelInArgs(['--models', 'pro'])).toBeNull()
})

test('US4 the model of a turn is the one that was named last, by the turn itself if it does', () => {
  const meter = new AcpMeter('turn', ['--model', 'from the command line'])
  const end = (answer: object) => {
    meter.begin()
    return meter.end(usageIn({ usage: { inputTokens: 1 }, ...answer }), modelIn({ ...answer }))
      ?.model
  }
  expect(end({})).toBe('from the command line')
  meter.named(modelOf({ models: { currentModelId: 'of the session' } }))
  meter.named(null)
  expect(end({})).toBe('of the session')
  meter.update({
    sessionUpdate: 'config_option_update',
    configOptions: [option('model', 'chosen')],
  })
  expect(end({})).toBe('chosen')
  expect(end({ _meta: { quota: { model_usage: [{ model: 'of the turn' }] } } })).toBe('of the turn')
  expect(end({}), 'and the session still runs its own').toBe('chosen')
})
