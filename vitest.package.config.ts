import { defineConfig } from 'vitest/config'
import { ONE_SQLITE } from './vitest.alias.ts'
import { deadlines } from './vitest.slowness.ts'

// `npm run test:package`: the packed file, installed into empty folders with the Node.js and npm that run this.
export default defineConfig({
  resolve: ONE_SQLITE,
  test: {
    name: 'package',
    include: ['packages/server/test/**/*.package.test.ts'],
    pool: 'forks',
    ...(await deadlines({ test: 180_000, poll: 30_000 })),
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/package.json' },
  },
})
