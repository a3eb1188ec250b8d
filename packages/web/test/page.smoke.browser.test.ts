import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { launch, noBrowser, Watch } from './chromium'
import { type CreatedAgent, ServerProcess } from './server-process'

let server: ServerProcess
let browser: Browser
let watch: Watch
let lead: CreatedAgent
let dev: CreatedAgent

beforeAll(async () => {
  if (noBrowser) return
  browser = await launch()
  server = new ServerProcess()
  await server.start()
})
afterAll(async () => {
  await browser?.close()
  await server?.dispose()
})
beforeEach(async () => {
  if (noBrowser) return
  watch = new Watch()
  lead = await server.createLead('atlas-refactor')
  dev = await server.createAgent(lead.id, 'developer')
  await server.createGroup(lead.id, 'config-team', [dev.id])
})
afterEach(async () => {
  for (const context of browser?.contexts() ?? []) await context.close()
})

const group = () => `/leads/${lead.id}/groups/config-team`
const box = (page: Page) => page.getByLabel('Message config-team')
const post = (content: string) =>
  server.call('POST', `/api/lead/${lead.id}/groups/config-team/messages`, { content })

async function open(options: object = {}): Promise<Page> {
  const page = await watch.open(browser, server.url, {
    viewport: { width: 1280, height: 800 },
    ...options,
  })
  await page.goto(await server.link(group()))
  await box(page).waitFor()
  return page
}

test.skipIf(noBrowser)(
  'UI155 a screen reader hears one or two messages in full, more as a number, and history not at all',
  async () => {
    for (let n = 1; n <= 120; n++) await post(`Old ${n}`)
    const page = await open()
    const voice = page.locator('.sr[role="status"][aria-live="polite"]')
    await page.getByText('Old 120').last().waitFor()
    await page.locator('.log').evaluate((log) => log.scrollTo(0, 0))
    await page.waitForTimeout(1_300)
    expect(await voice.textContent(), 'what is only scrolled to is no news').toBe('')
    await page.keyboard.press('End')
    await server.post(dev, 'config-team', 'Alone')
    await expect.poll(() => voice.textContent()).toBe('Developer: Alone')
    for (const text of ['First', 'Second']) await server.post(dev, 'config-team', text)
    await expect.poll(() => voice.textContent()).toBe('Developer: First. Developer: Second')
    for (let n = 1; n <= 5; n++) await server.post(dev, 'config-team', `Many ${n}`)
    await expect.poll(() => voice.textContent()).toBe('5 new messages in config-team')
    expect(watch.wrong).toEqual([])
  },
)

test.skipIf(noBrowser)(
  'UI156 the theme is that of the system, from the first paint on, until one is chosen',
  async () => {
    const themes: string[] = []
    const page = await watch.open(browser, server.url, {
      viewport: { width: 1280, height: 800 },
      colorScheme: 'dark',
    })
    await page.exposeFunction('seen', (theme: string) => themes.push(theme))
    await page.addInitScript(() => {
      const look = () => {
        const { theme } = document.documentElement.dataset
        if (document.body) {
          const { seen } = globalThis as unknown as { seen(theme: string): void }
          seen(theme ?? 'none')
        } else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await page.goto(await server.link(group()))
    await box(page).waitFor()
    const theme = () => page.locator('html').getAttribute('data-theme')
    expect(await theme()).toBe('dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(theme).toBe('light')
    await page.goto(`${server.url}/settings`)
    await page.getByRole('button', { name: 'Dark' }).click()
    expect(await theme()).toBe('dark')
    await page.reload()
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    expect(await theme()).toBe('dark')
    await expect.poll(() => themes).toEqual(['dark', 'light', 'dark'])
    expect(watch.wrong).toEqual([])
  },
)

test.skipIf(noBrowser)(
  'UI157 the first paint needs at most 150 kB of gzipped scripts, all from this server, none inline',
  async () => {
    const page = await watch.open(browser, server.url, { viewport: { width: 1280, height: 800 } })
    const scripts = new Map<string, number>()
    let isPainted = false
    page.on('response', async (response) => {
      if (isPainted || response.request().resourceType() !== 'script') return
      scripts.set(response.url(), 0)
      scripts.set(response.url(), gzipSync(await response.body(), { level: 6 }).length)
    })
    const response = await page.goto(await server.link(group()))
    await box(page).waitFor()
    isPainted = true
    const policy = response?.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'self';")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe')
    await expect.poll(() => [...scripts.values()].every((size) => size > 0)).toBe(true)
    const total = [...scripts.values()].reduce((sum, size) => sum + size, 0)
    console.log(`first paint: ${(total / 1000).toFixed(1)} kB of scripts, gzipped`)
    expect(total).toBeLessThanOrEqual(150_000)
    expect(watch.wrong).toEqual([])
  },
)

test.skipIf(noBrowser)(
  'UI158 a session that ends takes nothing with it: after signing in again the text is still there',
  async () => {
    const page = await open()
    watch.areFailuresExpected = true
    let isOver = true
    await page.route('**/messages', async (route) => {
      if (route.request().method() === 'POST' && isOver) {
        isOver = false
        await route.fulfill({
          status: 401,
          json: { error: { code: 'unauthorized', message: 'No.', details: {} } },
        })
      } else await route.continue()
    })
    await box(page).fill('Written too late')
    await page.keyboard.press('Enter')
    await page.getByTestId('signed-out').waitFor()
    await page.goto(await server.link(group()))
    await box(page).waitFor()
    const unsent = page.locator('.m-row.pending', { hasText: 'Written too late' })
    await unsent.getByRole('button', { name: 'Retry' }).click()
    await page.locator('[data-message]', { hasText: 'Written too late' }).waitFor()
    await expect.poll(() => unsent.count()).toBe(0)
    expect(watch.wrong).toEqual([])
  },
)

test.skipIf(noBrowser)(
  'UI159 two people at two pages see the same, whoever writes and reacts',
  async () => {
    const [first, second] = [await open(), await open()]
    await box(first).fill('From the first')
    await first.keyboard.press('Enter')
    await box(second).fill('From the second')
    await second.keyboard.press('Enter')
    const texts = (page: Page) => page.locator('[data-message] .b').allInnerTexts()
    for (const page of [first, second])
      await expect.poll(async () => (await texts(page)).length).toBe(2)
    expect(await texts(first)).toEqual(await texts(second))
    await first.locator('article', { hasText: 'From the second' }).focus()
    await first.keyboard.press('1')
    for (const page of [first, second]) {
      await page
        .locator('article', { hasText: 'From the second' })
        .locator('.rx button')
        .first()
        .waitFor()
    }
    await second.locator('article', { hasText: 'From the second' }).focus()
    await second.keyboard.press('1')
    for (const page of [first, second]) {
      await expect.poll(() => page.locator('.rx button[aria-pressed="true"]').count()).toBe(0)
    }
    expect(watch.wrong).toEqual([])
  },
)
