// What of the build is published, and the manifest that is published with it.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { transform } from 'esbuild'

/** Programs and entry points of the package; what they import comes with them. */
const ENTRIES = [
  'dist/cli.js',
  'dist/embed.js',
  'dist/client.js',
  'dist/client-node.js',
  'dist/joining/crewroom.mjs',
  'dist/writer-worker.js',
  'dist/transcript-thread.js',
  'dist/database-check.js',
  'dist/demo/agent.js',
  'dist/demo/acp-agent.js',
]
/** Files of the manifest that nobody needs who installs the package. */
const OWN_FIELDS = new Set(['scripts', 'devDependencies', 'private', 'files'])
/** The server answers with the page from its plain file where a client asks for no form. */
const STAYS_PLAIN = /\.html$/
/** Each build compresses larger files than this with less effort, which takes seconds less: scripts/compress-files.mjs. */
const LARGE = 1 << 20

/** What each build (`dist/metafile.json`, and `dist/metafile-<name>.json` of one that is separate) has written. */
function builtOutputs(server) {
  const names = readdirSync(join(server, 'dist')).filter((name) =>
    /^metafile(-\w+)?\.json$/.test(name),
  )
  const all = names.map((name) => JSON.parse(readFileSync(join(server, 'dist', name), 'utf8')))
  return Object.assign({}, ...all.map(({ outputs }) => outputs))
}

/** Output files that the published entry points need, with what went into them. */
export function publishedOutputs(server) {
  const outputs = builtOutputs(server)
  const found = new Map()
  const waiting = ENTRIES.filter((name) => {
    if (outputs[name]) return true
    if (existsSync(join(server, name))) {
      throw new Error(`${name} is built, but no dist/metafile*.json says what went into it`)
    }
    throw new Error(`${name} is not built`)
  })
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue
    const output = outputs[name]
    found.set(name, output)
    for (const { path, external } of output.imports) if (!external) waiting.push(path)
  }
  return found
}

/** Names of packages that the published files import when they run. */
function importedPackages(outputs) {
  const names = new Set()
  for (const { imports } of outputs.values()) {
    for (const { path, external, kind } of imports) {
      // What is left of a `require` is what a package can do without, such as the faster parts of ws.
      if (external && kind !== 'require-call' && !isBuiltIn(path)) names.add(packageOf(path))
    }
  }
  return names
}

const isBuiltIn = (name) => process.getBuiltinModule(name) !== undefined
const packageOf = (path) =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/')

export function manifestOf(server) {
  const whole = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8'))
  const kept = Object.entries(whole).filter(([name]) => !OWN_FIELDS.has(name))
  const manifest = { ...Object.fromEntries(kept), exports: exportsOf(server, whole.exports) }
  const declared = new Set(Object.keys(whole.dependencies))
  for (const name of importedPackages(publishedOutputs(server))) {
    if (!declared.has(name)) throw new Error(`the build imports ${name}, which is no dependency`)
  }
  return manifest
}

function exportsOf(server, rows) {
  for (const [name, target] of Object.entries(rows)) {
    for (const file of Object.values(typeof target === 'string' ? [target] : target)) {
      if (!existsSync(join(server, file))) throw new Error(`${name} of exports is not built`)
    }
  }
  return rows
}

/** Lays the files of the package out in a folder, without those that scripts/pack.mjs writes itself. */
export async function layOut(server, folder) {
  const put = (name) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    cpSync(join(server, name), join(folder, name), { recursive: true })
  }
  for (const name of publishedOutputs(server).keys()) await putCode(server, folder, name)
  for (const entry of ['embed', 'client']) put(`dist/${entry}.d.ts`)
  // Declarations that the client's entry leads to.
  put('dist/client')
  // Made by a program and read by programs: a sixth of it, packed, is what lines begin with.
  const types = join(folder, 'dist/client/client/api-types.d.ts')
  writeFileSync(types, readFileSync(types, 'utf8').replace(/^ +/gm, ''))
  put('dist/demo/scripts')
  put('dist/crewroom.schema.json')
  put('drizzle/meta/_journal.json')
  for (const name of readdirSync(join(server, 'drizzle'))) {
    if (name.endsWith('.sql')) put(`drizzle/${name}`)
  }
  for (const name of ['dist/web', 'dist/docs', 'dist/diagrams'])
    await putPacked(server, folder, name)
  for (const name of builtNames(server)) {
    if (!existsSync(join(folder, 'dist', name))) {
      throw new Error(`dist/${name} is asked for by the sources, and is not in the package`)
    }
  }
}

/** Names of what the sources ask of the build while they run: the package is a list, and must have them. */
function builtNames(server) {
  const sources = filesBelow(join(server, 'src')).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const texts = sources.map((name) => readFileSync(join(server, 'src', name), 'utf8'))
  const asked = texts.flatMap((text) => Array.from(text.matchAll(/\bbuiltFile\('([^']+)'\)/g)))
  return asked.map(([, name]) => name)
}

/** Where a module was that is inside, as the key by which it is called: its last part says as much. */
const BUNDLED = /"(?:\.\.\/)+node_modules\/\.pnpm\/[^"]*\/([^"/]+)"\(/g

/**
 * Without its source map, which is larger than the code, and with short names, which are an eighth of the packed file. The
 * build itself keeps names, for those who read where an error came from.
 */
async function putCode(server, folder, name) {
  const text = readFileSync(join(server, name), 'utf8').replaceAll(BUNDLED, '"$1"(')
  const { code } = await transform(text, { minify: true, format: 'esm', target: 'node20.19' })
  const target = join(folder, name)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, code, { mode: statSync(join(server, name)).mode })
}

/** One form of each file: the smallest. `packages/server/src/api/built-files.ts` makes the others from it. */
async function putPacked(server, folder, below) {
  const from = join(server, below)
  const all = new Set(readdirSync(from, { recursive: true, encoding: 'utf8' }))
  for (const name of all) {
    if (/\.(br|gz)$/.test(name) || statSync(join(from, name)).isDirectory()) continue
    const target = join(folder, below, name)
    mkdirSync(dirname(target), { recursive: true })
    const bytes = readFileSync(join(from, name))
    if (!all.has(`${name}.br`) || STAYS_PLAIN.test(name)) cpSync(join(from, name), target)
    else if (bytes.length < LARGE) cpSync(join(from, `${name}.br`), `${target}.br`)
    else writeFileSync(`${target}.br`, await smallest(bytes))
  }
}

/** As small as brotli gets: neither a larger window nor a hint makes the largest file smaller. */
function smallest(bytes) {
  return promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  })
}

/** Every file below a folder, with `/` whatever the system. */
export function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted()
}
