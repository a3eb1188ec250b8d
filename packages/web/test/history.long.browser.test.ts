import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { driftWhile, gap, placeOf, stillAnchor } from './log-place'
import type { CreatedAgent } from './server-process'
import { setStage, Stage } from './stage'
import { settled } from './settled'
import { patience } from '../../shared/test/patience'

const MESSAGES = 10_000
const AT_ONCE = 64

const own = setStage(new Stage(), fill)
const { server } = own
let lead: CreatedAgent
let ids: string[] = []

async function fill(): Promise<void> {
  lead = await server.createLead('atlas-refactor')
  const dev = await server.createAgent(lead.id, 'developer')
  await server.createGroup(lead.id, 'config-team', [dev.id])
  for (let n = 1; n <= MESSAGES; n += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, MESSAGES - n + 1) }, (_, i) => n + i)
    const made = await Promise.all(
      some.map((own) => post(`${own} ${'word '.repeat((own * 7) % 60)}`)),
    )
    ids = [...ids, ...made]
  }
}

const group = () => `/leads/${lead.id}/groups/config-team`

const post = (content: string) => own.write(lead.id, 'config-team', content)

async function open(path: string): Promise<Page> {
  const page = await own.newPage()
  await page.goto(await server.link(path))
  await page.locator('[data-message]').first().waitFor()
  return page
}

const nodes = (page: Page) => page.locator('[data-message]').count()
const isShown = (page: Page, id: string) =>
  page.locator(`[data-message="${id}"]`).evaluate((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    const log = row.closest('.log')!.getBoundingClientRect()
    return top >= log.top && bottom <= log.bottom
  })

test.skipIf(noBrowser)(
  'UI140 ten thousand messages open at the newest in a moment, with few of them in the page',
  async () => {
    const times: number[] = []
    for (let round = 0; round < 5; round++) {
      const page = await own.newPage()
      await page.addInitScript(() => {
        new MutationObserver((_, observer) => {
          if (!document.querySelector('[data-message]')) return
          observer.disconnect()
          requestAnimationFrame(() => setTimeout(() => performance.mark('shown')))
        }).observe(document, { childList: true, subtree: true })
      })
      await page.goto(await server.link(group()))
      await page.locator('[data-message]').first().waitFor()
      const isMarked = () => page.evaluate(() => performance.getEntriesByName('shown').length > 0)
      await expect.poll(isMarked).toBe(true)
      times.push(
        await page.evaluate(() => {
          const asked = performance
            .getEntriesByType('resource')
            .find(({ name }) => name.includes('/timeline')) as PerformanceResourceTiming
          return performance.getEntriesByName('shown')[0]!.startTime - asked.responseEnd
        }),
      )
      await expect.poll(() => nodes(page)).toBeLessThanOrEqual(60)
      await expect.poll(() => gap(page)).toBeLessThanOrEqual(1)
      await page.context().close()
    }
    const median = times.toSorted((a, b) => a - b)[2]!
    console.log(
      `first paint of the newest of ${MESSAGES}: ${Math.round(median)} ms after their data`,
    )
  },
)

test.skipIf(noBrowser)(
  'UI141 a link to an old message shows it, marked, and there is a way back to the newest',
  async () => {
    const page = await open(`${group()}?m=${ids[16]}`)
    await expect.poll(() => isShown(page, ids[16]!)).toBe(true)
    await expect
      .poll(() => page.locator('.flash [data-message]').getAttribute('data-message'))
      .toBe(ids[16])
    await expect.poll(() => nodes(page)).toBeLessThanOrEqual(60)
    const before = await stillAnchor(page)
    const late = await post('While you read the past')
    await page.locator('[data-group]', { hasText: 'While you read the past' }).waitFor()
    expect(await page.locator(`[data-message="${late}"]`).count()).toBe(0)
    expect(Math.abs((await placeOf(page, before.id)) - before.y)).toBeLessThanOrEqual(1)
    await page.getByRole('button', { name: 'Back to latest' }).click()
    await page.locator(`[data-message="${late}"]`).waitFor()
    await expect.poll(() => gap(page)).toBeLessThanOrEqual(1)
    await expect.poll(() => new URL(page.url()).searchParams.has('m')).toBe(false)
    await page.goto(`${server.url}${group()}?m=no-such-message`)
    await page.getByText("That message isn't in this group.").waitFor()
    await page.locator(`[data-message="${late}"]`).waitFor()
    own.watch.wrong = own.watch.wrong.filter((text) => !text.includes('404'))
  },
)

test.skipIf(noBrowser)(
  'UI142 from an old message one can read on in both directions, without a jump or a hole',
  async () => {
    const page = await open(`${group()}?m=${ids[200]}`)
    await expect.poll(() => isShown(page, ids[200]!)).toBe(true)
    const seen = new Set<number>()
    const note = async () => {
      for (const text of await page.locator('[data-message] .b').allInnerTexts()) {
        seen.add(Number.parseInt(text, 10))
      }
    }
    const down = await driftWhile(page, 500, async () => {
      await note()
      return seen.has(400)
    })
    const up = await driftWhile(page, -500, async () => {
      await note()
      return seen.has(30)
    })
    expect(Math.max(down, up)).toBeLessThanOrEqual(1)
    for (let n = 30; n <= 400; n++) expect(seen.has(n), `message ${n}`).toBe(true)
  },
)

test.skipIf(noBrowser)(
  'UI143 what is far from the view is let go and comes back on return',
  async () => {
    const page = await open(group())
    const loaded = () =>
      page.evaluate(() => document.querySelector('.log-rows')!.getBoundingClientRect().height)
    let requests = 0
    page.on('request', (request) => {
      if (request.url().includes('/timeline')) requests += 1
    })
    const log = page.locator('.log')
    await expect
      .poll(
        async () => {
          await log.evaluate((own) => own.scrollTo(0, 0))
          return requests
        },
        { timeout: patience(40_000), interval: 60 },
      )
      .toBeGreaterThan(26)
    const height = await settled(loaded)
    // Fifty rows of at most some six lines each, twenty pages: it no longer grows with every page.
    expect(height).toBeLessThan(21 * 50 * 160)
    await page.getByRole('button', { name: 'Back to latest' }).click()
    await page.locator(`[data-message="${ids.at(-1)}"]`).waitFor()
    await expect.poll(() => gap(page)).toBeLessThanOrEqual(1)
  },
)

test.skipIf(noBrowser)(
  'UI154 a group that was left in the middle opens there again in the same tab',
  async () => {
    await server.createGroup(lead.id, 'other', [])
    const page = await open(group())
    await page.locator('.log').evaluate((log) => log.scrollBy(0, -2_000))
    const before = await stillAnchor(page)
    await page.locator('[data-group="other"]').click()
    await page.getByLabel('Message other').waitFor()
    await page.locator('[data-group="config-team"]').click()
    await page.locator(`[data-message="${before.id}"]`).waitFor()
    const y = await settled(() => placeOf(page, before.id))
    expect(Math.abs(y - before.y)).toBeLessThanOrEqual(1)
  },
)
