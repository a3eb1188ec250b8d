import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs' // prettier-ignore
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tempFolder } from '../harness/temp-folder'
import { PAIRS } from './command-pairs'

/** No command here needs longer; one that waits for something is ended. */
const MOST_MS = 60_000
const BIN = path.resolve('node_modules/.bin')
/** Programs that are of no use without what is not on a test machine. */
const NEEDS_MORE = new Set(['docker', 'psql', 'go', 'gh'])

const place = tempFolder()
const box = path.join(place.path, 'box')
const clean = path.join(place.path, 'clean')
const outside = path.join(box, 'outside')

const SH = `#!/bin/sh\n: > ${outside}/mark\n`
const JS = `require('node:fs').writeFileSync('${outside}/mark', '')\n`
const PY = `open('${outside}/mark', 'w')\n`
const PACKAGE = (scripts: object) => JSON.stringify({ name: 'x', version: '1.0.0', scripts })
const FILES: Readonly<Record<string, string>> = {
  'a.txt': 'one\n',
  'b.txt': 'two\n',
  'a.js': '',
  'a.py': '',
  'a.sh': 'true\n',
  'a.pl': '1;\n',
  'a.c': 'int a;\n',
  'a.json': '{}',
  'src/a.ts': 'export const a = 1\n',
  'py/a.py': '',
  'test_a.py': 'def test_a():\n  pass\n',
  'test_evil.py': `def test_evil():\n  ${PY}`,
  'package.json': PACKAGE({ test: 'node --test', build: 'touch a.js', lint: 'node a.js', evil: './evil' }),
  'evilpkg/package.json': PACKAGE({ test: '../evil' }),
  'evil.js': JS,
  'evil.test.js': JS,
  'evil.mjs': `import fs from 'node:fs'\nfs.writeFileSync('${outside}/mark', '')\n`,
  'evil.config.mjs': `import fs from 'node:fs'\nfs.writeFileSync('${outside}/mark', '')\nexport default {}\n`,
  'evilvitest/vitest.config.mjs': `import fs from 'node:fs'\nfs.writeFileSync('${outside}/mark', '')\nexport default {}\n`,
  'evil.py': PY,
  'evilpy/sitecustomize.py': PY,
  'evil.toml': '[build]\nrustc = "./evil"\n',
  'Cargo.toml': '[package]\nname = "x"\nversion = "0.1.0"\nedition = "2021"\n',
  'src/lib.rs': `#[test]\nfn evil() { std::fs::write("${outside}/mark", "").unwrap() }\n`,
  'evilcrate/Cargo.toml': '[package]\nname = "y"\nversion = "0.1.0"\nedition = "2021"\n[workspace]\n',
  'evilcrate/src/lib.rs': '',
  'evilcrate/build.rs': `fn main() { std::fs::write("${outside}/mark", "").unwrap() }\n`,
  Makefile: 'all:\n\ttrue\nbad:\n\t./evil\n',
  'evil.mk': '$(shell ./evil)\nall:\n\ttrue\n',
  'evilmake/Makefile': 'all:\n\t../evil\n',
  'evil.sed': '1e ./evil\n',
  'evil.awk': 'BEGIN{system("./evil")}\n',
  'evil.sh': SH,
  'evil.curlrc': 'url = "file:///etc/hostname"\noutput = "../outside/mark"\n',
  'evil.ssh': `Host h\n  ProxyCommand ${box}/project/evil\n`,
  'evil.sqlite': '.shell ./evil\n',
} // prettier-ignore
const EVIL = ['evil', 'evilbin/git-x', 'evilbin/true', 'evilbin/as', 'tpl/hooks/post-checkout', 'tpl/hooks/pre-commit'] // prettier-ignore

