import { defineConfig } from 'vitest/config'
import { ONE_SQLITE } from './vitest.alias.ts'

// `npm run test:package`: the packed file, installed into empty folders with the Node.js and npm that run this.
export default defineConfig({
  resolve: ONE_SQLITE,
  test: {
    name: 'package',
    include: ['packages/server/test/package/*.package.test.ts'],
    pool: 'forks',
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/package.json' },
  },
})
