import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TaskRecord } from '@crewroom/shared/model/task'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflow, violations } from './axe'
import { type BoardCrew, createBoardCrew } from './board-crew'
import { noBrowser } from './chromium'
import { isLong, often } from './long'
import type { CreatedAgent } from './server-process'
import { setStage, shot, Stage } from './stage'
import { StoryFile } from './story-file'
import { tabTo } from './tab-to'
import { readInbox } from './work-crew'

let crew: BoardCrew
const own = setStage(new Stage(), async () => {
  crew = await createBoardCrew(own.server)
})
const { server } = own

const WIDE = { viewport: { width: 1440, height: 900 } }
const board = (leadId: string) => `/leads/${leadId}/reports?view=board`
const column = (page: Page, name: string) => page.locator(`.bd-column[data-column="${name}"]`)
const titles = (page: Page, name: string) => column(page, name).locator('h3').allInnerTexts()
const head = (page: Page, name: string) => column(page, name).locator('h2 .cnt').innerText()
const card = (page: Page, title: string) => page.locator('.bd-card', { hasText: title })
const chip = (page: Page, name: string) => page.locator('.bd-chip', { hasText: name })
const said = (page: Page) => page.locator('.bd-move').innerText()
const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).waitFor()
/** The title of the card in which something has the focus. */
const inCard = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.closest('.bd-card')?.querySelector('h3')?.textContent ?? '',
  )

/** The tasks of a crew as the server has them: `dev open write it`. */
async function stored(leadId: string, names: Readonly<Record<string, string>>): Promise<string[]> {
  const { tasks } = await server.call<{ tasks: TaskRecord[] }>('GET', `/api/lead/${leadId}/tasks`)
  return tasks.map(({ agentId, status, text }) => `${names[agentId]} ${status} ${text}`)
}

interface SmallCrew {
  readonly lead: CreatedAgent
  readonly dev: CreatedAgent
  readonly qa: CreatedAgent
  readonly stored: () => Promise<string[]>
}

/** A crew of agents that are not connected: tasks stay where they are put. */
async function smallCrew(): Promise<SmallCrew> {
  const lead = await server.createLead('small')
  const dev = await server.createAgent(lead.id, 'developer')
  const qa = await server.createAgent(lead.id, 'qa-tester')
  const give = (to: CreatedAgent, task: string) =>
    server.call('POST', `/api/agents/${to.id}/tasks`, { task, context: 'by Friday' })
  await give(dev, 'write it')
  await give(dev, 'test it')
  await give(qa, 'check it')
  const names = { [lead.id]: 'lead', [dev.id]: 'dev', [qa.id]: 'qa' }
  return { lead, dev, qa, stored: () => stored(lead.id, names) }
}

