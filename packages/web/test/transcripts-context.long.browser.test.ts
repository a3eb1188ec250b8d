import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { overflow, violations } from './axe'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'
import { compactedSession, Sessions } from './session-files'
import { shot } from './stage'
import { isLong } from './long'
import { FLASH_MS, pass } from './held-ends'

const files = new Sessions()
const own = dashboard()
const config = files.write('p/-home-ada-atlas/config.jsonl', compactedSession())
const team = files.copy('tail-claude/team-parent.jsonl', 'p/-home-ada-atlas/team-parent.jsonl', 30)
for (const name of ['impl-001', 'research-003', 'test-002']) {
  const file = `team-parent/subagents/agent-team-${name}.jsonl`
  files.copy(`tail-claude/${file}`, `p/-home-ada-atlas/${file}`, 30)
}
own.server.settings = { transcripts: { roots: [files.at('p')] } }
afterAll(() => files[Symbol.dispose]())

const at = (id = '') => `/leads/${own.lead.id}/transcripts${id && `/${id}`}`
const panel = (page: Page) => page.getByRole('complementary', { name: 'Context', exact: true })
const flash = (page: Page) => page.locator('.tv-row.tv-flashing')

test.skipIf(noBrowser)(
  'TV61, TV62 the context is drawn by phases, and its pieces and errors lead to their items',
  async () => {
    const page = await own.open(at(config), { viewport: { width: 1440, height: 900 } })
    await panel(page).getByRole('button', { name: 'Phase 2' }).waitFor()
    await panel(page).getByText('76.9k of 200k').waitFor()
    const words = await panel(page).getByRole('img').first().getAttribute('aria-label')
    expect(words).toMatch(
      /grew to 162k, it was compacted to 44k at \d\d:\d\d, is 76\.9k at the end/,
    )
    await panel(page).getByRole('button', { name: 'Phase 1' }).click()
    await panel(page).getByText('162k of 200k').waitFor()
    await panel(page).getByText('What filled it at the end').waitFor()
    const largest = panel(page).locator('.cx-largest a').first()
    await expect.poll(() => largest.innerText()).toMatch(/cat everything\.log/)
    await largest.click()
    await flash(page).waitFor()
    await expect.poll(() => flash(page).innerText()).toMatch(/cat everything\.log/)
    await page.getByText('A line of a long log.').first().waitFor()
    await pass(page, FLASH_MS)
    await flash(page).waitFor({ state: 'detached' })
    await panel(page).locator('.cx-error').click()
    await flash(page).waitFor()
    await expect.poll(() => flash(page).innerText()).toMatch(/pytest -q/)
    // Its address leads there, too.
    const link = await panel(page).locator('.cx-error').getAttribute('href')
    await page.goto(await own.server.link(link ?? ''))
    await flash(page).waitFor()
    await expect.poll(() => flash(page).innerText()).toMatch(/pytest -q/)
    await page.keyboard.press('c')
    await panel(page).waitFor({ state: 'detached' })
    await page.keyboard.press('c')
    await panel(page).waitFor()
  },
)

test.skipIf(noBrowser)(
  'TV64 the time line has a lane per agent, and its bars lead to their items',
  async () => {
    const page = await own.open(at(team), { viewport: { width: 1440, height: 900 } })
    await page.locator('.tv-row').first().waitFor()
    await page.keyboard.press('t')
    const lanes = page.getByRole('dialog').locator('.sl-lane > span:first-child')
    await expect.poll(() => lanes.count()).toBe(6)
    await page.getByRole('dialog').getByRole('group').focus()
    await page.keyboard.press('ArrowRight')
    await page.getByText(/^You wrote, /).waitFor()
    for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowRight')
    const said = await page.locator('.sl-words').innerText()
    expect(said).toMatch(/: .*\d\d:\d\d/)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await flash(page).waitFor()
    await page.keyboard.press('t')
    // The lane below the events is that of the session itself.
    const bar = await page.locator('.sl-lane').nth(1).locator('.sl-bar').first().boundingBox()
    if (!bar) throw new Error('There is no bar.')
    await page.mouse.move(bar.x + bar.width / 2, bar.y + bar.height / 2)
    await expect.poll(() => page.locator('.sl-words').innerText()).toMatch(/^Main: /)
  },
)

test.skipIf(noBrowser)(
  'TV59 on a phone the list, a transcript, its context and its time line take turns',
  async () => {
    const page = await own.open(at(), { viewport: { width: 390, height: 844 } })
    await page.getByRole('button', { name: 'More' }).click()
    await page.locator('.more-menu').getByRole('link', { name: 'Transcripts' }).click()
    await page.locator('.ts-row').filter({ hasText: 'config fast' }).click()
    await page.locator('.tv-row').first().waitFor()
    await expect.poll(() => page.locator('.list').isVisible()).toBe(false)
    await expect
      .poll(() => page.locator('nav.tabs').isVisible(), { message: 'no tabs of sections' })
      .toBe(false)
    await page.getByRole('button', { name: 'Context', exact: true }).click()
    await page.getByRole('dialog').locator('.cx-error').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await flash(page).waitFor()
    await expect.poll(() => flash(page).innerText()).toMatch(/pytest -q/)
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await page.locator('.ts-row').first().waitFor()
    await expect.poll(() => page.locator('.tv').count()).toBe(0)
  },
)

const LOOKS = [
  [1440, 'light'],
  [1440, 'dark'],
  [1024, 'light'],
  [390, 'dark'],
  [390, 'light'],
] as const

test.skipIf(noBrowser || !isLong)(
  'TV63 the section has no breach of WCAG 2.2 A and AA in any look',
  async () => {
    for (const [width, colorScheme] of LOOKS) {
      const page = await own.newPage({ viewport: { width, height: 900 }, colorScheme })
      const see = async (name: string) => {
        await shot(page, `transcripts-${name}-${width}-${colorScheme}`)
        expect(await violations(page), `${name} ${width} ${colorScheme}`).toEqual([])
        await expect
          .poll(() => overflow(page), { message: `${name} ${width} ${colorScheme}` })
          .toBeLessThanOrEqual(0)
      }
      await page.goto(await own.server.link(at()))
      await page.locator('.ts-row').first().waitFor()
      await see('list')
      await page.getByLabel('Search all transcripts').fill('long log')
      await page.locator('.ts-found').first().waitFor()
      await see('search')
      await page.locator('.ts-row').first().click()
      await page.locator('.tv-row').first().waitFor()
      if (width < 1280) await page.getByRole('button', { name: 'Context', exact: true }).click()
      await page.locator('.cx-tiles').waitFor()
      await see('context')
      if (width < 1280) await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'The session over time' }).click()
      await page.locator('.sl-bar').first().waitFor()
      await see('lanes')
      await page.context().close()
    }
  },
)
