import { defineConfig } from 'vitest/config'

// `npm run test:browser`: every browser test, one file at a time, each with its own server and Chromium.
export default defineConfig({
  test: {
    name: 'browser',
    include: ['packages/web/test/**/*.browser.test.ts'],
    pool: 'forks',
    fileParallelism: false,
    // A machine may be busy; what is waited for comes or does not.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/browser.json' },
  },
})
