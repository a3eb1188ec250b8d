import type { TaskRecord } from '@crewroom/shared/model/task'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflow, violations } from './axe'
import { noBrowser } from './chromium'
import { isLong } from './long'
import { createActor, tool } from './overview-crew'
import type { CreatedAgent } from './server-process'
import { setStage, shot, Stage } from './stage'
import { visit } from './visit'

const own = setStage(new Stage(), () => Promise.resolve())
const { server } = own

const WIDE = { viewport: { width: 1440, height: 900 } }
const board = (leadId: string) => `/leads/${leadId}/reports?view=board`
const column = (page: Page, name: string) => page.locator(`.bd-column[data-column="${name}"]`)
const titles = (page: Page, name: string) => column(page, name).locator('h3').allInnerTexts()
const card = (page: Page, title: string) =>
  page.locator('.bd-card').filter({ has: page.getByRole('heading', { name: title }) })
const lines = (page: Page) => page.locator('.bd-lines path')
const words = async (page: Page, title: string) =>
  (await card(page, title).locator('.task-after').allInnerTexts()).map((one) => one.trim())

type Given = readonly [who: 'dev' | 'qa' | 'doc', task: string, after?: readonly string[]]

/** Agents that are not connected, with tasks that wait for each other; by the words of a task its id. */
async function waitingCrew(...tasks: readonly Given[]) {
  const lead = await server.createLead('release')
  const agents: Readonly<Record<Given[0], CreatedAgent>> = {
    dev: await server.createAgent(lead.id, 'developer'),
    qa: await server.createAgent(lead.id, 'qa-tester'),
    doc: await server.createAgent(lead.id, 'technical-writer'),
  }
  const ids: Record<string, string> = {}
  for (const [who, task, after = []] of tasks) {
    const body = { task, ...(after.length > 0 ? { after: after.map((one) => ids[one]) } : {}) }
    const given = await server.call<{ task: TaskRecord }>(
      'POST',
      `/api/agents/${agents[who].id}/tasks`,
      body,
    )
    ids[task] = given.task.id
  }
  const end = (who: Given[0], status: 'completed' | 'failed', summary: string) =>
    server.call('PATCH', `/api/agents/${agents[who].id}`, { status, summary })
  const inbox = async (who: Given[0]) => {
    const { id, token } = agents[who]
    const page = await server.call<{ deliveries: { text: string }[] }>(
      'GET',
      `/api/agents/${id}/inbox`,
      undefined,
      token,
    )
    return page.deliveries.map(({ text }) => text.split(': ').at(-1))
  }
  return { lead, agents, ids, end, inbox }
}

const RELEASE = [
  ['dev', 'Write the loader'],
  ['qa', 'Test the loader', ['Write the loader']],
  ['doc', 'Write the release note', ['Write the loader', 'Test the loader']],
  ['dev', 'Check the licences'],
  ['doc', 'Publish the package', ['Check the licences']],
] as const satisfies readonly Given[]

