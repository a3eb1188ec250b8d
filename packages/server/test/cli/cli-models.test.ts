import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { examineModels } from '../../src/cli/try-models'
import { createMask } from '../../src/rollouts/secret-mask'
import { crewroom } from '../harness/crewroom'
import { FakeModel } from '../harness/fake-model'
import { letters } from '../harness/secrets'
import { tempFolder } from '../harness/temp-folder'

test('ML50 run gives the task to a model that is set up by name', async () => {
  await using model = await FakeModel.start({
    text: ['⟦⟦ COMPLETE_TASK {"summary":"the parser is there"} ⟧⟧'],
    usage: [10, 2],
  })
  using folder = tempFolder()
  const { baseUrl } = model.driver() as { baseUrl: string }
  writeFileSync(
    path.join(folder.path, 'crewroom.config.yaml'),
    `drivers:\n  local: { kind: model, baseUrl: '${baseUrl}', model: fake-1 }\n`,
  )
  const data = path.join(folder.path, 'data')
  const run = (agent: string) =>
    crewroom(['run', 'Write the parser.', '--agent', agent, '--data', data], {
      cwd: folder.path,
      environment: { CREWROOM_PORT: '0' },
    })
  const { code, out, errors } = await run('local')
  expect([code, errors]).toEqual([0, expect.stringContaining(`local (model fake-1 ${baseUrl})`)])
  expect(out).toContain('the parser is there')
  expect(FakeModel.promptOf(await model.request(1))).toContain('Write the parser.')
  const unknown = await run('nowhere')
  expect([unknown.code, unknown.errors]).toEqual([1, expect.stringMatching(/no coding agent "nowhere"\. Known ones: .*, local\./)]) // prettier-ignore
})

/** An endpoint that answers requests for its models with this. */
async function listing(status: number, body: string) {
  const asked: unknown[] = []
  const server: Server = createServer((request, response) => {
    asked.push([request.url, request.headers.authorization])
    response.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return { asked, baseUrl, [Symbol.dispose]: () => void server.close() }
}

const LIST = JSON.stringify({ data: [{ id: 'llama' }, { id: 'qwen' }] })

test('ML51 doctor lists the models that are set up, and with --try says what their endpoints answer', async () => {
  const key = `sk-${letters(40)}`
  const ms = 120_000
  const ports = { ms, mask: createMask([key]), signal: new AbortController().signal }
  const said = async (driver: object, environment = {}, tries: typeof ports | null = ports) => {
    const named = { kind: 'model', model: 'llama', ...driver } as { kind: 'model'; baseUrl: string; model: string } // prettier-ignore
    const [found] = await examineModels({ local: named, other: { kind: 'remote' } }, environment, tries ?? undefined) // prettier-ignore
    return [found?.kind, found?.text.replace(named.baseUrl, 'URL')]
  }
  using good = await listing(200, LIST)
  const { baseUrl } = good
  expect(await said({ baseUrl }, {}, null)).toEqual(['ok', 'model local: llama at URL'])
  expect(good.asked, 'nothing is asked unasked').toEqual([])
  expect(await said({ baseUrl, apiKey: key })).toEqual(['ok', 'model local: llama at URL answers and has it']) // prettier-ignore
  expect(good.asked).toEqual([['/v1/models', `Bearer ${key}`]])
  expect(await said({ baseUrl, model: 'gpt' })).toEqual(['problem', 'model local: gpt at URL does not work here. It answers, but does not list gpt. It has: llama, qwen.']) // prettier-ignore
  expect(await said({ baseUrl, apiKeyEnv: 'MY_KEY' })).toEqual(['note', 'model local: llama at URL has no key: MY_KEY is not set']) // prettier-ignore
  expect(await said({ baseUrl, apiKeyEnv: 'MY_KEY' }, { MY_KEY: 'a' })).toEqual(['ok', 'model local: llama at URL answers and has it']) // prettier-ignore
  using none = await listing(404, 'no')
  expect(await said({ baseUrl: none.baseUrl })).toEqual(['note', 'model local: llama at URL answers, but lists no models (404)']) // prettier-ignore
  using closed = await listing(401, `no ${key}`)
  expect(await said({ baseUrl: closed.baseUrl })).toEqual(['problem', 'model local: llama at URL does not work here. It answers 401: check its key.']) // prettier-ignore
  expect((await said({ baseUrl: 'http://127.0.0.1:1/v1' }))[1]).toMatch(/does not work here\. Nothing answers there: .*\.$/) // prettier-ignore
})
