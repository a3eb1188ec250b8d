import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { createAskingAgent, answersOf, letAsk, PUSH } from './asking-agent'
import { TWO_LOOKS, violations } from './axe'
import { noBrowser } from './chromium'
import { closePages } from './kept-contexts'
import { dashboard } from './dashboard'
import { often } from './long'
import { shot } from './stage'

const own = dashboard()

// The page lists what waits in other crews, too.
afterEach(async () => {
  if (noBrowser) return
  await closePages(own.browser)
  await own.server.call('DELETE', `/api/lead/${own.lead.id}`, { confirm: 'atlas-refactor' })
})

const question = (page: Page) => page.locator('[data-need="question"]')
const held = (page: Page) => page.locator('[data-held]')
const needs = () => `/leads/${own.lead.id}/needs`
const asks = (content: string) => own.server.say(own.dev, 'AGENT_MESSAGE', { to: 'human', content })

async function said(): Promise<string[]> {
  const { messages } = await own.server.call<{ messages: { content: string; from: string }[] }>(
    'GET',
    `/api/lead/${own.lead.id}/comms`,
  )
  return messages.filter(({ from }) => from === 'human').map(({ content }) => content)
}

/** A page whose clock stands still from now on. */
async function stoppedAt(path: string, look: (typeof TWO_LOOKS)[number]): Promise<Page> {
  const page = await own.newPage(look)
  await page.clock.install()
  await page.goto(await own.server.link(path))
  await page.locator('main').first().waitFor()
  return page
}
/** A moment later, which is not past when the page is told of it. */
const stop = async (page: Page) =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)

/** What needs timers of the page: they get a millisecond at a time. */
async function stepped<T>(page: Page, under: Promise<T>): Promise<T> {
  let isDone = false
  void under.finally(() => (isDone = true))
  while (!isDone) await page.clock.runFor(1)
  return under
}

test.skipIf(noBrowser)(
  'UI809 an answer can be taken back for five seconds, and only then it is sent',
  async () => {
    await asks('Does `scaling=None` mean off or inherit?')
    await own.say('config-team', '@human please look at this')
    for (const look of often(TWO_LOOKS.slice(0, 1), TWO_LOOKS)) {
      const page = await stoppedAt(needs(), look)
      await question(page).waitFor()
      await page.locator('[data-need="mention"]').waitFor()
      await stop(page)
      await question(page).focus()
      await page.keyboard.press('1')
      await held(page)
        .getByText(/^You said “Off” to Developer/)
        .waitFor()
      await held(page).getByRole('button', { name: 'Undo' }).waitFor()
      const focused = () =>
        page.evaluate(() => document.activeElement?.getAttribute('data-need') ?? '')
      // The next card, and none of its buttons.
      await expect.poll(focused).toBe('mention')
      await page
        .locator('.sr[role="status"]', { hasText: /^You said “Off” to Developer.*Z takes it back/ })
        .waitFor({ state: 'attached' })
      expect(await stepped(page, violations(page))).toEqual([])
      await shot(page, `inbox-undo-${look.viewport.width}-${look.colorScheme}`)
      await page.clock.runFor(3_500)
      expect(await said(), 'not yet').toEqual([])
      await page.keyboard.press('z')
      await expect.poll(() => held(page).count()).toBe(0)
      await page.clock.runFor(100)
      await expect.poll(focused).toBe('question')
      await page.clock.runFor(10_000)
      expect(await said(), 'taken back').toEqual([])
      await page.context().close()
    }
    const page = await stoppedAt(needs(), TWO_LOOKS[0])
    await question(page).waitFor()
    await stop(page)
    const field = question(page).getByRole('textbox')
    await field.fill('Off, as before')
    await question(page).getByRole('button', { name: 'Send answer' }).click()
    await held(page)
      .getByText(/^You said “Off, as before” to/)
      .waitFor()
    await held(page).getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => field.inputValue()).toBe('Off, as before')
    await question(page).getByRole('button', { name: 'Send answer' }).click()
    await held(page).waitFor()
    expect(await said()).toEqual([])
    await page.clock.runFor(5_100)
    await expect.poll(said).toEqual(['Off, as before'])
    await page.clock.resume()
    await expect.poll(() => question(page).count()).toBe(0)
  },
)

test.skipIf(noBrowser)(
  'UI810 leaving the inbox, hiding, reloading and closing the page send at once',
  async () => {
    const answered: string[] = []
    const ways: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
      ['leaving', (page) => page.getByRole('link', { name: 'Groups', exact: true }).click()],
      [
        'hiding',
        (page) =>
          page.evaluate(() => {
            Object.defineProperty(document, 'hidden', { value: true, configurable: true })
            document.dispatchEvent(new Event('visibilitychange'))
          }),
      ],
      ['reloading', (page) => page.reload()],
      ['closing', (page) => page.close({ runBeforeUnload: true })],
    ]
    for (const [way, leave] of ways) {
      await asks(`Left by ${way}: yes/no`)
      const page = await stoppedAt(needs(), TWO_LOOKS[0])
      await question(page).waitFor()
      await stop(page)
      await question(page).getByRole('textbox').fill(`Yes, ${way}`)
      await question(page).getByRole('button', { name: 'Send answer' }).click()
      await held(page).waitFor()
      expect(await said(), way).toEqual(answered)
      await leave(page)
      answered.push(`Yes, ${way}`)
      await expect.poll(said).toEqual(answered)
      await page.context().close()
    }
  },
)

test.skipIf(noBrowser)(
  'UI809, UI810 a request for permission is answered after five seconds, and not if that was done elsewhere',
  async () => {
    const { server, lead } = own
    const agentId = await createAskingAgent(server, lead.id)
    await letAsk(server, agentId, PUSH)
    const page = await stoppedAt(needs(), TWO_LOOKS[0])
    const ask = page.locator('[data-ask]')
    await ask.locator('.yes[aria-disabled="false"]').waitFor()
    await stop(page)
    await ask.getByRole('button', { name: 'Yes, proceed' }).click()
    await held(page).getByText('You chose “Yes, proceed”.').waitFor()
    await page.keyboard.press('z')
    await ask.getByRole('button', { name: 'Yes, proceed' }).waitFor()
    await page.clock.runFor(6_000)
    expect(await answersOf(server, agentId)).toEqual([])
    await ask.getByRole('button', { name: 'Yes, proceed' }).click()
    await page.clock.runFor(5_100)
    await expect.poll(() => answersOf(server, agentId)).toEqual(['proceed_once'])

    await page.clock.resume()
    await asks('On or off: which?')
    await question(page).waitFor()
    await stop(page)
    await question(page).getByRole('textbox').fill('On')
    await question(page).getByRole('button', { name: 'Send answer' }).click()
    await held(page).waitFor()
    await server.call('POST', `/api/agents/${own.dev.id}/messages`, { content: 'Off' })
    // Events are drawn in frames.
    await expect
      .poll(async () => {
        await page.clock.runFor(20)
        return question(page).count()
      })
      .toBe(0)
    await page.clock.runFor(5_100)
    await page.getByText('“On” was not sent: this was answered meanwhile.').waitFor()
    expect((await said()).at(-1)).toBe('Off')
  },
)
