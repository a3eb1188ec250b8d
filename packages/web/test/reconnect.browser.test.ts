import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { dashboard, messageTexts } from './dashboard'
import { holdEnds, pass } from './held-ends'
import { Line } from './line'
import { placeOf, stillAnchor } from './log-place'
import { settled } from './settled'

const own = dashboard()

const box = (page: Page) => page.getByLabel('Message config-team')
const WELCOME_BACK_MS = 2_000
const offline = (page: Page) => page.locator('.chat [data-testid="offline"]')

async function open(page: Page): Promise<void> {
  await page.goto(await own.server.link(own.groups('config-team')))
  await box(page).waitFor()
}

test.skipIf(noBrowser)(
  'UI144 frames that are doubled, late, unknown or broken leave the page true and without an error',
  async () => {
    const page = await own.newPage()
    const line = await new Line().attach(page)
    await open(page)
    for (const content of ['One', 'Two', 'Three']) await own.say('config-team', content)
    await expect.poll(() => messageTexts(page)).toEqual(['One', 'Two', 'Three'])
    const events = line.frames.filter((text) => text.includes('"group:message"'))
    for (const text of [...events.toReversed(), ...events]) line.send(text)
    for (const text of [
      `{"type":"group:sparkles","seq":1,"leadId":"${own.lead.id}"}`,
      '{"type":"live:mood","leadId":"x"}',
      '{"type":42}',
      '{not json',
      '[]',
      'null',
    ]) {
      line.send(text)
    }
    await own.say('config-team', 'Four')
    await expect.poll(() => messageTexts(page)).toEqual(['One', 'Two', 'Three', 'Four'])
    await expect.poll(() => page.locator('.g .p').first().innerText()).toContain('Four')
  },
)

test.skipIf(noBrowser)(
  'UI145 a message that arrives while the first page is still on its way is shown once',
  async () => {
    await own.say('config-team', 'Before')
    const page = await own.newPage()
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
    await own.say('config-team', 'Meanwhile')
    await page.locator('.g .p', { hasText: 'Meanwhile' }).waitFor()
    release()
    await expect.poll(() => messageTexts(page)).toEqual(['Before', 'Meanwhile'])
    // A later one is handled after all that came before it.
    await own.say('config-team', 'After')
    await expect.poll(() => messageTexts(page)).toEqual(['Before', 'Meanwhile', 'After'])
  },
)

test.skipIf(noBrowser)(
  'UI146 after a time without a connection exactly the 40 messages of that time appear, and nothing jumps',
  async () => {
    for (let n = 1; n <= 60; n++)
      await own.writeTo('config-team', `Early ${n} ${'word '.repeat(20)}`)
    const page = await own.newPage()
    await holdEnds(page, [WELCOME_BACK_MS])
    const line = await new Line().attach(page)
    await open(page)
    await page.getByText('Early 60').last().waitFor()
    await page.locator('.log').evaluate((log) => log.scrollBy(0, -1_200))
    const before = await stillAnchor(page)
    line.cut()
    await offline(page).waitFor()
    for (let n = 1; n <= 40; n++) await own.say('config-team', `Missed ${n}`)
    await expect
      .poll(() => offline(page).innerText())
      .toMatch(/Connection lost\. Showing messages up to \d/)
    // The window came to the row where it was; the banner above it took its own height.
    line.isCut = false
    await offline(page).getByRole('button', { name: 'Retry now' }).click()
    await page.locator('.chat .banner.online').waitFor()
    await expect.poll(() => offline(page).count()).toBe(0)
    await page.getByRole('button', { name: '40 new messages' }).waitFor()
    await pass(page, WELCOME_BACK_MS)
    await page.locator('.chat .banner.online').waitFor({ state: 'detached' })
    const y = await settled(() => placeOf(page, before.id))
    expect(Math.abs(y - before.y)).toBeLessThanOrEqual(1)
    await page.getByRole('button', { name: '40 new messages' }).click()
    await page.getByText('Missed 40').last().waitFor()
    const missed = (await messageTexts(page)).filter((text) => text.startsWith('Missed'))
    expect(new Set(missed).size).toBe(missed.length)
    await expect
      .poll(async () =>
        (await own.stored('config-team')).filter((text) => text.startsWith('Missed')),
      )
      .toHaveLength(40)
    own.watch.wrong = own.watch.wrong.filter((text) => !text.includes('WebSocket'))
  },
)

