import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { dashboard, rowBadge, totalBadge as badge } from './dashboard'
import { isLong } from './long'

const own = dashboard()

async function open(path: string, options: object = {}): Promise<Page> {
  const page = await own.open(path, options)
  await page.locator('[data-group]').first().waitFor()
  return page
}

test.skipIf(noBrowser || !isLong)(
  'UI131 ninety-nine are shown as they are, more as 99+, and the whole number is said',
  async () => {
    for (let n = 0; n < 60; n++) await own.say('config-team', `One ${n}`)
    for (let n = 0; n < 39; n++) await own.say('release-gate', `Two ${n}`)
    const page = await open(own.groups())
    await expect.poll(() => badge(page).innerText()).toBe('99')
    await own.say('release-gate', 'One more')
    await expect.poll(() => badge(page).innerText()).toBe('99+')
    await expect.poll(() => badge(page).getAttribute('aria-label')).toBe('100 unread messages')
    await expect.poll(() => page.title()).toBe('(100) Groups · atlas-refactor · Crewroom')
    await expect.poll(() => rowBadge(page, 'release-gate').innerText()).toBe('40')
  },
)

test.skipIf(noBrowser)(
  'UI133 a wrong local clock neither leaves a message unread nor swallows a later one',
  async () => {
    for (const minutes of [-10, 10]) {
      await own.say('config-team', `Before ${minutes}`)
      const page = await own.newPage()
      await page.clock.install({ time: Date.now() + minutes * 60_000 })
      await page.goto(await own.server.link(own.groups('config-team')))
      await page.getByText(`Before ${minutes}`).first().waitFor()
      await expect.poll(() => badge(page).count()).toBe(0)
      await page.locator('[data-group="release-gate"]').click()
      await page.getByLabel('Message release-gate').waitFor()
      await own.say('config-team', `After ${minutes}`)
      await expect.poll(() => rowBadge(page, 'config-team').innerText()).toBe('1')
      await page.goto(own.server.url + own.groups())
      await page.locator('[data-group]').first().waitFor()
      await expect.poll(() => rowBadge(page, 'config-team').innerText()).toBe('1')
      await page.locator('[data-group="config-team"]').click()
      await expect.poll(() => badge(page).count()).toBe(0)
      await page.context().close()
    }
  },
)

test.skipIf(noBrowser)(
  'UI135 what is read in one tab is read in the other, and on another device',
  async () => {
    await own.say('config-team', 'Hello')
    const first = await open(own.groups())
    const second = await first.context().newPage()
    await second.goto(own.server.url + own.groups())
    await second.locator('[data-group]').first().waitFor()
    const device = await open(own.groups())
    for (const page of [first, second, device])
      await expect.poll(() => badge(page).innerText()).toBe('1')
    await first.bringToFront()
    await first.locator('[data-group="config-team"]').click()
    for (const page of [first, second, device]) {
      await expect.poll(() => badge(page).count()).toBe(0)
    }
  },
)

test.skipIf(noBrowser)(
  'UI137 the line above what is new stays for the visit, and a message can be marked unread again',
  async () => {
    await own.say('config-team', 'Old')
    const page = await open(own.groups('config-team'))
    await expect.poll(() => badge(page).count()).toBe(0)
    await page.locator('[data-group="release-gate"]').click()
    await page.getByLabel('Message release-gate').waitFor()
    for (let n = 1; n <= 3; n++) await own.say('config-team', `New ${n}`)
    await page.locator('[data-group="config-team"]').click()
    const line = page.getByRole('separator', { name: '3 new messages' })
    await line.waitFor()
    await expect.poll(() => badge(page).count()).toBe(0)
    const around = async () => {
      const order = await page.locator('.log [data-key]').allInnerTexts()
      const at = order.findIndex((text) => text.includes('3 new'))
      return [order[at - 1], order[at + 1]]
    }
    await expect
      .poll(around)
      .toEqual([expect.stringContaining('Old'), expect.stringContaining('New 1')])
    await page.locator('[data-group="release-gate"]').click()
    await page.getByLabel('Message release-gate').waitFor()
    await page.locator('[data-group="config-team"]').click()
    await page.getByText('New 3').last().waitFor()
    await expect.poll(() => line.count()).toBe(0)

    await page.locator('article', { hasText: 'New 2' }).focus()
    await page.keyboard.press('u')
    await expect.poll(() => badge(page).innerText()).toBe('2')
    await page.getByRole('separator', { name: '2 new messages' }).waitFor()
    await page.goto(own.server.url + own.groups())
    await page.locator('[data-group]').first().waitFor()
    await expect.poll(() => rowBadge(page, 'config-team').innerText()).toBe('2')
    const device = await open(own.groups())
    await expect.poll(() => badge(device).innerText()).toBe('2')
  },
)

test.skipIf(noBrowser)(
  'UI139 times that SQLite wrote are shown in local time and in order',
  async () => {
    const page = await open(own.groups(), { timezoneId: 'America/New_York' })
    await page.route('**/timeline*', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { rows: { message?: { timestamp: string } }[] }
      for (const row of body.rows) {
        if (row.message) row.message.timestamp = '2026-11-20 22:26:00'
      }
      await route.fulfill({ response, json: body })
    })
    await own.say('config-team', 'First')
    await own.say('config-team', 'Second')
    await page.locator('[data-group="config-team"]').click()
    await page.locator('[data-message]', { hasText: 'Second' }).waitFor()
    await expect
      .poll(() => page.locator('[data-message] .b').allInnerTexts())
      .toEqual(['First', 'Second'])
    await expect.poll(() => page.locator('[data-message] time').first().innerText()).toBe('17:26')
  },
)

test.skipIf(noBrowser || !isLong)(
  'GR60 what the person wrote elsewhere is not counted, beside what others wrote and alone',
  async () => {
    const page = await open(own.groups())
    await own.writeTo('config-team', 'hello in 59')
    await page.locator('[data-group="config-team"]', { hasText: 'hello in 59' }).waitFor()
    expect(await rowBadge(page, 'config-team').count()).toBe(0)
    expect(await badge(page).count()).toBe(0)
    await own.say('config-team', 'Hello to you')
    await own.writeTo('config-team', 'Are you there?')
    await own.writeTo('config-team', 'Well?')
    await page.locator('[data-group="config-team"]', { hasText: 'Well?' }).waitFor()
    await expect.poll(() => rowBadge(page, 'config-team').innerText()).toBe('1')
    await expect.poll(() => page.title()).toMatch(/^\(1\)/)
    await page.reload()
    await expect.poll(() => rowBadge(page, 'config-team').innerText()).toBe('1')
  },
)
