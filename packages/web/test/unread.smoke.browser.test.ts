import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { dashboard, rowBadge, totalBadge as badge } from './dashboard'

const own = dashboard()

async function open(path: string, options: object = {}): Promise<Page> {
  const page = await own.open(path, options)
  await page.locator('[data-group]').first().waitFor()
  return page
}

test.skipIf(noBrowser)(
  'UI130 what came before the first visit is counted in blue, and a visit takes it away for good',
  async () => {
    for (let n = 1; n <= 3; n++) await own.say('config-team', `Message ${n}`)
    const page = await open(own.groups())
    await expect.poll(() => badge(page).innerText()).toBe('3')
    await expect.poll(() => rowBadge(page, 'config-team').innerText()).toBe('3')
    const colors = await badge(page).evaluate((element) => {
      const probe = document.createElement('i')
      probe.style.backgroundColor = 'var(--badge)'
      document.body.append(probe)
      const wanted = getComputedStyle(probe).backgroundColor
      probe.remove()
      return [getComputedStyle(element).backgroundColor, wanted]
    })
    expect(colors[0]).toBe(colors[1])
    await page.locator('[data-group="config-team"]').click()
    await expect.poll(() => badge(page).count()).toBe(0)
    await expect.poll(() => rowBadge(page, 'config-team').count()).toBe(0)
    const seen = await page.evaluate(
      (key) => localStorage.getItem(key),
      `crewroom:lastSeen:${own.lead.id}:config-team`,
    )
    expect(seen).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const { messages } = await own.server.call<{ messages: { timestamp: string }[] }>(
      'GET',
      `/api/lead/${own.lead.id}/groups/config-team/messages`,
    )
    expect(seen! >= messages.at(-1)!.timestamp).toBe(true)
    await page.goto(own.server.url + own.groups())
    await page.locator('[data-group]').first().waitFor()
    await expect.poll(() => badge(page).count()).toBe(0)
  },
)

test.skipIf(noBrowser)(
  'UI132 what is said while another section is open is counted at once',
  async () => {
    const page = await own.newPage()
    await page.goto(await own.server.link(`/leads/${own.lead.id}/activity`))
    await page.getByRole('heading', { name: 'Activity' }).waitFor()
    await expect.poll(() => badge(page).count()).toBe(0)
    await own.say('config-team', 'Hello')
    await expect.poll(() => badge(page).count()).toBe(1)
    await expect.poll(() => badge(page).innerText()).toBe('1')
  },
)

test.skipIf(noBrowser)(
  'UI134 messages of the same millisecond are both counted and both read',
  async () => {
    await own.server.call(
      'POST',
      `/api/agents/${own.dev.id}/output`,
      {
        text: ['one', 'two']
          .map((content) => JSON.stringify({ group: 'config-team', content }))
          .map((payload) => `⟦⟦ GROUP_MESSAGE ${payload} ⟧⟧\n`)
          .join(''),
      },
      own.dev.token,
    )
    const page = await open(own.groups())
    await expect.poll(() => badge(page).innerText()).toBe('2')
    await page.locator('[data-group="config-team"]').click()
    await expect.poll(() => badge(page).count()).toBe(0)
    await page.reload()
    await page.locator('[data-group]').first().waitFor()
    await expect.poll(() => badge(page).count()).toBe(0)
  },
)
