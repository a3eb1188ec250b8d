import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { ONE_SQLITE } from './vitest.alias.ts'
import { deadlines } from './vitest.slowness.ts'

/** How often the loops run that `npm test` runs a few times; the environment may say otherwise. */
const LOOPS = {
  CREWROOM_LONG: '1',
  CREWROOM_KILL_ROUNDS: '50',
  CREWROOM_HAND_OVER_KILLS: '200',
  CREWROOM_SESSION_KILLS: '50',
  CREWROOM_ROUND_SEEDS: '500',
  CREWROOM_SESSION_SEEDS: '200',
  CREWROOM_SESSION_WALKS: '30',
  CREWROOM_WAITING: '100000',
  CREWROOM_CUT_POINTS: '300',
  CREWROOM_CONCURRENCY_AGENTS: '10',
  CREWROOM_CONCURRENCY_DASHBOARDS: '8',
  CREWROOM_CONCURRENCY_COMMANDS: '1000',
  CREWROOM_CONCURRENCY_KILLS: '5',
  CREWROOM_FLOOD_MIB: '200',
  CREWROOM_TRANSCRIPT_SPLITS: '100',
  CREWROOM_TRANSCRIPT_CUT_EVERY: '1000',
  CREWROOM_TRANSCRIPT_SHAPES: '2000',
}

/** Test files that do more in `npm run test:long`, or have tests of it alone. */
const LONGER = ['server/src', 'server/test', 'shared/test', 'web/test'].flatMap((name) =>
  readdirSync(path.join('packages', name), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => path.join('packages', name, file))
    .filter((file) => /from '[./\w]*\/long'/.test(readFileSync(file, 'utf8'))),
)

// `npm run test:long`: what takes too long for every change. A single file: `npm run test:long -- kill-server`.
export default defineConfig({
  resolve: ONE_SQLITE,
  test: {
    name: 'long',
    include: [
      'packages/server/test/storage/kill-server.test.ts',
      'packages/server/test/delivery/kill-hand-over.test.ts',
      'packages/server/test/delivery/overtaken.test.ts',
      'packages/server/test/whole/sessions-killed.test.ts',
      'packages/server/test/rounds/given.test.ts',
      'packages/server/test/sessions/session-lives.test.ts',
      'packages/server/test/sessions/session-walk.test.ts',
      'packages/shared/test/transcript-splits.test.ts',
      'packages/shared/test/transcript-spoilt.test.ts',
      'packages/*/test/**/*.long.test.ts',
      'packages/web/test/*.long.browser.test.ts',
      ...LONGER,
    ],
    env: Object.fromEntries(
      Object.entries(LOOPS).map(([name, often]) => [name, process.env[name] ?? often]),
    ),
    pool: 'forks',
    // One after the other: what floods a server would slow down what counts on it.
    fileParallelism: false,
    ...(await deadlines({ test: 600_000, poll: 30_000 })),
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/long.json' },
  },
})
