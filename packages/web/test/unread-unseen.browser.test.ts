import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { dashboard, totalBadge as badge } from './dashboard'

const own = dashboard()

test.skipIf(noBrowser)(
  'UI136 an open group that nobody looks at stays unread: no focus, hidden, or behind a dialog',
  async () => {
    const page = await own.newPage()
    await page.clock.install()
    await page.goto(await own.server.link(own.groups('config-team')))
    await page.getByLabel('Message config-team').waitFor()
    const cdp = await page.context().newCDPSession(page)
    const other = await page.context().newPage()
    await page.bringToFront()
    const hide = (state: string) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    const ways: readonly [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      [
        'no focus',
        async () => {
          await cdp.send('Emulation.setFocusEmulationEnabled', { enabled: false })
          await other.bringToFront()
          await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(false)
        },
        async () => {
          await page.bringToFront()
          await cdp.send('Emulation.setFocusEmulationEnabled', { enabled: true })
        },
      ],
      ['hidden', () => hide('hidden'), () => hide('visible')],
      [
        'dialog',
        async () => {
          await page.keyboard.press('?')
          await page.locator('dialog[open]').waitFor()
        },
        () => page.keyboard.press('Escape'),
      ],
    ]
    for (const [name, leave, comeBack] of ways) {
      await page.locator('h1').click()
      await leave()
      await own.say('config-team', `While ${name}`)
      await expect.poll(() => badge(page).count(), { message: name }).toBe(1)
      await expect.poll(() => page.title()).toMatch(/^\(1\) config-team/)
      // The moment of attention passes: it must still be unread when the next one comes.
      await page.clock.fastForward(1_000)
      await own.say('config-team', `Still ${name}`)
      await expect.poll(() => badge(page).innerText(), { message: name }).toBe('2')
      await comeBack()
      await expect.poll(() => badge(page).count(), { message: name }).toBe(0)
    }
  },
)
