import { mkdirSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, noBrowser, Watch } from './chromium'
import { ServerProcess } from './server-process'
import { createBrokenAgent, createWorkCrew, talkInCircles, type WorkCrew } from './work-crew'

const SHOTS = process.env['CREWROOM_SHOTS']

let server: ServerProcess
let empty: ServerProcess
let browser: Browser
let crew: WorkCrew
let other: WorkCrew

beforeAll(async () => {
  if (noBrowser) return
  server = new ServerProcess()
  empty = new ServerProcess()
  await Promise.all([server.start(), empty.start()])
  browser = await launch()
  crew = await createWorkCrew(server, 'atlas-refactor')
  other = await createWorkCrew(server, 'harbor-docs')
  await fill(crew)
  await server.say(other.qa, 'AGENT_MESSAGE', {
    to: 'human',
    content: 'May I publish the guide for 2.0 before the release?',
  })
  if (SHOTS) mkdirSync(SHOTS, { recursive: true })
}, 60_000)
afterAll(async () => {
  await browser?.close()
  await server?.dispose()
  await empty?.dispose()
})

async function fill({ lead, dev, qa }: WorkCrew): Promise<void> {
  const broadcast = `/api/lead/${lead.id}/broadcast`
  await server.call('POST', broadcast, { content: 'Freeze is at **18:00**. Tell me what is open.' })
  await server.say(dev, 'AGENT_MESSAGE', {
    to: qa.id,
    content: 'The parser is on `refactor/parser`. Please run the slow tests.',
  })
  await server.say(qa, 'AGENT_MESSAGE', { to: dev.id, content: 'Running. 214 tests, 4 minutes.' })
  const toDev = `/api/agents/${dev.id}`
  await server.call('POST', `${toDev}/messages`, {
    content: 'Which call sites does `RoPEConfig` still have?',
  })
  await server.say(dev, 'AGENT_MESSAGE', {
    to: 'human',
    content: 'Twelve. Does `scaling=None` mean *off* or *inherit from base*? Both read naturally.',
  })
  await server.call('POST', `${toDev}/interrupt`, { content: 'Stop: main is broken.' })
  await server.say(lead, 'DELEGATE', { to: dev.id, task: 'Extract `RoPEConfig` from _configs.py.' })
  await server.say(dev, 'COMPLETE_TASK', {
    summary:
      'Done on `refactor/rope`:\n\n- 12 call sites\n- no behaviour change\n\nTests are green.',
  })
  await server.say(lead, 'DELEGATE', {
    to: qa.id,
    task: 'Run the suite on arm64 three times and list what is flaky.',
    context: 'The runners are in the lab.',
  })
  await server.say(qa, 'COMPLETE_TASK', {
    status: 'failed',
    summary: 'The arm64 runner is out of disk; 3 of 214 tests could not be run.',
  })
  await server.say(lead, 'DELEGATE', { to: dev.id, task: 'Write the migration note.' })
  await server.say(lead, 'DELEGATE', { to: qa.id, task: 'Check the docs for the old name.' })
  await server.createGroup(lead.id, 'thanks', [dev.id, qa.id])
  await talkInCircles(server, 'thanks', dev, qa)
  await server.createGroup(lead.id, 'config-team', [dev.id, qa.id])
  await server.post(
    qa,
    'config-team',
    '@human one decision for you: keep the old name as an alias?',
  )
  await createBrokenAgent(server, lead.id, 'architect')
}

interface Screen {
  readonly name: string
  readonly path: () => string
  readonly ready: string
  readonly of?: () => ServerProcess
  readonly prepare?: (page: Page) => Promise<unknown>
}

