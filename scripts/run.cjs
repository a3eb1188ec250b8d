'use strict'
// Runs a tool from the workspace's own node_modules: `pnpm` itself cannot be relied on to be on PATH.
var path = require('path')
var fs = require('fs')
var spawnSync = require('child_process').spawnSync

var root = path.join(__dirname, '..')
var tool = process.argv[2]
var candidates = [
  path.join(root, 'node_modules', '.bin', tool),
  path.join(root, 'packages', 'server', 'node_modules', '.bin', tool),
]
var bin = candidates.filter(function (file) {
  return fs.existsSync(file)
})[0]
if (!bin) {
  process.stderr.write('No tool "' + tool + '" in this workspace. Run: node scripts/ensure.cjs\n')
  process.exit(1)
}
var result = spawnSync(bin, process.argv.slice(3), { stdio: 'inherit' })
process.exit(result.status === null ? 1 : result.status)
