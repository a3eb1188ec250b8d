import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'

const own = dashboard()

test.skipIf(noBrowser)(
  'UI128 the palette goes to groups, agents, sections, commands and messages, by keyboard alone',
  async () => {
    await own.say('release-gate', 'The turquoise build is green')
    const page = await own.open(own.groups('config-team'))
    await page.getByLabel('Message config-team').waitFor()
    const box = page.locator('input[role="combobox"]')
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
    expect(path()).toMatch(/\/groups\/release-gate\?m=/)
    await jump('Developer', 'Developer')
    await expect.poll(path).toBe(`/leads/${own.lead.id}/crew/${own.dev.id}`)
    await jump('Reports', 'Reports')
    await expect.poll(path).toBe(`/leads/${own.lead.id}/reports`)
    await jump('New group', 'New group')
    await page.getByRole('dialog', { name: 'New group' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('zzzz')
    await page.getByText('No group, agent or message matches “zzzz”.').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    expect(own.watch.wrong).toEqual([])
  },
)
