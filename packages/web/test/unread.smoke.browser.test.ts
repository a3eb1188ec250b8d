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
  for (const name of ['config-team', 'release-gate']) {
    await server.createGroup(lead.id, name, [dev.id])
  }
})
afterEach(async () => {
  for (const context of browser?.contexts() ?? []) await context.close()
})

const groups = (name = '') => `/leads/${lead.id}/groups${name && `/${name}`}`
const badge = (page: Page) => page.locator('.nav .badge:not(.at)')
const rowBadge = (page: Page, name: string) =>
  page.locator(`[data-group="${name}"] .badge:not(.at)`)
const title = (page: Page) => page.title()

async function open(path: string, options: object = {}): Promise<Page> {
  const page = await watch.open(browser, server.url, {
    viewport: { width: 1280, height: 800 },
    ...options,
  })
  await page.goto(await server.link(path))
  await page.locator('[data-group]').first().waitFor()
  return page
}

const post = (group: string, content: string) => server.post(dev, group, content)

/** As a person of another browser: agents have a rate that a test must not wait for. */
async function fill(group: string, count: number): Promise<void> {
  for (let n = 1; n <= count; n++) {
    await server.call('POST', `/api/lead/${lead.id}/groups/${group}/messages`, {
      content: `${group} ${n}`,
    })
  }
}

test.skipIf(noBrowser)(
  'UI130 what came before the first visit is counted in blue, and a visit takes it away for good',
  async () => {
    for (let n = 1; n <= 3; n++) await post('config-team', `Message ${n}`)
    const page = await open(groups())
    expect(await badge(page).innerText()).toBe('3')
    expect(await rowBadge(page, 'config-team').innerText()).toBe('3')
    const colors = await badge(page).evaluate((element) => {
      const probe = document.createElement('i')
      probe.style.backgroundColor = 'var(--badge)'
      document.body.append(probe)
      const wanted = getComputedStyle(probe).backgroundColor
      probe.remove()
      return [getComputedStyle(element).backgroundColor, wanted]
    })
    expect(colors[0]).toBe(colors[1])
    await page.locator('[data-group="config-team"]').click()
    await expect.poll(() => badge(page).count()).toBe(0)
    expect(await rowBadge(page, 'config-team').count()).toBe(0)
    const seen = await page.evaluate(
      (key) => localStorage.getItem(key),
      `crewroom:lastSeen:${lead.id}:config-team`,
    )
    expect(seen).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const { messages } = await server.call<{ messages: { timestamp: string }[] }>(
      'GET',
      `/api/lead/${lead.id}/groups/config-team/messages`,
    )
    expect(seen! >= messages.at(-1)!.timestamp).toBe(true)
    await page.goto(server.url + groups())
    await page.locator('[data-group]').first().waitFor()
    expect(await badge(page).count()).toBe(0)
    expect(watch.wrong).toEqual([])
  },
)

test.skipIf(noBrowser)(
  'UI131 ninety-nine are shown as they are, more as 99+, and the whole number is said',
  async () => {
    await fill('config-team', 60)
    await fill('release-gate', 39)
    // Whoever writes has read: the mark goes back to before all of it.
    for (const name of ['config-team', 'release-gate']) {
      await server.call('PUT', `/api/lead/${lead.id}/groups/${name}/read`, { seq: 0, force: true })
    }
    const page = await open(groups())
    await expect.poll(() => badge(page).innerText()).toBe('99')
    await post('release-gate', 'One more')
    await expect.poll(() => badge(page).innerText()).toBe('99+')
    expect(await badge(page).getAttribute('aria-label')).toBe('100 unread messages')
    await expect.poll(() => title(page)).toBe('(100) Groups · atlas-refactor · Crewroom')
    expect(await rowBadge(page, 'release-gate').innerText()).toBe('40')
    expect(watch.wrong).toEqual([])
  },
)

