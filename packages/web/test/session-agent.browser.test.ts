import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflow, violations } from './axe'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'
import { shot } from './stage'
import { settled } from './settled'
import { visit } from './visit'
import { patience } from '../../shared/test/patience'

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

async function dora(behaviour: object = ANSWERS): Promise<string> {
  const { server, lead } = own
  const env = { ACP_BEHAVIOUR: JSON.stringify(behaviour) }
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
        { timeout: patience(30_000) },
      )
      .toBe('answered')
  }
  return session.id
}

const view = (session: string, agent: string, n: number) =>
  own.groups(`config-team/s/${session}?view=agent&agent=${agent}&r=${n}`)
const round = (page: Page, n: number) => page.locator(`.sa-log [data-round="${n}"]`)

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
    await open.locator('.sa-step', { hasText: 'pytest -q' }).waitFor()
    await open.locator('.sa-answer', { hasText: 'Two of 31 plugins' }).waitFor()
    await expect.poll(() => open.locator('.sa-step', { hasText: 'Two of 31' }).count()).toBe(0)
    await expect
      .poll(() => round(page, 1).locator('.sa-fold').innerText())
      .toMatch(/^Round 1:\s+You asked, 1 thought, 1 tool, the answer/)
    await expect.poll(() => page.locator('main.chat textarea').count()).toBe(0)
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
    await expect.poll(() => new URL(page.url()).searchParams.get('view')).toBe(null)
  },
)

/** Where a round of the chat begins once it stands still: in its upper part, or elsewhere. */
const placeOf = (page: Page, n: number) =>
  page.evaluate(async (of) => {
    const top = () => {
      const log = document.querySelector('#messages')
      const own = log?.querySelector(`[data-round="${of}"]`)
      return log && own ? own.getBoundingClientRect().top - log.getBoundingClientRect().top : null
    }
    const before = top()
    for (let frames = 0; frames < 4; frames++) await new Promise(requestAnimationFrame)
    const now = top()
    if (now === null || now !== before) return 'not yet'
    return now >= 0 && now < 600 ? 'in view' : `${now} px`
  }, n)
/** The end of the chat is in view, and has been told of. */
const scrollToEnd = async (page: Page) => {
  const below = () =>
    page.locator('#messages').evaluate(async (log) => {
      log.scrollTo(0, log.scrollHeight)
      for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
      return log.scrollHeight - log.scrollTop - log.clientHeight
    })
  await expect.poll(below).toBeLessThanOrEqual(1)
}

