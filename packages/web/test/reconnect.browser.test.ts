import type { Browser, Page, WebSocketRoute } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { launch, noBrowser, Watch } from './chromium'
import { anchor, placeOf, settle } from './log-place'
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
const texts = (page: Page) => page.locator('[data-message] .b').allInnerTexts()
const box = (page: Page) => page.getByLabel('Message config-team')
const offline = (page: Page) => page.locator('.chat [data-testid="offline"]')

function newPage(): Promise<Page> {
  return watch.open(browser, server.url, { viewport: { width: 1280, height: 800 } })
}

async function open(page: Page): Promise<void> {
  await page.goto(await server.link(group()))
  await box(page).waitFor()
}

const post = (content: string) =>
  server.call('POST', `/api/lead/${lead.id}/groups/config-team/messages`, { content })
const stored = async () =>
  (
    await server.call<{ messages: { content: string }[] }>(
      'GET',
      `/api/lead/${lead.id}/groups/config-team/messages?limit=200`,
    )
  ).messages.map(({ content }) => content)

/** Stands between the page and the server's socket: tells what passes, and can cut or add to it. */
class Line {
  readonly frames: string[] = []
  isCut = false
  #routes: WebSocketRoute[] = []

  async attach(page: Page): Promise<this> {
    await page.routeWebSocket(/\/ws$/, (route) => {
      if (this.isCut) {
        void route.close({ code: 1001 })
        return
      }
      this.#routes.push(route)
      const upstream = route.connectToServer()
      upstream.onMessage((data) => {
        if (this.isCut) return
        this.frames.push(String(data))
        route.send(data)
      })
      route.onMessage((data) => upstream.send(data))
    })
    return this
  }

  send(text: string): void {
    this.#routes.at(-1)?.send(text)
  }

  cut(): void {
    this.isCut = true
    for (const route of this.#routes.splice(0)) void route.close({ code: 1001 })
  }
}

test.skipIf(noBrowser)(
  'UI144 frames that are doubled, late, unknown or broken leave the page true and without an error',
  async () => {
    const page = await newPage()
    const line = await new Line().attach(page)
    await open(page)
    for (const content of ['One', 'Two', 'Three']) await server.post(dev, 'config-team', content)
    await expect.poll(() => texts(page)).toEqual(['One', 'Two', 'Three'])
    const events = line.frames.filter((text) => text.includes('"group:message"'))
    for (const text of [...events.toReversed(), ...events]) line.send(text)
    for (const text of [
      `{"type":"group:sparkles","seq":1,"leadId":"${lead.id}"}`,
      '{"type":"live:mood","leadId":"x"}',
      '{"type":42}',
      '{not json',
      '[]',
      'null',
    ]) {
      line.send(text)
    }
    await server.post(dev, 'config-team', 'Four')
    await expect.poll(() => texts(page)).toEqual(['One', 'Two', 'Three', 'Four'])
    await settle(page)
    expect(await page.locator('.g .p').first().innerText()).toContain('Four')
    expect(watch.wrong).toEqual([])
  },
)

test.skipIf(noBrowser)(
  'UI145 a message that arrives while the first page is still on its way is shown once',
  async () => {
    await server.post(dev, 'config-team', 'Before')
    const page = await newPage()
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let isAsked = () => {}
    const asked = new Promise<void>((resolve) => (isAsked = resolve))
    await page.route('**/timeline*', async (route) => {
      const response = await route.fetch()
      isAsked()
      await held
      await route.fulfill({ response })
    })
    await open(page)
    await asked
    await server.post(dev, 'config-team', 'Meanwhile')
    await page.locator('.g .p', { hasText: 'Meanwhile' }).waitFor()
    release()
    await expect.poll(() => texts(page)).toEqual(['Before', 'Meanwhile'])
    await settle(page)
    expect(await texts(page)).toEqual(['Before', 'Meanwhile'])
    expect(watch.wrong).toEqual([])
  },
)

test.skipIf(noBrowser)(
  'UI146 after 30 s without a connection exactly the 40 messages of that time appear, and nothing jumps',
  async () => {
    for (let n = 1; n <= 60; n++) await post(`Early ${n} ${'word '.repeat(20)}`)
    const page = await newPage()
    const line = await new Line().attach(page)
    await open(page)
    await page.getByText('Early 60').last().waitFor()
    await page.locator('.log').evaluate((log) => log.scrollBy(0, -1_200))
    await settle(page)
    const before = await anchor(page)
    line.cut()
    await offline(page).waitFor()
    for (let n = 1; n <= 40; n++) await server.post(dev, 'config-team', `Missed ${n}`)
    await page.waitForTimeout(30_000)
    expect(await offline(page).innerText()).toMatch(/Connection lost\. Showing messages up to \d/)
    // The window came to the row where it was; the banner above it took its own height.
    line.isCut = false
    await offline(page).getByRole('button', { name: 'Retry now' }).click()
    await offline(page).waitFor({ state: 'detached' })
    await page.getByText('40 new messages').waitFor()
    await page.locator('.chat .banner.back').waitFor({ state: 'detached' })
    await settle(page)
    expect(Math.abs((await placeOf(page, before.id)) - before.y)).toBeLessThanOrEqual(1)
    await page.getByText('40 new messages').click()
    await page.getByText('Missed 40').last().waitFor()
    const missed = (await texts(page)).filter((text) => text.startsWith('Missed'))
    expect(new Set(missed).size).toBe(missed.length)
    expect((await stored()).filter((text) => text.startsWith('Missed'))).toHaveLength(40)
    watch.wrong = watch.wrong.filter((text) => !text.includes('WebSocket'))
    expect(watch.wrong).toEqual([])
  },
  90_000,
)

test.skipIf(noBrowser)(
  'UI147 what was written while the server was gone is sent once, also after a reload',
  async () => {
    const page = await newPage()
    await open(page)
    await page.locator('.me .st', { hasText: 'Live' }).waitFor()
    watch.areFailuresExpected = true
    await server.kill()
    await offline(page).waitFor()
    for (const text of ['Written offline', 'And one more']) {
      await box(page).fill(text)
      await page.keyboard.press('Enter')
    }
    await page.getByText('Waiting for connection').first().waitFor()
    await box(page).fill('A draft')
    await settle(page)
    await settle(page)
    // The files of the page come from the server as well: it can be reloaded only once that is back.
    await server.start()
    await page.reload()
    await expect.poll(stored).toEqual(['Written offline', 'And one more'])
    await expect.poll(() => texts(page)).toEqual(['Written offline', 'And one more'])
    expect(await box(page).inputValue()).toBe('A draft')
    watch.areFailuresExpected = false
    await settle(page)
    expect(await stored()).toHaveLength(2)
    expect(watch.wrong).toEqual([])
  },
  60_000,
)

test.skipIf(noBrowser)('UI148 an answer that is lost does not make a message twice', async () => {
  const page = await newPage()
  let lost = 0
  await page.route('**/messages', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    await route.abort('connectionreset')
  })
  await open(page)
  watch.areFailuresExpected = true
  await box(page).fill('Only once')
  await page.keyboard.press('Enter')
  await expect.poll(() => texts(page)).toEqual(['Only once'])
  const retry = page.getByRole('button', { name: 'Retry' })
  if ((await retry.count()) > 0) await retry.click()
  await expect.poll(() => retry.count()).toBe(0)
  await settle(page)
  expect(await texts(page)).toEqual(['Only once'])
  expect(await stored()).toEqual(['Only once'])
  expect(lost).toBe(1)
  expect(watch.wrong).toEqual([])
})