test.skipIf(noBrowser)(
  'UI713, UI714 cards say after which tasks theirs start, with lines below them that go along when the board scrolls',
  async () => {
    const crew = await waitingCrew(...RELEASE)
    const home = await own.open(`/leads/${crew.lead.id}`, WIDE)
    await home.getByText(/Waits for Developer.* · Test the loader/).waitFor()
    await shot(home, 'overview-order-1440-light')
    const page = await own.open(board(crew.lead.id), { viewport: { width: 1440, height: 420 } })
    await expect.poll(() => lines(page).count()).toBe(4)
    expect(await words(page, 'Test the loader')).toEqual(['After Write the loader'])
    expect(await words(page, 'Write the release note')).toEqual([
      'After Write the loader and Test the loader',
    ])
    /** How far the ends of a line are from the titles of its cards. */
    const offBy = async (from: string, to: string) =>
      page.evaluate(
        ([first = '', last = '']) => {
          const box = (id: string) =>
            document.querySelector(`[data-task="${id}"]`)?.getBoundingClientRect()
          const near = (edge: DOMRect | undefined, x: number, y: number) =>
            edge
              ? Math.min(Math.abs(edge.left - x), Math.abs(edge.right - x)) +
                Math.abs(edge.top + 20 - y)
              : 1_000
          return Math.min(
            ...[...document.querySelectorAll<SVGPathElement>('.bd-lines path')].map((path) => {
              const svg = path.ownerSVGElement?.getBoundingClientRect()
              const line = path.getAttribute('d')?.slice(1).split('M')[0] ?? ''
              const at = line.match(/-?[\d.]+/g)?.map(Number) ?? []
              const [x, y] = [svg?.left ?? 0, svg?.top ?? 0]
              return (
                near(box(first), x + (at[0] ?? 0), y + (at[1] ?? 0)) +
                near(box(last), x + (at.at(-2) ?? 0), y + (at.at(-1) ?? 0))
              )
            }),
          )
        },
        [crew.ids[from], crew.ids[to]],
      )
    await expect.poll(() => offBy('Check the licences', 'Publish the package')).toBeLessThan(5)
    await page.locator('.bd-columns').evaluate((grid) => {
      grid.style.scrollBehavior = 'auto'
      grid.scrollTop = 90
    })
    expect(await page.locator('.bd-columns').evaluate((grid) => grid.scrollTop)).toBeGreaterThan(0)
    await expect.poll(() => offBy('Check the licences', 'Publish the package')).toBeLessThan(5)
    await card(page, 'Publish the package').locator('h3 a').focus()
    await expect.poll(() => page.locator('.bd-lines [data-near]').count()).toBe(1)
    expect(await page.locator('.bd-columns').evaluate((grid) => grid.scrollTop)).toBeGreaterThan(20)
    expect(await offBy('Check the licences', 'Publish the package')).toBeLessThan(5)
    await card(page, 'Write the loader').hover()
    await expect.poll(() => page.locator('.bd-lines [data-near]').count()).toBe(2)
    // A prerequisite is a link, as the title of a card is.
    await card(page, 'Test the loader').getByRole('link', { name: 'Write the loader' }).click()
    await page.waitForURL(new RegExp(`task=${crew.ids['Write the loader']}`))
    const row = page.locator('.task-row', { hasText: 'Publish the package' })
    expect(await row.locator('.mark').textContent()).toBe('Waits')
    expect(await row.locator('.task-after').textContent()).toBe('After Check the licences')
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI714 of more than twelve dependencies those of a card are drawn when it is pointed at, and on a phone none',
  async () => {
    const crew = await waitingCrew(
      ['dev', 'First'],
      ...Array.from({ length: 13 }, (_, n): Given => ['qa', `Next ${n}`, ['First']]),
    )
    const page = await own.open(board(crew.lead.id), WIDE)
    await card(page, 'Next 7').waitFor()
    expect(await lines(page).count()).toBe(0)
    await card(page, 'Next 7').hover()
    await expect.poll(() => lines(page).count()).toBe(1)
    await card(page, 'First').hover()
    await expect.poll(() => lines(page).count()).toBe(13)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => page.locator('.bd-lines').count()).toBe(0)
    expect(await words(page, 'Next 7')).toEqual(['After First'])
  },
)

test.skipIf(noBrowser)(
  'UI715, UI717 what waits in vain is decided on its card: the work is given again, or the task is started or cancelled',
  async () => {
    const crew = await waitingCrew(...RELEASE)
    await crew.end('dev', 'failed', 'No access to the registry')
    await crew.end('dev', 'failed', 'The list is not there')
    const page = await own.open(board(crew.lead.id), WIDE)
    await expect
      .poll(() => titles(page, 'waits'))
      .toEqual(['Test the loader', 'Write the release note', 'Publish the package'])
    expect(await words(page, 'Write the release note')).toEqual([
      'Not started: Write the loader failed',
      'After Test the loader',
    ])
    const press = (title: string, name: string) =>
      card(page, title).getByRole('button', { name, exact: true }).click()
    await press('Publish the package', 'Start anyway')
    await expect.poll(() => titles(page, 'open')).toContain('Publish the package')
    expect(await crew.inbox('doc')).toEqual(['Publish the package'])
    await press('Test the loader', 'Cancel')
    await expect
      .poll(() => words(page, 'Write the release note'))
      .toEqual(['Not started: Write the loader and Test the loader will not be done'])
    await visit(page, `/leads/${crew.lead.id}/needs`)
    const report = page.locator('.need', { hasText: 'was not given' })
    await report.getByRole('link', { name: 'Decide on the board' }).click()
    await press('Write the loader', 'Try again')
    await expect
      .poll(() => words(page, 'Write the release note'))
      .toEqual(['Not started: Test the loader was cancelled', 'After Write the loader'])
    await press('Write the release note', 'Give it again…')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /Developer/ }).check()
    await dialog.getByRole('button', { name: 'Give the task' }).click()
    await expect
      .poll(() => words(page, 'Write the release note'))
      .toEqual(['After Write the loader and Test the loader'])
    await crew.end('dev', 'completed', 'Written')
    await crew.end('dev', 'completed', 'Tested')
    await expect.poll(() => words(page, 'Write the release note')).toEqual([])
    expect(await crew.inbox('doc')).toContain('Write the release note')
    await visit(page, `/leads/${crew.lead.id}/needs`)
    await page.getByRole('heading', { name: /Reports to read/ }).waitFor()
    await expect.poll(() => page.getByText('was not given').count()).toBe(0)
  },
)