test.skipIf(noBrowser)(
  'UI583, UI584, UI597 the round stays where it was through both views and the way back, and the view of an agent that was not asked says so',
  async () => {
    const agent = await dora()
    const session = await asked(
      [agent],
      ['One?', 'Two?', 'Three?', 'What breaks first?', 'And then?'],
    )
    const page = await own.open(own.groups(`config-team/s/${session}`), {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    })
    await page.locator('[data-round="5"]').getByText('Two of 31 plugins').waitFor()
    await scrollToEnd(page)
    await page
      .locator('.sw-tri')
      .getByRole('button', { name: /^View: / })
      .click()
    await page.getByRole('option', { name: /Dora.*view/ }).click()
    await page.locator('.sa-answer').waitFor()
    const r = () => new URL(page.url()).searchParams.get('r')
    await expect.poll(r, { message: 'at the end the newest one is read' }).toBe('5')
    await round(page, 5).locator('.sa-answer').waitFor()
    await expect.poll(() => overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
    await shot(page, 'agent-390-dark')
    await page.getByRole('button', { name: 'Round before' }).click()
    await round(page, 4).locator('.sa-answer').waitFor()
    await round(page, 2).locator('.sa-fold').click()
    await expect
      .poll(() => page.locator('h2.sa-line:focus').allInnerTexts())
      .toEqual([expect.stringMatching(/^Round 2/)])
    await round(page, 2).locator('.sa-answer').waitFor()

    // To the round that was open there: by the browser's Back, and by the view's own way.
    await page.goBack()
    await expect.poll(() => placeOf(page, 2)).toBe('in view')
    await expect.poll(() => new URL(page.url()).searchParams.get('view')).toBe(null)
    await page.goForward()
    await round(page, 2).locator('.sa-answer').waitFor()
    await page.getByRole('button', { name: 'Round before' }).click()
    await round(page, 1).locator('.sa-answer').waitFor()
    await page.getByRole('button', { name: 'Back to group view' }).click()
    await expect.poll(() => placeOf(page, 1)).toBe('in view')
    await expect
      .poll(() => [r(), new URL(page.url()).searchParams.get('view')])
      .toEqual(['1', null])
    await scrollToEnd(page)
    // A reload begins where one reads.
    await expect.poll(r).toBe(null)

    await visit(page, view(session, own.dev.id, 1))
    await page.getByText('Developer has not been asked in this session.').waitFor()
  },
)

const tool = (n: number) => ({
  update: {
    sessionUpdate: 'tool_call',
    toolCallId: `t${n}`,
    kind: 'execute',
    status: 'completed',
    rawInput: { command: `step ${n}` },
  },
})
const STEPS = 200

test.skipIf(noBrowser)(
  'UI598 of a long round the rows in the view are drawn; what comes while the agent works is added below what one reads',
  async () => {
    const goOn = path.join(own.server.data, 'go-on')
    const finish = path.join(own.server.data, 'finish')
    const steps = Array.from({ length: STEPS }, (_, n) => tool(n + 1))
    const more = [tool(STEPS + 1), tool(STEPS + 2)]
    const chunks = [...steps, { awaits: goOn }, ...more, { awaits: finish }, 'All done.\n']
    const agent = await dora({ systemPrompt: true, chunks })
    const session = await asked([agent], [])
    await own.server.call('POST', `${sessions()}/${session}/messages`, { content: 'Do it all.' })
    // All steps are there before the page is: it would follow those that came after it, to the end.
    const recorded = async () =>
      JSON.stringify(await own.server.call('GET', `/api/agents/${agent}/rollout?limit=50`))
    await expect.poll(recorded).toContain(`"step ${STEPS}"`)
    const page = await own.open(view(session, agent, 1), {
      viewport: { width: 1440, height: 900 },
    })
    const step = (n: number) => page.locator('.sa-step').getByText(`step ${n}`, { exact: true })
    await step(1).waitFor()
    await expect.poll(() => page.locator('.sa-step').count()).toBeLessThan(80)
    await page.getByRole('button', { name: 'Latest' }).click()
    await step(STEPS).waitFor()
    const log = page.locator('.sa-log')
    // Somewhere in the middle, and the same row stays there.
    await log.evaluate((own) => own.scrollBy(0, -3_000))
    await page.getByRole('button', { name: 'Latest' }).waitFor()
    const middle = () =>
      log.evaluate((own) => {
        const { top, height } = own.getBoundingClientRect()
        const rows = [...own.querySelectorAll<HTMLElement>('[data-key]')]
        const row = rows.find((one) => one.getBoundingClientRect().top > top + height / 2)
        return { key: row?.dataset['key'] ?? '', at: row?.getBoundingClientRect().top ?? 0 }
      })
    const read = await settled(middle)
    writeFileSync(goOn, '')
    await page.getByRole('button', { name: '2 new' }).waitFor()
    const stands = () =>
      page.locator(`[data-key="${read.key}"]`).evaluate((row) => row.getBoundingClientRect().top)
    expect(Math.abs((await stands()) - read.at)).toBeLessThanOrEqual(1)
    // At the end it follows.
    await page.getByRole('button', { name: '2 new' }).click()
    await step(STEPS + 2).waitFor()
    writeFileSync(finish, '')
    await page.locator('.sa-answer', { hasText: 'All done.' }).waitFor()
    await expect
      .poll(() =>
        page.locator('.sa-answer').evaluate((answer) => answer.getBoundingClientRect().bottom),
      )
      .toBeLessThan(820)
  },
)
