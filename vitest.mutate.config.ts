import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig, type Plugin } from 'vitest/config'
import unit from './vitest.config.ts'

// `npm run mutate`: the unit tests, with one small change put into a source while it is loaded. No file changes.

interface Mutant {
  readonly file: string
  readonly start: number
  readonly end: number
  readonly text: string
}

const mutant = JSON.parse(process.env['CREWROOM_MUTANT'] ?? 'null') as Mutant | null

const PLUGIN: Plugin = {
  name: 'mutant',
  enforce: 'pre',
  load(id) {
    if (mutant === null || id.split('?')[0] !== path.resolve(mutant.file)) return null
    const source = readFileSync(mutant.file, 'utf8')
    return source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end)
  },
}

/** Tests that start the built server cannot see a change of its sources. */
const OF_THE_BUILD = readdirSync('packages/server/test', { recursive: true, encoding: 'utf8' })
  .map((file) => path.join('packages/server/test', file))
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) => /dist\/|child-server'|harness\/crewroom'/.test(readFileSync(file, 'utf8')))

const { projects = [], ...test } = unit.test ?? {}

export default defineConfig({
  test: {
    ...test,
    maxWorkers: 1,
    reporters: ['dot'],
    projects: projects.flatMap((project) => {
      if (typeof project !== 'object' || !('test' in project)) return []
      if (project.test?.name === 'browser-smoke') return []
      const exclude = [...(project.test?.exclude ?? []), ...OF_THE_BUILD]
      return [{ ...project, plugins: [PLUGIN], test: { ...project.test, exclude } }]
    }),
  },
})
