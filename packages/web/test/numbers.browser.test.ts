import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { createActor, createOverviewCrew, type OverviewCrew } from './overview-crew'
import { setStage, Stage } from './stage'
import { visit } from './visit'

let crew: OverviewCrew
const own = setStage(new Stage(), async () => {
  crew = await createOverviewCrew(own.server)
  // A second one that reports tokens and money, in two turns.
  await createActor(
    own.server,
    crew.lead.id,
    { name: 'Otto', role: 'developer', task: 'Measure the loader' },
    {
      chunks: [
        { update: { sessionUpdate: 'usage_update', used: 9, size: 99, cost: { amount: 0.5, currency: 'USD' } } }, // prettier-ignore
        'It takes 12 ms.',
      ],
      usage: { totalTokens: 12_000, inputTokens: 11_000, outputTokens: 1_000 },
    },
  )
})
const { server } = own

interface Fact {
  readonly type: string
  readonly data: string
}
interface Told {
  readonly task?: { readonly id: string; readonly agentId: string; readonly status: string }
  readonly need?: { readonly id: string; readonly agentId: string }
  readonly groupName?: string
  readonly agentId?: string
  readonly usage?: {
    readonly inputTokens: number | null
    readonly outputTokens: number | null
    readonly totalTokens: number | null
    readonly cost: number | null
  }
}

/** The crew added up from its journal alone, fact by fact, as it is now. */
function counted() {
  const facts = server.rows<Fact>('select type, data from journal where lead_id = ? order by seq', [
    crew.lead.id,
  ])
  const tasks = new Map<string, Told['task']>()
  const needs = new Set<string>()
  const messages = new Map<string, number>()
  const spent = new Map<string, { tokens: number; cost: number }>()
  for (const { type, data } of facts) {
    const told = JSON.parse(data) as Told
    if (type.startsWith('task:') && told.task) tasks.set(told.task.id, told.task)
    if (type === 'need:opened' && told.need) needs.add(told.need.id)
    if (type === 'need:closed' && told.need) needs.delete(told.need.id)
    if (type === 'group:message' && told.groupName !== undefined) {
      messages.set(told.groupName, (messages.get(told.groupName) ?? 0) + 1)
    }
    if (type === 'turn:ended' && told.usage && told.agentId !== undefined) {
      const before = spent.get(told.agentId) ?? { tokens: 0, cost: 0 }
      const { totalTokens, inputTokens, outputTokens, cost } = told.usage
      spent.set(told.agentId, {
        tokens: before.tokens + (totalTokens ?? (inputTokens ?? 0) + (outputTokens ?? 0)),
        cost: before.cost + (cost ?? 0),
      })
    }
  }
  const statuses = [...tasks.values()].map((task) => task?.status)
  const of = (status: string) => statuses.filter((one) => one === status).length
  return {
    needs: needs.size,
    messages,
    spent,
    open: of('open'),
    done: of('completed'),
    failed: of('failed'),
  }
}

const kilo = (tokens: number) => `${Math.round(tokens / 1_000)}k`
const numberIn = async (page: Page, selector: string) =>
  Number((await page.locator(selector).first().innerText()).replace(/\D/g, ''))

test.skipIf(noBrowser)(
  'UI769, UI400, UI538, UI704, UI800 every number of the overview, the inbox, the board, usage and groups adds up from the journal',
  async () => {
    let before = ''
    const isQuiet = () => {
      const now = JSON.stringify([...counted().spent])
      const isSame = now === before
      before = now
      return isSame && counted().spent.size === 2
    }
    await expect.poll(isQuiet, { interval: 1_500 }).toBe(true)
    const { needs, messages, spent, open, done, failed } = counted()
    const total = [...spent.values()].reduce(
      (sum, one) => ({ tokens: sum.tokens + one.tokens, cost: sum.cost + one.cost }),
      { tokens: 0, cost: 0 },
    )
    expect(Math.min(needs, open, done, total.tokens)).toBeGreaterThan(0)
    expect(total.cost).toBeCloseTo(1.36)
    const at = `/leads/${crew.lead.id}`

    const page = await own.open(at, { viewport: { width: 1440, height: 900 } })
    const figure = (id: string) => page.locator(`[data-figure="${id}"]`).innerText()
    await expect.poll(() => figure('tokens')).toContain(kilo(total.tokens))
    await expect.poll(() => figure('cost')).toContain(`$${total.cost.toFixed(2)}`)
    const all = open + done + failed
    await expect
      .poll(() => page.locator('.ov-sentence').innerText())
      .toContain(`${done} of ${all} tasks done`)
    await expect
      .poll(() => page.locator('button.lead').innerText())
      .toContain(`$${total.cost.toFixed(2)}`)
    const section = (name: string) => page.locator('nav a', { hasText: name }).first()
    await expect.poll(() => section('Needs you').innerText()).toMatch(new RegExp(`\\b${needs}$`))
    await expect.poll(() => section('Reports').innerText()).toMatch(new RegExp(`\\b${open}$`))

    await visit(page, `${at}/needs`)
    const kinds = async () =>
      (
        await page
          .locator('[data-need]')
          .evaluateAll((all) => all.map((one) => one.getAttribute('data-need')))
      ).map((kind) => (kind === 'report' ? 'reports' : 'waits'))
    const inInbox = async (kind: string) => (await kinds()).filter((one) => one === kind).length
    await expect.poll(() => inInbox('waits')).toBe(needs)
    await expect.poll(() => inInbox('reports')).toBe(done + failed)

    await visit(page, `${at}/reports?view=board`)
    const head = (name: string) => numberIn(page, `.bd-column[data-column="${name}"] h2 .cnt`)
    await expect.poll(() => head('done')).toBe(done)
    await expect.poll(() => head('failed')).toBe(failed)
    await expect
      .poll(async () => (await head('open')) + (await head('working')) + (await head('waits')))
      .toBe(open)

    await visit(page, `${at}/crew?view=usage`)
    await expect
      .poll(() => page.locator('.use-sum').innerText())
      .toContain(`$${total.cost.toFixed(2)}`)
    for (const [agentId, { tokens, cost }] of spent) {
      const line = page.locator(`[data-use="${agentId}"]`)
      await expect.poll(() => line.innerText()).toContain(kilo(tokens))
      await expect.poll(() => line.innerText()).toContain(`$${cost.toFixed(2)}`)
    }
    const picture = page.getByRole('img', { name: /by the hour/ })
    await expect
      .poll(() => picture.getAttribute('aria-label'))
      .toContain(`$${total.cost.toFixed(2)} in all`)

    for (const [name, count] of messages) {
      await visit(page, `${at}/groups/${name}`)
      const line = page
        .locator('dt', { hasText: /^Messages$/ })
        .locator('xpath=following-sibling::dd[1]')
      await expect.poll(() => line.innerText()).toMatch(new RegExp(`\\b${count}$`))
    }
  },
)
