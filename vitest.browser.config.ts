import { defineConfig } from 'vitest/config'
import { deadlines } from './vitest.slowness.ts'

// `npm run test:browser`: browser tests, each file with a server of its own, the files of a worker in one Chromium.

/** A page that CREWROOM_SLOW slows down takes longer. */
const SLOWER = Math.max(1, Number(process.env['CREWROOM_SLOW'] ?? 1) / 2)
const PATIENT = await deadlines({ test: 120_000 * SLOWER, poll: 30_000 * SLOWER })

/** `npm run test:long` runs these. */
const LONG = 'packages/web/test/**/*.long.browser.test.ts'

/** These ask which window has the focus, or compare with pictures that the whole browser drew: the shell has no windows. */
const WINDOWS = ['look', 'unread-unseen'].map((name) => `packages/web/test/${name}.browser.test.ts`)

export default defineConfig({
  test: {
    pool: 'forks',
    // Most of the time these tests wait, for a server or for the page.
    maxWorkers: 3,
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/browser.json' },
    projects: [
      project('browser', {
        include: ['packages/web/test/**/*.browser.test.ts'],
        // With the smoke tests: `npm test` runs them too, and .ci/run only here.
        exclude: [...WINDOWS, LONG],
        env: { CREWROOM_BROWSER: 'shell' },
      }),
      project('browser-windows', { include: WINDOWS }),
    ],
  },
})

function project(name: string, own: object) {
  return { test: { name, ...PATIENT, isolate: false, ...own } }
}
