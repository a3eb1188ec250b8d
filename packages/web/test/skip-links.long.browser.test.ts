import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { groupsFloor } from './groups-floor'

const floor = groupsFloor()

/** What has the focus: its words, and whether a person sees it, in the content of the page. */
const focus = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLElement
    const { left, top, width, height } = at.getBoundingClientRect()
    const x = Math.min(left + width / 2, innerWidth - 1)
    const y = Math.min(top + height / 2, innerHeight - 1)
    return {
      words: at.textContent?.trim() ?? '',
      label: at.getAttribute('aria-label'),
      isSeen: at.contains(document.elementFromPoint(x, y)),
      isContent: at.closest('main') !== null,
    }
  })

/** Tab from the top of a page, as often as asked. */
async function tab(page: Page, times = 1) {
  await page.evaluate(() => {
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
  for (let n = 0; n < times; n++) await page.keyboard.press('Tab')
  return focus(page)
}

/** Pages, the words of their first stop, and what is there when the page is, and has given its focus away. */
const PAGES: readonly (readonly [path: string, words: string, ready: string])[] = [
  ['/leads/:lead', 'Skip to content', '.ov-card'],
  ['/leads/:lead/activity', 'Skip to content', '.f-row'],
  ['/leads/:lead/activity?view=lanes', 'Skip to content', '.l-item'],
  ['/leads/:lead/comms', 'Skip to content', 'main h1'],
  ['/leads/:lead/reports', 'Skip to content', 'main h1'],
  ['/leads/:lead/crew', 'Skip to content', '.c-row'],
  ['/leads/:lead/crew/:agent', 'Skip to content', '.a-who'],
  ['/leads/:lead/needs', 'Skip to content', 'main h1'],
  ['/leads/:lead/groups', 'Skip to content', '[data-group]'],
  ['/leads/:lead/comms?with=:agent', 'Skip to messages', '#composer:focus'],
  ['/leads/:lead/groups/config-team', 'Skip to messages', '#composer:focus'],
  ['/leads/:lead/groups/archived/old-plans', 'Skip to messages', '[data-message]'],
  // No messages there: what is there instead.
  ['/leads/:lead/groups/nothing', 'Skip to messages', ':text("There is no such group")'],
  ['/leads/nobody/reports', 'Skip to content', ':text("There is no such crew")'],
]

test.skipIf(noBrowser).each(PAGES)(
  'UI283 the first stop of every page of a crew leads into its content, and says where to: %s',
  async (pattern, words, ready) => {
    const path = pattern.replace(':lead', floor.lead.id).replace(':agent', floor.dev.id)
    const page = await floor.open(path)
    await page.locator(ready).first().waitFor()
    // Some pages give their focus away a frame after they are there.
    await expect.poll(() => tab(page)).toMatchObject({ words, isSeen: true })
    await page.keyboard.press('Enter')
    await expect.poll(() => focus(page)).toMatchObject({ isContent: true, isSeen: true })
    // The address is that of the page still: one that is given to somebody leads to no part of it.
    expect(page.url()).toBe(floor.server.url + path)
  },
)

test.skipIf(noBrowser)(
  'UI283 in a chat the first stops lead to the newest message and to its box, or past them where there is none',
  async () => {
    const page = await floor.openGroups('/config-team')
    await page.locator('[data-message]').first().waitFor()
    await page.locator('#composer:focus').waitFor()
    await tab(page)
    await page.keyboard.press('Enter')
    await expect
      .poll(async () => (await focus(page)).words)
      .toContain('I will wait for the extraction.')
    expect((await tab(page, 2)).words).toBe('Skip to the message box')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await focus(page)).label).toBe('Message config-team')

    // An archived group has no box; on a phone its details cover the chat.
    for (const [tail, viewport] of [
      ['/archived/old-plans', { width: 1440, height: 900 }],
      ['/config-team/members', { width: 390, height: 844 }],
      ['/config-team/members', { width: 1024, height: 768 }],
    ] as const) {
      const other = await floor.open(`/leads/${floor.lead.id}/groups${tail}`, { viewport })
      await other.locator('main').first().waitFor()
      await other.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
      await expect.poll(async () => (await tab(other, 2)).words).toBe('Skip to the message box')
      await other.keyboard.press('Enter')
      const { isSeen, words } = await focus(other)
      expect([tail, isSeen, words === 'Skip to the message box']).toEqual([tail, true, false])
    }
  },
)