test.skipIf(noBrowser)(
  'UI700, UI701, UI702, UI704 tasks stand in five columns, each with how far it is, and the numbers are the server’s',
  async () => {
    const page = await own.open(`/leads/${crew.lead.id}/reports`, WIDE)
    const scripts = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .join(),
      )
    await page.locator('.task-row').first().waitFor()
    expect(await scripts()).not.toMatch(/assets\/Board-/)
    await page.getByRole('button', { name: 'Board' }).click()
    await page.waitForURL(/view=board/)
    await expect.poll(() => titles(page, 'working')).toHaveLength(2)
    expect(await scripts()).toMatch(/assets\/Board-/)
    await expect
      .poll(() => titles(page, 'open'))
      .toEqual([
        'Make loading the config fast',
        'Write the migration note with Config Team',
        'Check the docs for the old name',
      ])
    expect(await titles(page, 'working')).toEqual([
      'Extract RoPEConfig from _configs.py',
      'Review the branch refactor/rope',
    ])
    await expect
      .poll(() => titles(page, 'waits'))
      .toEqual(['Draw the new start page', 'Move the callers to the cached loader'])
    expect(await titles(page, 'done')).toEqual([
      'Move the dataclass',
      'Pin today’s behaviour with tests',
    ])
    await expect.poll(() => titles(page, 'failed')).toEqual(['Run the suite on arm64'])

    const rope = card(page, 'Extract RoPEConfig')
    await expect
      .poll(() => rope.locator('.bd-plan li').allTextContents())
      .toEqual([
        'Done: Map the call sites',
        'Done: Move the dataclass',
        'Now: Three callers with a dict',
        'Alias for the old name',
      ])
    const weight = (step: string) =>
      rope
        .locator('.bd-plan li', { hasText: step })
        .evaluate((one) => Number(getComputedStyle(one).fontWeight))
    expect(await weight('Three callers')).toBeGreaterThanOrEqual(600)
    expect(await weight('Alias')).toBeLessThan(600)
    await expect.poll(() => rope.locator('.bd-line').innerText()).toBe('Edit src/config/rope.py')
    await expect.poll(() => rope.locator('footer time').innerText()).toMatch(/^\d+:\d\d$/)
    const note = card(page, 'Write the migration note')
    await expect.poll(() => note.locator('footer').innerText()).toMatch(/Wren\s+Config Team/)
    await expect.poll(() => note.locator('.bd-why').innerText()).toBe('Idle')
    const behind = card(page, 'Check the docs').locator('.bd-why')
    await expect.poll(() => behind.innerText()).toBe('Behind another task of its agent')
    await expect
      .poll(() => card(page, 'Pin today').locator('.bd-line').innerText())
      .toBe('41 tests, all pass on both branches.')
    await expect
      .poll(() => card(page, 'Run the suite').locator('.bd-line').innerText())
      .toContain('There is no program')

    const { tasks } = await server.call<{ tasks: Record<string, number> }>(
      'GET',
      `/api/lead/${crew.lead.id}/overview`,
    )
    const counts = await Promise.all(
      ['open', 'working', 'waits', 'done', 'failed'].map(async (one) => [
        one,
        Number(await head(page, one)),
      ]),
    )
    const shown = Object.fromEntries(counts) as Record<string, number>
    expect(shown).toEqual({ open: 3, working: 2, waits: 2, done: 2, failed: 1 })
    expect([(shown['open'] ?? 0) + 4, shown['done'], shown['failed']]).toEqual([
      tasks['open'],
      tasks['completed'],
      tasks['failed'],
    ])
    // A reload is at the same place, and a step back at the list.
    await page.reload()
    await column(page, 'working').waitFor()
    await page.goBack()
    await page.locator('.task-row').first().waitFor()
  },
)

test.skipIf(noBrowser)(
  'UI703, UI704, UI706 what an agent asks is answered on its card, which goes on with the focus',
  async () => {
    const other = await createBoardCrew(server)
    const page = await own.open(board(other.lead.id), WIDE)
    const push = card(page, 'Move the callers')
    const yes = push.getByRole('button', { name: 'Yes', exact: true })
    await push.getByLabel('Command', { exact: true }).waitFor()
    // A stray press answers nothing: the buttons rest for a moment.
    await expect
      .poll(async () => {
        if (await yes.count()) await yes.click()
        return titles(page, 'working')
      })
      .toContain('Move the callers to the cached loader')
    await expect.poll(() => inCard(page)).toBe('Move the callers to the cached loader')
    await expect.poll(() => head(page, 'waits')).toBe('1')

    const draw = card(page, 'Draw the new start page')
    await draw.getByRole('textbox').fill('Blue.')
    await draw.getByRole('button', { name: 'Send answer' }).click()
    await expect.poll(() => titles(page, 'open')).toContain('Draw the new start page')
    await expect.poll(() => column(page, 'waits').locator('.bd-card').count()).toBe(0)
    expect(await column(page, 'waits').innerText()).toMatch(/^Waits for you\s+0$/)
    expect((await readInbox(server, other.noor)).join()).toContain('Blue.')

    // An agent reports, and the numbers follow.
    await server.say(other.wren, 'COMPLETE_TASK', { summary: 'Half a page.' })
    await expect.poll(() => titles(page, 'done')).toHaveLength(3)
    expect(await head(page, 'open')).toBe('3')
    await expect
      .poll(() => card(page, 'Check the docs').locator('.bd-why').innerText())
      .toBe('Idle')

    // A program in the middle of its turn is stopped when its task goes to another.
    await card(page, 'Review the branch').dragTo(chip(page, 'Kay'))
    await expect
      .poll(() => card(page, 'Review the branch').locator('footer').innerText())
      .toContain('Kay')
    const prompts = async () =>
      JSON.stringify(
        await server.call('GET', `/api/agents/${other.ids.rhea}/rollout?kind=prompt&limit=9`),
      )
    await expect.poll(prompts).toContain('is no longer yours, so do not work on it')
  },
)

