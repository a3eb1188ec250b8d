import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflow, violations } from './axe'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'
import { shot } from './stage'
import { isLong } from './long'

const own = dashboard()

const PROGRAM = path.resolve(
  import.meta.dirname,
  '../../server/test/harness/programs/acp-agent.mjs',
)
const call = (fields: object) => ({ update: { sessionUpdate: 'tool_call', ...fields } })
const update = (fields: object) => ({ update: { sessionUpdate: 'tool_call_update', ...fields } })
const claude = (toolName: string, parentToolUseId?: string) => ({
  _meta: { claudeCode: { toolName, ...(parentToolUseId && { parentToolUseId }) } },
})
const text = (words: string) => [{ type: 'content', content: { type: 'text', text: words } }]

/** Reads with a sub-agent, fails at the tests, says so, and works on until somebody stops it. */
const BUSY = {
  systemPrompt: true,
  chunks: [
    { thought: 'Let me see.' },
    call({
      toolCallId: 'a',
      kind: 'think',
      rawInput: { description: 'Look around', subagent_type: 'Explore' },
      ...claude('Task'),
    }),
    call({ toolCallId: 'b', kind: 'read', title: 'Read loader.ts', ...claude('Read', 'a') }),
    update({ toolCallId: 'b', status: 'completed', content: text('1 line') }),
    update({ toolCallId: 'a', status: 'completed', content: text('One line.') }),
    400,
    call({ toolCallId: 'c', kind: 'execute', rawInput: { command: 'npm test' } }),
    update({ toolCallId: 'c', status: 'failed', content: text('1 test failed of 214') }),
    '⟦⟦ GROUP_MESSAGE {"group":"config-team","content":"One test fails."} ⟧⟧\n',
    'I look into that test now.\n',
  ],
  hang: 'prompt',
}

/** A busy agent of the crew, in a group with others. */
async function busy(): Promise<string> {
  const { server, lead } = own
  const env = { ACP_BEHAVIOUR: JSON.stringify(BUSY) }
  const driver = { kind: 'acp', command: process.execPath, args: [PROGRAM], env }
  const made = await server.call<{ agent: { id: string } }>('POST', `/api/lead/${lead.id}/agents`, {
    role: 'architect',
    name: 'Ada',
    driver,
  })
  const { id } = made.agent
  await server.call('POST', `/api/lead/${lead.id}/groups/config-team/members`, {
    memberIds: [id],
  })
  return id
}

const groups = (page: Page) => page.locator('.tv-ah')

test.skipIf(noBrowser || !isLong)(
  'TR140 an agent’s page shows its record as a conversation that grows while it works, the raw record a press away',
  async () => {
    const { server, lead } = own
    const id = await busy()
    const page = await own.open(`/leads/${lead.id}/crew/${id}`)
    const record = page.locator('.a-rollout')
    await record.getByText('Its program started').waitFor()
    await own.writeTo('config-team', 'Ada, please make the tests pass.')
    // What it was told, by whom, with a link to the message.
    const told = record.locator('.tv-delivered', { hasText: 'please make the tests pass' })
    await told.getByRole('link', { name: 'config-team' }).waitFor()
    await expect
      .poll(() => told.getByRole('link').getAttribute('href'))
      .toMatch(/config-team\?m=[\w-]+$/)
    // Its group grows in place.
    const group = groups(page).first()
    await expect.poll(() => group.getAttribute('data-status')).toBe('in_progress')
    await expect.poll(() => group.innerText()).toMatch(/2 tools.*1 sub-agent/)
    await expect.poll(() => group.innerText()).toMatch(/1 error/)
    await expect.poll(() => groups(page).count()).toBe(1)
    await group.click()
    const command = record.locator('.tv-row', { hasText: 'GROUP_MESSAGE' }).first()
    await command.waitFor()
    const subagent = record.locator('.tv-it.subagent')
    await subagent.getByText('Look around').waitFor()
    await subagent.getByRole('button').click()
    await record.getByText('Read loader.ts').first().waitFor()
    await shot(page, 'agent-transcript-working')
    expect(await violations(page, { within: ['.a-rollout'] })).toEqual([])
    // An interruption is shown where it cut it off; what was open stays open.
    const first = page.locator(`[data-group="${await group.getAttribute('data-group')}"]`)
    await first.scrollIntoViewIfNeeded()
    await server.call('POST', `/api/agents/${id}/interrupt`, { content: 'Leave it.' })
    await expect.poll(() => first.getAttribute('data-status')).toBe('interrupted')
    await expect.poll(() => first.getAttribute('aria-expanded')).toBe('true')
    const latest = page.locator('.jumpb').first()
    if ((await latest.count()) > 0) await latest.click()
    await record.locator('[data-last="interruption"]').first().waitFor()
    await record.getByText('Interrupted by').first().waitFor()
    await shot(page, 'agent-transcript-interrupted')
    // The raw record has each entry, and a reload keeps it.
    await page.getByRole('button', { name: 'Raw record' }).click()
    await page.locator('[data-entry]').first().waitFor()
    await page.reload()
    await page.locator('[data-kind="tool_result"]').first().waitFor()
    await page.getByRole('button', { name: 'Conversation' }).click()
    await groups(page).first().waitFor()
    await expect.poll(() => page.url()).not.toContain('record=')
  },
)

