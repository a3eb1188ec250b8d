import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflow, violations } from './axe'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'
import { often } from './long'
import { shot } from './stage'

const own = dashboard()

const LOOKS = [
  [1024, 'dark'],
  [1440, 'light'],
  [390, 'dark'],
] as const

const box = (page: Page) => page.locator('input[role="combobox"]:focus')
async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await box(page).waitFor()
  await page.keyboard.type(text)
}
const choose = (page: Page, name: string | RegExp) =>
  page.locator('.palette').getByRole('option', { name }).first().waitFor()

test.skipIf(noBrowser)(
  'UI780, UI781, UI782, UI783, UI784 the palette acts on what is before the person, and looks without leaving',
  async () => {
    await own.say('release-gate', 'The turquoise build is green')
    const page = await own.open(own.groups('config-team'), {
      viewport: { width: 1440, height: 900 },
    })
    await page.getByLabel('Message config-team').waitFor()

    // In a group: what can be done with it comes first.
    await page.keyboard.press('Control+k')
    await box(page).waitFor()
    const first = page.locator('.palette').getByRole('option').first()
    // What changes nothing is first: a stray Enter does no harm.
    await expect.poll(() => first.innerText()).toBe('Mark config-team as read')
    await shot(page, 'palette-1440-light')
    await page.keyboard.type('pause')
    await choose(page, 'Pause config-team')
    await page.keyboard.press('Enter')
    await page.getByText('config-team is paused').first().waitFor()
    await type(page, '>resume')
    await choose(page, 'Resume config-team')
    await page.keyboard.press('Enter')
    await page.getByText('config-team is resumed').first().waitFor()

    // An agent is interrupted from anywhere, by its name.
    await type(page, 'interrupt dev')
    await choose(page, /Interrupt Developer/)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: /^Interrupt/ }).waitFor()
    expect(new URL(page.url()).searchParams.get('do')).toBe('interrupt')
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('do')).toBe(null)
    await type(page, '> give')
    await choose(page, /Give Developer/)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: /^Give Developer/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })

    // A sign looks through one kind alone.
    await type(page, '#gate')
    await choose(page, /release-gate/)
    await expect
      .poll(() => page.locator('[cmdk-group-heading]:visible').allInnerTexts())
      .toEqual(['Groups'])

    // Shift and Enter look, Enter goes there.
    await page.keyboard.press('Shift+Enter')
    await page.locator('.palette-peek').getByText('The turquoise build is green').waitFor()
    expect(await violations(page)).toEqual([])
    await shot(page, 'palette-peek-1440-light')
    await page.keyboard.press('Enter')
    await page.waitForURL(/groups\/release-gate$/)

    // Before anything is typed: where one was before.
    await page.keyboard.press('Control+k')
    await box(page).waitFor()
    const recent = page.locator('[cmdk-group]', { has: page.getByText('Recent', { exact: true }) })
    await expect
      .poll(() => recent.getByRole('option').allInnerTexts())
      .toEqual([expect.stringMatching(/^Developer/), 'config-team'])
    await page.keyboard.press('Escape')
    expect(own.watch.wrong).toEqual([])
  },
)

test.skipIf(noBrowser)(
  'UI785, UI786, UI787 the search page narrows by chips, keeps its address, and leads to the message',
  async () => {
    const { lead, server } = own
    await own.say('config-team', 'The turquoise loader is `done`')
    await own.say('release-gate', 'The turquoise build is green, see https://example.org/build')
    await own.writeTo('release-gate', 'Is the turquoise one tested?')
    const page = await own.open(own.groups('config-team'), {
      viewport: { width: 1440, height: 900 },
    })
    await page.getByLabel('Message config-team').waitFor()
    await type(page, 'turquoise')
    await choose(page, 'All messages with “turquoise”')
    for (;;) {
      const chosen = await page.locator('[cmdk-item][data-selected="true"]').innerText()
      if (chosen.startsWith('All messages')) break
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/search\?q=turquoise/)
    const hits = page.locator('.s-hit .s-text')
    await expect.poll(() => hits.count()).toBe(3)
    const { hits: found } = await server.call<{ hits: unknown[] }>(
      'GET',
      `/api/lead/${lead.id}/search?q=turquoise`,
    )
    expect(found.length).toBe(3)
    await page.getByLabel('In the group').selectOption('release-gate')
    await expect.poll(() => hits.count()).toBe(2)
    await page.getByLabel('That has').selectOption('link')
    await expect
      .poll(() => hits.allInnerTexts())
      .toEqual([expect.stringContaining('build is green')])
    expect(new URL(page.url()).searchParams.get('q')).toBe('turquoise in:release-gate has:link')
    for (const [width, theme] of often(LOOKS.slice(1), LOOKS)) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: theme })
      await page.locator(`html[data-theme="${theme}"]`).waitFor()
      await shot(page, `search-${width}-${theme}`)
      expect(await violations(page), `${width} ${theme}`).toEqual([])
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      const sides = ['.s-field', '.s-hit'].map(async (part) => {
        const box = await page.locator(part).first().boundingBox()
        return [box?.x, box?.width]
      })
      const [field, hit] = await Promise.all(sides)
      expect(hit, `${width}: what is found stands below the field`).toEqual(field)
    }
    await page.reload()
    await expect.poll(() => hits.count()).toBe(1)
    await page.getByRole('button', { name: 'Without has a link' }).click()
    await expect.poll(() => hits.count()).toBe(2)
    await page.getByLabel('Written by').selectOption('human')
    await expect.poll(() => hits.allInnerTexts()).toEqual([expect.stringContaining('tested?')])
    // Typed by hand it is the same.
    await page.getByLabel('Words in messages').fill('turquoise loader')
    await expect.poll(() => page.getByText('No message matches.').count()).toBe(1)
    await page.goto(
      `${server.url}/leads/${lead.id}/search?q=${encodeURIComponent('loader in:config-team')}`,
    )
    await hits.first().click()
    await page.locator('.flash', { hasText: 'turquoise loader' }).waitFor()
  },
)