const ENVIRONMENT = {
  PATH: `${process.env['PATH']}:${BIN}`,
  // What is written to the home of the person is written beside the folder.
  HOME: path.join(outside, 'own'),
  CARGO_HOME: path.join(clean, 'cargo'),
  ...(process.env['RUSTUP_HOME'] ? { RUSTUP_HOME: process.env['RUSTUP_HOME'] } : {}),
  CARGO_NET_OFFLINE: 'true',
  npm_config_cache: path.join(place.path, 'npm'),
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
  PYTHONDONTWRITEBYTECODE: '',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b',
}

const isThere = (program: string) =>
  spawnSync('sh', ['-c', `command -v ${program}`], { env: ENVIRONMENT }).status === 0

/** Without the network, where the machine can do that. */
const APART = spawnSync('unshare', ['-rn', 'true']).status === 0 ? ['unshare', '-rn'] : []

function put(name: string, text: string, mode = 0o644): void {
  const file = path.join(clean, 'project', name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  chmodSync(file, mode)
}

beforeAll(() => {
  mkdirSync(path.join(clean, 'outside/own'), { recursive: true })
  writeFileSync(path.join(clean, 'outside/precious'), 'precious\n')
  for (const [name, text] of Object.entries(FILES)) put(name, text)
  for (const name of EVIL) put(name, SH, 0o755)
  const sh = (line: string) => execFileSync('sh', ['-c', line], { cwd: path.join(clean, 'project'), env: ENVIRONMENT }) // prettier-ignore
  sh('tar cf a.tar a.txt b.txt && python3 -m zipfile -c a.zip a.txt b.txt')
  if (isThere('sqlite3')) sh(`sqlite3 a.db 'create table a(b)'`)
  sh(
    'git init -q . && git add -A && git commit -qm one && echo two >> a.txt && git commit -qam two',
  )
  sh('git clone -q --bare . ../other')
})
afterAll(() => place[Symbol.dispose]?.())

/** All that is beside the folder: names, modes, contents. */
function beside(): string {
  return readdirSync(outside, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        !entry.parentPath.includes('/own/.npm') && !entry.parentPath.includes('/own/.cache'),
    ) // prettier-ignore
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name)
      const { mode } = statSync(file, { throwIfNoEntry: false }) ?? { mode: 0 }
      return `${file} ${mode} ${entry.isFile() ? readFileSync(file, 'latin1') : ''}`
    })
    .sort()
    .join('\n')
}

const programOf = (command: string) =>
  /^(?:[A-Z_a-z]+=(?:'[^']*'|\S*) )*(\S+)/.exec(command)?.[1] ?? ''

test('PM32 each harmful command of the pairs is seen to run another program, or to write beside the folder', () => {
  const missing = PAIRS.filter(([harmless]) => !/^[.]/.test(harmless)).filter(
    ([harmless]) => NEEDS_MORE.has(programOf(harmless)) || !isThere(programOf(harmless)),
  )
  const run = PAIRS.filter((pair) => !missing.includes(pair))
  const unseen: string[] = []
  for (const [, harmful] of run) {
    rmSync(box, { recursive: true, force: true })
    cpSync(clean, box, { recursive: true, verbatimSymlinks: true })
    const before = beside()
    const words = [...APART, 'sh', '-c', harmful]
    const { stderr } = spawnSync(words[0] ?? '', words.slice(1), {
      cwd: path.join(box, 'project'),
      env: ENVIRONMENT,
      input: '',
      timeout: MOST_MS,
      encoding: 'utf8',
    })
    const isSeen = statSync(outside, { throwIfNoEntry: false }) === undefined || beside() !== before
    if (!isSeen) unseen.push(`${harmful}: ${stderr.slice(-200)}`)
  }
  const programs = [...new Set(missing.map(([harmless]) => programOf(harmless)))]
  process.stdout.write(`${run.length} of ${PAIRS.length} pairs were run; ${missing.length} were not: ${programs.join(', ')}\n`) // prettier-ignore
  expect(unseen).toEqual([])
  expect(run.length).toBeGreaterThan(100)
})
