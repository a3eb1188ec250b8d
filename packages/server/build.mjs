import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { build } from 'esbuild'
import { buildClient } from './build-client.mjs'
import { buildDocs } from './build-docs.mjs'
import { buildJoining } from './build-joining.mjs'

// The web bundle lives in dist/web and is built by packages/web: only what is ours is replaced.
for (const name of [
  'cli.js',
  'embed.js',
  'embed.d.ts',
  'client.js',
  'client-node.js',
  'client.d.ts',
  'client',
  'writer-worker.js',
  'transcript-thread.js',
  'database-check.js',
  'client-node.js',
  'client.js',
  'crewroom.schema.json',
  'metafile.json',
  'metafile-client.json',
  'metafile-joining.json',
  'joining',
  'chunks',
  'demo',
  'bench',
  'clis',
  'docs',
  'docs-inputs.json',
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

/** Of the types of files that there are, those with an ending or that can be compressed: nobody asks for others. */
const askedTypes = {
  name: 'types of files that are asked for',
  setup(bundle) {
    bundle.onLoad({ filter: /[\\/]mime-db[\\/]db\.json$/ }, ({ path }) => {
      const all = Object.entries(JSON.parse(readFileSync(path, 'utf8')))
      const asked = all.filter(([, type]) => type.extensions || type.compressible)
      return { contents: JSON.stringify(Object.fromEntries(asked)), loader: 'json' }
    })
  },
}

/** Sentences of zod in sixty languages: we write our own, in one. */
const noLanguages = {
  name: 'no languages of zod',
  setup(bundle) {
    const languages = /[\\/]zod[\\/]v4[\\/]locales[\\/][^\\/]+\.js$/
    bundle.onLoad({ filter: languages }, ({ path }) =>
      /[\\/](en|index)\.js$/.test(path) ? undefined : { contents: 'export default () => ({})' },
    )
  },
}

/**
 * What the packages for models could do and nobody here asks of them: checking values by JSON schemas (no tool of ours
 * has one for its results), signing for OAuth (tokens are ours), schemas of an earlier zod, and a hosted gateway in
 * place of the endpoint that a person names.
 */
const notAsked = {
  name: 'nothing that is not asked',
  setup(bundle) {
    const refuse = "() => { throw new Error('This part is left out of the build.') }"
    bundle.onLoad({ filter: /[\\/]ajvProvider-[^\\/]+\.mjs$/ }, () => ({
      contents: `class Validator { getValidator = ${refuse} }
        export { Validator as n, Validator as r, Validator as t }`,
    }))
    bundle.onLoad({ filter: /[\\/]zod[\\/]v3[\\/]index\.js$/ }, () => ({
      contents: 'export const ZodFirstPartyTypeKind = {}',
    }))
    bundle.onLoad({ filter: /[\\/]jose[\\/]dist[\\/].*index\.js$/ }, () => ({
      contents: `export const SignJWT = ${refuse}, importJWK = ${refuse}, importPKCS8 = ${refuse}`,
    }))
    bundle.onLoad({ filter: /[\\/]@ai-sdk[\\/]gateway[\\/]dist[\\/]index\.mjs$/ }, () => ({
      contents: `export const createGateway = ${refuse}, gateway = ${refuse}
        export class GatewayError extends Error { static isInstance = () => false }
        export class GatewayAuthenticationError extends GatewayError {}`,
    }))
  },
}

/** Nested queries and forms: the query of an address is read in the simple way, and bodies are JSON. */
const noForms = {
  name: 'no forms',
  setup(bundle) {
    bundle.onLoad({ filter: /[\\/]qs[\\/]lib[\\/]index\.js$/ }, () => ({
      contents: `const refuse = () => { throw new Error('Forms are left out of the build.') }
        module.exports = { parse: refuse, stringify: refuse }`,
    }))
  },
}

/** The examples of the API's document, which is read rarely: compressed, and again what they were when they are asked for. */
const compressedExamples = {
  name: 'compressed examples',
  setup(bundle) {
    bundle.onLoad({ filter: /[\\/]openapi[\\/]examples\.json$/ }, ({ path }) => {
      const text = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')))
      const packed = brotliCompressSync(text, {
        params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
      })
      return {
        contents: `import { brotliDecompressSync } from 'node:zlib'
          export default JSON.parse(brotliDecompressSync(Buffer.from('${packed.toString('base64')}', 'base64')).toString())`,
        loader: 'js',
      }
    })
  },
}

/** What opens databases is chosen in one module, for packages that ask for better-sqlite3 themselves too. */
const oneSqlite = {
  name: 'one SQLite',
  setup(bundle) {
    bundle.onResolve({ filter: /^better-sqlite3$/ }, ({ kind }) =>
      kind === 'import-statement'
        ? { path: fileURLToPath(new URL('./src/storage/sqlite-package.ts', import.meta.url)) }
        : undefined,
    )
  },
}

const { metafile } = await build({
  entryPoints: [
    { in: 'src/cli.ts', out: 'cli' },
    { in: 'src/embed.ts', out: 'embed' },
    { in: 'src/client-node.ts', out: 'client-node' },
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
  external: ['better-sqlite3', 'better-sqlite3-node20', 'eventemitter3'],
  // For the packages among them that are not modules.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
  legalComments: 'linked',
  // Less to read, to parse and to hold. Names stay, for whoever reads where an error came from.
  minifyWhitespace: true,
  minifySyntax: true,
  plugins: [
    compressedExamples,
    noCharsetTables,
    noForms,
    askedTypes,
    noLanguages,
    notAsked,
    oneSqlite,
  ],
  metafile: true,
  alias: { '@crewroom/shared': new URL('../shared/src', import.meta.url).pathname },
  logLevel: 'warning',
})
// Alone: the agents' programs of tests start by the hundred, and load of the SDK what an agent needs.
await build({
  stdin: {
    contents:
      "export { agent, methods, ndJsonStream, RequestError } from '@agentclientprotocol/sdk/unstable'",
    resolveDir: fileURLToPath(new URL('.', import.meta.url)),
  },
  outfile: 'dist/bench/acp-agent-sdk.js',
  absWorkingDir: new URL('.', import.meta.url).pathname,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  minifyWhitespace: true,
  minifySyntax: true,
  plugins: [noLanguages],
  logLevel: 'warning',
})
// What went into which file: scripts/pack.mjs takes from it what is published, and whose licences go with it.
writeFileSync('dist/metafile.json', JSON.stringify(metafile))
await buildClient(fileURLToPath(new URL('.', import.meta.url)))
await buildJoining(fileURLToPath(new URL('.', import.meta.url)), [noLanguages, notAsked])
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
  new URL('./src/embed/embed-api.ts', import.meta.url),
  new URL('./dist/embed.d.ts', import.meta.url),
)
cpSync(
  new URL('./src/demo/scripts', import.meta.url),
  new URL('./dist/demo/scripts', import.meta.url),
  {
    recursive: true,
  },
)
// What a configuration file may contain, for editors.
cpSync(
  new URL('./src/crewroom.schema.json', import.meta.url),
  new URL('./dist/crewroom.schema.json', import.meta.url),
)
await buildDocs(fileURLToPath(new URL('.', import.meta.url)))
chmodSync(new URL('./dist/cli.js', import.meta.url), 0o755)
