import { expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Part } from '../../src/programs/model/model-shapes'
import { ModelRequest } from '../../src/programs/model/model-request'
import type { FakeClock } from '../harness/fake-clock'
import { testCrew } from '../harness/test-crew'

test('ML17 an endpoint that stays silent for five minutes has not answered; every part begins them again', async () => {
  await using crew = testCrew()
  const clock = crew.clock as FakeClock
  const said: string[] = []
  const left: boolean[] = []
  let more: (part: Part) => void = () => {}
  async function* parts(signal: AbortSignal): AsyncGenerator<Part> {
    signal.addEventListener('abort', () => left.push(true))
    for (;;) yield await new Promise<Part>((resolve) => (more = resolve))
  }
  const question = {
    namedHosts: new Set<string>(),
    baseUrl: 'http://x',
    model: 'x',
    apiKey: null,
    system: '',
    said: [],
    tools: [],
  }
  const request = new ModelRequest(
    { shard: crew.shard, model: () => Promise.resolve(({ signal }) => parts(signal)) },
    { ...question, signal: new AbortController().signal },
    {
      began: () => said.push('began'),
      thought: () => {},
      text: (text) => Promise.resolve(void said.push(text)),
    },
  )
  let failed: unknown = null
  const answer = request.answer().catch((error: unknown) => (failed = error))
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  await settled()
  clock.advance(LIMITS.modelSilenceMs - 1)
  more({ kind: 'text', text: 'late' })
  await settled()
  clock.advance(LIMITS.modelSilenceMs - 1)
  await settled()
  expect([failed, said]).toEqual([null, ['began', 'late']])
  clock.advance(1)
  await answer
  expect(failed).toMatchObject({ kind: 'passing', message: 'The endpoint has sent nothing for 300 seconds.' }) // prettier-ignore
  expect([request.said, left]).toEqual(['late', [true]])
})
