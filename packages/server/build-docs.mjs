import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { compressFiles } from '../../scripts/compress-files.mjs'

/** The documentation's page with all that draws it, so that it needs no other server. */
export async function buildDocs(server) {
  const from = join(server, 'src/api/docs')
  const out = join(server, 'dist/docs')
  mkdirSync(out, { recursive: true })
  for (const name of ['index.html', 'docs.css']) cpSync(join(from, name), join(out, name))
  const { metafile } = await build({
    bundle: true,
    minify: true,
    absWorkingDir: server,
    metafile: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    entryPoints: [join(from, 'start.js')],
    outfile: join(out, 'docs.js'),
    plugins: [ownDocument(from)],
    logLevel: 'warning',
  })
  // Whose licences go with it: scripts/package/notices.mjs reads it.
  writeFileSync(
    join(server, 'dist/docs-inputs.json'),
    JSON.stringify(Object.keys(metafile.inputs).toSorted()),
  )
  await compressFiles(out)
}

/** What reads any document of any server is a quarter of the viewer; ours is one of JSON, here. */
function ownDocument(from) {
  return {
    name: 'own document',
    setup(bundle) {
      bundle.onResolve({ filter: /^openapi-resolver\// }, () => ({
        path: join(from, 'whole-document.js'),
      }))
    },
  }
}
