import { mkdirSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'

const own = dashboard()
const SHOTS = 'test-results/screens'
const WIDTHS = [1440, 1024, 390]

beforeEach(async () => {
  if (noBrowser) return
  const { server, lead, dev } = own
  mkdirSync(SHOTS, { recursive: true })
  await server.createAgent(lead.id, 'qa-tester')
  await own.say('config-team', '**Bold** words, `code` and a question for @human')
  await own.say('config-team', '```ts\nconst answer = 42\n```')
  await own.write('config-team', 'An answer')
  await server.say(dev, 'REACT', { group: 'config-team', emoji: '👍' })
  await server.say(dev, 'AGENT_MESSAGE', { to: 'human', content: 'May I delete the old branch?' })
  await server.call('POST', `/api/agents/${dev.id}/tasks`, { task: 'Extract the config' })
  await server.call('POST', `/api/lead/${lead.id}/groups/release-gate/archive`)
})

/** Every address of the page, and what shows that it is there. */
function screens(): readonly (readonly [name: string, path: string, ready: string])[] {
  const { lead, dev } = own
  const crew = `/leads/${lead.id}`
  return [
    ['home', '/?all', '.crew-cards li'],
    ['new-crew', '/?new=crew', 'dialog[open]'],
    ['activity', `${crew}/activity`, 'h1'],
    ['lanes', `${crew}/activity?view=lanes`, 'h1'],
    ['comms', `${crew}/comms`, 'h1'],
    ['comms-with', `${crew}/comms?with=${dev.id}`, 'h1'],
    ['reports', `${crew}/reports`, 'h1'],
    ['groups', `${crew}/groups`, '[data-group]'],
    ['new-group', `${crew}/groups?new=group`, 'dialog[open]'],
    ['archived', `${crew}/groups/archived`, '[data-group="release-gate"]'],
    ['archived-group', `${crew}/groups/archived/release-gate`, '.closed'],
    ['group', `${crew}/groups/config-team`, '[data-message]'],
    ['members', `${crew}/groups/config-team/members`, '[data-group], .info, .mem'],
    ['find', `${crew}/groups/config-team?find=1`, '.findbar'],
    ['crew', `${crew}/crew`, 'h1'],
    ['agent', `${crew}/crew/${dev.id}`, 'h1'],
    ['needs', `${crew}/needs`, 'h1'],
    ['settings', '/settings', '.settings'],
    ['no-group', `${crew}/groups/nothing`, '[data-testid="not-found"]'],
    ['no-agent', `${crew}/crew/nobody`, '[data-testid="not-found"]'],
    ['no-crew', '/leads/nobody/groups', '[data-testid="not-found"]'],
  ]
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

async function show(page: Page, path: string, ready: string): Promise<void> {
  await page.goto(own.server.url + path)
  await page.locator(ready).first().waitFor({ state: 'attached' })
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
}

test.skipIf(noBrowser)(
  'UI160 every screen passes axe and fits, in both themes at three widths',
  async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of WIDTHS) {
        const page = await own.open(own.groups(), { viewport: { width, height: 844 }, colorScheme })
        for (const [name, path, ready] of screens()) {
          const where = `${name} ${colorScheme} ${width}`
          await show(page, path, ready)
          await page.screenshot({ path: `${SHOTS}/${name}-${width}-${colorScheme}.png` })
          expect(await overflow(page), where).toBeLessThanOrEqual(0)
          const { violations } = await new AxeBuilder({ page })
            .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
            .analyze()
          const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
          expect.soft(found, where).toEqual([])
        }
        await page.context().close()
      }
    }
    expect(own.watch.wrong).toEqual([])
  },
  300_000,
)

test.skipIf(noBrowser)(
  'UI161 no screen scrolls sideways, from 320 to 1920 pixels',
  async () => {
    const page = await own.open(own.groups(), { viewport: { width: 320, height: 640 } })
    for (const [name, path, ready] of screens()) {
      await page.setViewportSize({ width: 320, height: 640 })
      await show(page, path, ready)
      for (const width of [320, 720, 721, 1100, 1101, 1279, 1280, 1920]) {
        await page.setViewportSize({ width, height: 640 })
        await expect
          .poll(() => overflow(page), { message: `${name} ${width}` })
          .toBeLessThanOrEqual(0)
      }
    }
    expect(own.watch.wrong).toEqual([])
  },
  120_000,
)

test.skipIf(noBrowser)(
  'UI162 every address survives a reload, and back and forward go where one was',
  async () => {
    const page = await own.open(own.groups())
    const list = screens()
    for (const [, path, ready] of list) {
      await show(page, path, ready)
      await page.reload()
      await page.locator(ready).first().waitFor({ state: 'attached' })
    }
    for (const [, path, ready] of list.slice(0, -1).toReversed()) {
      await page.goBack()
      await page.locator(ready).first().waitFor({ state: 'attached' })
      expect(new URL(page.url()).pathname).toBe(new URL(path, own.server.url).pathname)
    }
    await page.goForward()
    await page.locator(list[1]![2]).first().waitFor({ state: 'attached' })
    expect(own.watch.wrong).toEqual([])
  },
  120_000,
)

test.skipIf(noBrowser)(
  'UI163 with reduced motion nothing moves by itself, and with forced colours everything can be told apart',
  async () => {
    const page = await own.open(own.groups('config-team'), { reducedMotion: 'reduce' })
    await page.locator('[data-message]').first().waitFor()
    await own.say('config-team', 'One more')
    await page.getByText('One more').last().waitFor()
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
    await page.emulateMedia({ forcedColors: 'active' })
    await page.screenshot({ path: `${SHOTS}/forced-colours.png` })
    const marked = await page.locator('[data-group="config-team"]').evaluate((row) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(row)
      return `${outlineStyle} ${outlineWidth}`
    })
    expect(marked, 'the open group').toBe('solid 2px')
    expect(own.watch.wrong).toEqual([])
  },
)
