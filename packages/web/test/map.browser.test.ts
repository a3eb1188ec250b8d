import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { patience } from '../../shared/test/patience'
import { overflow, violations } from './axe'
import { noBrowser } from './chromium'
import { isLong, often } from './long'
import type { CreatedAgent } from './server-process'
import { setStage, shot, Stage } from './stage'
import { createNamed, direct, type TalkCrew, talkCrew } from './talk-crew'
import { visit } from './visit'

const own = setStage(new Stage())
let crew: TalkCrew

beforeEach(async () => {
  if (noBrowser) return
  crew = await talkCrew(own.server)
})

interface Talk {
  readonly lines: readonly { from: string; to: string; direct: number; inGroups: number }[]
  readonly byWriter: Readonly<Record<string, number>>
  readonly messages: number
}
const talkOf = (leadId: string) => own.server.call<Talk>('GET', `/api/lead/${leadId}/talk`)
const THEMES: readonly ('light' | 'dark')[] = ['light', 'dark']
const id = (name: string) => crew.agents[name]?.id ?? ''
const comms = (search = '') => `/leads/${crew.lead.id}/comms${search}`
const node = (page: Page, of: string) => page.locator(`[data-node="${of}"]`)
const number = (text: string | null) => Number(/[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', ''))
/** What the list of pairs says, `Ada · Dora` → 5. */
async function listed(page: Page): Promise<Record<string, number>> {
  const rows = await page.locator('.tm-most button').all()
  const pairs = await Promise.all(
    rows.map(async (row) => [
      await row.locator('span').innerText(),
      number(await row.locator('b').innerText()),
    ]),
  )
  return Object.fromEntries(pairs) as Record<string, number>
}

test.skipIf(noBrowser || !isLong)(
  'UI760, UI761, UI762 the map shows who writes to whom with the server’s numbers, and what is written now',
  async () => {
    const page = await own.open(comms(), { viewport: { width: 1440, height: 900 } })
    // The switch is within the list of conversations, of which the chat is the neighbour.
    const edge = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox()
      return box ? box.x + box.width : NaN
    }
    expect(await edge('.list .view-switch')).toBeLessThanOrEqual(await edge('.list'))
    await page.getByRole('button', { name: 'Map' }).click()
    await page.locator('.tm-line').first().waitFor()
    expect(new URL(page.url()).searchParams.get('view')).toBe('map')
    const talk = await talkOf(crew.lead.id)
    await page.getByText(`${talk.messages} messages in the last hour`).first().waitFor()
    for (const [who, count] of Object.entries(talk.byWriter)) {
      expect(number(await node(page, who).locator('.tm-sum').textContent()), who).toBe(count)
    }
    const pairs = new Set(talk.lines.map(({ from, to }) => [from, to].toSorted().join('~')))
    expect(await page.locator('.tm-line').count()).toBe(pairs.size)
    const both = talk.lines.filter(({ from, to }) => [from, to].includes(id('Ada')) && [from, to].includes(id('Dora'))) // prettier-ignore
    const sum = both.reduce((all, line) => all + line.direct + line.inGroups, 0)
    expect((await listed(page))['Ada · Dora']).toBe(sum)
    // Dora and Kay are held.
    await page.getByText(/^Held: \d+ answers in a row$/).waitFor()
    await shot(page, 'map-1440-light')

    await own.server.post(crew.agents['Ada'] ?? crew.lead, 'config-team', '@Dora One more.')
    await expect.poll(async () => (await listed(page))['Ada · Dora']).toBe(sum + 1)
    await page
      .getByText(`${talk.messages + 1} messages in the last hour`)
      .first()
      .waitFor()

    // Only the lines of whom one points at stand out.
    await node(page, id('Rhea')).hover()
    await expect.poll(() => page.locator('.tm-line.faded').count()).toBeGreaterThan(3)
    await page.mouse.move(2, 2)
    await expect.poll(() => page.locator('.tm-line.faded').count()).toBe(0)

    // Direct messages alone.
    await page.getByRole('button', { name: 'Direct only' }).click()
    const alone = talk.lines.filter((line) => line.direct > 0)
    const ofDirect = new Set(alone.map(({ from, to }) => [from, to].toSorted().join('~')))
    await expect.poll(() => page.locator('.tm-line').count()).toBe(ofDirect.size)
  },
)

test.skipIf(noBrowser)(
  'UI763, UI764 a pair shows both ways and its last words, and a held one is released there',
  async () => {
    const page = await own.open(comms('?view=map'), { viewport: { width: 1440, height: 900 } })
    const card = page.getByTestId('held-pair')
    await card.getByText(/answered each other \d+ times in a row/).waitFor()
    await page.locator('.tm-most button', { hasText: 'Ada · Dora' }).click()
    const pair = page.getByTestId('pair')
    await pair.getByText('Three callers pass a dict').waitFor()
    expect(await pair.locator('dt').allInnerTexts()).toEqual(['Ada to Dora', 'Dora to Ada'])
    const ways = (await pair.locator('dd').allInnerTexts()).map(number)
    const { lines } = await talkOf(crew.lead.id)
    const count = (from: string, to: string) => {
      const line = lines.find((one) => one.from === id(from) && one.to === id(to))
      return (line?.direct ?? 0) + (line?.inGroups ?? 0)
    }
    expect(ways).toEqual([count('Ada', 'Dora'), count('Dora', 'Ada')])
    // The words lead to the message in its group.
    await pair.getByText('Three callers pass a dict').click()
    await page.locator('[data-message]', { hasText: 'Three callers pass a dict' }).waitFor()
    await page.goBack()
    await card.getByRole('button', { name: 'Release' }).click()
    await expect.poll(() => card.count()).toBe(0)
    await expect.poll(() => page.locator('.tm-held').count()).toBe(0)
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI765 a replay begins with the first message and ends with the numbers of now',
  async () => {
    const page = await own.open(comms('?view=map'), { viewport: { width: 1440, height: 900 } })
    const { byWriter } = await talkOf(crew.lead.id)
    const sumOf = (name: string) => node(page, id(name)).locator('.tm-sum').textContent()
    await expect.poll(async () => number(await sumOf('Dora'))).toBe(byWriter[id('Dora')])
    await page.getByRole('button', { name: 'Replay' }).click()
    const moment = page.getByRole('slider')
    await moment.focus()
    await page.keyboard.press('Home')
    await expect.poll(async () => number(await sumOf('Dora'))).toBe(0)
    expect(await page.locator('.tm-line').count()).toBe(0)
    await page.keyboard.press('End')
    await expect.poll(async () => number(await sumOf('Dora'))).toBe(byWriter[id('Dora')])
    await page.keyboard.press('Home')
    await page.getByRole('button', { name: '60×' }).click()
    await page.getByRole('button', { name: 'Play' }).click()
    await expect.poll(async () => number(await sumOf('Dora'))).toBe(byWriter[id('Dora')])
    await shot(page, 'map-replay-1440-light')
    await page.getByRole('button', { name: 'Back to now' }).click()
    await expect.poll(() => moment.count()).toBe(0)
  },
)

test.skipIf(noBrowser)(
  'UI766, UI768 the table has the same numbers, and both work without a mouse at every width and in both themes',
  async () => {
    const page = await own.open(comms('?view=table'), { viewport: { width: 1440, height: 900 } })
    await page.locator('.tm-table tbody tr').first().waitFor()
    const { lines } = await talkOf(crew.lead.id)
    const rows = page.locator('.tm-table table').first().locator('tbody tr')
    expect(await rows.count()).toBe(lines.length)
    const totals = await rows.locator('td:last-child').allInnerTexts()
    const most = lines.map((line) => line.direct + line.inGroups).toSorted((a, b) => b - a)
    expect(totals.map(number)).toEqual(most)
    await page.getByRole('button', { name: 'From' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('th[aria-sort="ascending"]').getByText('From').waitFor()
    expect(await violations(page)).toEqual([])
    const names = await rows.locator('th').allInnerTexts()
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)))
    await visit(page, comms('?view=map'))
    await page.locator('.tm-line').first().waitFor()
    await node(page, id('Rhea')).focus()
    await expect.poll(() => page.locator('.tm-line.faded').count()).toBeGreaterThan(3)
    for (const width of often([1440, 390], [1440, 1024, 390])) {
      await page.setViewportSize({ width, height: 900 })
      for (const theme of often([width === 390 ? ('dark' as const) : ('light' as const)], THEMES)) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await page.locator(`html[data-theme="${theme}"]`).waitFor()
        await shot(page, `map-${width}-${theme}`)
        expect(await violations(page), `${width} ${theme}`).toEqual([])
      }
      expect(await overflow(page), `${width}`).toBeLessThanOrEqual(0)
    }
    const isStill = () =>
      page
        .locator('.tm-held')
        .first()
        .evaluate((one) => getComputedStyle(one).animationName)
    expect(await isStill()).toBe('none')
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI767 of many agents those of a role stand together until one is opened, and nothing takes long',
  async () => {
    const { agents, groups } = often({ agents: 27, groups: 20 }, { agents: 60, groups: 100 })
    const alike = agents / 3
    const lead = await own.server.createLead('many')
    const made: CreatedAgent[] = []
    for (let index = 0; index < agents; index++) {
      const role = ['developer', 'qa-tester', 'architect'][index % 3] ?? 'developer'
      made.push(await createNamed(own.server, lead.id, `Agent ${index}`, role))
    }
    for (let index = 0; index < groups; index++) {
      const members = [0, 1, 2].map((step) => made[(index + step * 7) % agents]?.id ?? '')
      await own.server.createGroup(lead.id, `room-${index}`, members)
    }
    for (const [index, agent] of made.entries()) {
      await direct(own.server, agent, made[(index + 1) % agents]?.id ?? '', 'Hello.')
    }
    const page = await own.open('/?all', { viewport: { width: 1440, height: 900 } })
    await page.evaluate(() => {
      const tasks: number[] = []
      Object.assign(window, { tasks })
      new PerformanceObserver((list) =>
        tasks.push(...list.getEntries().map(({ duration }) => duration)),
      ).observe({ entryTypes: ['longtask'] })
      history.pushState(null, '', location.href)
    })
    await page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, `/leads/${lead.id}/comms?view=map`)
    const role = page.locator('[data-node="role:developer"]')
    await role.getByText(`Developer × ${alike}`).waitFor()
    await expect.poll(async () => number(await role.locator('.tm-sum').textContent())).toBe(alike)
    await shot(page, 'map-many-1440-light')
    await role.focus()
    await page.keyboard.press('Enter')
    await page.locator(`[data-node="${made[0]?.id}"]`).waitFor()
    expect(await page.locator('[data-node]').count()).toBe(1 + 1 + alike + 2)
    await shot(page, 'map-many-open-1440-light')
    const longest = await page.evaluate(() =>
      Math.max(0, ...(window as unknown as { tasks: number[] }).tasks),
    )
    console.log(
      `${agents} agents, ${groups} groups: the longest task took ${Math.round(longest)} ms`,
    )
  },
  patience(180_000),
)
