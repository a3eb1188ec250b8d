import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflow, TWO_LOOKS, violations } from './axe'
import { noBrowser } from './chromium'
import { isLong } from './long'
import { dashboard, rowBadge } from './dashboard'
import { shot } from './stage'
import { visit } from './visit'

const own = dashboard()

const LONG = Array.from({ length: 30 }, (_, n) => `Line ${n + 1} of a long report.`).join('\n\n')
const needs = (page: Page) => page.locator('.nav .badge.at')
const above = (page: Page) => page.getByRole('group', { name: 'Unread messages above' })
const unread = (page: Page) => rowBadge(page, 'config-team')
const log = (page: Page) => page.locator('#messages')

/** A question of an agent, and six long messages below it. */
async function asked(): Promise<void> {
  await own.say('config-team', '@human, pin the version: yes or no?')
  for (let n = 1; n <= 6; n++) await own.say('config-team', `Report ${n}\n\n${LONG}`)
}

async function open(): Promise<Page> {
  const page = await own.open(own.groups('config-team'))
  await page.getByText('Report 6').first().waitFor()
  return page
}

test.skipIf(noBrowser)(
  'UI845, UI98 a question above six long messages stays unread and in Needs you while nobody scrolls; seen, it still waits',
  async () => {
    await asked()
    const page = await open()
    // What the view shows was taken in.
    await above(page).waitFor()
    expect(await above(page).innerText()).toContain('6 unread above')
    await expect.poll(() => unread(page).innerText()).toBe('7')
    await expect.poll(() => needs(page).innerText()).toBe('1')
    await shot(page, 'unread-above-1440-light')
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await shot(page, 'unread-above-1440-dark')
    const phone = await own.open(own.groups('config-team'), TWO_LOOKS[1])
    await above(phone).waitFor()
    await shot(phone, 'unread-above-390-dark')
    expect(await overflow(phone)).toBeLessThanOrEqual(0)
    expect(await violations(phone)).toEqual([])
    await phone.context().close()
    await above(page).getByRole('button', { name: '6 unread above' }).click()
    await page.getByText('yes or no?').waitFor()
    await expect.poll(() => unread(page).count()).toBe(0)
    await expect.poll(() => above(page).count()).toBe(0)
    await expect.poll(() => needs(page).innerText()).toBe('1')
    const second = await page.context().newPage()
    await second.goto(own.server.url + own.groups())
    await expect.poll(() => needs(second).innerText()).toBe('1')
    await second.reload()
    await expect.poll(() => needs(second).innerText()).toBe('1')
    await expect.poll(() => unread(second).count()).toBe(0)
    await page.getByLabel('Message config-team').fill('Yes.')
    await page.keyboard.press('Enter')
    for (const one of [page, second]) await expect.poll(() => needs(one).count()).toBe(0)
  },
)

test.skipIf(noBrowser)(
  'UI845 at the line above what is new only what is shown is read; scrolling on reads on',
  async () => {
    await own.say('config-team', 'Old')
    const page = await own.open(own.groups('config-team'))
    await page.getByText('Old').first().waitFor()
    await expect.poll(() => unread(page).count()).toBe(0)
    await page.locator('[data-group="release-gate"]').click()
    await page.getByLabel('Message release-gate').waitFor()
    await asked()
    await expect.poll(() => unread(page).innerText()).toBe('7')
    await page.locator('[data-group="config-team"]').click()
    await page.getByRole('separator', { name: '7 new messages' }).waitFor()
    await expect.poll(async () => Number(await unread(page).innerText())).toBeLessThan(7)
    expect(Number(await unread(page).innerText())).toBeGreaterThan(3)
    await log(page).hover()
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 1_500)
        return unread(page).count()
      })
      .toBe(0)
    await expect.poll(() => needs(page).innerText()).toBe('1')
  },
)

test.skipIf(noBrowser)(
  'UI845 the bar and End mark everything as read; the question waits on',
  async () => {
    const ways: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
      ['bar', (page) => above(page).getByRole('button', { name: 'Mark read' }).click()],
      [
        'End',
        async (page) => {
          await page.locator('article', { hasText: 'Report 6' }).last().focus()
          await page.keyboard.press('End')
        },
      ],
    ]
    for (const [name, way] of ways) {
      await own.begin()
      await asked()
      const page = await open()
      await above(page).waitFor()
      await way(page)
      await expect.poll(() => unread(page).count(), { message: name }).toBe(0)
      await expect.poll(() => above(page).count(), { message: name }).toBe(0)
      await expect.poll(() => needs(page).innerText(), { message: name }).toBe('1')
      await page.context().close()
    }
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI98 dismissing a mention settles it in every tab, and so does a reaction; opening its message does not',
  async () => {
    await own.say('config-team', '@human, one?')
    await own.say('config-team', '@human, two?')
    const page = await own.open(`/leads/${own.lead.id}/needs`)
    // Those of other crews follow.
    const crew = page.locator('[data-holds] > section').first()
    const cards = crew.locator('[data-need="mention"]')
    await expect.poll(() => cards.count()).toBe(2)
    const second = await page.context().newPage()
    await second.goto(own.server.url + own.groups('config-team'))
    await second.getByText('two?').first().waitFor()
    await expect.poll(() => unread(second).count()).toBe(0)
    await expect.poll(() => needs(second).innerText()).toBe('2')
    await page.bringToFront()
    await cards.filter({ hasText: 'one?' }).getByRole('button', { name: 'Dismiss' }).click()
    await expect.poll(() => cards.count()).toBe(1)
    await expect.poll(() => needs(second).innerText()).toBe('1')
    await cards.getByRole('link', { name: 'Open message' }).click()
    const message = page.locator('[data-message]', { hasText: 'two?' })
    await message.waitFor()
    await expect.poll(() => needs(page).innerText()).toBe('1')
    const id = await message.getAttribute('data-message')
    const path = `/api/lead/${own.lead.id}/groups/config-team/messages/${id}/reactions`
    await own.server.call('POST', path, { emoji: '👍' })
    for (const one of [page, second]) await expect.poll(() => needs(one).count()).toBe(0)
    await page.reload()
    await page.locator('[data-message]', { hasText: 'two?' }).waitFor()
    await expect.poll(() => needs(page).count()).toBe(0)
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI98 a direct question that is looked at waits on, and so does one in a session',
  async () => {
    await own.server.say(own.dev, 'AGENT_MESSAGE', { to: 'human', content: 'A or B?' })
    const path = `/api/lead/${own.lead.id}/groups/config-team/sessions`
    const { session } = await own.server.call<{ session: { id: string } }>('POST', path, {
      title: 'Layers',
    })
    await own.server.say(own.dev, 'GROUP_MESSAGE', {
      group: 'config-team',
      session: session.id,
      content: '@human, which first?',
    })
    const page = await own.open(`/leads/${own.lead.id}/comms?with=${own.dev.id}`)
    await page.getByText('A or B?').first().waitFor()
    await expect.poll(() => needs(page).innerText()).toBe('2')
    await visit(page, `${own.groups('config-team')}/s/${session.id}`)
    await page.locator('[data-message]', { hasText: 'which first?' }).waitFor()
    await expect.poll(() => unread(page).count()).toBe(0)
    await expect.poll(() => needs(page).innerText()).toBe('2')
    await own.server.call('POST', `${path}/${session.id}/messages`, { content: 'B.' })
    await expect.poll(() => needs(page).innerText()).toBe('1')
  },
)
