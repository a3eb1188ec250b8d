import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url))

/** A tree of the product, this one or another: what `npm run pack` makes of it when it is built. */
export function packIn(root: string, target: string): string {
  const script = path.join(root, 'scripts', 'pack.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, target], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`packing failed: ${stdout}${stderr}`)
  const file = stdout.split('\n')[0] ?? ''
  process.stdout.write(`packed: ${stdout.split('\n')[1]}\n`)
  return file
}

/** The names of the files in a packed file, with their sizes. */
export function listOf(file: string): ReadonlyMap<string, number> {
  const lines = execFileSync('tar', ['--list', '--verbose', '--file', file], { encoding: 'utf8' })
  const rows = lines.trimEnd().split('\n')
  return new Map(
    rows.map((row) => {
      const [, , size, , , name = ''] = row.split(/\s+/)
      return [name.replace(/^package\//, ''), Number(size)]
    }),
  )
}

/** One of the files in it, as text. */
export function textIn(file: string, name: string): string {
  return execFileSync('tar', ['--extract', '--to-stdout', '--file', file, `package/${name}`], {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  })
}

/**
 * better-sqlite3 for Node.js 20 is downloaded where somebody offers it and compiled elsewhere, for minutes. It was compiled
 * for this checkout already: here it is offered as those who publish it do, so that its install script finds it.
 */
export function offered(): Record<string, string> {
  const ofServer = createRequire(path.join(ROOT, 'packages/server/package.json'))
  let manifest
  try {
    manifest = ofServer.resolve('better-sqlite3-node20/package.json')
  } catch {
    return {}
  }
  const folder = path.dirname(manifest)
  const binary = 'build/Release/better_sqlite3.node'
  if (!existsSync(path.join(folder, binary))) return {}
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  const { platform, arch, versions } = process
  const name = `better-sqlite3-v${version}-node-v${versions.modules}-${platform}-${arch}.tar.gz`
  const target = path.join(os.tmpdir(), `crewroom-offered-${versions.modules}`)
  mkdirSync(target, { recursive: true })
  execFileSync('tar', ['--create', '--gzip', '--file', path.join(target, name), binary], {
    cwd: folder,
  })
  return { npm_config_better_sqlite3_local_prebuilds: target }
}

/** All that was installed in a folder: how many packages, and their bytes on disk. */
export function installedIn(folder: string): { readonly packages: number; readonly mb: number } {
  const lock = JSON.parse(
    readFileSync(path.join(folder, 'node_modules/.package-lock.json'), 'utf8'),
  ) as { packages: Record<string, unknown> }
  const modules = path.join(folder, 'node_modules')
  const bytes = readdirSync(modules, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(path.join(modules, name), { throwIfNoEntry: false }))
    .reduce((sum, stats) => sum + (stats?.isFile() === true ? stats.size : 0), 0)
  return { packages: Object.keys(lock.packages).length, mb: Math.round(bytes / 1e6) }
}

/** A cache of npm for one test, with what was downloaded before: `npx` keeps whatever it installs in its cache. */
export function ownCache(folder: string): Record<string, string> {
  const cache = path.join(folder, '.npm')
  mkdirSync(cache)
  const all = execFileSync('npm', ['config', 'get', 'cache'], { cwd: folder, encoding: 'utf8' })
  const downloaded = path.join(all.trim(), '_cacache')
  if (existsSync(downloaded)) symlinkSync(downloaded, path.join(cache, '_cacache'))
  return { npm_config_cache: cache }
}
