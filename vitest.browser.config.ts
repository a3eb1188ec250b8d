import { defineConfig } from 'vitest/config'

// `npm run test:browser`: every browser test, one file at a time, each with its own server and Chromium.
export default defineConfig({
  test: {
    name: 'browser',
    include: ['packages/web/test/**/*.browser.test.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/browser.json' },
  },
})