test.skipIf(noBrowser)(
  'UI716, UI715 a new task is given after others, and the dialog that moves it starts it',
  async () => {
    const crew = await waitingCrew(['dev', 'Write it'], ['qa', 'Look around'])
    const page = await own.open(board(crew.lead.id), WIDE)
    await page.getByRole('heading', { name: 'Write it' }).waitFor()
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /Technical Writer/ }).check()
    await dialog.getByLabel('What to do').fill('Describe it')
    await dialog.getByText('Start after other tasks').click()
    await dialog.getByRole('checkbox', { name: /Write it/ }).check()
    await shot(page, 'board-order-dialog')
    await expect.poll(() => violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Give the task' }).click()
    await page.locator('.toast', { hasText: 'when what it waits for is done' }).waitFor()
    await expect.poll(() => words(page, 'Describe it')).toEqual(['After Write it'])
    expect(await crew.inbox('doc')).toEqual([])
    await card(page, 'Describe it').hover()
    await card(page, 'Describe it').getByRole('button', { name: 'Move: Describe it' }).click()
    await dialog.getByRole('button', { name: 'Start it anyway' }).click()
    await expect.poll(() => words(page, 'Describe it')).toEqual([])
    expect(await crew.inbox('doc')).toEqual(['Describe it'])
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI713, UI714 in every width and theme the order of tasks breaks no rule',
  async () => {
    const crew = await waitingCrew(...RELEASE, ['qa', 'Measure the start', ['Write the loader']])
    const about = { name: 'Ada', role: 'architect', task: 'Move the callers to the loader' }
    const chunks = [tool('Edit src/config/callers.py', 'edit'), 3_600_000]
    await createActor(server, crew.lead.id, about, { chunks })
    const { tasks } = await server.call<{ tasks: TaskRecord[] }>(
      'GET',
      `/api/lead/${crew.lead.id}/tasks`,
    )
    const moved = tasks.find(({ text }) => text === about.task)?.id
    const review = { task: 'Review the branch', after: [moved] }
    await server.call('POST', `/api/agents/${crew.agents.qa.id}/tasks`, review)
    await crew.end('dev', 'completed', 'On main, with 12 tests')
    await crew.end('dev', 'failed', 'The list of licences is not there')
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1440, 1024, 390]) {
        const name = `board-order-${width}-${colorScheme}`
        const viewport = { width, height: width === 390 ? 844 : 900 }
        const touch = width === 390 ? { hasTouch: true, isMobile: true } : {}
        const page = await own.open(board(crew.lead.id), { viewport, colorScheme, ...touch })
        await card(page, 'Publish the package').locator('.task-after').waitFor()
        await column(page, 'working').locator('.bd-card').waitFor()
        if (width !== 390) await expect.poll(() => lines(page).count()).toBe(3)
        if (width === 1024) await card(page, 'Write the release note').locator('h3 a').focus()
        await shot(page, name)
        await expect.poll(() => violations(page), { message: name }).toEqual([])
        await expect.poll(() => overflow(page), { message: name }).toBe(0)
      }
    }
  },
)