const at = (path: string) => () => `/leads/${crew.lead.id}/${path}`
const SCREENS: readonly Screen[] = [
  { name: 'comms', path: at('comms'), ready: '[data-conversation] .p' },
  {
    name: 'comms-agent',
    path: () => at(`comms?with=${crew.dev.id}`)(),
    ready: '[data-direct]',
    prepare: (page) => page.locator('#composer').fill('And the tests?'),
  },
  { name: 'comms-everyone', path: at('comms?with=everyone'), ready: '[data-direct]' },
  {
    name: 'comms-pair',
    path: () => at(`comms?with=${[crew.dev.id, crew.qa.id].toSorted().join('~')}`)(),
    ready: '[data-direct]',
  },
  { name: 'comms-unknown', path: at('comms?with=nobody'), ready: '[data-testid="not-found"]' },
  {
    name: 'reports',
    path: at('reports'),
    ready: '.task.failed',
    prepare: (page) => page.locator('.task.completed .unfold').click(),
  },
  { name: 'reports-new', path: at('reports?new=task'), ready: '#task-text' },
  { name: 'needs', path: at('needs'), ready: '[data-need="mention"]' },
  { name: 'home', path: () => '/?all', ready: '[data-crew="harbor-docs"]' },
  {
    name: 'home-menu',
    path: () => '/?all',
    ready: '[data-crew="harbor-docs"]',
    prepare: async (page) => {
      await page.getByLabel('Actions for harbor-docs').click()
      await page.getByRole('menuitem', { name: 'Delete…' }).waitFor()
    },
  },
  {
    name: 'home-delete',
    path: () => '/?all',
    ready: '[data-crew="harbor-docs"]',
    prepare: async (page) => {
      await page.getByLabel('Actions for harbor-docs').click()
      await page.getByRole('menuitem', { name: 'Delete…' }).click()
      await page.locator('#delete-name').fill('harbor')
    },
  },
  {
    name: 'new-crew',
    path: () => '/?new=crew',
    ready: '.role-chip',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Developer' }).click()
      await page.getByRole('button', { name: 'One Developer more' }).click()
      await page.getByRole('button', { name: 'QA Tester' }).click()
      await page.getByLabel('QA Tester: a program of its own').check()
      await page.locator('.planned label', { hasText: /^A program$/ }).click()
      await page
        .getByLabel('Command of what runs QA Tester')
        .fill(`node qa.mjs --name "Ada L." | tee`)
    },
  },
  {
    name: 'new-crew-preset',
    path: () => '/?new=crew',
    ready: '.role-chip',
    prepare: async (page) => {
      await page.locator('label', { hasText: 'A coding agent' }).first().click()
      await page.locator('.presets label').first().waitFor()
    },
  },
  {
    name: 'empty',
    path: () => '/',
    ready: '[data-testid="empty-server"]',
    of: () => empty,
  },
  {
    name: 'nothing-needed',
    path: () => `/leads/${other.lead.id}/reports`,
    ready: '.panel h2',
  },
]

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
const settle = (page: Page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )

test.skipIf(noBrowser)(
  'UI106 comms, reports, needs, home and the New crew dialog pass axe in both themes at three widths',
  async () => {
    const watch = new Watch()
    const wrong: string[] = []
    const wanted = process.env['CREWROOM_SCREENS']?.split(',')
    const pages = new Map<ServerProcess, Page>()
    const viewport = { width: 1440, height: 900 }
    for (const of of [server, empty]) {
      const page = await watch.open(browser, of.url, { viewport })
      pages.set(of, page)
      await page.goto(await of.link())
      await page.locator('main').first().waitFor()
    }
    for (const { name, path, ready, of = () => server, prepare } of SCREENS) {
      const page = pages.get(of())
      if (!page || (wanted && !wanted.includes(name))) continue
      await page.setViewportSize(viewport)
      await page.goto(of().url + path())
      await page.locator(ready).first().waitFor({ state: 'attached' })
      await prepare?.(page)
      // What differs by width and theme is all in the styles: one visit is enough.
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await page.locator(`html[data-theme="${colorScheme}"]`).waitFor()
          await settle(page)
          const where = `${name} ${width} ${colorScheme}`
          if (SHOTS) {
            await page.screenshot({ path: `${SHOTS}/${where.replaceAll(' ', '-')}.png` })
          }
          const { violations } = await new AxeBuilder({ page })
            .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
            .analyze()
          wrong.push(...violations.map(({ id, nodes }) => `${where} ${id}: ${nodes[0]?.html}`))
          if ((await overflow(page)) > 0) wrong.push(`${where} scrolls sideways`)
        }
      }
    }
    for (const page of pages.values()) await page.context().close()
    expect(wrong).toEqual([])
    expect(watch.wrong).toEqual([])
  },
  240_000,
)
