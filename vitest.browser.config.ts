import { defineConfig } from 'vitest/config'
import type { Reporter } from 'vitest/reporters'

// `npm run test:browser`: browser tests, each file with a server and a Chromium of its own.

/** A machine may be busy; what is waited for comes or does not. */
const PATIENT = { poll: { timeout: 30_000 } }
/** A page that CREWROOM_SLOW slows down takes longer. */
const TIMEOUT = 120_000 * Math.max(1, Number(process.env['CREWROOM_SLOW'] ?? 1) / 2)
/**
 * A browser stalls now and then on a machine that is busy with other work. In CI a red test runs once more and is named if that
 * was needed; by hand it does not, and stays what is to be mended.
 */
const AGAIN = process.env['CI'] === undefined ? 0 : 1
const NAMES_AGAIN: Reporter = {
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky !== true) return
    console.log(`red at first, green when it ran again: ${test.module.moduleId}: ${test.name}`)
  },
}
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
    reporters: ['default', 'json', NAMES_AGAIN],
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
  return {
    test: {
      name,
      expect: PATIENT,
      testTimeout: TIMEOUT,
      hookTimeout: TIMEOUT,
      retry: AGAIN,
      ...own,
    },
  }
}
