import { readdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { compressFiles } from '../../scripts/compress-files.mjs'

const OUT = fileURLToPath(new URL('../server/dist/diagrams', import.meta.url))
const CHUNK = /[\\/]mermaid[\\/]dist[\\/]chunks[\\/]mermaid\.core[\\/]/
/** Kinds of diagrams that are rarely written, and large: a third of the whole. */
const LEFT_OUT =
  /[\\/](?:(?:abnf|architecture|cynefin|ebnf|ishikawa|peg|railroad|swimlanes|venn|wardley)Diagram|swimlanes)-[^\\/]+\.mjs$/
/** How mind maps are laid out, by a package larger than all that draws the others: as flow charts are instead. */
const MIND_MAPS = /[\\/]cose-bilkent-[^\\/]+\.mjs$/
/** What draws formulas within labels. */
const FORMULAS = 'katex'

/** Builds the script of the sandbox in which diagrams are drawn: one file, which no page of ours loads. */
export function diagramFrame(): Plugin {
  return {
    name: 'diagram-frame',
    apply: 'build',
    async closeBundle() {
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        plugins: [onlyAsked(), named()],
        build: {
          outDir: OUT,
          emptyOutDir: true,
          target: 'es2022',
          chunkSizeWarningLimit: 4_000,
          // A sandbox has no origin: a module, or a second file, could not be fetched from there.
          lib: {
            entry: fileURLToPath(new URL('src/diagrams/frame.ts', import.meta.url)),
            formats: ['iife'],
            name: 'diagrams',
            fileName: () => 'draw.js',
          },
        },
      })
      await compressFiles(OUT)
    },
  }
}

function onlyAsked(): Plugin {
  return {
    name: 'only-asked',
    enforce: 'pre',
    resolveId: (name) => (name === FORMULAS ? `\0${FORMULAS}` : null),
    load(id) {
      if (id === `\0${FORMULAS}`) return leftOut('Crewroom does not draw formulas.')
      if (!CHUNK.test(id)) return null
      if (LEFT_OUT.test(id)) return leftOut('Crewroom does not draw this kind of diagram.')
      if (!MIND_MAPS.test(id)) return null
      const dagre = readdirSync(dirname(id)).find((name) => /^dagre-[^.]+\.mjs$/.test(name))
      return `export { render } from './${dagre}'`
    },
  }
}

/** A module that fails, with words for a person, once something asks for it. */
const leftOut = (words: string) => `throw new Error('${words}')
  export const diagram = null, render = null
  export default null`

/** What went into it, for the notices of the published package: scripts/package/notices.mjs reads it. */
function named(): Plugin {
  return {
    name: 'named',
    generateBundle(_options, bundle) {
      const inputs = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? file.moduleIds : [],
      )
      const file = fileURLToPath(new URL('../server/dist/diagrams-inputs.json', import.meta.url))
      writeFileSync(file, JSON.stringify([...new Set(inputs)].toSorted()))
    },
  }
}
