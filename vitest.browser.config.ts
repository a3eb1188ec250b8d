import { defineConfig } from 'vitest/config'
import { deadlines } from './vitest.slowness.ts'

// `npm run test:browser`: browser tests, each file with a server of its own, the files of a worker in one Chromium.

/** A page that CREWROOM_SLOW slows down takes longer. */
const SLOWER = Math.max(1, Number(process.env['CREWROOM_SLOW'] ?? 1) / 2)
const PATIENT = await deadlines({ test: 120_000 * SLOWER, poll: 30_000 * SLOWER })
const SMOKE = ['packages/web/test/**/*.smoke.browser.test.ts']
/** These look at frames, places, focus and pixels, which another browser beside them would change. */
const ALONE = ['focus', 'look', 'readme-picture'].map(
  (name) => `packages/web/test/${name}.browser.test.ts`,
)

/** `npm run test:long` runs these. */
const LONG = 'packages/web/test/**/*.long.browser.test.ts'

/** This asks which window has the focus. */
const WINDOWS = ['packages/web/test/unread.browser.test.ts']

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
        exclude: [...ALONE, ...SMOKE, ...WINDOWS, LONG],
        env: { CREWROOM_BROWSER: 'shell' },
        isolate: false,
        sequence: { groupOrder: 0 },
      }),
      project('browser-windows', { include: WINDOWS, sequence: { groupOrder: 0 } }),
      // `npm test` runs these too, and .ci/run only there.
      project('browser-smoke', { include: SMOKE, sequence: { groupOrder: 0 } }),
      project('browser-alone', {
        include: ALONE,
        fileParallelism: false,
        sequence: { groupOrder: 1 },
      }),
    ],
  },
})

function project(name: string, own: object) {
  return { test: { name, ...PATIENT, ...own } }
}