test.skipIf(noBrowser || !isLong)(
  'TR140 the conversation of an agent that runs elsewhere grows in place, and follows it to the end',
  async () => {
    const { server, lead, dev } = own
    const say = (text: string, endOfTurn = true) =>
      server.call('POST', `/api/agents/${dev.id}/output`, { text, endOfTurn }, dev.token)
    await own.writeTo('config-team', 'Who takes the loader?')
    const inbox = `/api/agents/${dev.id}/inbox`
    const { cursor } = await server.call<{ cursor: string }>('GET', inbox, undefined, dev.token)
    await server.call('POST', `${inbox}/ack`, { cursor }, dev.token)
    const page = await own.open(`/leads/${lead.id}/crew/${dev.id}`)
    const record = page.locator('.a-rollout')
    await record.locator('.tv-delivered', { hasText: 'Who takes the loader?' }).waitFor()
    await expect.poll(() => groups(page).count()).toBe(0)
    await say('I look at the ', false)
    await page.getByTestId('live-text').or(groups(page)).first().waitFor()
    await say('loader.\n⟦⟦ GROUP_MESSAGE {"group":"config-team","content":"I do."} ⟧⟧\n')
    const group = groups(page).first()
    await expect.poll(() => group.innerText()).toMatch(/1 tool/)
    await group.click()
    await record.getByText('config-team: I do.').waitFor()
    await record.getByText('I look at the loader.').first().waitFor()
    // Its reply comes with the next page of its inbox, and belongs to the command.
    await server.call('GET', inbox, undefined, dev.token)
    await expect.poll(() => group.getAttribute('data-status')).toBe('complete')
    await record.locator('.tv-it', { hasText: 'config-team: I do.' }).getByRole('button').click()
    await record
      .getByText(/Message delivered to \d group member/)
      .first()
      .waitFor()
    await expect.poll(() => groups(page).count()).toBe(1)
  },
)

test.skipIf(noBrowser)(
  'TR141 a link to a failed tool of an agent opens its group and the tool',
  async () => {
    const { server, lead } = own
    const id = await busy()
    await server.call('POST', `/api/agents/${id}/messages`, { content: 'Make the tests pass.' })
    interface Found {
      readonly items: readonly { readonly id: string; readonly errorIds?: readonly string[] }[]
    }
    const failed = async () => {
      const { items } = await server.call<Found>('GET', `/api/agents/${id}/transcript`)
      return items.find(({ errorIds = [] }) => errorIds.length > 0)
    }
    await expect.poll(async () => (await failed())?.errorIds?.length).toBe(1)
    const item = await failed()
    const [tool] = item?.errorIds ?? []
    const page = await own.open(`/leads/${lead.id}/crew/${id}?item=${item?.id}&tool=${tool}`)
    const record = page.locator('.a-rollout')
    await record.getByText('1 test failed of 214').first().waitFor()
    await expect.poll(() => groups(page).first().getAttribute('aria-expanded')).toBe('true')
    await shot(page, 'agent-transcript-error')
    expect(await violations(page, { within: ['.a-rollout'] })).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
    await shot(page, 'agent-transcript-narrow')
  },
)

test.skipIf(noBrowser || !isLong)(
  'TR143 an agent’s page links to the session that its program keeps itself, where there is one',
  async () => {
    const { lead } = own
    const id = await busy()
    const page = await own.open(`/leads/${lead.id}/crew/${id}`)
    const link = page.getByRole('link', { name: 'Its own session file' })
    await page.locator('.a-rollout').getByText('Its program started').waitFor()
    await expect.poll(() => link.count()).toBe(0)
    const session = 'XiKPxoKhwxJZwADad76_-1'
    await page.route('**/transcript/session', (route) => route.fulfill({ json: { id: session } }))
    await page.route('**/api/me', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), transcripts: true } })
    })
    await page.reload()
    await link.waitFor()
    await expect
      .poll(() => link.getAttribute('href'))
      .toBe(`/leads/${lead.id}/transcripts/${session}`)
    await shot(page, 'agent-transcript-links')
    await page.getByRole('link', { name: 'Context and time line' }).click()
    await page.waitForURL(`**/transcripts/agent-${id}`)
    await page.locator('.tv').getByText('Its program started').waitFor()
  },
)
