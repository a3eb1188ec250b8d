import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { dashboard, rowBadge } from './dashboard'
import { focused } from './groups-floor'
import { tabTo } from './tab-to'

const own = dashboard()

const row = (page: Page, text: string) => page.locator('article', { hasText: text })
const hasFocus = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element === document.activeElement)

test.skipIf(noBrowser)(
  'UI164 a person who has only a keyboard makes a group, writes, reacts, marks unread and goes everywhere',
  async () => {
    const { server, lead, dev } = own
    const qa = await server.createAgent(lead.id, 'qa-tester')
    const page = await own.open(own.groups('config-team'))
    const key = (...keys: string[]) =>
      keys.reduce((before, name) => before.then(() => page.keyboard.press(name)), Promise.resolve())
    await page.getByLabel('Message config-team').waitFor()

    await expect.poll(() => focused(page)).toBe('Message config-team')

    // Out of the box, and a new group by role and by agent.
    await key('Escape', 'c')
    await page.getByRole('dialog', { name: 'New group' }).waitFor()
    await page.keyboard.type('Docs Pass')
    await tabTo(page, /^Developer/)
    await key('Enter')
    await tabTo(page, /^By agent/)
    await page.keyboard.type(qa.id.slice(0, 6))
    await key('Enter')
    await page.getByText('4 members:').waitFor()
    await tabTo(page, /^Create group/)
    await key('Enter')
    await page.waitForURL('**/groups/docs-pass')
    await expect.poll(() => focused(page)).toBe('Message Docs Pass')

    // A mention is completed, and the message sent.
    await page.keyboard.type('Please read this, @qa')
    await page.getByRole('option').first().waitFor()
    await key('Tab')
    await page.keyboard.type('today')
    await key('Enter')
    await row(page, 'Please read this').and(page.locator('[data-message]')).waitFor()
    await expect.poll(() => focused(page)).toBe('Message Docs Pass')
    await expect
      .poll(() => own.stored('docs-pass'))
      .toContainEqual(expect.stringMatching(/^Please read this, @\S+ +today$/))

    // Into the messages: a digit reacts, + shows all there are.
    await server.post(dev, 'docs-pass', 'I have read it.')
    await row(page, 'I have read it.').waitFor()
    await key('ArrowUp')
    await expect.poll(() => hasFocus(page, 'article:has-text("I have read it.")')).toBe(true)
    await key('2')
    const pills = row(page, 'I have read it.').locator('.rx button[aria-pressed="true"]')
    await expect.poll(() => pills.count()).toBe(1)
    await key('+')
    await page.getByLabel('Search emoji').waitFor()
    await page.keyboard.type('lobster')
    await page.getByRole('gridcell', { name: 'Lobster' }).first().waitFor()
    await key('Enter')
    await expect.poll(() => pills.count()).toBe(2)

    // Unread from here, and from another group back to it: at the line.
    await expect.poll(() => hasFocus(page, 'article:has-text("I have read it.")')).toBe(true)
    await key('u')
    await expect.poll(() => rowBadge(page, 'docs-pass').count()).toBe(1)
    await key('Alt+ArrowDown')
    await page.waitForURL((url) => !url.pathname.endsWith('docs-pass'))
    await expect.poll(() => focused(page)).toMatch(/^Message /)
    await key('Escape', 'n')
    await page.waitForURL('**/groups/docs-pass')
    await page.getByRole('separator', { name: '1 new message' }).waitFor()

    // Details, the sheet of keys, the palette, settings, and back.
    const details = page.getByRole('complementary', { name: 'Group details' })
    await details.waitFor()
    await key('Escape', 'i')
    await details.waitFor({ state: 'detached' })
    await key('i')
    await details.waitFor()
    await key('?')
    await page.getByRole('dialog').getByText('Mark unread from here').waitFor()
    await key('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await key('Control+k')
    await page.getByRole('dialog', { name: 'Jump to' }).waitFor()
    await page.keyboard.type('settings')
    await page.getByRole('option', { name: 'Settings', selected: true }).waitFor()
    await key('Enter')
    await page.waitForURL('**/settings')
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    // Alt and the left arrow are the browser's, which has no window here.
    await page.goBack()
    await page.waitForURL('**/groups/docs-pass')
    await row(page, 'I have read it.').waitFor()
    await expect.poll(() => focused(page)).toBe('Message Docs Pass')
    await key('Escape', 'g', 'a')
    await page.waitForURL('**/activity')
  },
)
