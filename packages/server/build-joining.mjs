import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

/** Alone on another machine, it has no package.json beside it, and no server of its own. */
function onItsOwn(server) {
  const { version } = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8'))
  return {
    name: 'on its own',
    setup(bundle) {
      bundle.onLoad({ filter: /[\\/]src[\\/]version\.ts$/ }, () => ({
        contents: `export const VERSION = ${JSON.stringify(version)}`,
      }))
      bundle.onLoad({ filter: /[\\/]bridge[\\/]own-server\.ts$/ }, () => ({
        contents: 'export const enterOwnServer = undefined',
      }))
    },
  }
}

/** `crewroom.mjs`, the program that a server offers to coding agents elsewhere: one file that needs Node.js alone. */
export async function buildJoining(server, plugins) {
  const { metafile } = await build({
    bundle: true,
    absWorkingDir: server,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    legalComments: 'none',
    minify: true,
    keepNames: true,
    plugins: [onItsOwn(server), ...plugins],
    alias: { '@crewroom/shared': join(server, '../shared/src') },
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    logLevel: 'warning',
    entryPoints: ['src/joining.ts'],
    outfile: 'dist/joining/crewroom.mjs',
  })
  // As in build.mjs: scripts/pack.mjs takes from it what is published, and whose licences go with it.
  writeFileSync(join(server, 'dist/metafile-joining.json'), JSON.stringify(metafile))
}
