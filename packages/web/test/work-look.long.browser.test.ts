import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflow, TWO_LOOKS, violations } from './axe'
import { noBrowser } from './chromium'
import { ServerProcess } from './server-process'
import { setStage, shot, Stage } from './stage'
import { createWorkCrew, fillWorkCrew, type WorkCrew } from './work-crew'

const own = setStage(new Stage(), fill)
let crew: WorkCrew

async function fill(): Promise<void> {
  crew = await createWorkCrew(own.server, 'atlas-refactor')
  await createWorkCrew(own.server, 'harbor-docs')
  await fillWorkCrew(own.server, crew)
}

interface State {
  readonly name: string
  readonly path: string
  /** What a person does there before it is looked at. */
  readonly prepare: (page: Page) => Promise<unknown>
}

const at = (path: string) => `/leads/${crew.lead.id}/${path}`
const press = (page: Page, name: string) => page.getByRole('button', { name }).first().click()

async function openCardMenu(page: Page): Promise<void> {
  await page.getByLabel('Actions for harbor-docs').click()
  await page.getByRole('menuitem', { name: 'Delete…' }).waitFor()
}

function states(): readonly State[] {
  return [
    {
      name: 'writing to one agent',
      path: at(`comms?with=${crew.dev.id}`),
      prepare: (page) => page.locator('#composer').fill('And the tests?'),
    },
    {
      name: 'a report to its end',
      path: at('reports'),
      prepare: (page) => page.locator('.task-row.completed .unfold').click(),
    },
    { name: 'menu of a crew', path: '/?all', prepare: openCardMenu },
    {
      name: 'deleting a crew',
      path: '/?all',
      prepare: async (page) => {
        await openCardMenu(page)
        await page.getByRole('menuitem', { name: 'Delete…' }).click()
        await page.locator('#delete-name').fill('harbor')
      },
    },
    {
      name: 'agents with programs',
      path: '/?new=crew',
      prepare: async (page) => {
        await press(page, 'Developer')
        await press(page, 'One Developer more')
        await press(page, 'QA Tester')
        await page.getByLabel('QA Tester: a program of its own').check()
        await page.locator('.planned label', { hasText: 'A command on this machine' }).click()
        await page
          .getByLabel('Command: what runs QA Tester')
          .fill(`node qa.mjs --name "Ada L." | tee`)
      },
    },
    {
      name: 'coding agents',
      path: '/?new=crew',
      prepare: async (page) => {
        await page.locator('.pc-agent').first().waitFor()
      },
    },
  ]
}

test.skipIf(noBrowser)(
  'UI106 what opens in comms, reports, home and the New crew dialog passes axe, and so does an empty server',
  async () => {
    const wrong: string[] = []
    const empty = new ServerProcess()
    await empty.start()
    const look = async (page: Page, name: string) => {
      await shot(page, name.replaceAll(' ', '-'))
      wrong.push(...(await violations(page)).map((text) => `${name}: ${text}`))
      if ((await overflow(page)) > 0) wrong.push(`${name} scrolls sideways`)
    }
    for (const options of TWO_LOOKS) {
      const page = await own.open('/?all', options)
      for (const { name, path, prepare } of states()) {
        await page.goto(own.server.url + path)
        await prepare(page)
        await look(page, `${name} ${options.viewport.width}`)
        await page.evaluate(() => localStorage.removeItem('crewroom:plan'))
      }
      const first = await own.watch.open(own.browser, empty.url, options)
      await first.goto(await empty.link())
      await first.getByTestId('first-run').waitFor()
      await look(first, `empty server ${options.viewport.width}`)
      await first.context().close()
    }
    await empty.dispose()
    expect(wrong).toEqual([])
  },
)
