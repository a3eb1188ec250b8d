import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violations } from './axe'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'
import { often } from './long'
import { shot } from './stage'

const own = dashboard()

const COLUMNS = Array.from({ length: 24 }, (_, n) => `measurement-${n}`)
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const TABLE = [row(COLUMNS), row(COLUMNS.map(() => '--')), row(COLUMNS.map(() => '12.5'))]
const WIDE = `The run:\n\n${TABLE.join('\n')}\n\n\`\`\`ts\nconst all = [${COLUMNS.join(', ')}]\n\`\`\`\n`
const NARROW = '| a | b |\n|--|--|\n| 1 | 2 |\n\n```ts\nshort()\n```'

/** What 1440 px are at a zoom of 200 %. */
const ZOOMED = { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 }
const LOOKS = [
  { name: '1440', viewport: { width: 1440, height: 900 } },
  { name: '390', viewport: { width: 390, height: 844 } },
  { name: '200 percent', ...ZOOMED },
] as const

const about = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document
    return { label: at?.getAttribute('aria-label') ?? '', left: at?.scrollLeft ?? 0 }
  })

/** Tab as often as it takes, and arrows there: how far it was moved. */
async function scrolled(page: Page, label: string): Promise<number> {
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press('Tab')
    if ((await about(page)).label === label) break
  }
  await expect.poll(async () => (await about(page)).label).toBe(label)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await about(page)).left).toBeGreaterThan(20)
  return (await about(page)).left
}

test.skipIf(noBrowser)(
  'UI282 a table and code that are wider than their place are reached by Tab and moved by arrows',
  async () => {
    await own.writeTo('config-team', NARROW)
    await own.writeTo('config-team', WIDE)
    for (const { name, ...look } of often(LOOKS.slice(1, 2), LOOKS)) {
      const page = await own.open(own.groups('config-team'), look)
      await page.locator('.tbl table').last().waitFor()
      await page.locator('.hljs-keyword').first().waitFor()
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      const stops = await page
        .locator('.tbl, .b pre')
        .evaluateAll((all) => all.map((one) => one.getAttribute('tabindex')))
      expect(stops, name).toEqual([null, null, '0', '0'])
      await shot(page, `wide-before-${name}`)
      expect(await violations(page), name).toEqual([])
      await scrolled(page, 'Table')
      await shot(page, `wide-table-${name}`)
      await scrolled(page, 'Code, ts')
      // Escape is the way back to the message, from which one goes on by arrows.
      await page.keyboard.press('Escape')
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.matches('[data-message]')))
        .toBe(true)
    }
  },
)
