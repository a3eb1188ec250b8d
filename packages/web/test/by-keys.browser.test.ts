import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'
import { pass, UNDO_MS } from './held-ends'
import { sequence } from './key-sequence'
import { focused } from './groups-floor'
import { tabTo } from './tab-to'

const own = dashboard()

/** Whatever was done: a keyboard is somewhere. */
async function isSomewhere(page: Page, after: string): Promise<void> {
  await expect.poll(() => focused(page), { message: after }).not.toBe('BODY')
}

test.skipIf(noBrowser)(
  'UI385, UI164 without a mouse one opens a crew and a group, writes, reacts, answers, goes to an agent and comes back',
  async () => {
    const { server, dev, lead } = own
    await server.createLead('another-crew')
    await own.say('config-team', 'The gate is red.')
    await server.say(dev, 'AGENT_MESSAGE', { to: 'human', content: 'Which gate do you mean?' })
    const page = await own.open('/?all')
    const type = (text: string) => page.keyboard.type(text)
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await page.getByRole('heading', { name: /^Crews/ }).waitFor()

    // The crew.
    await press('Control+k')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
    await type('atlas-refactor')
    await page.locator('[cmdk-item][data-selected="true"]', { hasText: 'atlas-refactor' }).waitFor()
    await press('Enter')
    await page.waitForURL(`**/leads/${lead.id}`)
    // Its page is a chunk: until that is there, the one before is shown, where the crew is a card.
    const name = { name: 'atlas-refactor', exact: true, level: 1 }
    await page.getByRole('heading', name).waitFor()
    await isSomewhere(page, 'opening a crew')

    // The group: through the list.
    await sequence(page, 'g', 'g')
    await expect.poll(() => focused(page)).toMatch(/^(config-team|release-gate)$/)
    if ((await focused(page)) !== 'config-team') await press('j')
    if ((await focused(page)) !== 'config-team') await press('k')
    await expect.poll(() => focused(page)).toBe('config-team')
    await press('Enter')
    await page.waitForURL('**/groups/config-team')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('composer')
    await type('I look at it.')
    await press('Enter')
    await expect.poll(() => own.stored('config-team')).toContain('I look at it.')
    await isSomewhere(page, 'sending')

    // A message before it. The row of what is on its way is another than the message's.
    const message = (text: string) => page.locator('article[data-message]', { hasText: text })
    const hasFocus = (text: string) =>
      message(text).evaluate((own) => own === document.activeElement)
    const article = message('The gate is red.')
    await message('I look at it.').waitFor()
    await press('Escape', 'j')
    await expect.poll(() => hasFocus('I look at it.'), { message: 'the newest' }).toBe(true)
    await press('k')
    await expect
      .poll(() => hasFocus('The gate is red.'), { message: 'the message above' })
      .toBe(true)
    await press('3')
    await article.locator('.rx button[aria-pressed="true"]', { hasText: '🎉' }).waitFor()

    // What waits for a person.
    await sequence(page, 'g', 'n')
    await page.waitForURL('**/needs')
    await page.locator('.need.question').waitFor()
    await isSomewhere(page, 'going to Needs you')
    await tabTo(page, /^Answer /)
    await type('The one before the release.')
    await press('Enter')
    await pass(page, UNDO_MS)
    await page.locator('.need.question').waitFor({ state: 'detached' })
    await isSomewhere(page, 'answering')

    // The agent, and back.
    await sequence(page, 'g', 'w')
    await page.waitForURL('**/crew')
    await page.locator(`.c-row[data-agent="${dev.id}"]`).waitFor()
    await isSomewhere(page, 'going to the crew')
    for (let n = 0; n < 40; n++) {
      await press('Tab')
      const at = await page.evaluate(
        () => (document.activeElement as HTMLElement | null)?.dataset['agent'],
      )
      if (at === dev.id) break
    }
    await press('Enter')
    await page.waitForURL(`**/crew/${dev.id}`)
    await page.locator('.a-comp textarea').waitFor()
    await isSomewhere(page, 'opening an agent')
    await tabTo(page, /^Write to /)
    await type('Take your time.')
    await press('Enter')
    await page.getByText(/^Sent to/).waitFor()
    await isSomewhere(page, 'writing to an agent')
    // Alt and the left arrow are the browser's, which has no window here.
    await page.goBack()
    await page.waitForURL('**/crew')
    await isSomewhere(page, 'coming back')
    await sequence(page, 'g', 'g')
    await expect.poll(() => focused(page)).toMatch(/^(config-team|release-gate)$/)
    await press('Alt+ArrowDown')
    await page.waitForURL(/\/groups\/./)
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('composer')

    const { messages } = await server.call<{ messages: { content: string }[] }>(
      'GET',
      `/api/lead/${lead.id}/comms`,
    )
    expect(messages.map(({ content }) => content)).toEqual([
      'Which gate do you mean?',
      'The one before the release.',
      'Take your time.',
    ])
  },
)
