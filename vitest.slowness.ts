import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const CLI = fileURLToPath(new URL('packages/server/dist/cli.js', import.meta.url))
/** A start of the built server on a quiet machine of two cores. */
const QUIET_START_MS = 600
const GIVE_UP_MS = 60_000

/** Deadlines of a project's tests, from those of a quiet machine in milliseconds. */
export async function deadlines(quiet: { readonly test: number; readonly poll: number }) {
  const factor = await slowness()
  return {
    testTimeout: quiet.test * factor,
    hookTimeout: quiet.test * factor,
    expect: { poll: { timeout: quiet.poll * factor } },
  }
}

/**
 * How many times slower than a quiet machine this one is, measured once by a start of the built server; at least 1. Every
 * deadline of a test is multiplied by it (`patience`): a busy machine takes longer, and nothing else about it is wrong. The tests
 * read it from their environment, where a caller may also have put it.
 */
async function slowness(): Promise<number> {
  const given = Number(process.env['CREWROOM_SLOWNESS'])
  if (given >= 1) return given
  const took = existsSync(CLI) ? await startOfServer() : QUIET_START_MS
  const measured = Math.max(1, Math.round((took / QUIET_START_MS) * 10) / 10)
  process.env['CREWROOM_SLOWNESS'] = String(measured)
  if (measured > 1.5) console.log(`This machine is ${measured} times slower than a quiet one.`)
  return measured
}

async function startOfServer(): Promise<number> {
  const data = mkdtempSync(path.join(tmpdir(), 'crewroom-slowness-'))
  const begun = performance.now()
  const child = spawn(
    process.execPath,
    [CLI, 'start', '--no-open', '--data', data, '--port', '0'],
    {
      cwd: data,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const ended = new Promise((resolve) => child.once('close', resolve))
  const late = setTimeout(() => child.kill('SIGKILL'), GIVE_UP_MS)
  for await (const chunk of child.stdout) if (String(chunk).includes('is running at')) break
  const took = performance.now() - begun
  clearTimeout(late)
  child.kill('SIGKILL')
  await ended
  rmSync(data, { recursive: true, force: true })
  return took
}
