import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import type { CreatedAgent } from './server-process'
import { setStage, Stage } from './stage'

const own = setStage(new Stage(), fill)
const { server } = own
let lead: CreatedAgent
let dev: CreatedAgent

async function fill(): Promise<void> {
  lead = await server.createLead('atlas-refactor')
  dev = await server.createAgent(lead.id, 'developer')
  await server.call(
    'POST',
    `/api/agents/${dev.id}/output`,
    { text: 'I begin with the loader.\n', offset: 0, endOfTurn: true },
    dev.token,
  )
}

/** The server's own answer, with these fields as a server answers that has removed something. */
const answers = (page: Page, path: RegExp, fields: object) =>
  page.route(path, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...fields } })
  })

test.skipIf(noBrowser)('KP8 the page says in words what was removed of records', async () => {
  const page = await own.newPage()
  const record = page.locator('.a-rollout')
  const note = record.locator('.r-removed')
  await page.goto(await server.link(`/leads/${lead.id}/crew/${dev.id}?record=raw`))
  await record.getByText('I begin with the loader.').waitFor()
  await expect.poll(() => note.count()).toBe(0)
  await answers(page, /\/rollout\?/, { removed: 1234 })
  await page.reload()
  await note.waitFor()
  await expect
    .poll(() => note.innerText())
    .toBe(
      '1,234 older entries were removed: this server limits how much of agents’ records it keeps. Messages are complete.',
    )
  const lanes = `/leads/${lead.id}/activity?view=lanes`
  const strip = page.locator('.l-strip')
  await page.goto(await server.link(lanes))
  await page.locator('.l-lanes').first().waitFor()
  await expect.poll(() => strip.getByText('Some working times').count()).toBe(0)
  await answers(page, /\/turns\?/, { recordsFrom: '2026-01-02T03:04:05.000Z' })
  await page.reload()
  await strip.getByText('Some working times before').waitFor()
  await expect
    .poll(() => strip.innerText())
    .toMatch(
      /Some working times before .*January 2.* are missing: this server limits how much of agents’ records it keeps\./,
    )
})
