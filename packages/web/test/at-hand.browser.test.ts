import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violations } from './axe'
import { noBrowser } from './chromium'
import { dashboard, rowBadge, totalBadge } from './dashboard'
import { toast } from './groups-floor'
import { isLong } from './long'
import { settled } from './settled'

const own = dashboard()
const article = (page: Page, text: string) =>
  page.locator('article[data-message]', { hasText: text })
const WIDE = { viewport: { width: 1440, height: 800 } }

/** Whether what is seen at the middle of it is this, and not something that lies over it. */
async function isOnTop(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const seen = document.elementFromPoint(left + width / 2, top + height / 2)
    return seen !== null && element.contains(seen)
  })
}

test.skipIf(noBrowser || !isLong)(
  'UI375 the language of code lies over none of it, and a diff is told apart by line',
  async () => {
    const long = `const longest = '${'x'.repeat(400)}'`
    await own.say('config-team', `\`\`\`js\n${long}\n\`\`\``)
    await own.say('config-team', '```js\nshort()\n```')
    await own.say(
      'config-team',
      '```diff\n--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-old line\n+new line\n```',
    )
    for (const width of [1440, 390]) {
      const page = await own.open(own.groups('config-team'), { viewport: { width, height: 800 } })
      await page.locator('.code .diff-line').first().waitFor()
      await page.locator('.code [class*="hljs"]').first().waitFor()
      await settled(() =>
        page.locator('.code').evaluateAll((all) => all.map((one) => one.getBoundingClientRect())),
      )
      for (const code of await page.locator('.code').all()) {
        const [bar, pre, all] = await Promise.all(
          [code.locator('.code-bar'), code.locator('pre'), code].map((part) => part.boundingBox()),
        )
        if (!bar || !pre || !all) throw new Error('A block has no place.')
        expect(bar.y + bar.height, `${width}: the bar is above the code`).toBeLessThanOrEqual(pre.y)
        expect(bar.y).toBeGreaterThanOrEqual(all.y)
        expect(bar.x + bar.width).toBeLessThanOrEqual(all.x + all.width + 0.5)
      }
      const ground = (line: string) =>
        page
          .locator('.code', { hasText: 'old line' })
          .locator('.diff-line', { hasText: line })
          .last()
          .evaluate((element) => getComputedStyle(element).backgroundColor)
      const [added, removed, head] = [
        await ground('+new'),
        await ground('-old'),
        await ground('@@'),
      ]
      expect(new Set([added, removed, head]).size).toBe(3)
      expect(
        (await violations(page)).filter((found) => found.startsWith('color-contrast')),
      ).toEqual([])
    }
  },
)

test.skipIf(noBrowser)('UI376 only one message shows its tools', async () => {
  await own.say('config-team', 'First')
  await own.writeTo('config-team', 'In between')
  await own.say('config-team', 'Last')
  const page = await own.open(own.groups('config-team'), WIDE)
  await article(page, 'Last').waitFor()
  const seen = async () => {
    const shown: string[] = []
    for (const tools of await page.locator('.log .tools').all()) {
      const opacity = await tools.evaluate((element) => getComputedStyle(element).opacity)
      if (opacity !== '1') continue
      shown.push(await tools.evaluate((own) => own.closest('article')?.textContent ?? ''))
    }
    return shown.map((text) => /First|In between|Last/.exec(text)?.[0])
  }
  await page.keyboard.press('ArrowUp')
  await expect.poll(seen).toEqual(['Last'])
  await article(page, 'First').hover()
  await expect.poll(seen).toEqual(['First'])
  await page.keyboard.press('ArrowUp')
  await expect.poll(seen).toEqual(['In between'])
  await expect
    .poll(() => page.locator('.log .tools').count(), { message: 'both are there' })
    .toBe(2)
})

test.skipIf(noBrowser)(
  'UI377 what was marked unread is counted in this tab at once, and said',
  async () => {
    await own.say('config-team', 'Read me')
    await own.say('config-team', 'And me')
    const page = await own.open(own.groups('config-team'), WIDE)
    await article(page, 'And me').waitFor()
    await expect.poll(() => page.title()).toMatch(/^config-team/i)
    await article(page, 'Read me').hover()
    await page.getByRole('button', { name: 'Mark unread from here' }).first().click()
    await toast(page, 'Marked unread').waitFor()
    await expect.poll(() => rowBadge(page, 'config-team').innerText()).toContain('2')
    await expect.poll(() => totalBadge(page).first().innerText()).toContain('2')
    await expect.poll(() => page.title()).toMatch(/^\(2\)/)
    // Nobody reads it by looking on.
    await page.mouse.move(700, 300)
    expect(await settled(() => page.title())).toMatch(/^\(2\)/)
    // What is said of it lies over neither the newest message nor the box to write in.
    await expect.poll(() => isOnTop(article(page, 'And me'))).toBe(true)
    const [news, box, last] = await Promise.all(
      [toast(page, 'Marked unread'), page.locator('.comp'), article(page, 'And me')].map((part) =>
        part.boundingBox(),
      ),
    )
    const bottom = (news?.y ?? 0) + (news?.height ?? 0)
    expect(bottom).toBeLessThan(last?.y ?? 0)
    expect(bottom).toBeLessThan(box?.y ?? 0)
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI378 a group with a draft says so in the list, in other tabs too, until it is sent',
  async () => {
    await own.say('config-team', 'What was said last')
    const page = await own.open(own.groups('config-team'), WIDE)
    await page.locator('#composer').fill('Half a thought')
    const row = page.locator('[data-group="config-team"] .p')
    await expect.poll(() => row.innerText()).toContain('What was said last')
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(() => row.innerText()).toBe('Draft: Half a thought')
    const other = await page.context().newPage()
    await other.goto(`${own.server.url}${own.groups('config-team')}`)
    await other.locator('#composer').waitFor()
    await expect.poll(() => other.locator('#composer').inputValue()).toBe('Half a thought')
    await other.locator('#composer').press('Enter')
    await expect.poll(() => row.innerText()).not.toContain('Draft')
  },
)

test.skipIf(noBrowser)(
  'UI379 a message that the palette found says who wrote it, where and when, with what was looked for marked',
  async () => {
    await own.say('config-team', 'The quokka has landed on the roof')
    const page = await own.open(own.groups(), WIDE)
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder(/A group, a session/).fill('quokka')
    const hit = page.getByRole('option').filter({ hasText: 'quokka' }).first()
    await hit.waitFor()
    await expect.poll(() => hit.innerText()).toMatch(/^Developer[^]*in config-team\s+(now|\d)/i)
    await expect.poll(() => hit.locator('mark').allInnerTexts()).toEqual(['quokka'])
    await hit.locator('time').waitFor()
  },
)