test.skipIf(noBrowser)(
  'UI706 a card dropped on an agent is that agent’s, on Done it is closed; what is refused is said',
  async () => {
    const { lead, dev, stored: now } = await smallCrew()
    const page = await own.open(board(lead.id), WIDE)
    await card(page, 'test it').dragTo(chip(page, 'QA Tester'))
    await toast(page, 'has the task.')
    expect(await now()).toEqual([
      'dev open write it',
      'dev cancelled test it',
      'qa open check it',
      'qa open test it',
    ])
    await expect.poll(() => head(page, 'open')).toBe('3')
    const inbox = (await readInbox(server, dev)).join('\n')
    expect(inbox).toContain('is no longer yours, so do not work on it: test it')

    await card(page, 'write it').dragTo(card(page, 'check it'))
    await expect.poll(now).toContain('qa open write it')
    // The oldest of QA is closed, and another of its tasks cannot be dropped there.
    await card(page, 'test it').dragTo(column(page, 'done'))
    await card(page, 'check it').dragTo(column(page, 'done'))
    await expect.poll(() => titles(page, 'done')).toEqual(['check it'])
    expect((await now()).filter((one) => one.includes('completed'))).toEqual([
      'qa completed check it',
    ])

    own.watch.areFailuresExpected = true
    await page.route('**/reassign', (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/json',
        body: JSON.stringify({ error: { code: 'no_open_task', message: 'It has just ended.' } }),
      }),
    )
    await card(page, 'test it').dragTo(chip(page, 'Developer'))
    await toast(page, 'The task was not moved. It has just ended.')
    await expect.poll(() => titles(page, 'open')).toContain('test it')
  },
)

