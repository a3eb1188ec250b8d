import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'
import { focused, member, menuItem } from './groups-floor'

const own = dashboard()

/** What has the focus, and whether that is anything at all. */
async function expectFocus(page: Page, after: string, wanted?: RegExp): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
  await expect.poll(() => focused(page), { message: after }).not.toBe('BODY')
  if (wanted) await expect.poll(() => focused(page), { message: after }).toMatch(wanted)
}

async function open(name = 'config-team'): Promise<Page> {
  const page = await own.open(own.groups(name), { viewport: { width: 1440, height: 800 } })
  await page.getByLabel(`Message ${name}`).waitFor()
  return page
}

test.skipIf(noBrowser)(
  'UI165 after a dialog, a menu, the palette or the find bar has closed, something has the focus',
  async () => {
    await own.say('config-team', 'Something to find')
    const page = await open()
    const box = page.getByLabel('Message config-team')
    // Keys belong to what has opened once the focus is in it.
    const opened = page.locator(':is(dialog[open], .findbar):focus-within')
    for (const keys of ['?', 'c', 'Control+k', 'Control+f']) {
      // From nothing, and from a control.
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      await page.keyboard.press(keys)
      await opened.first().waitFor()
      await page.keyboard.press('Escape')
      await page.locator('dialog[open], .findbar').waitFor({ state: 'detached' })
      await expectFocus(page, `${keys} from nothing`)
      await page.locator('.head-tools button').first().focus()
      await page.keyboard.press(keys)
      await opened.first().waitFor()
      await page.keyboard.press('Escape')
      await page.locator('dialog[open], .findbar').waitFor({ state: 'detached' })
      await expectFocus(page, `${keys} from a button`, /^(Sessions|Find in group|Details|More)/)
    }
    await page.keyboard.press('Control+f')
    await page.getByLabel('Find in config-team').last().fill('something')
    await page.locator('.found button').first().click()
    await page.locator('.findbar').getByRole('button', { name: 'Close' }).click()
    await page.locator('.findbar').waitFor({ state: 'detached' })
    await expectFocus(page, 'the close button of the find bar')

    await box.focus()
    await page.keyboard.press('Escape')
    await expectFocus(page, 'Escape in the message box')
    await box.fill('Sent by a key')
    await page.keyboard.press('Enter')
    await page.locator('[data-message]', { hasText: 'Sent by a key' }).waitFor()
    await expectFocus(page, 'sending', /^Message config-team$/)
    await box.fill('Sent by the button')
    await page.getByLabel('Send', { exact: true }).click()
    await page.locator('[data-message]', { hasText: 'Sent by the button' }).waitFor()
    await expectFocus(page, 'sending by the button', /^Message config-team$/)
  },
)

test.skipIf(noBrowser)(
  'UI165 a focused message stays in the page when it is scrolled out of sight, and keeps the focus',
  async () => {
    for (let n = 1; n <= 120; n++) await own.writeTo('config-team', `Line ${n}`)
    const page = await open()
    const last = page.locator('[data-message]', { hasText: 'Line 120' })
    await last.waitFor()
    await page.getByLabel('Message config-team').focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => last.evaluate((row) => row === document.activeElement)).toBe(true)
    const isFar = async () => {
      await page.locator('.log').evaluate((log) => log.scrollBy(0, -700))
      return (await page.locator('[data-message]', { hasText: 'Line 110' }).count()) === 0
    }
    await expect.poll(isFar).toBe(true)
    expect(await last.evaluate((row) => row === document.activeElement)).toBe(true)
    await page.keyboard.press('ArrowUp')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain('Line 119')
  },
)

test.skipIf(noBrowser)(
  'UI165 when what has the focus is discarded or removed, something else has it',
  async () => {
    const page = await open()
    own.watch.areFailuresExpected = true
    await page.route('**/messages', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, contentType: 'application/json', body: '{}' })
        : route.continue(),
    )
    const box = page.getByLabel('Message config-team')
    for (const text of ['One to discard', 'One to retry']) {
      await box.fill(text)
      await page.keyboard.press('Enter')
    }
    const unsent = (text: string) => page.locator('.m-row.pending', { hasText: text })
    await unsent('One to discard').getByRole('button', { name: 'Delete' }).focus()
    await page.keyboard.press('Enter')
    await unsent('One to discard').waitFor({ state: 'detached' })
    await expectFocus(page, 'discarding a message')
    await page.unroute('**/messages')
    await unsent('One to retry').getByRole('button', { name: 'Retry' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('[data-message]', { hasText: 'One to retry' }).waitFor()
    await expectFocus(page, 'a retry')

    await member(page, own.dev)
      .getByRole('button', { name: /^More for/ })
      .focus()
    await page.keyboard.press('Enter')
    await menuItem(page, 'Remove from the group').focus()
    await page.keyboard.press('Enter')
    await member(page, own.dev).getByText('Removing…').waitFor()
    await expectFocus(page, 'removing a member')
    await member(page, own.dev).getByRole('button', { name: 'Undo' }).focus()
    await page.keyboard.press('Enter')
    await member(page, own.dev).getByText('Removing…').waitFor({ state: 'detached' })
    await expectFocus(page, 'taking a removal back')

    await page.locator('[data-group="config-team"]').focus()
    await page.keyboard.press('Shift+F10')
    await menuItem(page, 'Archive').focus()
    await page.keyboard.press('Enter')
    await page.locator('.closed').waitFor()
    await expectFocus(page, 'archiving the open group')
  },
)
