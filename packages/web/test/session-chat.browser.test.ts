import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { createSessionCrew, type SessionCrew, SessionTalk } from './session-crew'
import { setStage, shot, Stage } from './stage'

const own = setStage(new Stage())
let crew: SessionCrew
beforeEach(async () => {
  if (!noBrowser) crew = await createSessionCrew(own.server)
})

const WIDE = { viewport: { width: 1440, height: 900 } }

const round = (page: Page, n: number) => page.locator(`[data-round="${n}"]`)
const line = (page: Page, n: number) => round(page, n).locator('h2')
const column = (page: Page, n: number, agent: { id: string }) =>
  page.locator(`[data-stop="round ${n} ${agent.id}"]`)
const box = (page: Page) => page.locator('#composer')

async function ask(page: Page, text: string): Promise<void> {
  await box(page).fill(text)
  await page.keyboard.press('Enter')
}

test.skipIf(noBrowser)(
  'UI200, UI563 a person asks, sees who thinks and for how long, and answers arrive in the same columns',
  async () => {
    const talk = await SessionTalk.open(own.server, crew, { title: 'Rewrite plan' })
    const { ada, dora, rhea } = crew
    const page = await own.open(talk.path, WIDE)
    await page.getByText('Ask all three at once').waitFor()
    await expect.poll(() => page.locator('.sn-asks').innerText()).toBe('Asks Ada, Dora and Rhea')
    await ask(page, 'What would you change first?')
    await expect
      .poll(() => line(page, 1).innerText())
      .toMatch(/Round 1.*0 of 3 answered, 3 thinking/s)
    expect(
      await round(page, 1)
        .locator('.sn-col')
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))),
    ).toEqual(['Ada', 'Dora', 'Rhea'].map((name) => `${name} is not connected`))
    await talk.take(ada)
    await expect
      .poll(() => column(page, 1, ada).locator('.sn-time').innerText())
      .toMatch(/^0:0[1-9]$/)
    const before = await column(page, 1, rhea).boundingBox()
    await talk.say(ada, '**Cache by path and mtime.** One `stat()` per lookup.')
    await column(page, 1, ada).getByText('Cache by path and mtime.').waitFor()
    await expect.poll(() => line(page, 1).innerText()).toMatch(/1 of 3 answered, 2 thinking/)
    const after = await column(page, 1, rhea).boundingBox()
    expect([after?.x, after?.width]).toEqual([before?.x, before?.width])
    await talk.take(rhea)
    await page.getByRole('button', { name: "Stop Rhea's answer" }).click()
    await round(page, 1)
      .getByText(/You stopped Rhea after 0:\d\d\. Nothing of it was posted\./)
      .waitFor()
    await talk.answer(dora, 'Read once at start.')
    await expect.poll(() => line(page, 1).innerText()).toMatch(/2 answered, 1 stopped/)
    await shot(page, 'session-one')
  },
)
