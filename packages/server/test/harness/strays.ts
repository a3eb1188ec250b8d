import { existsSync, readFileSync } from 'node:fs'
import { runs } from './processes'
import { eventually } from './speaker'

/**
 * What a program (CommonJS, in its folder) needs to let go of processes that nothing tells to be its own: `strays(word,
 * how)` forks twice, each time into a new session with an empty environment, and is done when the last one is there
 * and the one between has gone. That one notes `word` and its number in the file `strays`; it is `meek`, `deaf` to
 * SIGTERM, `holds` the program's output, or is a `parent` of another one. `below(word)` forks once.
 */
export const STRAYS = `
const fs = require('node:fs')
const { spawn } = require('node:child_process')
const stay = () => setInterval(() => {}, 1000)
const NOTES = ${'`${process.cwd()}/strays`'}
const noting = (word, how) => [
  how === 'deaf' ? "process.on('SIGTERM', () => {})" : '',
  how === 'parent' ? "require('node:child_process').spawn(process.execPath, ['-e', " +
    JSON.stringify(noting(word + '-child', 'meek')) + "], { detached: true, stdio: 'ignore', env: {} })" : '',
  "require('node:fs').appendFileSync(" + JSON.stringify(NOTES) + ", '" + word + " ' + process.pid + '\\\\n')",
  'setInterval(() => {}, 1000)',
].join(';')
const alone = (how) => ({ detached: true, env: {}, stdio: ['ignore', how === 'holds' ? 'inherit' : 'ignore', 'ignore'] })
const strays = (word, how = 'meek') => new Promise((resolve) => {
  const between = "require('node:child_process').spawn(process.execPath, ['-e', " +
    JSON.stringify(noting(word, how)) + '], ' + JSON.stringify(alone(how)) + ').unref()'
  const first = spawn(process.execPath, ['-e', between], alone(how))
  first.once('exit', () => {
    const look = setInterval(() => {
      if (!fs.existsSync(NOTES) || !fs.readFileSync(NOTES, 'utf8').includes(word + ' ')) return
      clearInterval(look)
      resolve()
    }, 5)
  })
})
const below = (word) => spawn(process.execPath, ['-e', noting(word, 'meek')], alone('meek'))
`

/** The number of the stray that noted this word in a file, when it did. */
export async function strayIn(file: string, word: string): Promise<number> {
  const pattern = new RegExp(`^${word} (\\d+)$`, 'm')
  const found = () => pattern.exec(existsSync(file) ? readFileSync(file, 'utf8') : '')?.[1]
  await eventually(`"${word}" is noted`, () => found() !== undefined)
  const pid = Number(found())
  met.push(pid)
  return pid
}

const met: number[] = []

/** No stray outlives its test, whatever that finds out. */
export function endStrays(): void {
  for (const pid of met.splice(0)) {
    // By its own words, and not only by its number, which may be somebody else's by now.
    if (runs(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('/strays')) {
      process.kill(pid, 'SIGKILL')
    }
  }
}
