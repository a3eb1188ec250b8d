import { afterEach, expect, test, vi } from 'vitest'
import { choiceOf, driverOf, isStarted, NO_DRIVER } from './driver-choice'

const endpoint = {
  baseUrl: ' http://127.0.0.1:11434/v1 ',
  model: ' llama3.2 ',
  apiKey: '',
  tools: false,
  rest: {},
}
const choice = { ...NO_DRIVER, kind: 'model', endpoint } as const

afterEach(() => vi.unstubAllGlobals())

test('ML60 a model is given with its endpoint and, if there is one, its key; what is missing is said', () => {
  const driver = { kind: 'model', baseUrl: 'http://127.0.0.1:11434/v1', model: 'llama3.2' }
  expect(driverOf(choice)).toEqual({ ok: true, driver })
  const withKey = { ...endpoint, apiKey: ' a-key ' }
  expect(driverOf({ ...choice, endpoint: withKey })).toEqual({ ok: true, driver: { ...driver, apiKey: 'a-key' } }) // prettier-ignore
  for (const [part, problem] of [
    [{ baseUrl: '' }, /address of the endpoint/],
    [{ baseUrl: 'localhost:11434' }, /address of the endpoint/],
    [{ baseUrl: 'http://me:secret@host/v1' }, /address of the endpoint/],
    [{ model: ' ' }, /name of the model/],
  ] as const) {
    const result = driverOf({ ...choice, endpoint: { ...endpoint, ...part } })
    expect(result).toEqual({ ok: false, problem: expect.stringMatching(problem) })
  }
  expect(isStarted(choice), 'a folder means nothing to it').toBe(false)
})

test('ML60, ML61 what an agent has is kept unless it is changed, and its key is not there', () => {
  const has = { baseUrl: 'https://x.example/v1', model: 'big', contextTokens: 9_000, tools: true as const, apiKeyEnv: 'X_KEY' } // prettier-ignore
  const was = choiceOf({ kind: 'model', envNames: ['API_KEY'], ...has })
  expect(was.endpoint.apiKey).toBe('')
  expect(driverOf(was)).toEqual({ ok: true, driver: { kind: 'model', ...has } })
  const { apiKeyEnv: _, ...rest } = has
  const given = { ...was, endpoint: { ...was.endpoint, apiKey: 'new' } }
  expect(driverOf(given), 'one key, not two').toEqual({ ok: true, driver: { kind: 'model', ...rest, apiKey: 'new' } }) // prettier-ignore
})

test('ML61 what the first page keeps of a model is without its key', async () => {
  const kept: Record<string, string> = {}
  const storage = {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, value: string) => void (kept[name] = value),
    removeItem: (name: string) => void delete kept[name],
  }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  const { changeQuick, quickStart } = await import('../first-run/quick-start')
  changeQuick({ driver: { ...choice, endpoint: { ...endpoint, apiKey: 'the-key' } } })
  expect(quickStart.getState().driver.endpoint.apiKey).toBe('the-key')
  const text = JSON.stringify(kept)
  expect(text).toContain('llama3.2')
  expect(text).not.toContain('the-key')
})
