import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noBrowser, sharedBrowser, Watch } from './chromium'
import { shot } from './stage'
import { patience } from '../../shared/test/patience'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const PROGRAM = fileURLToPath(
  new URL('../../server/test/harness/programs/acp-agent.mjs', import.meta.url),
)
const WORDS = 'I read the README. Three things in it are unclear.'

const folder = mkdtempSync(join(tmpdir(), 'crewroom-minute-'))
const data = join(folder, 'data')
let browser: Browser
let server: ChildProcess | null = null

/** A coding agent that was installed: a program of its name on the PATH. */
function install(name: string, words: string): void {
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  const behaviour = JSON.stringify({ systemPrompt: true, chunks: [words] })
  writeFileSync(
    join(bin, name),
    `#!/bin/sh\nACP_BEHAVIOUR='${behaviour}' exec "${process.execPath}" "${PROGRAM}"\n`,
  )
  chmodSync(join(bin, name), 0o755)
}

/** `npm start`, as a person types it; resolves to the link that it prints. */
function npmStart(): Promise<string> {
  const child = spawn('npm', ['start', '--', '--port', '0', '--data', data, '--no-open'], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}` },
  })
  server = child
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      const [link] = /http:\/\/\S+#code=\S+/.exec(said) ?? []
      if (link !== undefined) resolve(link)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', () => reject(new Error(`it ended: ${said}`)))
  })
}

beforeAll(async () => {
  if (!noBrowser) browser = await sharedBrowser()
})
afterAll(async () => {
  for (const context of browser?.contexts() ?? []) await context.close()
  const pid = server?.pid
  if (pid !== undefined && server?.exitCode === null) {
    const gone = new Promise((resolve) => server?.once('exit', resolve))
    process.kill(-pid, 'SIGTERM')
    await gone
  }
  rmSync(folder, { recursive: true, force: true })
})

test.skipIf(noBrowser)(
  'UI337 from npm start on an empty folder to an agent’s first words it takes at most five actions',
  async () => {
    install('claude-agent-acp', WORDS)
    const link = await npmStart()
    const watch = new Watch()
    const page = await watch.open(browser, new URL(link).origin, {
      viewport: { width: 1440, height: 900 },
    })
    const actions: string[] = []
    const act = async (what: string, run: () => Promise<unknown>) => {
      actions.push(what)
      await run()
    }

    await act('open the link that is printed', () => page.goto(link))
    await page.getByRole('heading', { name: 'What should your crew do?' }).waitFor()
    // What is typed goes where the focus is: nothing is clicked before.
    await act('type the task', () => page.keyboard.type('List what is unclear in the README.'))
    await page.getByRole('radio', { name: /^Claude Code/, checked: true }).waitFor({
      state: 'attached',
    })
    await shot(page, 'first-minute-typed')
    await act('press Ctrl+Enter', () => page.keyboard.press('Control+Enter'))

    await page.waitForURL(/\/leads\/[^/]+/)
    const words = page.locator('main').getByText(WORDS).first()
    await words.waitFor({ timeout: patience(30_000) })
    const isSeen = await words.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const there = document.elementFromPoint(x + width / 2, y + height / 2)
      // A card may be one link as a whole, which lies over its words and shows them.
      const card = element.closest('li, section')
      return width > 0 && height > 0 && card?.contains(there) === true
    })
    expect(isSeen, 'nothing lies over the words').toBe(true)
    await shot(page, 'first-minute-words')
    console.log(`first words after ${actions.length} actions: ${actions.join(', ')}`)
    expect(actions.length).toBeLessThanOrEqual(5)
    expect(
      readFileSync(join(data, 'server.json'), 'utf8'),
      'on the folder that was empty',
    ).toContain(new URL(link).origin)
    expect(watch.wrong).toEqual([])
  },
  // Where something was not built yet, npm start builds it.
  patience(180_000),
)
