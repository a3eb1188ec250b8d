import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflow, violations } from './axe'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'
import { often } from './long'
import { shot } from './stage'
import { pass, UNDO_MS } from './held-ends'

const own = dashboard()

const LOOKS = [
  [1440, 'dark'],
  [1024, 'light'],
  [390, 'light'],
  [1440, 'light'],
  [390, 'dark'],
] as const

const card = (page: Page, kind: string) => page.locator(`[data-need="${kind}"]`)
const focusedKind = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('.need')?.dataset['need'])

/** The developer asks, mentions the person, and reports two tasks that the person gave. */
async function fill(): Promise<void> {
  const { server, dev, lead } = own
  // In no group: one whose members are all done is archived.
  const qa = await server.createAgent(lead.id, 'qa-tester')
  const give = (task: string) =>
    server.call<{ task: { id: string } }>('POST', `/api/agents/${qa.id}/tasks`, { task })
  await give('Move the callers to the cached loader')
  await give('Run the suite on arm64')
  await server.say(qa, 'COMPLETE_TASK', { summary: 'All callers are moved.' })
  await server.say(qa, 'COMPLETE_TASK', { summary: 'It passes on arm64.' })
  await server.say(dev, 'AGENT_MESSAGE', {
    to: 'human',
    content: 'Does `scaling=None` mean off or inherit?',
  })
  await own.say('config-team', '@human please look at this')
}

// Before the other one: what waits in any crew is on the page.
test.skipIf(noBrowser)(
  'UI805 when nothing waits the page says what happened since the visit before',
  async () => {
    const page = await own.open(`/leads/${own.lead.id}/needs`, {
      viewport: { width: 1440, height: 900 },
    })
    await page.getByText('Nothing needs you.').waitFor()
    // The visit before ended an hour ago, after the first entry.
    await page.evaluate((lead) => {
      const at = new Date(Date.now() - 3_600_000).toISOString()
      localStorage.setItem(
        `crewroom:visit:${lead}`,
        JSON.stringify({ from: null, last: { at, seq: 1 } }),
      )
    }, own.lead.id)
    await own.say('config-team', 'While you were away')
    await page.reload()
    await page.getByText('1 message').first().waitFor()
    await page.getByText(/Since you were here, .*\d/).waitFor()
    await shot(page, 'inbox-away-1440-light')
  },
)

test.skipIf(noBrowser)(
  'UI800, UI801, UI802, UI803, UI804, UI806 what waits is sorted, answered by what it names, put off and read, by keys alone',
  async () => {
    await fill()
    const page = await own.open(`/leads/${own.lead.id}/needs`, {
      viewport: { width: 1440, height: 900 },
    })
    await card(page, 'question').waitFor()
    const chips = page.getByRole('group', { name: 'Show' }).getByRole('button')
    await expect
      .poll(() => chips.allInnerTexts())
      .toEqual(['All', 'Questions 1', 'Mentions 1', 'Reports 2'])
    expect(await page.locator('.needs > h2').allInnerTexts()).toEqual([
      'Questions\n1',
      'Mentions\n1',
      expect.stringMatching(/^Reports to read\n2/),
    ])
    for (const [width, theme] of often(LOOKS.slice(-2), LOOKS)) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: theme })
      await page.locator(`html[data-theme="${theme}"]`).waitFor()
      await shot(page, `inbox-${width}-${theme}`)
      expect(await violations(page), `${width} ${theme}`).toEqual([])
      expect(await overflow(page)).toBeLessThanOrEqual(0)
    }
    // On a phone it is the first tab.
    expect(await page.locator('.tabs a').first().innerText()).toMatch(/^Needs you/)
    await page.setViewportSize({ width: 1440, height: 900 })

    // By keys: the question first, with one of the answers that it names.
    await page.keyboard.press('j')
    await expect.poll(() => focusedKind(page)).toBe('question')
    await page.keyboard.press('j')
    await expect.poll(() => focusedKind(page)).toBe('mention')
    await page.keyboard.press('k')
    await expect.poll(() => focusedKind(page)).toBe('question')
    await page.keyboard.press('2')
    await page.locator('[data-held]').getByText('You said “Inherit” to Developer').waitFor()
    await pass(page, UNDO_MS)
    await expect.poll(() => card(page, 'question').count()).toBe(0)
    const { messages } = await own.server.call<{ messages: { content: string; to: string }[] }>(
      'GET',
      `/api/lead/${own.lead.id}/comms`,
    )
    expect(messages.at(-1)).toMatchObject({ content: 'Inherit', to: own.dev.id })

    // What is put off waits below, and is brought back.
    await card(page, 'mention').focus()
    await page.keyboard.press('h')
    await expect.poll(() => card(page, 'mention').count()).toBe(0)
    await page.reload()
    await page.getByText('Put off 1').click()
    await page.getByRole('button', { name: 'Bring back' }).click()
    await card(page, 'mention').waitFor()

    // Done: a mention is dismissed, reports are read.
    await card(page, 'mention').focus()
    await page.keyboard.press('e')
    await expect.poll(() => card(page, 'mention').count()).toBe(0)
    await page.getByText('All callers are moved.').waitFor()
    await card(page, 'report').first().focus()
    await page.keyboard.press('e')
    await expect.poll(() => card(page, 'report').count()).toBe(1)
    await page.reload()
    await expect.poll(() => card(page, 'report').count()).toBe(1)
    await card(page, 'report').getByRole('button', { name: 'Read' }).click()
    await page.getByText('Nothing needs you.').waitFor()
    await shot(page, 'inbox-clear-1440-light')
  },
)
