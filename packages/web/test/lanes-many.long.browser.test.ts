import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflow, violations } from './axe'
import { noBrowser } from './chromium'
import { crowd } from './lane-crowd'
import { setStage, shot, Stage } from './stage'
import { patience } from '../../shared/test/patience'

const own = setStage(new Stage(), fill)
const AGENTS = 60
const MESSAGES = 5_600
const end = Date.now() - 10_000
let crew: string

async function fill(): Promise<void> {
  crew = await crowd(end, AGENTS, 100, MESSAGES).import(own.server)
}

const WIDE = { viewport: { width: 1440, height: 900 } }

async function open(more = '', options: object = WIDE): Promise<Page> {
  const page = await own.open(`/leads/${crew}/activity?view=lanes${more}`, options)
  await page.getByTestId('lanes').locator('.l-item').first().waitFor()
  return page
}

const drawn = (page: Page) =>
  page.getByTestId('lanes').evaluate((board) => ({
    all: board.querySelectorAll('*').length,
    lanes: board.querySelectorAll('.l-lane').length,
  }))

test.skipIf(noBrowser)(
  'UI362 sixty agents have low lanes, a filter, and only those with something in the window',
  async () => {
    const page = await open('&zoom=5m')
    const agents = page.locator('.l-lane.agent')
    await expect.poll(() => agents.count()).toBeGreaterThan(5)
    for (const lane of (await agents.all()).slice(0, 5)) {
      await expect.poll(async () => (await lane.boundingBox())?.height).toBe(28)
    }
    await page.getByTestId('lanes').evaluate((board) => board.scrollTo(0, board.scrollHeight))
    const quiet = page.getByRole('button', { name: /^\d+ quiet/ })
    await quiet.waitFor()
    // Half of them never say anything.
    await expect
      .poll(async () => Number(/^\d+/.exec(await quiet.innerText())?.[0]))
      .toBeGreaterThanOrEqual(29)
    await shot(page, 'lanes-60-1440')
    await quiet.click()
    await page.getByTestId('lanes').evaluate((board) => board.scrollTo(0, board.scrollHeight))
    await page.getByRole('button', { name: 'Fold the quiet ones' }).waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.className))
      .toContain('l-who')
    await expect.poll(() => page.url()).toContain('quiet=1')
    await page.getByLabel('Filter lanes by name').fill('agent 59')
    await expect.poll(() => agents.allInnerTexts()).toEqual([expect.stringContaining('Agent 59')])
    await expect.poll(() => page.locator('.l-lane.group').count()).toBe(0)
  },
)

test.skipIf(noBrowser)(
  'UI362 what is in the page stays bounded while one pans through five thousand events',
  async () => {
    const page = await open('&zoom=30m&quiet=1')
    const plot = await page.locator('.l-scale').boundingBox()
    if (!plot) throw new Error('it is not shown')
    const y = plot.y + 200
    for (let drag = 0; drag < 3; drag++) {
      await page.mouse.move(plot.x + 100, y)
      await page.mouse.down()
      for (let step = 1; step <= 4; step++) {
        await page.mouse.move(plot.x + 100 + step * 195, y)
        const { all, lanes } = await drawn(page)
        expect(lanes).toBeLessThan(45)
        expect(all).toBeLessThan(6_000)
      }
      await page.mouse.up()
    }
    console.log('elements of the board, 30 minutes, 60 agents and 100 groups:', await drawn(page))
    await page.getByRole('button', { name: 'Whole story' }).click()
    await page.getByRole('button', { name: 'Whole story', pressed: true }).waitFor()
    console.log('… and of the whole story:', await drawn(page))
    await expect.poll(async () => (await drawn(page)).all).toBeLessThan(6_000)
  },
)

