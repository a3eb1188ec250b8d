import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { patience } from '../../shared/test/patience'
import { overflow, violations } from './axe'
import { noBrowser } from './chromium'
import { setStage, Stage } from './stage'
import { createWorkCrew, fillWorkCrew, type WorkCrew } from './work-crew'
import { isLong } from './long'
import { visit } from './visit'

const SHOTS = 'test-results/screens'
const WIDTHS = [1440, 1024, 390]
const THEMES = ['light', 'dark'] as const

const own = setStage(new Stage(), fill)
let crew: WorkCrew

async function fill(): Promise<void> {
  const { server } = own
  mkdirSync(SHOTS, { recursive: true })
  crew = await createWorkCrew(server, 'atlas-refactor')
  await createWorkCrew(server, 'harbor-docs')
  await fillWorkCrew(server, crew)
  const { lead, dev, qa } = crew
  await server.createGroup(lead.id, 'release-gate', [qa.id])
  await server.post(qa, 'release-gate', '3 of 214 are flaky.')
  await server.call('POST', `/api/lead/${lead.id}/groups/release-gate/archive`)
  await server.createGroup(lead.id, 'docs', [dev.id])
  await server.post(dev, 'docs', '**Bold** words, `code` and a list:\n\n- one\n- two')
  await server.post(dev, 'docs', '```ts\nconst answer = 42\n```')
  await own.write(lead.id, 'docs', 'An answer')
  await server.say(dev, 'REACT', { group: 'docs', emoji: '👍' })
}

/** Every address of the page, and what only this screen shows. */
function screens(): readonly (readonly [name: string, path: string, ready: string])[] {
  const { lead, dev, qa } = crew
  const at = `/leads/${lead.id}`
  const pair = [dev.id, qa.id].toSorted().join('~')
  return [
    ['home', '/?all', '.crew-cards li'],
    ['first-run', '/new', '.fr-tiles label'],
    ['new-crew', '/new?new=crew', 'dialog[open] [aria-labelledby="roles-label"]'],
    ['overview', at, '.ov-lanes'],
    ['activity', `${at}/activity`, '.f-row'],
    ['lanes', `${at}/activity?view=lanes&as=lanes`, '.l-item'],
    ['lanes-table', `${at}/activity?view=lanes&as=table`, '.l-table td'],
    ['comms', `${at}/comms`, '[data-conversation] .p'],
    ['comms-with', `${at}/comms?with=${dev.id}`, '[data-direct]:has-text("Both read naturally")'],
    ['comms-everyone', `${at}/comms?with=everyone`, '#composer[aria-label="Message everyone"]'],
    ['comms-pair', `${at}/comms?with=${pair}`, ':text("This is between two agents.")'],
    ['comms-nobody', `${at}/comms?with=nobody`, '[data-testid="not-found"]'],
    ['reports', `${at}/reports`, '.task-row.failed'],
    ['board', `${at}/reports?view=board`, '.bd-card[data-column="failed"]'],
    ['new-task', `${at}/reports?new=task`, '#task-text'],
    ['groups', `${at}/groups`, '[data-group="docs"]'],
    ['new-group', `${at}/groups?new=group`, 'dialog[open] .picks'],
    ['archived', `${at}/groups/archived`, '[data-group="release-gate"]'],
    ['archived-group', `${at}/groups/archived/release-gate`, '.closed'],
    // It is held for a minute: the first tests see the strip.
    ['held-group', `${at}/groups/thanks`, '[aria-label="Message thanks"]'],
    ['group', `${at}/groups/docs`, '.hljs-number'],
    ['members', `${at}/groups/docs/members`, '.info h3:has-text("About"), .info h2 + *'],
    ['find', `${at}/groups/docs?find=1`, '.findbar'],
    ['crew', `${at}/crew`, '.c-row'],
    ['new-agent', `${at}/crew?new=agent`, 'dialog[open]'],
    ['agent', `${at}/crew/${dev.id}`, '.a-who'],
    ['transcripts', '/transcripts', ':text("Open a transcript")'],
    ['needs', `${at}/needs`, '[data-need="mention"]'],
    ['settings', '/settings', '.settings'],
    ['design', '/design', '.design pre'],
    ['no-group', `${at}/groups/nothing`, ':text("There is no such group")'],
    ['no-agent', `${at}/crew/nobody`, '[data-testid="not-found"]:has-text("agent")'],
    ['no-crew', '/leads/nobody/groups', ':text("There is no such crew")'],
  ]
}

