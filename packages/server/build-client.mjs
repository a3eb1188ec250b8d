import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'

/**
 * `crewroom/client`: one file that runs anywhere, and declarations that need no other package. The one for Node.js, which
 * brings a WebSocket along, is built with the server, which has that WebSocket too.
 */
export async function buildClient(server) {
  const shared = join(server, '../shared/src')
  const { metafile } = await build({
    bundle: true,
    absWorkingDir: server,
    metafile: true,
    format: 'esm',
    sourcemap: 'linked',
    legalComments: 'linked',
    minifyWhitespace: true,
    minifySyntax: true,
    alias: { '@crewroom/shared': shared },
    logLevel: 'warning',
    entryPoints: [join(shared, 'client/index.ts')],
    outfile: join(server, 'dist/client.js'),
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['browser', 'import'],
    target: 'es2022',
  })
  // As in build.mjs: scripts/pack.mjs takes from it what is published, and whose licences go with it.
  writeFileSync(join(server, 'dist/metafile-client.json'), JSON.stringify(metafile))
  declareClient(server, shared)
}

function declareClient(server, shared) {
  const out = join(server, 'dist/client')
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const tsc = join(server, '../../node_modules/.bin/tsc')
  const options = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', out]
  const project = join(shared, 'client/tsconfig.json')
  execFileSync(tsc, ['-p', project, ...options, '--rootDir', shared], { stdio: 'inherit' })
  // It has only types, and less white space than what the compiler makes of it.
  cpSync(join(shared, 'client/api-types.ts'), join(out, 'client/api-types.d.ts'))
  // Only what the entry leads to, with the endings that Node.js asks for.
  const used = new Set()
  const use = (file) => {
    if (used.has(file)) return
    used.add(file)
    const text = readFileSync(file, 'utf8')
    const named = text.replace(/(\bfrom |\bimport\()'(\.[^']+)'/g, (_, before, name) => {
      use(join(dirname(file), `${name}.d.ts`))
      return `${before}'${name}.js'`
    })
    writeFileSync(file, named.replace(/^\/\/# sourceMappingURL.*\n?/m, ''))
  }
  use(join(out, 'client/index.d.ts'))
  for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile() && !used.has(file)) rmSync(file)
  }
  writeFileSync(join(server, 'dist/client.d.ts'), "export * from './client/client/index.js'\n")
}
