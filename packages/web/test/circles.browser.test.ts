import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { overflow, violations } from './axe'
import { noBrowser } from './chromium'
import type { CreatedAgent } from './server-process'
import { setStage, Stage } from './stage'
const own = setStage(new Stage())
let lead: CreatedAgent
let dev: CreatedAgent
beforeEach(async () => {
  if (noBrowser) return
  lead = await own.server.createLead('atlas-refactor')
  dev = await own.server.createAgent(lead.id, 'developer')
  const qa = await own.server.createAgent(lead.id, 'qa-tester')
  await own.server.createAgent(lead.id, 'designer')
  await own.server.createGroup(lead.id, 'config-team', [dev.id, qa.id])
  await own.server.post(dev, 'config-team', 'Understood.')
})
test.skipIf(noBrowser)(
  'UI671 the crew is a circle itself, whose conversations are its ordinary groups, and a drawer shows the frames of programs',
  async () => {
    const page: Page = await own.open(`/leads/${lead.id}/circles`, {
      viewport: { width: 1440, height: 900 },
    })
    await page.locator('[data-circle]').first().click()
    await page.locator('[data-conversation]').getByText('config-team').first().waitFor()
    await page.locator('[data-conversation]').first().click()
    await page.getByText('Understood.').first().waitFor()
    await page.getByRole('button', { name: 'JSON-RPC frames' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('rpc')).toBe('1')
    await page.getByText('/rpc/ws').first().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => new URL(page.url()).searchParams.get('rpc')).toBe(null)
    const button = page.getByRole('button', { name: 'JSON-RPC frames' })
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await violations(page)).toEqual([])
  },
)

/** What a program of `agent` is answered when it connects and asks for its conversations: from a page, which has WebSockets. */
const askAsProgram = (page: Page, agentKey: string) =>
  page.evaluate(async (key) => {
    const socket = new WebSocket(`ws://${location.host}/rpc/ws`)
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    const ask = (id: string, method: string, params: object) =>
      new Promise<Record<string, unknown>>((resolve) => {
        socket.addEventListener('message', ({ data }) => {
          const frame = JSON.parse(String(data)) as Record<string, unknown>
          if (frame['id'] === id) resolve(frame)
        })
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
      })
    const connect = { agentKey: key, minProtocol: '2026.1.1', maxProtocol: '2027.1.1' }
    await ask('1', 'network/connect', connect)
    const { result } = await ask('2', 'task/conversation/list', {})
    await ask('3', 'no/such', {})
    socket.close()
    const { items } = result as { items: readonly { conversation: Record<string, unknown> }[] }
    return items.map(({ conversation }) => [conversation['name'], 'archivedAt' in conversation])
  }, agentKey)

test.skipIf(noBrowser)(
  'UI672, UI673 a circle and a conversation are created, whoever is not admitted is admitted first, and archiving hides and is undone',
  async () => {
    const page = await own.open(`/leads/${lead.id}/circles`, {
      viewport: { width: 1440, height: 900 },
    })
    const dialog = page.locator('dialog[open]')
    const pick = (name: RegExp) => dialog.getByRole('checkbox', { name }).check()
    await page.getByRole('button', { name: 'New circle' }).click()
    await pick(/Developer/)
    await pick(/Designer/)
    await dialog.getByRole('button', { name: 'Create circle' }).click()
    await page.waitForURL(/circles\/[\w-]+\/c\/[\w-]+/)
    const pane = page.locator('.ci-pane')

    await pane.getByRole('button', { name: 'Conversation' }).click()
    await dialog.getByLabel('Name').fill('Release plan')
    await pick(/Developer/)
    await pick(/QA Tester/)
    own.watch.areFailuresExpected = true
    await dialog.getByRole('button', { name: 'Create conversation' }).click()
    await dialog.getByText(/^QA Tester .* is not admitted to this circle/).waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Admit first' }).click()
    own.watch.areFailuresExpected = false
    await expect
      .poll(() => page.locator('main h2, main h1').first().innerText())
      .toContain('Release plan')
    const rows = pane.locator('[data-conversation]')
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByText('2 take part').first().waitFor()
    await page.getByText('reads along').first().waitFor()
    await page.getByText('Goes to 2 agents').waitFor()

    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await expect.poll(() => rows.count()).toBe(1)
    expect(await askAsProgram(page, dev.token)).toContainEqual(['Release plan', true])
    await pane.getByRole('button', { name: /^Archived/ }).click()
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Release plan')])
    await page.getByRole('button', { name: 'Unarchive' }).first().click()
    await expect.poll(() => rows.count()).toBe(0)
    expect(await askAsProgram(page, dev.token)).toContainEqual(['Release plan', false])

    await page.getByRole('button', { name: 'JSON-RPC frames' }).click()
    // What an agent is owed comes beside it, at a time of its own.
    const frames = page.locator('[data-frame]').filter({ hasNotText: 'agent/delivered' })
    await expect.poll(() => frames.count()).toBe(12)
    await frames
      .filter({ hasText: 'no/such' })
      .filter({ hasText: 'error -32601' })
      .first()
      .waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect
      .poll(() => page.locator('.composer, main textarea').first().isVisible())
      .toBe(false)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(await violations(page)).toEqual([])
  },
)