test.skipIf(noBrowser)(
  'UI707, UI709 the board is used with a keyboard alone: arrows, m, Enter, n',
  async () => {
    const { lead, stored: now } = await smallCrew()
    const page = await own.open(`/leads/${lead.id}/reports`, WIDE)
    await page.locator('.task-row').first().waitFor()
    await tabTo(page, /^ ?Board$/)
    await page.keyboard.press('Enter')
    await card(page, 'write it').waitFor()
    await tabTo(page, /^write it$/)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => inCard(page)).toBe('test it')
    await page.keyboard.press('m')
    // Its agent's oldest is another task, so it cannot be closed: QA and the lead are what there is.
    await expect.poll(() => said(page)).toMatch(/^Give it to QA Tester.*, 1 of 2\. Arrows choose/)
    await shot(page, 'board-moving-1440-light')
    expect(await page.getByRole('status').filter({ hasText: 'Give it to' }).count()).toBe(1)
    expect(await chip(page, 'QA Tester').getAttribute('data-over')).toBe('')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => said(page)).toContain('2 of 2')
    await page.keyboard.press('Escape')
    await expect.poll(() => said(page)).toBe('')
    expect(await now()).toContain('dev open test it')
    await page.keyboard.press('m')
    await page.keyboard.press('Enter')
    await expect.poll(now).toContain('qa open test it')
    await expect.poll(() => card(page, 'test it').locator('footer').innerText()).toContain('QA')
    await expect.poll(() => inCard(page)).toBe('test it')

    await page.keyboard.press('Home')
    await expect.poll(() => inCard(page)).toBe('write it')
    await page.keyboard.press('m')
    await page.keyboard.press('End')
    await expect.poll(() => said(page)).toMatch(/^Close it as done, 3 of 3\./)
    await page.keyboard.press('Enter')
    await expect.poll(() => titles(page, 'done')).toEqual(['write it'])
    await expect.poll(() => inCard(page)).toBe('write it')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => inCard(page)).toBe('check it')

    // The same without dragging and without keys of its own.
    await tabTo(page, /^Move: check it$/)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Move the task' })
    await dialog.waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('radio', { name: /Developer/ }).check()
    await page.keyboard.press('Enter')
    await expect.poll(now).toContain('dev open check it')

    await page.keyboard.press('n')
    await page.getByRole('dialog', { name: 'New task' }).waitFor()
    await page.keyboard.press('Escape')
    // What is behind it takes no focus.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await card(page, 'check it').locator('h3 a').focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/reports\?task=/)
    await page.locator('.task-row .whole', { hasText: 'check it' }).waitFor()
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI708 a failed task is given again or to another with its context, and only once',
  async () => {
    const { lead, dev, qa, stored: now } = await smallCrew()
    const fail = (agent: CreatedAgent) =>
      server.say(agent, 'COMPLETE_TASK', { status: 'failed', summary: 'No disk left.' })
    await fail(dev)
    await fail(qa)
    const page = await own.open(board(lead.id), WIDE)
    const failed = (title: string) => column(page, 'failed').locator('.bd-card', { hasText: title })
    await failed('check it').getByRole('button', { name: 'Try again' }).click()
    await expect.poll(now).toContain('qa open check it')
    await failed('check it').getByText('Given again since').waitFor()
    expect(await failed('check it').getByRole('button').count()).toBe(0)
    expect((await readInbox(server, qa)).join()).toContain('check it\n  Context: by Friday')

    await failed('write it').getByRole('button', { name: 'Give to…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move the task' })
    await dialog.getByRole('radio', { name: /QA/ }).check()
    await expect.poll(() => dialog.getByRole('button', { name: 'Close as done' }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Give the task' }).click()
    await expect.poll(now).toContain('qa open write it')
    expect(await head(page, 'failed')).toBe('2')
  },
)

test.skipIf(noBrowser || !isLong)('UI705 words and an agent narrow the board', async () => {
  const page = await own.open(board(crew.lead.id), WIDE)
  const all = () => page.locator('.bd-card').count()
  await expect.poll(all).toBe(10)
  const field = page.getByRole('searchbox')
  await field.fill('config team')
  await expect.poll(() => page.locator('.bd-card h3').allInnerTexts()).toEqual(['Write the migration note with Config Team']) // prettier-ignore
  await field.fill('move KAY')
  await expect.poll(() => titles(page, 'done')).toEqual(['Move the dataclass'])
  expect(await head(page, 'done')).toBe('1')
  await field.fill('')
  await chip(page, 'Wren').click()
  await expect.poll(all).toBe(2)
  await page.waitForURL(/agent=/)
  await page.reload()
  await expect.poll(all).toBe(2)
  expect(await chip(page, 'Wren').getAttribute('aria-pressed')).toBe('true')
  await chip(page, 'Wren').click()
  await expect.poll(all).toBe(10)
})

test.skipIf(noBrowser)(
  'UI710 in every width and theme it breaks no rule, and on a phone those that need a person are first',
  async () => {
    for (const colorScheme of often(['dark'] as const, ['light', 'dark'] as const)) {
      for (const width of often([390], [1440, 1024, 390])) {
        const name = `board-${width}-${colorScheme}`
        const viewport = { width, height: width === 390 ? 844 : 900 }
        const reducedMotion = colorScheme === 'dark' ? 'reduce' : 'no-preference'
        const touch = width === 390 ? { hasTouch: true, isMobile: true } : {}
        const look = { viewport, colorScheme, reducedMotion, ...touch } as const
        const page = await own.open(board(crew.lead.id), look)
        await expect.poll(() => titles(page, 'waits')).toHaveLength(2)
        await card(page, 'Move the callers').locator('.ask-cmd').waitFor()
        await page.locator('.bd-plan').waitFor()
        await shot(page, name)
        expect(await violations(page), name).toEqual([])
        expect(await overflow(page), name).toBe(0)
        if (width !== 390) continue
        const order = () => page.locator('.bd-column h2').allInnerTexts()
        expect((await order()).map((one) => one.replace(/\s+\d+$/, ''))).toEqual([
          'Waits for you',
          'Failed',
          'Working',
          'Open',
          'Done',
        ])
        expect(await chip(page, 'Waits').getAttribute('aria-current')).toBe('true')
        await chip(page, 'Working').click()
        const left = async () => (await column(page, 'working').boundingBox())?.x
        await expect.poll(left).toBe(12)
        await expect.poll(() => chip(page, 'Working').getAttribute('aria-current')).toBe('true')
        await shot(page, `${name}-working`)
        expect(await violations(page, { colourOnly: true }), name).toEqual([])
      }
    }
  },
)

test.skipIf(noBrowser)('UI710 on a phone the board begins where there is a task', async () => {
  const lead = await server.createLead('small')
  const dev = await server.createAgent(lead.id, 'developer', 'Write it')
  const touch = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }
  const page = await own.open(board(lead.id), touch)
  await card(page, 'Write it').waitFor()
  await expect.poll(async () => (await column(page, 'open').boundingBox())?.x).toBe(12)
  await expect.poll(() => chip(page, 'Open').getAttribute('aria-current')).toBe('true')
  await server.say(dev, 'COMPLETE_TASK', { summary: 'Written.' })
  await expect.poll(() => titles(page, 'done')).toHaveLength(1)
  expect((await column(page, 'open').boundingBox())?.x, 'it stays').toBe(12)
})

