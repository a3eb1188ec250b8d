import { defineConfig } from 'vitest/config'

// `npm run test:soak`: what `npm test` does a few times, many times.
export default defineConfig({
  test: {
    name: 'soak',
    include: ['packages/server/test/kill-server.test.ts'],
    env: { CREWROOM_KILL_ROUNDS: process.env['CREWROOM_KILL_ROUNDS'] ?? '50' },
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/soak.json' },
  },
})