test.skipIf(noBrowser)(
  'UI132 what is said while another section is open is counted at once',
  async () => {
    const page = await watch.open(browser, server.url, { viewport: { width: 1280, height: 800 } })
    await page.goto(await server.link(`/leads/${lead.id}/activity`))
    await page.getByRole('heading', { name: 'Activity' }).waitFor()
    expect(await badge(page).count()).toBe(0)
    await post('config-team', 'Hello')
    await expect.poll(() => badge(page).count(), { timeout: 1_000, interval: 20 }).toBe(1)
    expect(await badge(page).innerText()).toBe('1')
    expect(watch.wrong).toEqual([])
  },
)

test.skipIf(noBrowser)(
  'UI133 a wrong local clock neither leaves a message unread nor swallows a later one',
  async () => {
    for (const minutes of [-10, 10]) {
      await post('config-team', `Before ${minutes}`)
      const page = await watch.open(browser, server.url, { viewport: { width: 1280, height: 800 } })
      await page.clock.install({ time: Date.now() + minutes * 60_000 })
      await page.goto(await server.link(groups('config-team')))
      await page.getByText(`Before ${minutes}`).first().waitFor()
      await expect.poll(() => badge(page).count()).toBe(0)
      await page.locator('[data-group="release-gate"]').click()
      await page.getByLabel('Message release-gate').waitFor()
      await post('config-team', `After ${minutes}`)
      await expect.poll(() => rowBadge(page, 'config-team').innerText()).toBe('1')
      await page.goto(server.url + groups())
      await page.locator('[data-group]').first().waitFor()
      expect(await rowBadge(page, 'config-team').innerText()).toBe('1')
      await page.locator('[data-group="config-team"]').click()
      await expect.poll(() => badge(page).count()).toBe(0)
      await page.context().close()
    }
    expect(watch.wrong).toEqual([])
  },
)

test.skipIf(noBrowser)(
  'UI134 messages of the same millisecond are both counted and both read',
  async () => {
    await server.call(
      'POST',
      `/api/agents/${dev.id}/output`,
      {
        text: ['one', 'two']
          .map((content) => JSON.stringify({ group: 'config-team', content }))
          .map((payload) => `⟦⟦ GROUP_MESSAGE ${payload} ⟧⟧\n`)
          .join(''),
      },
      dev.token,
    )
    const page = await open(groups())
    expect(await badge(page).innerText()).toBe('2')
    await page.locator('[data-group="config-team"]').click()
    await expect.poll(() => badge(page).count()).toBe(0)
    await page.reload()
    await page.locator('[data-group]').first().waitFor()
    expect(await badge(page).count()).toBe(0)
    expect(watch.wrong).toEqual([])
  },
)

test.skipIf(noBrowser)(
  'UI135 what is read in one tab is read in the other, and on another device',
  async () => {
    await post('config-team', 'Hello')
    const first = await open(groups())
    const second = await first.context().newPage()
    await second.goto(server.url + groups())
    await second.locator('[data-group]').first().waitFor()
    const device = await open(groups())
    for (const page of [first, second, device]) expect(await badge(page).innerText()).toBe('1')
    await first.bringToFront()
    await first.locator('[data-group="config-team"]').click()
    for (const page of [first, second, device]) {
      await expect.poll(() => badge(page).count(), { timeout: 1_500, interval: 20 }).toBe(0)
    }
    expect(watch.wrong).toEqual([])
  },
)

test.skipIf(noBrowser)(
  'UI136 an open group that nobody looks at stays unread: no focus, hidden, or behind a dialog',
  async () => {
    const page = await open(groups('config-team'))
    await page.getByLabel('Message config-team').waitFor()
    const cdp = await page.context().newCDPSession(page)
    const other = await page.context().newPage()
    await page.bringToFront()
    const hide = (state: string) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    const ways: readonly [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      [
        'no focus',
        async () => {
          await cdp.send('Emulation.setFocusEmulationEnabled', { enabled: false })
          await other.bringToFront()
          await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(false)
        },
        async () => {
          await page.bringToFront()
          await cdp.send('Emulation.setFocusEmulationEnabled', { enabled: true })
        },
      ],
      ['hidden', () => hide('hidden'), () => hide('visible')],
      [
        'dialog',
        async () => {
          await page.keyboard.press('?')
          await page.locator('dialog[open]').waitFor()
        },
        () => page.keyboard.press('Escape'),
      ],
    ]
    for (const [name, leave, comeBack] of ways) {
      await page.locator('h1').click()
      await leave()
      await post('config-team', `While ${name}`)
      await expect.poll(() => badge(page).count(), { message: name }).toBe(1)
      await expect.poll(() => title(page)).toMatch(/^\(1\) config-team/)
      // Long enough for the moment of attention to pass: it must still be unread.
      await page.waitForTimeout(700)
      expect(await badge(page).count(), name).toBe(1)
      await comeBack()
      await expect.poll(() => badge(page).count(), { timeout: 3_000, message: name }).toBe(0)
    }
    expect(watch.wrong).toEqual([])
  },
)

