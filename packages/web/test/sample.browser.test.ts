import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflow, violations } from './axe'
import { noBrowser } from './chromium'
import { setStage, shot, Stage } from './stage'

const own = setStage(new Stage())

const button = (page: Page) => page.getByRole('button', { name: 'Watch a sample crew' })
const samples = () => readdirSync(join(own.server.data, 'samples'))

/** Whether a person sees the beginning of it, and nothing in front of it: the end may be cut. */
const isSeen = (page: Page, text: string) =>
  page
    .getByText(text)
    .last()
    .evaluate((found) => {
      const { left, top, height } = found.getBoundingClientRect()
      const at = document.elementFromPoint(left + 12, top + height / 2)
      return at !== null && (found.contains(at) || at.contains(found))
    })

test.skipIf(noBrowser)(
  'UI331 why the sample crew did not start is said where it was asked for, and it can be tried again',
  async () => {
    const page = await own.newPage()
    await page.goto(await own.server.link('/'))
    await page.route('**/api/sample', (route) =>
      route.fulfill({
        status: 409,
        json: { error: { code: 'limit_reached', message: 'There are too many crews.' } },
      }),
    )
    await button(page).click()
    await page.getByRole('alert').getByText('There are too many crews.').waitFor()
    const again = page.getByRole('button', { name: 'Try again' })
    expect(await again.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(new URL(page.url()).pathname).toBe('/new')
    own.watch.wrong.length = 0
  },
)

test.skipIf(noBrowser)(
  'UI330 on an empty server one key starts the sample crew and shows its first words; deleted, it leaves nothing',
  async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1440, 1024, 390]) {
        const look = await own.newPage({ colorScheme, viewport: { width, height: 844 } })
        await look.goto(await own.server.link('/'))
        await button(look).waitFor()
        expect(await overflow(look), `${width}`).toBe(0)
        expect(await violations(look), `${width} ${colorScheme}`).toEqual([])
        await shot(look, `sample-${width}-${colorScheme}`)
        await look.context().close()
      }
    }
    const page = await own.newPage()
    await page.goto(await own.server.link('/'))
    await button(page).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/leads\/[0-9a-f-]{36}/)
    const words = 'Coordinate before editing'
    await page.getByText(words).last().waitFor({ timeout: 60_000 })
    await shot(page, 'sample-begun')
    expect(await isSeen(page, words)).toBe(true)

    expect(samples()).toHaveLength(1)
    const id = new URL(page.url()).pathname.split('/')[2] ?? ''
    await own.server.call('DELETE', `/api/lead/${id}`, { confirm: 'atlas-refactor' })
    await expect.poll(samples).toEqual([])
  },
)
