'use strict'
// Makes a checkout ready: checks Node, installs when the lock file changed, builds when sources changed.
// Plain old syntax on purpose: an old Node must live long enough to read the sentence below.
/* eslint-disable no-var */
var fs = require('fs')
var path = require('path')
var childProcess = require('child_process')
var crypto = require('crypto')

var root = path.join(__dirname, '..')
var wantBuild = process.argv.indexOf('--build') !== -1
var force = process.argv.indexOf('--force') !== -1
var noWeb = process.argv.indexOf('--no-web') !== -1

function fail(sentence) {
  process.stderr.write('\n' + sentence + '\n\n')
  process.exit(1)
}

function checkNode() {
  var parts = process.versions.node.split('.')
  var major = Number(parts[0])
  var minor = Number(parts[1])
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(
      'Crewroom needs Node.js 20.19 or newer; this is ' +
        process.version +
        '. Install a newer one from https://nodejs.org and run the command again.',
    )
  }
}

function has(command) {
  var probe = childProcess.spawnSync(command, ['--version'], { stdio: 'ignore' })
  return !probe.error && probe.status === 0
}

function hash(files) {
  var sum = crypto.createHash('sha256')
  files.forEach(function (file) {
    sum.update(path.relative(root, file)).update('\0')
    if (fs.existsSync(file)) sum.update(fs.readFileSync(file))
    sum.update('\0')
  })
  return sum.digest('hex')
}

function filesBelow(folder, found) {
  if (!fs.existsSync(folder)) return found
  fs.readdirSync(folder, { withFileTypes: true }).forEach(function (entry) {
    var full = path.join(folder, entry.name)
    if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name === 'test') return
    if (entry.isDirectory()) filesBelow(full, found)
    else if (!/\.test\.tsx?$/.test(entry.name)) found.push(full)
  })
  return found.sort()
}

function stampFile(name) {
  return path.join(root, 'node_modules', '.crewroom-' + name)
}

function stamped(name, value) {
  try {
    return fs.readFileSync(stampFile(name), 'utf8') === value
  } catch (error) {
    return false // no stamp yet: the first run
  }
}

function stamp(name, value) {
  fs.writeFileSync(stampFile(name), value)
}

// All output of children goes to stderr: stdout belongs to the command that follows.
function run(command, args, options) {
  var env = Object.assign({}, process.env, { CI: 'true' }, (options && options.env) || {})
  return childProcess.spawnSync(command, args, {
    cwd: (options && options.cwd) || root,
    env: env,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
}

// Keeps what the command prints, for when it fails.
function quietly(command, args) {
  return childProcess.spawnSync(command, args, {
    cwd: root,
    env: Object.assign({}, process.env, { CI: 'true' }),
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
}

// As packages/server/src/storage/sqlite-package.ts chooses it.
function sqlitePackage() {
  return Number(process.versions.modules) < 127 ? 'better-sqlite3-node20' : 'better-sqlite3'
}

function sqliteWorks() {
  var probe = childProcess.spawnSync(
    process.execPath,
    ['-e', "new (require('" + sqlitePackage() + "'))(':memory:').close()"],
    { cwd: path.join(root, 'packages', 'server'), stdio: 'ignore' },
  )
  return probe.status === 0
}

function missingTools() {
  var missing = []
  if (!has('python3')) missing.push('python3')
  if (!has('make')) missing.push('make')
  if (!has('g++') && !has('clang++')) missing.push('g++')
  return missing
}

function failForTools() {
  var missing = missingTools()
  if (missing.length === 0) return
  fail(
    'better-sqlite3 has no prebuilt binary for this system and must be compiled, but ' +
      missing.join(', ') +
      (missing.length === 1 ? ' is' : ' are') +
      ' missing. On Debian or Ubuntu: apt-get install -y python3 make g++',
  )
}

function install() {
  var wanted = hash([
    path.join(root, 'pnpm-lock.yaml'),
    path.join(root, 'package.json'),
    path.join(root, 'pnpm-workspace.yaml'),
    path.join(root, 'packages/shared/package.json'),
    path.join(root, 'packages/server/package.json'),
    path.join(root, 'packages/web/package.json'),
  ])
  // The Node ABI is part of the stamp: the compiled binding belongs to one.
  var value = wanted + ' abi ' + process.versions.modules
  if (stamped('install', value) && fs.existsSync(path.join(root, 'packages/server/node_modules')))
    return
  var pnpm = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).packageManager
  process.stderr.write('crewroom: installing dependencies (the first time takes about a minute)\n')
  // npx, because neither pnpm nor corepack can be relied on; CI=true so that pnpm never asks.
  var lock = fs.existsSync(path.join(root, 'pnpm-lock.yaml'))
    ? '--frozen-lockfile'
    : '--no-frozen-lockfile'
  var result = quietly('npx', ['--yes', pnpm, 'install', lock, '--reporter=append-only'])
  if (result.error)
    fail(
      'npx could not be started: ' +
        result.error.message +
        '. Install npm and run the command again.',
    )
  if (result.status !== 0) {
    // A page of compiler output says less than the name of the tool that is missing.
    failForTools()
    process.stderr.write(String(result.stdout) + String(result.stderr))
    fail(
      'Installing failed (see above). The npm registry must be reachable; then run the command again.',
    )
  }
  if (!sqliteWorks()) {
    // Either built for another Node, or its build script did not run.
    quietly('npx', ['--yes', pnpm, 'rebuild', '-r', 'better-sqlite3'])
    if (!sqliteWorks()) {
      failForTools()
      fail(
        'better-sqlite3 was installed but does not load on Node ' +
          process.version +
          '. Delete node_modules and run the command again.',
      )
    }
  }
  stamp('install', value)
}

function build() {
  var sharedFiles = filesBelow(path.join(root, 'packages/shared/src'), [])
  var parts = [
    {
      name: 'server',
      dir: 'packages/server',
      output: 'packages/server/dist/cli.js',
      command: ['build.mjs'],
    },
  ]
  if (!noWeb) {
    parts.push({
      name: 'web',
      dir: 'packages/web',
      output: 'packages/server/dist/web/index.html',
      command: ['node_modules/vite/bin/vite.js', 'build'],
    })
  }
  parts.forEach(function (part) {
    var value = hash(
      sharedFiles.concat(filesBelow(path.join(root, part.dir), []), [
        path.join(root, 'scripts/compress-files.mjs'),
        stampFile('install'),
      ]),
    )
    if (
      !force &&
      stamped('build-' + part.name, value) &&
      fs.existsSync(path.join(root, part.output))
    )
      return
    process.stderr.write('crewroom: building ' + part.name + '\n')
    // With another value in the shell the page would be React's slow and large one for developers.
    var result = run(process.execPath, part.command, {
      cwd: path.join(root, part.dir),
      env: { NODE_ENV: 'production' },
    })
    if (result.status !== 0) fail('Building packages/' + part.name + ' failed (see above).')
    stamp('build-' + part.name, value)
  })
}

checkNode()
install()
if (wantBuild) build()
