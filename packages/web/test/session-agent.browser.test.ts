import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflow, violations } from './axe'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'
import { shot } from './stage'

const own = dashboard()
const PROGRAM = path.resolve(
  import.meta.dirname,
  '../../server/test/harness/programs/acp-agent.mjs',
)

/** Thinks, uses a tool, and answers. */
const ANSWERS = {
  systemPrompt: true,
  chunks: [
    { thought: 'Plugins write at run time.' },
    {
      update: {
        sessionUpdate: 'tool_call',
        toolCallId: 'a',
        kind: 'execute',
        rawInput: { command: 'pytest -q' },
      },
    },
    { update: { sessionUpdate: 'tool_call_update', toolCallId: 'a', status: 'completed' } },
    'Two of 31 plugins keep the old time.\n',
  ],
}

async function dora(): Promise<string> {
  const { server, lead } = own
  const env = { ACP_BEHAVIOUR: JSON.stringify(ANSWERS) }
  const driver = { kind: 'acp', command: process.execPath, args: [PROGRAM], env }
  const { agent } = await server.call<{ agent: { id: string } }>(
    'POST',
    `/api/lead/${lead.id}/agents`,
    { role: 'developer', name: 'Dora', driver },
  )
  await server.call('POST', `/api/lead/${lead.id}/groups/config-team/members`, {
    memberIds: [agent.id],
  })
  return agent.id
}

const sessions = () => `/api/lead/${own.lead.id}/groups/config-team/sessions`

/** A session with an agent, which has answered so many questions. */
async function asked(agents: readonly string[], questions: readonly string[]): Promise<string> {
  const { server } = own
  const { session } = await server.call<{ session: { id: string } }>('POST', sessions(), {
    title: 'Rewrite plan',
    agents,
  })
  for (const [index, content] of questions.entries()) {
    await server.call('POST', `${sessions()}/${session.id}/messages`, { content })
    await expect
      .poll(
        async () => {
          const { rounds } = await server.call<{ rounds: { n: number; closed: string | null }[] }>(
            'GET',
            `${sessions()}/${session.id}/rounds`,
          )
          return rounds.find(({ n }) => n === index + 1)?.closed
        },
        { timeout: 30_000 },
      )
      .toBe('answered')
  }
  return session.id
}

const view = (session: string, agent: string, n: number) =>
  own.groups(`config-team/s/${session}?view=agent&agent=${agent}&r=${n}`)
const round = (page: Page, n: number) => page.locator(`.sa-round[data-round="${n}"]`)

test.skipIf(noBrowser)(
  'UI581, UI582 an agent’s view has the round open that one came from, with what it was given, its tools and its answer, and others folded',
  async () => {
    const agent = await dora()
    const session = await asked([agent], ['What breaks first?', 'And then?', 'Write the plan.'])
    const page = await own.open(view(session, agent, 2), {
      viewport: { width: 1440, height: 900 },
    })
    await page
      .getByText('What Dora was given and did, with its tools. Nobody can write here.')
      .waitFor()
    await page.getByText('round 2 of 3').waitFor()
    const open = round(page, 2)
    await open.getByText('Given to Dora').waitFor()
    await open.locator('.sa-part.you', { hasText: 'And then?' }).waitFor()
    await open.locator('.sa-steps', { hasText: 'pytest -q' }).waitFor()
    await open.locator('.sa-answer', { hasText: 'Two of 31 plugins' }).waitFor()
    expect(await open.locator('.sa-steps', { hasText: 'Two of 31' }).count()).toBe(0)
    expect(await round(page, 1).locator('.sa-fold').innerText()).toMatch(
      /^You asked, 1 thought, 1 tool, the answer/,
    )
    expect(await page.locator('main.chat textarea').count()).toBe(0)
    expect(await violations(page)).toEqual([])
    await shot(page, 'agent-1440-light')

    await page.getByRole('button', { name: 'Next round' }).click()
    await round(page, 3).locator('.sa-answer').waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('r')).toBe('3')
    await page.reload()
    await round(page, 3).locator('.sa-answer').waitFor()
    await round(page, 1).locator('.sa-fold').click()
    await round(page, 1).getByRole('link', { name: 'Show in group' }).click()
    await page.locator('article[data-message]', { hasText: 'Two of 31' }).first().waitFor()
    expect(new URL(page.url()).searchParams.get('view')).toBe(null)
  },
)

test.skipIf(noBrowser)(
  'UI583, UI584 the round stays where it was through both views, and the view of an agent that was not asked says so',
  async () => {
    const agent = await dora()
    const session = await asked([agent], ['What breaks first?', 'And then?'])
    const page = await own.open(own.groups(`config-team/s/${session}`), {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    })
    await page.locator('[data-round="2"]').getByText('Two of 31 plugins').waitFor()
    await page
      .locator('.sw-tri')
      .getByRole('button', { name: /^View: / })
      .click()
    await page.getByRole('option', { name: /Dora.*view/ }).click()
    await page.locator('.sa-answer').waitFor()
    const n = Number(new URL(page.url()).searchParams.get('r'))
    expect([1, 2]).toContain(n)
    await round(page, n).locator('.sa-answer').waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
    await shot(page, 'agent-390-dark')
    await page.getByRole('button', { name: 'Back to group view' }).click()
    await page.locator('[data-round="2"]').getByText('Two of 31 plugins').waitFor()
    expect(new URL(page.url()).searchParams.get('view')).toBe(null)

    await page.goto(`${own.server.url}${view(session, own.dev.id, 1)}`)
    await page.getByText('Developer has not been asked in this session.').waitFor()
  },
)
