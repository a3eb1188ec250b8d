import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { TWO_LOOKS, violations } from './axe'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'
import { isLong, often } from './long'
import { shot } from './stage'
import { visit } from './visit'

const own = dashboard()

const card = (page: Page) => page.locator('.ov-card', { hasText: 'Developer' })
const REFUSED = 'could not write in build: there is no group "build"'

test.skipIf(noBrowser || !isLong)(
  'OV9, OV10 a message to a group that is not there is a failure on the card and in the record, and one that arrived is not',
  async () => {
    const { server, dev, lead } = own
    const page = await own.open(`/leads/${lead.id}`, TWO_LOOKS[0])
    await card(page).waitFor()
    // Live: the page hears it first, and is told what became of it.
    const lost = { group: 'build', content: 'The loader is split.' }
    await expect(server.say(dev, 'GROUP_MESSAGE', lost)).rejects.toThrow('no group "build"')
    const line = card(page).locator('.ov-line', { hasText: REFUSED })
    await line.waitFor()
    await expect.poll(() => line.getAttribute('data-kind')).toBe('failed')
    await expect.poll(() => card(page).getByText('wrote in build').count()).toBe(0)
    await server.say(dev, 'GROUP_MESSAGE', { group: 'config-team', content: 'It is split.' })
    await card(page).getByText('wrote in config-team: It is split.').waitFor()
    await line.waitFor()
    for (const look of often(TWO_LOOKS.slice(1), TWO_LOOKS)) {
      await page.setViewportSize(look.viewport)
      await page.emulateMedia({ colorScheme: look.colorScheme })
      await line.waitFor()
      await shot(page, `outcome-card-${look.viewport.width}-${look.colorScheme}`)
      expect(await violations(page)).toEqual([])
    }

    await page.setViewportSize({ width: 1440, height: 900 })
    await visit(page, `/leads/${lead.id}/crew/${dev.id}?record=raw`)
    const cards = page.locator('.rollout-card')
    await expect.poll(() => cards.count()).toBe(2)
    const outcomes = () =>
      cards.evaluateAll((all) => all.map((one) => one.getAttribute('data-outcome')))
    await expect.poll(outcomes).toEqual(['refused', 'done'])
    await cards.first().getByText('did not run: there is no group "build"').waitFor()
    await cards.last().getByText('Wrote in').waitFor()
    await shot(page, 'outcome-record-1440-dark')
    await visit(page, `/leads/${lead.id}/crew/${dev.id}`)
    await page.getByText('GROUP_MESSAGE').first().waitFor()
    await shot(page, 'outcome-conversation-1440-dark')
  },
)
