import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { compressFiles } from '../../scripts/compress-files.mjs'

// The web bundle lives in dist/web and is built by packages/web: only what is ours is replaced.
for (const name of [
  'cli.js',
  'embed.js',
  'embed.d.ts',
  'writer-worker.js',
  'transcript-thread.js',
  'database-check.js',
  'chunks',
  'demo',
  'bench',
  'clis',
  'docs',
]) {
  rmSync(new URL(`./dist/${name}`, import.meta.url), { recursive: true, force: true })
}

/**
 * What reads bodies knows all charsets there are, by half a megabyte of tables. JSON comes in one that begins with
 * `utf-`, and any other is refused before a table would be needed.
 */
const noCharsetTables = {
  name: 'no tables of charsets',
  setup(bundle) {
    const tables = /[\\/]iconv-lite[\\/]encodings[\\/](sbcs|dbcs)-[^\\/]+\.js$/
    bundle.onLoad({ filter: tables }, () => ({ contents: '' }))
  },
}

await build({
  entryPoints: [
    { in: 'src/cli.ts', out: 'cli' },
    { in: 'src/embed.ts', out: 'embed' },
    { in: 'src/storage/writer-worker.ts', out: 'writer-worker' },
    { in: 'src/transcripts/thread.ts', out: 'transcript-thread' },
    { in: 'src/storage/database-check.ts', out: 'database-check' },
    { in: 'src/demo/agent.ts', out: 'demo/agent' },
    { in: 'src/demo/acp-agent.ts', out: 'demo/acp-agent' },
    { in: 'bench/main.ts', out: 'bench/main' },
    { in: 'bench/acp-agent.ts', out: 'bench/acp-agent' },
    { in: 'bench/e2e/relay-program.ts', out: 'bench/relay-program' },
    { in: 'bench/rest/bare-program.ts', out: 'bench/bare-program' },
    { in: 'bench/fanout/fanout-program.ts', out: 'bench/fanout-program' },
    { in: 'bench/bare-server.mjs', out: 'bench/bare-bundle' },
    { in: 'clis/main.ts', out: 'clis/main' },
  ],
  outdir: 'dist',
  absWorkingDir: new URL('.', import.meta.url).pathname,
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  sourcemap: 'linked',
  // Bundled, what is installed loads in half the time. Outside stay what is native, and what embedders share with us.
  external: ['better-sqlite3', 'eventemitter3'],
  // For the packages among them that are not modules.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
  legalComments: 'linked',
  // Less to read, to parse and to hold. Names stay, for whoever reads where an error came from.
  minifyWhitespace: true,
  minifySyntax: true,
  plugins: [noCharsetTables],
  alias: { '@crewroom/shared': new URL('../shared/src', import.meta.url).pathname },
  logLevel: 'warning',
})
// V8 holds a file with one character above U+00FF at two bytes each. In strings, templates and regular expressions,
// where esbuild leaves them as they are, an escape means the same.
for (const name of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.js') || /^(web|docs)\b/.test(name)) continue
  const text = readFileSync(`dist/${name}`, 'utf8')
  const narrow = text.replace(
    /[\u0100-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  if (narrow !== text) writeFileSync(`dist/${name}`, narrow)
}
// As it is: unlike the bundle it loads its packages one by one, as most programs do.
cpSync(
  new URL('./bench/bare-server.mjs', import.meta.url),
  new URL('./dist/bench/bare-server.mjs', import.meta.url),
)
// Only declarations, for those who embed it in TypeScript.
cpSync(
  new URL('./src/embed/registry-api.ts', import.meta.url),
  new URL('./dist/embed.d.ts', import.meta.url),
)
cpSync(
  new URL('./src/demo/scripts', import.meta.url),
  new URL('./dist/demo/scripts', import.meta.url),
  {
    recursive: true,
  },
)
// The documentation's page: ours, and the one file that draws it, so that it needs no other server.
cpSync(new URL('./src/api/docs', import.meta.url), new URL('./dist/docs', import.meta.url), {
  recursive: true,
})
cpSync(
  new URL('./browser/standalone.js', import.meta.resolve('@scalar/api-reference')),
  new URL('./dist/docs/scalar.js', import.meta.url),
)
await compressFiles(fileURLToPath(new URL('./dist/docs', import.meta.url)))
chmodSync(new URL('./dist/cli.js', import.meta.url), 0o755)
