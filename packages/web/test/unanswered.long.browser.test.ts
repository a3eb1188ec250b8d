import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { dashboard, messageTexts } from './dashboard'

const own = dashboard()

const strip = (page: Page) => page.locator('main [data-testid="waiting"]')
const composer = (page: Page) => page.locator('#composer')

/** What the person wrote to the developer, as the server has it. */
async function said(): Promise<string[]> {
  const { messages } = await own.server.call<{ messages: { content: string }[] }>(
    'GET',
    `/api/lead/${own.lead.id}/comms`,
  )
  return messages.map(({ content }) => content)
}

test.skipIf(noBrowser)(
  'UI370 a message that only requests keep back waits, says so, and is sent once when the network is back',
  async () => {
    const page = await own.open(own.groups('config-team'))
    await page.locator('main .log').waitFor()
    own.watch.areFailuresExpected = true
    // The socket lives on; requests fail.
    await page.route('**/api/**', (route) => route.abort('internetdisconnected'))
    for (const text of ['Written offline', 'And one more']) {
      await composer(page).fill(text)
      await page.keyboard.press('Enter')
    }
    await page.locator('.m-row.pending').getByText('Waiting for connection').first().waitFor()
    await expect.poll(() => strip(page).innerText()).toContain('What you wrote is kept and sent')
    await expect.poll(() => page.locator('[data-testid="offline"]').count()).toBe(0)
    await own.say('config-team', 'News still arrive')
    await page.locator('[data-message]', { hasText: 'News still arrive' }).waitFor()
    expect(await page.getByText('Not sent').count()).toBe(0)
    await page.unroute('**/api/**')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect
      .poll(() => messageTexts(page))
      .toEqual(['News still arrive', 'Written offline', 'And one more'])
    await expect.poll(() => page.locator('.m-row.pending').count()).toBe(0)
    await expect.poll(() => strip(page).count()).toBe(0)
    await expect.poll(() => own.stored('config-team')).toHaveLength(3)
  },
)

test.skipIf(noBrowser)(
  'UI370 behind a proxy whose server is away a message is tried again unasked; a refusal is not',
  async () => {
    const page = await own.open(own.groups('config-team'))
    await composer(page).waitFor()
    own.watch.areFailuresExpected = true
    const statuses = [502, 504, 503]
    await page.route('**/groups/*/messages', (route) => {
      const status = route.request().method() === 'POST' ? statuses.shift() : undefined
      return status === undefined
        ? route.continue()
        : route.fulfill({ status, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
    })
    await composer(page).fill('Through at last')
    await page.keyboard.press('Enter')
    await page.locator('.m-row.pending').getByText('Waiting for connection').waitFor()
    await expect.poll(() => messageTexts(page)).toEqual(['Through at last'])
    expect(statuses).toEqual([])
    await expect.poll(() => own.stored('config-team')).toEqual(['Through at last'])

    statuses.push(422)
    await composer(page).fill('Refused')
    await page.keyboard.press('Enter')
    await page.locator('.m-row.pending').getByText('Not sent').waitFor()
    await expect.poll(() => strip(page).count()).toBe(0)
  },
)

test.skipIf(noBrowser)(
  'UI370, UI92 what is written to one agent waits too, in Comms and on its page, also when only its answer was lost',
  async () => {
    const comms = `/leads/${own.lead.id}/comms?with=${own.dev.id}`
    const page = await own.open(comms)
    await composer(page).waitFor()
    own.watch.areFailuresExpected = true
    let lost = 0
    await page.route('**/api/agents/*/messages', async (route) => {
      if (lost > 0) return route.continue()
      lost += 1
      await route.fetch()
      await route.abort('connectionreset')
    })
    await composer(page).fill('Its answer is lost')
    await page.keyboard.press('Enter')
    await page.locator('[data-direct]', { hasText: 'Its answer is lost' }).waitFor()
    await expect.poll(() => page.locator('.m-row.pending').count()).toBe(0)

    await page.context().setOffline(true)
    await composer(page).fill('Written in Comms')
    await page.keyboard.press('Enter')
    await page.locator('.m-row.pending').getByText('Waiting for connection').waitFor()
    await expect.poll(() => strip(page).isVisible()).toBe(true)
    await page.context().setOffline(false)
    await page.locator('[data-direct]', { hasText: 'Written in Comms' }).waitFor()

    await page.getByRole('link', { name: 'Open agent' }).click()
    const box = page.locator('.a-comp textarea')
    await box.waitFor()
    await page.context().setOffline(true)
    await box.fill('Written on its page')
    await page.keyboard.press('Enter')
    await page.locator('.a-comp').getByText('Waiting for connection').waitFor()
    await expect.poll(() => page.locator('.a-comp').innerText()).toContain('Written on its page')
    await page.context().setOffline(false)
    await page.getByText(/^Sent to/).waitFor()
    await expect.poll(() => box.inputValue()).toBe('')
    await expect.poll(() => page.getByText('Waiting for connection').count()).toBe(0)
    await expect
      .poll(() => said())
      .toEqual(['Its answer is lost', 'Written in Comms', 'Written on its page'])
    expect(lost).toBe(1)
  },
)

test.skipIf(noBrowser)(
  'UI370 what could not be fetched without a network is there when it is back, unasked',
  async () => {
    await own.say('config-team', 'Written before')
    const page = await own.open(own.groups('release-gate'))
    await page.locator('main .log').waitFor()
    own.watch.areFailuresExpected = true
    await page.context().setOffline(true)
    await page.locator('[data-group="config-team"]').click()
    await page.getByText("Couldn't load the messages").waitFor()
    await page.context().setOffline(false)
    await expect.poll(() => messageTexts(page)).toEqual(['Written before'])
  },
)
