// What README.md tells people to type exists: npm scripts, and subcommands of the built CLI.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const CLI = 'packages/server/dist/cli.js'

/** Lines of the fenced `sh` blocks, without prompt and comment, with their numbers. */
function commandLines(markdown) {
  const found = []
  let inside = false
  for (const [index, text] of markdown.split('\n').entries()) {
    const fence = /^\s*(?:```|~~~)\s*(\w*)/.exec(text)
    if (fence) {
      inside = !inside && fence[1] === 'sh'
      continue
    }
    if (!inside) continue
    const command = text
      .trim()
      .replace(/^\$ /, '')
      .replace(/\s#.*$/, '')
    for (const part of command.split(/\s*(?:&&|;|\|)\s*/)) found.push({ line: index + 1, part })
  }
  return found
}

function subcommands() {
  const help = spawnSync(process.execPath, [join(ROOT, CLI), '--help'], {
    encoding: 'utf8',
    timeout: 30_000,
  })
  if (help.status !== 0) return undefined
  const list = help.stdout.split(/^Commands:$/m)[1] ?? ''
  return new Set([...list.matchAll(/^ {2}([a-z][\w-]*)/gm)].map((match) => match[1]))
}

const problems = []
const readme = join(ROOT, 'README.md')
const lines = existsSync(readme) ? commandLines(readFileSync(readme, 'utf8')) : []
if (!existsSync(readme)) problems.push('README.md:1: the file is missing')

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
let commands
let checked = 0

for (const { line, part } of lines) {
  const report = (text) => problems.push(`README.md:${line}: ${text}`)
  const npm = /^npm (?:run ([\w:-]+)|(start|test))(?=\s|$)/.exec(part)
  const cli = /^node packages\/server\/dist\/cli\.js(?:\s+([^\s-]\S*))?/.exec(part)
  if (npm) {
    checked += 1
    const name = npm[1] ?? npm[2]
    if (!(name in scripts)) report(`package.json has no script '${name}'`)
  } else if (cli) {
    checked += 1
    if (!existsSync(join(ROOT, CLI))) {
      report(`${CLI} is not built: run npm run build`)
      continue
    }
    commands ??= subcommands()
    if (!commands) report(`${CLI} --help failed`)
    else if (cli[1] && !commands.has(cli[1])) report(`${CLI} has no subcommand '${cli[1]}'`)
  }
}
if (checked === 0 && problems.length === 0) {
  problems.push('README.md:1: no `sh` block has a command to check')
}

for (const problem of problems) console.error(problem)
console.log(`readme: ${checked} commands checked`)
process.exitCode = problems.length === 0 ? 0 : 1
