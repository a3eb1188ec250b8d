import { defineConfig } from 'vitest/config'
import { ONE_SQLITE } from './vitest.alias.ts'
import { deadlines } from './vitest.slowness.ts'

// `npm test`. Test files of a project share their modules, which takes a quarter of the time; what replaces a module
// for itself has a project of its own.
// The other browser tests have a configuration of their own: vitest.browser.config.ts.
const PATIENT = await deadlines({ test: 60_000, poll: 30_000 })
/** Tests make garbage faster than a young generation of the usual size takes it. */
const ROOMY = { execArgv: ['--max-semi-space-size=64'] }
/** `npm run test:long` runs these. */
const LONG = '**/*.long.test.ts'
/** `npm run test:package` runs these. */
const PACKED = '**/*.package.test.ts'
const REPLACING = ['api/openapi', 'api/openapi-examples', 'whole/seed-scenario'].map(
  (name) => `packages/server/test/${name}.test.ts`,
)

export default defineConfig({
  test: {
    pool: 'forks',
    // Many tests wait for programs that they started.
    maxWorkers: 3,
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/unit.json' },
    projects: [
      {
        test: {
          name: 'shared',
          ...PATIENT,
          ...ROOMY,
          isolate: false,
          include: ['packages/shared/{src,test}/**/*.test.ts'],
        },
      },
      {
        resolve: ONE_SQLITE,
        test: {
          name: 'server',
          include: ['packages/server/{src,test}/**/*.test.ts'],
          exclude: [...REPLACING, LONG, PACKED],
          isolate: false,
          setupFiles: ['packages/server/test/harness/all-disposed.ts'],
          ...PATIENT,
          ...ROOMY,
        },
      },
      {
        resolve: ONE_SQLITE,
        test: {
          name: 'server-replacing',
          include: REPLACING,
          ...PATIENT,
          ...ROOMY,
        },
      },
      {
        test: {
          name: 'web',
          ...PATIENT,
          ...ROOMY,
          include: ['packages/web/{src,test}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.browser.test.ts', LONG],
          isolate: false,
        },
      },
      {
        test: {
          name: 'browser-smoke',
          include: ['packages/web/test/**/*.smoke.browser.test.ts'],
          ...PATIENT,
          ...ROOMY,
          fileParallelism: false,
          // After the others: a browser beside them makes both slow.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