test.skipIf(noBrowser)(
  'UI147 what was written while the server was gone is sent once, also after a reload',
  async () => {
    const page = await own.newPage()
    await open(page)
    await page.locator('.me .st', { hasText: 'Live' }).waitFor()
    own.watch.areFailuresExpected = true
    await own.server.kill()
    await offline(page).waitFor()
    for (const text of ['Written offline', 'And one more']) {
      await box(page).fill(text)
      await page.keyboard.press('Enter')
    }
    await page.locator('.unsent.waiting').first().waitFor()
    await box(page).fill('A draft')
    const kept = () =>
      page.evaluate((key) => localStorage.getItem(key), `crewroom:draft:${own.lead.id}:config-team`)
    await expect.poll(kept).toBe('A draft')
    // The files of the page come from the server as well: it can be reloaded only once that is back.
    await own.server.start()
    await page.reload()
    await expect.poll(() => own.stored('config-team')).toEqual(['Written offline', 'And one more'])
    await expect.poll(() => messageTexts(page)).toEqual(['Written offline', 'And one more'])
    await expect.poll(() => box(page).inputValue()).toBe('A draft')
    own.watch.areFailuresExpected = false
    // Nothing waits to be sent.
    await expect.poll(() => page.locator('.m-row.pending').count()).toBe(0)
    expect(await own.stored('config-team')).toHaveLength(2)
  },
)

/** Places to write in, with the request that brings their messages. */
const PLACES = [
  {
    name: 'a group',
    asks: /\/groups\/config-team\/timeline/,
    path: async () => own.groups('config-team'),
  },
  {
    name: 'a session',
    asks: /\/sessions\/[^/]+\/messages\?/,
    path: async () => {
      const { session } = await own.server.call<{ session: { id: string } }>(
        'POST',
        `/api/lead/${own.lead.id}/groups/config-team/sessions`,
        { title: 'Apart' },
      )
      return `${own.groups('config-team')}/s/${session.id}`
    },
  },
  {
    name: 'a conversation with an agent',
    asks: /\/api\/.*\/comms\?/,
    path: async () => `/leads/${own.lead.id}/comms?with=${own.dev.id}`,
  },
]

for (const { name, asks, path } of PLACES) {
  test.skipIf(noBrowser)(
    `UI147 also before the messages of ${name} are there, what was written is shown, and sent once`,
    async () => {
      const page = await own.newPage()
      own.watch.areFailuresExpected = true
      let isDown = true
      let release = () => {}
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route(asks, async (route) => {
        if (route.request().method() === 'POST') return route.fallback()
        await held
        await route.continue()
      })
      const sent: string[] = []
      await page.route('**/messages', (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        if (isDown) return route.abort('connectionrefused')
        sent.push((route.request().postDataJSON() as { content: string }).content)
        return route.continue()
      })
      await page.goto(await own.server.link(await path()))
      const writing = page.locator('main textarea')
      await writing.fill('Before it is there')
      await writing.press('Enter')
      const row = page.locator('.m-row.pending', { hasText: 'Before it is there' })
      await row.getByText('Waiting for connection').waitFor()
      // The page sends it again by itself.
      isDown = false
      release()
      await page
        .locator('[data-message], .direct-row:not(.pending)', { hasText: 'Before it is there' })
        .waitFor()
      await expect.poll(() => page.locator('.m-row.pending').count()).toBe(0)
      expect(sent).toEqual(['Before it is there'])
      own.watch.areFailuresExpected = false
    },
  )
}

test.skipIf(noBrowser)('UI148 an answer that is lost does not make a message twice', async () => {
  const page = await own.newPage()
  let lost = 0
  await page.route('**/messages', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    await route.abort('connectionreset')
  })
  await open(page)
  own.watch.areFailuresExpected = true
  await box(page).fill('Only once')
  await page.keyboard.press('Enter')
  await expect.poll(() => messageTexts(page)).toEqual(['Only once'])
  await expect.poll(() => page.locator('.m-row.pending').count()).toBe(0)
  expect(await messageTexts(page)).toEqual(['Only once'])
  expect(await own.stored('config-team')).toEqual(['Only once'])
  expect(lost).toBe(1)
  expect(own.watch.wrong).toEqual([])
})
