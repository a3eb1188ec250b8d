import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'
import { compactedSession, realSession, Sessions } from './session-files'
import { sequence } from './key-sequence'

const files = new Sessions()
const own = dashboard()
const ATLAS = 'projects/-home-ada-atlas'
const config = files.write(`${ATLAS}/config.jsonl`, compactedSession())
files.age(`${ATLAS}/config.jsonl`, 0.01)
const tools = files.copy('entireio/37_995ebed6e4_3.jsonl', `${ATLAS}/tools.jsonl`, 0.02)
files.copy('entireio/10_a740e118e0_0.jsonl', 'projects/-srv-site/other.jsonl', 50)
own.server.settings = { transcripts: { roots: [files.at('projects')] } }
afterAll(() => files[Symbol.dispose]())

const section = () => `/leads/${own.lead.id}/transcripts`
const rows = (page: Page) => page.locator('.ts-row')
const row = (page: Page, title: string) => rows(page).filter({ hasText: title })
const titles = (page: Page) => page.locator('.ts-title').allInnerTexts()
const tabs = (page: Page) => page.locator('.ts-tab-name').allInnerTexts()
const place = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}
const CONFIG = 'Make loading the config fast.'

test.skipIf(noBrowser)(
  'TV50, TV51, TV54, TV55 sessions are opened as tabs, one twice, and a reload keeps tabs and address',
  async () => {
    const page = await own.open(`/leads/${own.lead.id}`, { viewport: { width: 1440, height: 900 } })
    await page.getByRole('link', { name: 'Transcripts' }).waitFor()
    await sequence(page, 'g', 'x')
    await expect.poll(() => place(page)).toBe(section())
    await row(page, CONFIG).waitFor()
    await expect
      .poll(() => titles(page))
      .toEqual([CONFIG, expect.stringMatching(/goreleaser/), expect.any(String)])
    const heads = await page.locator('.rows h3').allInnerTexts()
    expect(heads).toEqual(['home-ada-atlas · today', expect.stringMatching(/^srv-site · /)])
    await expect.poll(() => row(page, CONFIG).innerText()).toMatch(/sonnet.*kB.*main/s)

    await row(page, CONFIG).click()
    await expect.poll(() => place(page)).toBe(`${section()}/${config}`)
    await page.getByText('Answer 29').waitFor()
    // What it took is known once it was read.
    await expect
      .poll(() => row(page, CONFIG).innerText())
      .toMatch(/2\.\dM · 1 min · 1 error · main/)
    await row(page, 'goreleaser').click()
    await expect.poll(() => tabs(page)).toEqual([CONFIG, expect.stringMatching(/goreleaser/)])
    await page.keyboard.press('[')
    await expect.poll(() => place(page)).toBe(`${section()}/${config}`)
    // What is open in one tab is closed in the other one of the same transcript.
    const header = page.locator('.tv-row.header button').last()
    await header.click()
    await expect.poll(() => header.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('d')
    await expect.poll(() => place(page)).toBe(`${section()}/${config}?tab=2`)
    await expect.poll(() => header.getAttribute('aria-expanded')).toBe('false')
    await expect
      .poll(async () => (await tabs(page)).map((name) => name === CONFIG))
      .toEqual([true, true, false])
    await page.reload()
    await page.getByText('Answer 29').waitFor()
    await expect.poll(() => place(page)).toBe(`${section()}/${config}?tab=2`)
    await expect
      .poll(async () => (await tabs(page)).map((name) => name === CONFIG))
      .toEqual([true, true, false])
    await expect.poll(() => page.locator('.ts-tab[data-shown]').count()).toBe(1)
    await page.keyboard.press('x')
    await expect.poll(() => place(page)).toBe(`${section()}/${tools}`)
    await page.locator('.ts-tab a').first().click()
    await expect.poll(() => header.getAttribute('aria-expanded')).toBe('true')
    await page.locator('.ts-tab a').first().click({ button: 'middle' })
    await expect.poll(() => place(page)).toBe(`${section()}/${tools}`)
    await expect.poll(() => tabs(page)).toHaveLength(1)
  },
)

test.skipIf(noBrowser)(
  'TV52 a search finds words in all files and shows where; a filter leaves one folder',
  async () => {
    const page = await own.open(section())
    await rows(page).first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('long log')
    await expect.poll(() => titles(page)).toEqual([CONFIG])
    await expect.poll(() => page.locator('.ts-found mark').allInnerTexts()).toEqual(['long log'])
    await expect.poll(() => page.locator('.find .cnt').innerText()).toMatch(/^\d+ in 1$/)
    await page.keyboard.press('Escape')
    await expect.poll(() => titles(page)).toHaveLength(3)
    await page.keyboard.type('no such words anywhere')
    await page.getByText('Nothing found').waitFor()
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByLabel('Folder').selectOption({ label: 'srv-site (1)' })
    await expect.poll(() => titles(page)).toHaveLength(1)
    await page.getByLabel('Only ongoing').check()
    await page.getByText('No transcript fits the filter.').waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(() => titles(page)).toHaveLength(3)
  },
)

test.skipIf(noBrowser)(
  'TV53 an empty list says why, one that failed has Retry, and one on its way shows its places',
  async () => {
    own.watch.areFailuresExpected = true
    const page = await own.newPage()
    let answer: 'none' | 'failed' | 'late' = 'late'
    const why = 'No folder is named. Set transcripts.roots.'
    await page.route('**/api/transcripts', (route) => {
      if (answer === 'late') return
      return route.fulfill(
        answer === 'none'
          ? { json: { roots: [], why, more: 0, projects: [] } }
          : { status: 503, json: { error: { code: 'busy', message: 'Much to do.' } } },
      )
    })
    await page.goto(await own.server.link(section()))
    await expect.poll(() => page.locator('.ts-bones i').count()).toBeGreaterThan(0)
    answer = 'none'
    await page.reload()
    await page.getByText('No folder is named', { exact: true }).waitFor()
    await page.getByText(why).waitFor()
    await page.locator('.none').getByRole('button', { name: 'Open a file' }).waitFor()
    answer = 'failed'
    await page.reload()
    await page.getByText('Much to do.').waitFor()
    await page.unroute('**/api/transcripts')
    await page.getByRole('button', { name: 'Retry' }).click()
    await row(page, CONFIG).waitFor()
  },
)

test.skipIf(noBrowser)('TV58 transcripts are shown without a crew, too', async () => {
  const page = await own.open('/?all')
  await page.getByRole('link', { name: 'Transcripts' }).click()
  await expect.poll(() => place(page)).toBe('/transcripts')
  await row(page, CONFIG).click()
  await page.getByText('Answer 29').waitFor()
  await expect.poll(() => place(page)).toBe(`/transcripts/${config}`)
  await page.goto(await own.server.link('/new'))
  await page.getByText('Other ways').click()
  await page.getByRole('link', { name: 'Show transcripts' }).click()
  await row(page, CONFIG).waitFor()
})

test.skipIf(noBrowser)(
  'TV56, TV57 dropped files are read in the page alone, with their sub-agents, and a wrong one is refused',
  async () => {
    const page = await own.open(section())
    await rows(page).first().waitFor()
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url())
    })
    const parent = 'tail-claude/team-parent'
    const agents = ['impl-001', 'research-003', 'test-002'].map(
      (name) => `${parent}/subagents/agent-team-${name}.jsonl`,
    )
    await page
      .getByLabel('Session files')
      .setInputFiles([`${parent}.jsonl`, ...agents].map(realSession))
    await page.locator('.tv-row').first().waitFor()
    await expect.poll(() => place(page)).toMatch(/\/transcripts\/dropped-[0-9a-f]{8}$/)
    const dropped = place(page)
    await page.keyboard.press('Shift+E')
    await page
      .getByRole('button', { name: /^Teammate/ })
      .first()
      .click()
    await page.getByText('Open in a tab').first().click()
    await expect.poll(() => tabs(page)).toHaveLength(2)
    await expect.poll(() => place(page)).toMatch(new RegExp(`^${dropped}\\.`))
    await page.locator('.tv-row').first().waitFor()

    await page.evaluate(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['Buy milk'], 'notes.txt'))
      const zone = document.querySelector('.card')
      for (const type of ['dragenter', 'dragover']) {
        zone?.dispatchEvent(
          new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }),
        )
      }
      Object.assign(globalThis, { transfer })
    })
    await page.getByText('Nothing is uploaded.').waitFor()
    await page.evaluate(() => {
      const { transfer } = globalThis as unknown as { transfer: DataTransfer }
      const drop = new DragEvent('drop', {
        dataTransfer: transfer,
        bubbles: true,
        cancelable: true,
      })
      document.querySelector('.card')?.dispatchEvent(drop)
    })
    await page.getByText('“notes.txt” is not a transcript').waitFor()
    await expect.poll(() => page.getByText('Nothing is uploaded.').count()).toBe(0)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    expect(sent, 'nothing is sent').toEqual([])
    await page.reload()
    await page.getByText('This file is not open any more').waitFor()
    await expect.poll(() => tabs(page)).toHaveLength(1)
  },
)
