import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { overflow, TWO_LOOKS, violations } from './axe'
import { noBrowser, sharedBrowser, Watch } from './chromium'
import { often } from './long'

const at = (place: string) => fileURLToPath(new URL(place, import.meta.url))
const CLI = at('../../server/dist/cli.js')
const SESSION = at('../../shared/test/transcripts/entireio/00_c9e2351016_3.jsonl')

let browser: Browser
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'crewroom-page-'))
  if (!noBrowser) browser = await sharedBrowser()
})
afterAll(async () => {
  for (const context of browser?.contexts() ?? []) await context.close()
  rmSync(folder, { recursive: true, force: true })
})

test.skipIf(noBrowser)(
  'TR85 the page of a session opens without a network, asks for nothing, and unfolds',
  async () => {
    const file = path.join(folder, 'page.html')
    execFileSync(process.execPath, [CLI, 'transcript', SESSION, '--html', file], { stdio: 'pipe' })
    const address = pathToFileURL(file).href
    for (const look of often(TWO_LOOKS.slice(1), TWO_LOOKS)) {
      const watch = new Watch()
      const page = await watch.open(browser, 'file:', { ...look, offline: true })
      const requests: string[] = []
      page.on('request', (request) => requests.push(request.url()))
      await page.goto(address)
      await expect.poll(() => page.title()).toBe('fix tests')
      await expect.poll(() => page.locator('article').count()).toBe(6)
      const group = page.locator('article.ai').first()
      await expect
        .poll(() => group.locator('.last').innerText(), { message: 'closed' })
        .toContain('User rejected tool use')
      await expect.poll(() => group.locator('details.item').first().isVisible()).toBe(false)
      await group.locator('summary').first().click()
      const tool = group.locator('details.tool').first()
      await tool.locator('summary').click()
      await expect.poll(() => tool.locator('pre.code').first().isVisible()).toBe(true)
      expect(await violations(page)).toEqual([])
      await expect.poll(() => overflow(page)).toBe(0)
      await page.screenshot({
        path: at(`../../../test-results/screens/transcript-page-${look.colorScheme}.png`),
      })
      expect(requests).toEqual([address])
      expect(watch.wrong).toEqual([])
      await page.context().close()
    }
  },
)
