import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { groupsFloor } from './groups-floor'
import { shot } from './stage'
import { isLong } from './long'

const floor = groupsFloor()
const { server } = floor

const row = (page: Page, text: string) => page.locator('[data-message]').filter({ hasText: text })
const box = (page: Page) => page.getByLabel('Message config-team')

/** The middles of the emoji that a person can see and press: nothing covers or cuts them. */
const visibleEmoji = (page: Page) =>
  page.locator('.picker .emo').evaluateAll((all) =>
    all.flatMap((own) => {
      const { left, top, width, height } = own.getBoundingClientRect()
      const at = { x: left + width / 2, y: top + height / 2, emoji: own.textContent ?? '' }
      // Its edges too; the corners are round.
      const edges = [
        [at.x, top + 2],
        [at.x, top + height - 2],
        [left + 2, at.y],
        [left + width - 2, at.y],
      ] as const
      return edges.every(([x, y]) => own.contains(document.elementFromPoint(x, y))) ? [at] : []
    }),
  )

/** Five rows of eight, at the least: one that scrolls shows fewer at its edges. */
const ALL_SHOW = 40
/** There are fewer cats than that, in rows that end with their category. */
const FOUND_SHOW = 24

/** Presses one in the third row with the mouse, wherever the picker has put it, and tells which. */
async function pressOne(page: Page, name: string, least = ALL_SHOW): Promise<string> {
  await page.getByLabel('Search emoji').waitFor()
  await expect.poll(async () => (await visibleEmoji(page)).length).toBeGreaterThanOrEqual(least)
  await shot(page, `picker-${name}`)
  const one = (await visibleEmoji(page))[18]
  if (!one) throw new Error('No emoji can be seen.')
  await page.mouse.click(one.x, one.y)
  await page.locator('.picker').waitFor({ state: 'detached' })
  return one.emoji
}

const reacted = (page: Page, text: string, emoji: string) =>
  row(page, text)
    .locator('.rx button[aria-pressed=true]')
    .filter({ hasText: emoji })
    .waitFor({ state: 'visible' })

test.skipIf(noBrowser)(
  'UI280 an emoji is seen and pressed in the composer, above a message and at its reactions',
  async () => {
    await server.post(floor.dev, 'config-team', 'React from the tools.')
    const page = await floor.openGroups('/config-team')
    await page.getByRole('button', { name: 'Emoji', exact: true }).click()
    const inText = await pressOne(page, 'composer')
    await expect.poll(() => box(page).inputValue()).toBe(inText)

    const own = row(page, 'React from the tools.')
    await own.hover()
    await own.getByRole('button', { name: 'All reactions' }).click()
    await reacted(page, 'React from the tools.', await pressOne(page, 'tools'))

    await own.getByRole('button', { name: 'Add reaction' }).click()
    await page.locator('.pop').getByRole('button', { name: 'All reactions' }).click()
    const first = async () => (await visibleEmoji(page))[0]?.emoji
    await expect.poll(first).toBe('😀')
    await page.getByLabel('Search emoji').fill('cat')
    // What is found replaces all of them a moment later; whoever presses before that presses another.
    await expect.poll(first).toBe('😺')
    await reacted(page, 'React from the tools.', await pressOne(page, 'bar', FOUND_SHOW))
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI280 on a phone an emoji is seen and pressed in both places',
  async () => {
    await server.post(floor.dev, 'config-team', 'React from the phone.')
    const page = await floor.openGroups('/config-team', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    await page.getByRole('button', { name: 'Emoji', exact: true }).tap()
    const inText = await pressOne(page, 'composer-390')
    await expect.poll(() => box(page).inputValue()).toBe(inText)

    const { x, y } = (await row(page, 'from the phone').locator('.b').boundingBox()) ?? {
      x: 0,
      y: 0,
    }
    const cdp = await page.context().newCDPSession(page)
    const at = { x: x + 20, y: y + 8 }
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
    const sheet = page.getByRole('dialog', { name: 'Message' })
    await sheet.waitFor()
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await sheet.getByRole('button', { name: 'All reactions' }).tap()
    await reacted(page, 'React from the phone.', await pressOne(page, 'sheet-390'))
  },
)