test.skipIf(noBrowser)(
  'UI137 the line above what is new stays for the visit, and a message can be marked unread again',
  async () => {
    await post('config-team', 'Old')
    const page = await open(groups('config-team'))
    await expect.poll(() => badge(page).count()).toBe(0)
    await page.locator('[data-group="release-gate"]').click()
    await page.getByLabel('Message release-gate').waitFor()
    for (let n = 1; n <= 3; n++) await post('config-team', `New ${n}`)
    await page.locator('[data-group="config-team"]').click()
    const line = page.getByRole('separator', { name: '3 new messages' })
    await line.waitFor()
    await expect.poll(() => badge(page).count()).toBe(0)
    const order = await page.locator('.log [data-key]').allInnerTexts()
    const at = order.findIndex((text) => text.includes('3 new'))
    expect(order[at - 1]).toContain('Old')
    expect(order[at + 1]).toContain('New 1')
    await page.locator('[data-group="release-gate"]').click()
    await page.getByLabel('Message release-gate').waitFor()
    await page.locator('[data-group="config-team"]').click()
    await page.getByText('New 3').last().waitFor()
    expect(await line.count()).toBe(0)

    await page.locator('article', { hasText: 'New 2' }).focus()
    await page.keyboard.press('u')
    await expect.poll(() => badge(page).innerText()).toBe('2')
    await page.getByRole('separator', { name: '2 new messages' }).waitFor()
    await page.goto(server.url + groups())
    await page.locator('[data-group]').first().waitFor()
    expect(await rowBadge(page, 'config-team').innerText()).toBe('2')
    const device = await open(groups())
    expect(await badge(device).innerText()).toBe('2')
    expect(watch.wrong).toEqual([])
  },
)

test.skipIf(noBrowser)(
  'UI138 an archived group leaves the number, and its history can be read',
  async () => {
    await post('config-team', 'Kept')
    const page = await open(groups())
    expect(await badge(page).innerText()).toBe('1')
    await server.call('POST', `/api/lead/${lead.id}/groups/config-team/archive`)
    await expect.poll(() => badge(page).count()).toBe(0)
    await page.getByRole('button', { name: /^Archived/ }).click()
    await page.locator('[data-group="config-team"]').click()
    await page.locator('[data-message]', { hasText: 'Kept' }).waitFor()
    expect(await page.getByLabel('Message config-team').count()).toBe(0)
    await page.locator('[data-event="archived"]').waitFor()
    expect(watch.wrong).toEqual([])
  },
)

test.skipIf(noBrowser)(
  'UI139 times that SQLite wrote are shown in local time and in order',
  async () => {
    const page = await open(groups(), { timezoneId: 'America/New_York' })
    await page.route('**/timeline*', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { rows: { message?: { timestamp: string } }[] }
      for (const row of body.rows) {
        if (row.message) row.message.timestamp = '2026-11-20 22:26:00'
      }
      await route.fulfill({ response, json: body })
    })
    await post('config-team', 'First')
    await post('config-team', 'Second')
    await page.locator('[data-group="config-team"]').click()
    await page.locator('[data-message]', { hasText: 'Second' }).waitFor()
    expect(await page.locator('[data-message] .b').allInnerTexts()).toEqual(['First', 'Second'])
    expect(await page.locator('[data-message] time').first().innerText()).toBe('17:26')
    expect(watch.wrong).toEqual([])
  },
)
