import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { setStage, Stage } from './stage'

const own = setStage(new Stage())

const button = (page: Page) => page.getByRole('button', { name: 'Watch a sample crew' })
const samples = () => readdirSync(join(own.server.data, 'samples'))

/** Whether a person sees the beginning of it now, and nothing in front of it: the end may be cut. */
const isSeen = (page: Page, text: string) =>
  page.evaluate((words) => {
    const found = [...document.querySelectorAll('.ov-line')].find((own) =>
      own.textContent.includes(words),
    )
    if (!found) return false
    const { left, top, height } = found.getBoundingClientRect()
    const at = document.elementFromPoint(left + 12, top + height / 2)
    // The card is one link, which lies over its words.
    return at !== null && found.closest('.ov-card')?.contains(at) === true
  }, text)

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
    await expect.poll(() => again.evaluate((one) => one === document.activeElement)).toBe(true)
    await expect.poll(() => new URL(page.url()).pathname).toBe('/new')
    own.watch.wrong.length = 0
  },
)

test.skipIf(noBrowser)(
  'UI330 on an empty server one key starts the sample crew and shows its first words; deleted, it leaves nothing',
  async () => {
    const page = await own.newPage()
    await page.goto(await own.server.link('/'))
    await button(page).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/leads\/[0-9a-f-]{36}/)
    const words = 'Config loading is slow'
    await expect.poll(() => isSeen(page, words)).toBe(true)

    expect(samples()).toHaveLength(1)
    const id = new URL(page.url()).pathname.split('/')[2] ?? ''
    // What the page asks in this moment is refused: the crew is gone.
    own.watch.areFailuresExpected = true
    await own.server.call('DELETE', `/api/lead/${id}`, { confirm: 'atlas-refactor' })
    await expect.poll(samples).toEqual([])
  },
)
