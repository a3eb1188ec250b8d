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

/** Test files that loop more often here by the environment alone. */
const BY_ENVIRONMENT = [
  'packages/server/test/storage/kill-server.test.ts',
  'packages/server/test/delivery/kill-hand-over.test.ts',
  'packages/server/test/delivery/overtaken.test.ts',
  'packages/server/test/whole/sessions-killed.test.ts',
  'packages/server/test/rounds/given.test.ts',
  'packages/server/test/sessions/session-lives.test.ts',
  'packages/server/test/sessions/session-walk.test.ts',
  'packages/shared/test/transcript-splits.test.ts',
  'packages/shared/test/transcript-spoilt.test.ts',
]

/** Test files that do more in `npm run test:long`, or have tests of it alone. */
const FILES = ['server/src', 'server/test', 'shared/test', 'web/test'].flatMap((name) =>
  readdirSync(path.join('packages', name), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => path.join('packages', name, file).replaceAll(path.sep, '/'))
    .filter(
      (file) =>
        BY_ENVIRONMENT.includes(file) ||
        /\.long\.(browser\.)?test\.ts$/.test(file) ||
        /from '[./\w]*\/long'/.test(readFileSync(file, 'utf8')),
    ),
)

/**
 * Parts of at most 20 minutes on a quiet machine, each run by its name (`npm run test:long -- --project storage`): the first
 * whose pattern fits a file has it, so that a new file is in one.
 */
const PARTS: readonly (readonly [name: string, of: RegExp])[] = [
  ['package', /\/test\/package\//],
  ['hand-over', /\/test\/delivery\//],
  ['storage', /\/(storage|journal|transfer|tree|rollouts)\//],
  ['programs', /\/test\/(programs|cli|demo)\//],
  ['whole', /\/test\/(whole|api|client|mcp|live)\//],
  ['pages-a-f', /\/web\/test\/[a-f]/],
  ['pages-g-n', /\/web\/test\/[g-n]/],
  ['pages-o-z', /\/web\/test\//],
  ['walks', /./],
]

const partOf = (file: string) => PARTS.find(([, of]) => of.test(file))?.[0]
const PATIENT = await deadlines({ test: 600_000, poll: 30_000 })

// `npm run test:long`: what takes too long for every change. A single file: `npm run test:long -- kill-server`.
export default defineConfig({
  test: {
    pool: 'forks',
    // One after the other: what floods a server would slow down what counts on it.
    fileParallelism: false,
    maxWorkers: 1,
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/long.json' },
    projects: PARTS.map(([name]) => ({
      resolve: ONE_SQLITE,
      test: {
        name,
        include: FILES.filter((file) => partOf(file) === name),
        env: Object.fromEntries(
          Object.entries(LOOPS).map(([key, often]) => [key, process.env[key] ?? often]),
        ),
        ...PATIENT,
      },
    })),
  },
})
