import { afterAll, beforeAll, test } from 'vitest'
import { holds } from './compare'
import { Outside } from './outside'

let server: Outside

beforeAll(async () => {
  server = await Outside.start()
})
afterAll(() => server.end())

test('OA17, OA13 /llms.txt says to agents what it said', async () => {
  holds('documents/llms', (await server.text('/llms.txt')).split('\n'))
})
