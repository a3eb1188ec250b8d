import type { BudgetView } from '@crewroom/shared/model/budget'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { overflow, TWO_LOOKS, violations } from './axe'
import { noBrowser } from './chromium'
import { closePages } from './kept-contexts'
import { drawn } from './painted'
import { setStage, shot, Stage } from './stage'
import { createAgentOf } from './work-crew'
import { isLong } from './long'
import { pass, UNDO_MS } from './held-ends'

const own = setStage(new Stage())
const { server } = own

const made: { id: string; name: string }[] = []
// Needs you lists what waits in other crews, too. No page looks on while they go.
afterEach(async () => {
  await closePages(own.browser)
  for (const { id, name } of made.splice(0)) {
    await server.call('DELETE', `/api/lead/${id}`, { confirm: name })
  }
})
const createLead = async (name: string) => {
  const lead = await server.createLead(name)
  made.push({ id: lead.id, name })
  return lead
}

const budgetsOf = async (leadId: string) =>
  (await server.call<{ budgets: BudgetView[] }>('GET', `/api/lead/${leadId}/budgets`)).budgets
const limit = (leadId: string, agentId: string | null, tokens: number) =>
  server.call('PUT', `/api/lead/${leadId}/budgets`, { agentId, usd: null, tokens })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Agents whose turns have used tokens, and how many together. */
async function spend(leadId: string, count: number): Promise<{ ids: string[]; tokens: number }> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push(await createAgentOf(server, leadId, 'reports-usage'))
  const totals = async () =>
    (
      await server.call<{ totals: { key: string; totalTokens: number }[] }>(
        'GET',
        `/api/lead/${leadId}/usage?by=agent`,
      )
    ).totals
  await expect.poll(async () => (await totals()).length).toBe(count)
  const tokens = (await totals()).reduce((sum, one) => sum + one.totalTokens, 0)
  return { ids, tokens }
}

test.skipIf(noBrowser || !isLong)(
  'UI530, UI531, UI532, UI536, UI538 what a crew used is there over time and by agent, and its budget is set, changed and removed there',
  async () => {
    const lead = await createLead('budgeted')
    const { ids, tokens } = await spend(lead.id, 2)
    const page = await own.open(`/leads/${lead.id}/crew?view=usage`)
    const picture = page.getByRole('img', { name: /by the hour/ })
    await picture.waitFor()
    await expect
      .poll(() => picture.getAttribute('aria-label'))
      .toContain(`Tokens by the hour: ${tokens} in all`)
    await page.getByText('As a table').click()
    const cells = page.getByRole('region', { name: 'What was used over time' }).locator('tbody td')
    const sums = (await cells.allInnerTexts()).filter((_, index) => index % (ids.length + 1) === 0)
    expect(sums.reduce((sum, text) => sum + Number(text), 0)).toBe(tokens)
    await press(page, 'Days')
    await page.getByRole('img', { name: /by the day/ }).waitFor()

    await press(page, 'Set budget of the crew')
    const field = page.getByLabel('Tokens', { exact: true })
    await field.fill('many')
    await press(page, 'Save')
    await page.getByText('A whole number such as').waitFor()
    expect(await budgetsOf(lead.id)).toEqual([])
    await field.fill('1,000')
    await press(page, 'Save')
    const bar = page.getByRole('progressbar', { name: 'Budget of the crew' })
    const says = async () => await bar.getAttribute('aria-valuetext')
    await expect.poll(says).toBe(`${tokens} of 1k tokens, ${Math.floor(tokens / 10)} %`)
    await expect
      .poll(() => budgetsOf(lead.id))
      .toMatchObject([{ agentId: null, tokens: 1_000, usd: null }])

    // Cumulative, beside the line of the budget; an agent alone has no line, because it has no budget.
    await page.getByRole('button', { name: 'Cumulative' }).click()
    const added = page.getByRole('img', { name: /until each day/ })
    await expect
      .poll(() => added.getAttribute('aria-label'))
      .toContain(`${tokens} in the end. The budget is 1k.`)
    await expect.poll(() => page.locator('.use-limit').count()).toBe(1)
    await shot(page, 'usage-added-up-1440-light')
    expect(await violations(page)).toEqual([])
    await page
      .getByRole('list', { name: 'Agents in the picture' })
      .getByRole('button')
      .first()
      .click()
    await expect.poll(() => page.locator('.use-limit').count()).toBe(0)
    await page.getByRole('button', { name: 'Each', exact: true }).click()

    // Too little: that is said before it is saved, and afterwards everywhere.
    await press(page, 'Change budget of the crew')
    await expect.poll(() => field.inputValue()).toBe('1,000')
    await field.fill('10')
    await page.getByText('That is used up already').waitFor()
    await press(page, 'Save')
    await page.getByText('Paused: the budget of 10 tokens is used up.').waitFor()
    await limit(lead.id, ids[0] ?? '', 25)
    for (const look of TWO_LOOKS) {
      for (const path of ['/crew?view=usage', '', '/crew']) {
        const one = await own.open(`/leads/${lead.id}${path}`, look)
        // Both agents, or the strip: the page is drawn.
        await one
          .getByText(path === '/crew' ? 'of 25 tokens' : 'Paused: the budget of')
          .first()
          .waitFor()
        expect(await violations(one), `${path} ${look.colorScheme}`).toEqual([])
        await expect.poll(() => overflow(one), { message: path }).toBeLessThanOrEqual(0)
        await shot(one, `budget-${path.replace(/\W/g, '-')}-${look.colorScheme}`)
        await one.context().close()
      }
    }
    // From its address the dialog opens with what is set, and not empty: saved like that, it would remove the budget.
    const direct = await own.newPage()
    let [answer, ask] = [() => {}, () => {}]
    const isKnown = new Promise<void>((resolve) => (answer = resolve))
    const isAsked = new Promise<void>((resolve) => (ask = resolve))
    await direct.route('**/budgets', async (route) => {
      ask()
      await isKnown
      await route.continue()
    })
    await direct.goto(await server.link(`/leads/${lead.id}/crew?view=usage&budget=crew`))
    await direct.getByRole('img', { name: /by the hour/ }).waitFor()
    // A dialog that waits for nothing is drawn together with this.
    await isAsked
    await drawn(direct)
    expect(await direct.getByRole('dialog').count()).toBe(0)
    answer()
    await direct.getByRole('dialog').waitFor()
    await expect.poll(() => direct.getByLabel('Tokens', { exact: true }).inputValue()).toBe('10')
    await direct.context().close()
    const overview = await own.open(`/leads/${lead.id}`)
    const figure = overview.locator('[data-figure="tokens"]')
    // The budgets come behind the figures.
    await expect
      .poll(async () => (await figure.innerText()).replace(/\s+/g, ' '))
      .toBe(`${tokens} of 10 tokens`)
    await press(overview, 'Change budget')
    await press(overview, 'Remove budget')
    await overview.getByText('The budget of the crew is removed.').waitFor()
    await expect.poll(() => overview.getByText('Paused: the budget').count()).toBe(0)
    await expect
      .poll(async () => (await budgetsOf(lead.id)).map(({ agentId }) => agentId))
      .toEqual([ids[0]])
  },
)