test.skipIf(noBrowser)(
  'UI351 from forty signs on who was told is drawn only for the one that is pointed at',
  async () => {
    const page = await open('&zoom=30m')
    await expect.poll(() => page.getByTestId('links').locator('path').count()).toBe(0)
    await expect.poll(() => page.locator('[data-sign="told"]').count()).toBe(0)
    // Connections are on and none is drawn: how one sees them stands there.
    const hint = page.getByText('Hover over a mark to see who was told')
    await expect.poll(() => hint.isVisible()).toBe(true)
    await page.locator('.l-lane.agent .l-item').nth(3).hover()
    await page.getByTestId('hot-links').locator('path').first().waitFor()
    await page.goto(
      `${own.server.url}/leads/${crew}/activity?view=lanes&zoom=60s&at=${new Date(end - 60_000).toISOString()}`,
    )
    await page.getByTestId('links').locator('path').first().waitFor()
    await expect.poll(() => hint.count()).toBe(0)
  },
)

test.skipIf(noBrowser)(
  'UI356, UI363 numbers of signs that are one are whole, at every width; what is not loaded is said, and is loaded when one asks for it',
  async () => {
    const page = await open()
    const strip = page.locator('.l-strip')
    await strip
      .getByText(/^From .*\d\d:\d\d\. Up to [\d,]+ earlier events are not loaded\.$/)
      .waitFor({ timeout: patience(60_000) })
    // As much as is loaded unasked is drawn.
    for (const width of [1440, 1024, 800]) {
      await page.setViewportSize({ width, height: 800 })
      // Signs are put where they belong in the frame after the one in which the board has its width.
      await page.evaluate(async () => {
        for (let n = 0; n < 3; n++) await new Promise((resolve) => requestAnimationFrame(resolve))
      })
      const cut = () =>
        page.getByTestId('lanes').evaluate((board) => {
          const wrong: string[] = []
          for (const small of board.querySelectorAll('.l-item > small')) {
            const { left, right, top, bottom } = small.getBoundingClientRect()
            const track = small.closest('.l-track')?.getBoundingClientRect()
            const isWhole = track && left >= track.left && right <= track.right + 0.5
            const next = small.closest('.l-item')?.nextElementSibling?.querySelector('svg, i')
            const clear = next ? next.getBoundingClientRect().left >= right - 1 : true
            if (!isWhole || !clear || bottom - top < 9) wrong.push(small.textContent ?? '')
          }
          return wrong
        })
      await expect.poll(() => page.locator('.l-item > small').count()).toBeGreaterThan(20)
      await expect.poll(cut, { message: String(width) }).toEqual([])
    }
    await page.setViewportSize(WIDE.viewport)
    const total = async () =>
      Number((await page.locator('.l-total').innerText()).replaceAll(/\D/g, ''))
    const before = await total()
    expect(before).toBeGreaterThanOrEqual(4_900)
    const missing = Number(/Up to ([\d,]+)/.exec(await strip.innerText())?.[1]?.replace(',', ''))
    // What is not loaded is hatched, and nobody says that nothing happened there.
    const unknown = new Date(end - 3 * 3_600_000 - 6 * 60_000).toISOString()
    await page.goto(`${own.server.url}/leads/${crew}/activity?view=lanes&zoom=5m&at=${unknown}`)
    await page.locator('.l-unknown').waitFor()
    await expect.poll(() => page.locator('.l-nothing').count()).toBe(0)
    await strip.getByRole('button', { name: 'Load' }).click()
    await strip.waitFor({ state: 'detached', timeout: patience(60_000) })
    await expect.poll(() => total()).toBeGreaterThan(before)
    await expect.poll(async () => (await total()) - before).toBeLessThanOrEqual(missing)
  },
  patience(150_000),
)

test.skipIf(noBrowser)('UI366 sixty agents pass axe, wide and narrow', async () => {
  const wrong: string[] = []
  for (const look of [
    { ...WIDE, colorScheme: 'light' },
    { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  ]) {
    const page = await open('&zoom=5m&as=lanes', look)
    wrong.push(...(await violations(page, { within: ['main'] })))
    if ((await overflow(page)) > 0) wrong.push('it is too wide')
    await shot(page, `lanes-60-${look.viewport.width}`)
  }
  expect(wrong).toEqual([])
})
