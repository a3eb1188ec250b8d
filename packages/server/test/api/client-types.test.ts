import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { clientTypes } from '../harness/client-types'

const FILE = fileURLToPath(new URL('../../../shared/src/client/api-types.ts', import.meta.url))

test('LB1 the types of the client are what the API’s document says', async () => {
  // Where the document is as it should be and the file is not: npm run client:types
  await expect(await clientTypes()).toMatchFileSnapshot(FILE)
})
