import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { answersOf, createAskingAgent, letAsk, PUSH } from './asking-agent'
import { noBrowser } from './chromium'
import { pass, UNDO_MS } from './held-ends'
import { setStage, shot, Stage } from './stage'
import { visit } from './visit'

const own = setStage(new Stage())
const { server } = own

const isPaused = async (leadId: string) => {
  const { state } = await server.call<{ state: { lead: { paused: boolean } } }>(
    'GET',
    `/api/lead/${leadId}/snapshot`,
  )
  return state.lead.paused
}
const asks = (page: Page) => page.locator('[data-ask]:not([data-settled])')

test.skipIf(noBrowser)('PM13, UI863 a pause leaves requests in Needs you, where no time passes, they are counted and can be answered; an interrupt says what it cancels', async () => {
  const lead = await server.createLead('pausing')
  const agentId = await createAskingAgent(server, lead.id)
  const page = await own.open(`/leads/${lead.id}/needs`)
  await letAsk(server, agentId, PUSH)
  await asks(page).first().getByText(/Refused automatically in \d+:\d\d/).waitFor()
  await server.call('POST', `/api/lead/${lead.id}/pause`, {})
  await asks(page).getByText('No time passes while it is paused').waitFor()
  await shot(page, 'pause-asks')
  await expect.poll(() => page.locator('.nav .badge.at').innerText()).toBe('1')
  await visit(page, `/leads/${lead.id}/crew/${agentId}`)
  await page.getByRole('button', { name: 'Interrupt' }).click()
  await page.getByRole('dialog').getByText('1 permission request waits for your answer: it is cancelled.').waitFor()
  await page.keyboard.press('Escape')
  await visit(page, `/leads/${lead.id}/needs`)
  await asks(page).first().locator('.yes[aria-disabled="false"]').waitFor()
  await asks(page).getByRole('button', { name: 'Yes, proceed', exact: true }).click()
  await pass(page, UNDO_MS)
  await expect.poll(() => answersOf(server, agentId)).toEqual(['proceed_once'])
  expect(await isPaused(lead.id)).toBe(true)
}) // prettier-ignore

test.skipIf(noBrowser)(
  'UI862 p pauses the crew and says so, z takes it back, and so does Undo',
  async () => {
    const lead = await server.createLead('undoing')
    await server.createAgent(lead.id, 'developer')
    const page = await own.open(`/leads/${lead.id}`)
    await page.locator('[data-card]').first().focus()
    await page.keyboard.press('p')
    await page.getByText('The crew is paused.').waitFor()
    await shot(page, 'pause-undo')
    expect(await isPaused(lead.id)).toBe(true)
    await page.keyboard.press('z')
    await page.getByText('The crew is resumed.').waitFor()
    expect(await isPaused(lead.id)).toBe(false)
    // The page knows it as well: the key does the opposite of what it shows.
    await page.getByRole('button', { name: 'Pause crew' }).waitFor()
    await page.keyboard.press('p')
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => isPaused(lead.id)).toBe(false)
  },
)