test.skipIf(noBrowser)(
  'UI711, UI704 of five hundred tasks each column draws what fits',
  async () => {
    const begin = Date.now() - 3_600_000
    const story = new StoryFile('many', begin)
    const agents = Array.from({ length: 8 }, (_, n) => story.agent(`Dev${n}`, 'developer'))
    const given = Array.from({ length: 500 }, (_, n) =>
      story.at(begin + n * 1_000).task(story.leadId, agents[n % 8] ?? '', `Task ${n}`),
    )
    for (const task of given.slice(0, 200)) story.closeTask(task, 'Done.')
    for (const task of given.slice(200, 300)) story.closeTask(task, 'No.', 'failed')
    const leadId = await story.import(server)
    const page = await own.newPage(WIDE)
    await page.addInitScript(() => {
      const tasks: number[] = []
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration)
      }).observe({ type: 'longtask' })
      Object.assign(globalThis, { longTasks: tasks })
    })
    await page.goto(await server.link(board(leadId)))
    await expect.poll(() => head(page, 'open')).toBe('200')
    expect([await head(page, 'done'), await head(page, 'failed')]).toEqual(['200', '100'])
    const drawn = (name: string) => column(page, name).locator('.bd-card').count()
    expect([await drawn('open'), await drawn('done'), await drawn('failed')]).toEqual([30, 10, 30])
    await page.getByRole('button', { name: 'Show 30 more' }).first().click()
    await expect.poll(() => drawn('open')).toBe(60)
    await page.getByRole('searchbox').fill('Task 42')
    // 342 and 442 have both words, too.
    await expect.poll(() => drawn('open')).toBe(12)
    const long = await page.evaluate(
      () => (globalThis as unknown as { longTasks: number[] }).longTasks,
    )
    console.log(
      '500 tasks, longest pieces of work in ms:',
      long.toSorted((a, b) => b - a).slice(0, 5),
    )
    await page.getByRole('searchbox').fill('')
    await page.getByRole('button', { name: '190 more in the list' }).click()
    await page.getByRole('button', { name: 'Done 200', pressed: true }).waitFor()
  },
)

test.skipIf(noBrowser)(
  'UI712 whoever may only read sees the board and can do nothing on it',
  async () => {
    const page = await own.newPage(WIDE)
    const { observerToken } = JSON.parse(
      readFileSync(join(server.data, 'server.json'), 'utf8'),
    ) as {
      observerToken: string
    }
    // No page that would be drawn first.
    await page.goto(`${server.url}/theme.js`)
    await page.evaluate((token) => localStorage.setItem('crewroom:token', token), observerToken)
    await page.goto(server.url + board(crew.lead.id))
    await expect.poll(() => page.locator('.bd-card').count()).toBe(10)
    expect(await page.locator('.bd-columns button').count()).toBe(0)
    expect(await page.locator('.bd-card[draggable="true"]').count()).toBe(0)
    await card(page, 'Draw the new start page').getByText('asks you').waitFor()
    await card(page, 'Write the migration note').locator('h3 a').focus()
    await page.keyboard.press('m')
    await expect.poll(() => said(page)).toBe('')
  },
)