async function isReady(page: Page, ready: string): Promise<void> {
  await page.locator(ready).first().waitFor({ state: 'attached' })
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
}

async function show(page: Page, path: string, ready: string): Promise<void> {
  await visit(page, path)
  await isReady(page, ready)
}

/** Each screen in every look; usually the looks take turns. */
const isLookedAt = (look: number, screen: number) => isLong || screen % LOOKS === look
const LOOKS = WIDTHS.length * THEMES.length

/** What is wrong with all screens at one width. */
async function lookAtAll(width: number, at: number): Promise<string[]> {
  const wrong: string[] = []
  const page = await own.open('/?all', { viewport: { width, height: 844 }, colorScheme: 'light' })
  for (const [n, [name, path, ready]] of screens().entries()) {
    const themes = THEMES.filter((_, theme) => isLookedAt(at * THEMES.length + theme, n))
    if (themes.length > 0) await show(page, path, ready)
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      await page.locator(`html[data-theme="${theme}"]`).waitFor()
      if (isLong) await page.screenshot({ path: `${SHOTS}/${name}-${width}-${theme}.png` })
      // Themes are colours and nothing else: what is not about colour is the same in both.
      const found = await violations(page, { colourOnly: theme === 'dark' && themes.length > 1 })
      wrong.push(...found.map((text) => `${name} ${width} ${theme} ${text}`))
      if ((await overflow(page)) > 0) wrong.push(`${name} ${width} ${theme} scrolls sideways`)
    }
  }
  return wrong
}

test.skipIf(noBrowser)(
  'UI160, UI69, UI86, UI106, UI120, UI346, UI366, UI415, TV63 every screen, with what opens on it, passes axe and fits, in both themes at three widths',
  async () => {
    const wrong = await Promise.all(WIDTHS.map(lookAtAll))
    expect(wrong.flat()).toEqual([])
  },
  patience(180_000),
)

/** Where the layout changes, and the narrowest and widest. */
const EDGES = [320, 720, 721, 1100, 1101, 1279, 1280, 1920]

test.skipIf(noBrowser)('UI161 no screen scrolls sideways, from 320 to 1920 pixels', async () => {
  const page = await own.open('/?all', { viewport: { width: 320, height: 640 } })
  for (const [name, path, ready] of screens().filter((_, n) => isLong || n % 8 === 1)) {
    await page.setViewportSize({ width: 320, height: 640 })
    await show(page, path, ready)
    for (const width of isLong ? EDGES : [320, 721, 1101]) {
      await page.setViewportSize({ width, height: 640 })
      await expect
        .poll(() => overflow(page), { message: `${name} ${width}`, interval: 10 })
        .toBeLessThanOrEqual(0)
    }
  }
})

test.skipIf(noBrowser)(
  'UI162 every address survives a reload, and back and forward go where one was',
  async () => {
    const page = await own.open('/?all')
    const list = screens().filter((_, n) => isLong || n % 16 === 0)
    for (const [, path, ready] of list) {
      await show(page, path, ready)
      await page.reload()
      await page.locator(ready).first().waitFor({ state: 'attached' })
    }
    for (const [, path, ready] of list.slice(0, -1).toReversed()) {
      await page.goBack()
      await page.locator(ready).first().waitFor({ state: 'attached' })
      await expect
        .poll(() => new URL(page.url()).pathname)
        .toBe(new URL(path, own.server.url).pathname)
    }
    await page.goForward()
    await page.locator(list[1]![2]).first().waitFor({ state: 'attached' })
  },
)

test.skipIf(noBrowser)(
  'UI163 with reduced motion nothing moves by itself, and with forced colours everything can be told apart',
  async () => {
    const path = `/leads/${crew.lead.id}/groups/docs`
    const page = await own.open(path, { reducedMotion: 'reduce' })
    await page.locator('[data-message]').first().waitFor()
    await own.server.post(crew.dev, 'docs', 'One more')
    await page.getByText('One more').last().waitFor()
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
    await page.emulateMedia({ forcedColors: 'active' })
    if (isLong) await page.screenshot({ path: `${SHOTS}/forced-colours.png` })
    const marked = await page.locator('[data-group="docs"]').evaluate((row) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(row)
      return `${outlineStyle} ${outlineWidth}`
    })
    expect(marked, 'the open group').toBe('solid 2px')
  },
)
