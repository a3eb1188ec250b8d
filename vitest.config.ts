import { defineConfig } from 'vitest/config'

// `npm test`. The other browser tests have a configuration of their own: vitest.browser.config.ts.
const SERVER_TIMEOUT = 60_000

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/unit.json' },
    projects: [
      {
        test: {
          name: 'shared',
          include: ['packages/shared/{src,test}/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['packages/server/{src,test}/**/*.test.ts'],
          testTimeout: SERVER_TIMEOUT,
          hookTimeout: SERVER_TIMEOUT,
        },
      },
      {
        test: {
          name: 'web',
          include: ['packages/web/{src,test}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.browser.test.ts'],
        },
      },
      {
        test: {
          name: 'browser-smoke',
          include: ['packages/web/test/**/*.smoke.browser.test.ts'],
          testTimeout: SERVER_TIMEOUT,
          hookTimeout: SERVER_TIMEOUT,
          fileParallelism: false,
          // After the others: a browser beside them makes both slow.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