test.skipIf(noBrowser)(
  'UI480, UI533, US14, US15 a budget that is used up is answered on the agent’s page and in Needs you: once, and raised',
  async () => {
    // Two answers are refused: one is too little, one comes too late.
    own.watch.areFailuresExpected = true
    const lead = await createLead('answered')
    const { ids, tokens } = await spend(lead.id, 1)
    const id = ids[0] ?? ''
    const phone = await own.open(`/leads/${lead.id}/crew/${id}`, TWO_LOOKS[1])
    await press(phone, 'About')
    await phone.getByRole('button', { name: /^Set budget of/ }).click()
    await phone.getByLabel('Tokens', { exact: true }).fill(String(tokens))
    await press(phone, 'Save')
    const wide = await own.open(`/leads/${lead.id}/needs`)
    const [here, there] = [phone.locator('.need.budget'), wide.locator('.need.budget')]
    for (const need of [here, there]) {
      await need
        .getByText(`has used ${tokens} of ${tokens} tokens: its budget is used up`)
        .waitFor()
    }
    await press(phone, 'Other amount')
    const amount = phone.getByLabel('Raise to, in tokens')
    await amount.fill('a lot')
    await press(phone, 'Raise')
    await phone.getByText('A number such as').waitFor()
    await amount.fill(String(tokens))
    await press(phone, 'Raise')
    await phone.getByText('Raise the budget above that.').waitFor()
    expect(await violations(phone)).toEqual([])
    await expect.poll(() => overflow(phone)).toBeLessThanOrEqual(0)
    await shot(phone, 'budget-need-phone')
    await press(phone, 'Go on once')
    for (const need of [here, there]) await expect.poll(() => need.count()).toBe(0)
    await expect.poll(() => budgetsOf(lead.id)).toMatchObject([{ stage: 'overrun', tokens }])

    await server.call('POST', `/api/agents/${id}/messages`, { content: 'One more thing.' })
    await there.waitFor()
    const [budget] = await budgetsOf(lead.id)
    const half = Math.ceil(1.5 * (budget?.spentTokens ?? 0))
    // Somebody is faster: this tab has not heard of it yet.
    await wide.route('**/needs/*/budget', async (route) => {
      await server.call('POST', new URL(route.request().url()).pathname, {
        action: 'raise',
        tokens: 5_000,
      })
      await route.continue()
    })
    await press(wide, `Raise to ${half} tokens`)
    await pass(wide, UNDO_MS)
    await wide.getByText('Somebody has already answered this.').waitFor()
    await expect.poll(() => there.count()).toBe(0)
    await expect.poll(() => budgetsOf(lead.id)).toMatchObject([{ stage: null, tokens: 5_000 }])
  },
)
