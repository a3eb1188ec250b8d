import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, noBrowser, Watch } from './chromium'
import { CLI } from './server-process'
import { pass, UNDO_MS } from './held-ends'

const data = mkdtempSync(join(tmpdir(), 'crewroom-demo-'))
const watch = new Watch()
let browser: Browser
let demo: ChildProcess
let link = ''
const printed: string[] = []

beforeAll(async () => {
  if (noBrowser) return
  browser = await launch()
  demo = spawn(
    process.execPath,
    [CLI, 'demo', '--no-open', '--pace', '0.2', '--port', '0', '--data', data],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const lines = createInterface({ input: demo.stdout! })
  link = await new Promise((resolve, reject) => {
    lines.on('line', (text) => {
      printed.push(text)
      const found = /http:\S+#code=\S+/.exec(text)
      if (found) resolve(found[0])
    })
    demo.once('exit', () => reject(new Error('the demo ended before it printed its link')))
  })
})
afterAll(async () => {
  await browser?.close()
  if (demo && demo.exitCode === null) {
    const gone = new Promise((resolve) => demo.once('exit', resolve))
    demo.kill('SIGTERM')
    await gone
  }
  rmSync(data, { recursive: true, force: true })
})

test.skipIf(noBrowser)(
  'UI126, DM25 the crew of the demo, real processes, is seen at work from the beginning to its question',
  async () => {
    const { origin } = new URL(link)
    const page = await watch.open(browser, origin, { viewport: { width: 1440, height: 900 } })
    await expect.poll(() => printed.join('\n')).toContain('when the dashboard opens')
    expect(printed.filter((text) => text.includes('joins the crew'))).toEqual([])
    await page.goto(link)
    // One lands on the crew, and sees all of it at work.
    await expect.poll(() => page.locator('[data-card]').count()).toBe(8)
    await page.getByRole('link', { name: /^Groups/ }).click()
    const row = (name: string) => page.locator(`[data-group="${name}"]`)
    await row('config-team').waitFor()
    await row('timeline-team').locator('.tag', { hasText: 'Auto' }).waitFor()
    await expect.poll(() => page.locator('.crew .crew-link').count()).toBe(8)
    await row('config-team').click()
    await page.getByText('Reviewed and tested. Thank you all.').last().waitFor()
    await page.locator('[data-event="joined"]').first().waitFor()
    await page.locator('.rx button', { hasText: '👍' }).first().waitFor()

    await page.getByRole('link', { name: /^Needs you/ }).click()
    const question = page.locator('main').getByText('May I merge refactor/rope?')
    await question.waitFor()
    await page.getByLabel(/^Answer/).fill('Yes, please.')
    await page.getByRole('button', { name: 'Send answer' }).click()
    await pass(page, UNDO_MS)
    await expect.poll(() => question.count()).toBe(0)
    await page.getByRole('link', { name: /^Reports/ }).click()
    await page.getByText('All 214 tests pass').first().waitFor()
    await page.getByRole('link', { name: /^Activity/ }).click()
    await page.locator('.f-row').getByText('Yes, please.').first().waitFor()
    expect(watch.wrong).toEqual([])
  },
)
