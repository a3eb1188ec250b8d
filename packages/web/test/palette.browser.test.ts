import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'

const own = dashboard()

test.skipIf(noBrowser)(
  'UI128, UI596 the palette goes to groups, sessions, agents, sections, commands and messages, by keyboard alone',
  async () => {
    await own.say('release-gate', 'The turquoise build is green')
    const { session } = await own.server.call<{ session: { id: string } }>(
      'POST',
      `/api/lead/${own.lead.id}/groups/release-gate/sessions`,
      { title: 'Rewrite plan' },
    )
    const page = await own.open(own.groups('config-team'))
    await page.getByLabel('Message config-team').waitFor()
    const box = page.locator('input[role="combobox"]:focus')
    const jump = async (text: string, option: string) => {
      await page.keyboard.press('Control+k')
      await box.waitFor()
      await page.keyboard.type(text)
      await page.getByRole('option', { name: option }).first().waitFor()
      await page.keyboard.press('Enter')
      await page.locator('dialog').waitFor({ state: 'detached' })
    }
    const path = () => new URL(page.url()).pathname + new URL(page.url()).search
    await jump('turquo', 'The turquoise build is green')
    await page.locator('.flash', { hasText: 'turquoise' }).waitFor()
    await expect.poll(path).toMatch(/\/groups\/release-gate\?m=/)
    await jump('Developer', 'Developer')
    await expect.poll(path).toBe(`/leads/${own.lead.id}/crew/${own.dev.id}`)
    await jump('Reports', 'Reports')
    await expect.poll(path).toBe(`/leads/${own.lead.id}/reports`)
    await jump('rewrite', 'Rewrite plan in release-gate')
    await expect.poll(path).toBe(own.groups(`release-gate/s/${session.id}`))
    // In the group that is open, unless another one is named.
    await jump('New session', 'New session in release-gate')
    await page.waitForURL(
      (url) => url.pathname.includes('/s/') && !url.pathname.includes(session.id),
    )
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('composer')
    await jump('New session conf', 'New session in config-team')
    await page.waitForURL(/config-team\/s\//)
    await jump('New group', 'New group')
    await page.getByRole('dialog', { name: 'New group' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await box.waitFor()
    await page.keyboard.type('zzzz')
    await page.getByText('No group, session, agent or message matches “zzzz”.').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    expect(own.watch.wrong).toEqual([])
  },
)
