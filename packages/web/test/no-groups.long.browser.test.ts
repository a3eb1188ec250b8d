import { fileURLToPath } from 'node:url'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { setStage, shot, Stage } from './stage'

const own = setStage(new Stage())
const { server } = own
const PROGRAM = fileURLToPath(
  new URL('../../server/test/harness/programs/acp-agent.mjs', import.meta.url),
)

/** Whether a person sees it: nothing lies over its middle. */
const isSeen = (place: Locator) =>
  place.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const there = document.elementFromPoint(x + width / 2, y + height / 2)
    return width > 0 && height > 0 && element.contains(there)
  })

test.skipIf(noBrowser)(
  'UI343 without a group the groups show what the lead said last, and how to write to it',
  async () => {
    const chunks = ['Three things are unclear.\n', '⟦⟦ QUERY_GROUPS ⟧⟧\n']
    const { lead } = await server.call<{ lead: { id: string } }>('POST', '/api/lead', {
      name: 'quiet',
      task: 'List what is unclear.',
      driver: {
        kind: 'acp',
        command: process.execPath,
        args: [PROGRAM],
        env: { ACP_BEHAVIOUR: JSON.stringify({ systemPrompt: true, chunks }) },
      },
    })
    const page = await own.open(`/leads/${lead.id}/groups`)
    const pane = page.locator('main')
    const words = pane.getByText('Three things are unclear.')
    await words.waitFor()
    await expect.poll(() => isSeen(words)).toBe(true)
    await shot(page, 'no-groups')
    const text = await pane.innerText()
    expect(text).toContain('List what is unclear.')
    expect(text).not.toContain('Open a group')
    expect(text, 'a command is told as what it does').not.toContain('⟦⟦')
    await pane.getByRole('button', { name: 'New group' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await pane.getByRole('link', { name: 'Write to the lead' }).click()
    await page.waitForURL(`**/crew/${lead.id}`)
    await page.getByRole('textbox').first().waitFor()
    await server.createGroup(lead.id, 'plan', [])
    await page.goto(`${server.url}/leads/${lead.id}/groups`)
    await page.getByText('Open a group').waitFor()
  },
)

test.skipIf(noBrowser)(
  'UI343 a lead that nobody has heard of yet is shown as what it is, with its task',
  async () => {
    const { id } = await server.createLead('silent')
    const page = await own.open(`/leads/${id}/groups`)
    const pane = page.locator('main')
    await pane.getByText('Not connected', { exact: true }).waitFor()
    await expect.poll(() => pane.locator('.ln-words').innerText()).not.toBe('')
    await shot(page, 'no-groups-silent')
  },
)
