import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { isLong } from './long'
import { dashboard, messageTexts } from './dashboard'
import { drawn } from './painted'
import { holdEnds, pass } from './held-ends'

const own = dashboard()

const box = (page: Page) => page.getByLabel('Message config-team')

async function open(): Promise<Page> {
  const page = await own.open(own.groups('config-team'))
  await box(page).waitFor()
  return page
}

test.skipIf(noBrowser)(
  'UI155 a screen reader hears one or two messages in full, more as a number, and history not at all',
  async () => {
    for (let n = 1; n <= 120; n++) await own.writeTo('config-team', `Old ${n}`)
    const page = await own.newPage()
    // What is read out is collected for so long.
    const BATCH_MS = 1_000
    await holdEnds(page, [BATCH_MS])
    await page.goto(await own.server.link(own.groups('config-team')))
    const voice = page.locator('.sr[role="status"][aria-live="polite"]')
    await page.getByText('Old 120').last().waitFor()
    const isFirstThere = async () => {
      await page.locator('.log').evaluate((log) => log.scrollTo(0, 0))
      return (await page.locator('.log').getByText('Old 1', { exact: true }).count()) > 0
    }
    await expect.poll(isFirstThere).toBe(true)
    await drawn(page)
    await pass(page, BATCH_MS)
    expect(await voice.textContent(), 'what is only scrolled to is no news').toBe('')
    await page.keyboard.press('End')
    /** What is read out once all of these are drawn. */
    const readOut = async (texts: readonly string[], wanted: string) => {
      for (const text of texts) await own.say('config-team', text)
      await page.locator('.g', { hasText: texts.at(-1) ?? '' }).waitFor()
      await drawn(page)
      const told = async () => {
        await pass(page, BATCH_MS)
        return voice.textContent()
      }
      await expect.poll(told).toBe(wanted)
    }
    await readOut(['Alone'], 'Developer: Alone')
    await readOut(['First', 'Second'], 'Developer: First. Developer: Second')
    const many = [1, 2, 3, 4, 5].map((n) => `Many ${n}`)
    await readOut(many, '5 new messages in config-team')
  },
)

test.skipIf(noBrowser)(
  'UI156 the theme is that of the system, from the first paint on, until one is chosen',
  async () => {
    const themes: string[] = []
    const page = await own.newPage({ colorScheme: 'dark' })
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
    await page.goto(await own.server.link(own.groups('config-team')))
    await box(page).waitFor()
    const theme = () => page.locator('html').getAttribute('data-theme')
    await expect.poll(() => theme()).toBe('dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(theme).toBe('light')
    await page.goto(`${own.server.url}/settings`)
    await page.getByRole('button', { name: 'Dark' }).click()
    await expect.poll(() => theme()).toBe('dark')
    await page.reload()
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    await expect.poll(() => theme()).toBe('dark')
    await expect.poll(() => themes).toEqual(['dark', 'light', 'dark'])
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI158 a session that ends takes nothing with it: after signing in again the text is still there',
  async () => {
    const page = await open()
    own.watch.areFailuresExpected = true
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
    await page.goto(await own.server.link(own.groups('config-team')))
    await box(page).waitFor()
    const unsent = page.locator('.m-row.pending', { hasText: 'Written too late' })
    await unsent.getByRole('button', { name: 'Retry' }).click()
    await page.locator('[data-message]', { hasText: 'Written too late' }).waitFor()
    await expect.poll(() => unsent.count()).toBe(0)
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
    for (const page of [first, second])
      await expect.poll(async () => (await messageTexts(page)).length).toBe(2)
    await expect.poll(() => messageTexts(first)).toEqual(await messageTexts(second))
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
  },
)

test.skipIf(noBrowser)(
  'UI920 a part that cannot be loaded takes nothing else with it, and is fetched again',
  async () => {
    await own.writeTo('config-team', 'Stays')
    const page = await open()
    own.watch.areFailuresExpected = true
    const scripts = '**/assets/*.js'
    const asked: string[] = []
    await page.route(scripts, (route) => {
      asked.push(route.request().url())
      return route.abort()
    })
    // Tools are fetched when the pointer comes, and left out.
    const message = page.locator('[data-message]', { hasText: 'Stays' })
    const tools = message.getByRole('button', { name: 'Reply' })
    await box(page).fill('Half a thought')
    await message.hover()
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    await page.mouse.move(0, 0)
    await expect.poll(() => box(page).inputValue()).toBe('Half a thought')
    // A section says so in its place.
    const section = (name: string) =>
      page.getByRole('navigation').getByRole('link', { name, exact: true }).first()
    await section('Reports').click()
    const gap = page.getByRole('alert').filter({ hasText: 'This part could not be loaded.' })
    await gap.waitFor()
    await page.unroute(scripts)
    await gap.getByRole('button', { name: 'Try again' }).click()
    await page.locator('main').getByRole('heading', { name: 'Reports' }).waitFor()
    expect(await gap.count()).toBe(0)
    await page.goBack()
    await expect.poll(() => box(page).inputValue()).toBe('Half a thought')
    const isComing = async () => {
      await page.mouse.move(0, 0)
      await message.hover()
      return tools.isVisible()
    }
    await expect.poll(isComing).toBe(true)
    expect(own.watch.wrong).toEqual([])
  },
)
