import type { NeedRecord } from '@crewroom/shared/model/need'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createAskingAgent, letAsk, PUSH } from './asking-agent'
import { noBrowser } from './chromium'
import { setStage, Stage } from './stage'
import { pass, UNDO_MS } from './held-ends'
import {
  createAgentOf,
  createBrokenAgent,
  createWorkCrew,
  readInbox,
  talkInCircles,
  type WorkCrew,
} from './work-crew'

const own = setStage(new Stage())
const { server } = own

async function open(path: string): Promise<Page> {
  const page = await own.newPage()
  await page.goto(await server.link(path))
  await page.locator('.me .st', { hasText: 'Live' }).or(page.locator('.page')).first().waitFor()
  return page
}

const section = ({ lead }: WorkCrew, path: string) => `/leads/${lead.id}/${path}`
const said = (page: Page) => page.locator('[data-direct] .b').allInnerTexts()
const short = (id: string) => id.slice(0, 8)

test.skipIf(noBrowser)(
  'UI90, UI91 a person writes to one agent and to all, both arrive, and conversations are read live',
  async () => {
    const crew = await createWorkCrew(server, 'talking')
    const { dev, qa } = crew
    const page = await open(section(crew, `comms?with=${dev.id}`))
    const box = page.getByLabel(`Message Developer (${short(dev.id)})`)
    await page.getByText('No messages yet').waitFor()
    await box.fill('Only for you')
    await expect
      .poll(() => page.getByTestId('effect').innerText())
      .toBe(`Wakes Developer (${short(dev.id)})`)
    await page.keyboard.press('Enter')
    await expect.poll(() => said(page)).toEqual(['Only for you'])
    await expect.poll(() => box.inputValue()).toBe('')
    await expect
      .poll(async () => (await readInbox(server, dev)).at(-1))
      .toBe('[Message from Human (human)]: Only for you')

    await server.say(dev, 'AGENT_MESSAGE', { to: 'human', content: 'Which one?' })
    await expect.poll(() => said(page)).toEqual(['Only for you', 'Which one?'])
    await page.locator('[data-conversation="everyone"]').click()
    await page.getByLabel('Message everyone').fill('To the whole crew')
    await expect
      .poll(() => page.getByTestId('effect').innerText())
      .toBe('Goes to all 3 agents and wakes them')
    await page.getByLabel('Send').click()
    await expect.poll(() => said(page)).toEqual(['To the whole crew'])
    for (const agent of [dev, qa]) {
      await expect
        .poll(async () => (await readInbox(server, agent)).join('\n'))
        .toContain('[Broadcast from Human (human)]: To the whole crew')
    }
    // What agents tell each other can be read, and not answered there.
    await server.say(dev, 'AGENT_MESSAGE', { to: qa.id, content: 'Between us' })
    await page.locator('[data-conversation*="~"]').click()
    await expect.poll(() => said(page)).toEqual(['Between us'])
    await page.getByText('This is between two agents.').waitFor()
    // A broadcast is part of the conversation with who got it; an address survives a reload.
    await page.goto(`${server.url}${section(crew, `comms?with=${dev.id}`)}`)
    await server.call('POST', `/api/agents/${dev.id}/interrupt`, { content: 'Stop that' })
    await expect
      .poll(() => said(page))
      .toEqual(['Only for you', 'Which one?', 'To the whole crew', 'Stop that'])
    await page.locator('.m-row.interrupt', { hasText: 'Interrupt' }).waitFor()
  },
)

test.skipIf(noBrowser)(
  'UI90 a long conversation begins at its end and loads what is before on the way up',
  async () => {
    const crew = await createWorkCrew(server, 'long')
    const { dev, qa } = crew
    for (let n = 1; n <= 70; n++) {
      await server.call('POST', `/api/agents/${dev.id}/messages`, { content: `Number ${n}` })
    }
    // What is said elsewhere is on the same pages of the server.
    await server.call('POST', `/api/agents/${qa.id}/messages`, { content: 'Elsewhere' })
    const page = await open(section(crew, `comms?with=${dev.id}`))
    await page.getByText('Number 70', { exact: true }).waitFor()
    await expect.poll(() => page.getByText('Number 1', { exact: true }).count()).toBe(0)
    await expect
      .poll(async () => {
        await page.locator('.log').evaluate((log) => log.scrollTo(0, 0))
        return page.getByText('Number 1', { exact: true }).count()
      })
      .toBe(1)
    await expect.poll(() => page.getByText('Elsewhere').count()).toBe(1)
  },
)

test.skipIf(noBrowser)(
  'UI92 what could not be sent keeps its text and goes when it is tried again, once',
  async () => {
    const crew = await createWorkCrew(server, 'unsent')
    const { dev } = crew
    const page = await open(section(crew, `comms?with=${dev.id}`))
    own.watch.areFailuresExpected = true
    await page.route('**/messages', (route) =>
      route.fulfill({
        status: 409,
        json: { error: { code: 'refused', message: 'Too much at once.' } },
      }),
    )
    const box = page.locator('#composer')
    await box.fill('Do not lose me')
    await page.keyboard.press('Enter')
    await page.getByText('Not sent. Too much at once.').waitFor()
    await box.fill('A draft')
    await page.reload()
    await page.getByText('Do not lose me').waitFor()
    await expect.poll(() => page.locator('#composer').inputValue()).toBe('A draft')
    await page.unroute('**/messages')
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.locator('[data-direct]').waitFor()
    await expect.poll(() => page.getByText('Do not lose me').count()).toBe(2) // the list's preview, and the row
    await expect.poll(() => said(page)).toEqual(['Do not lose me'])
    await expect.poll(() => page.getByText('Not sent').count()).toBe(0)
  },
)

test.skipIf(noBrowser)(
  'UI94, UI95 tasks and reports appear live, failures stand out, and a person gives a task',
  async () => {
    const crew = await createWorkCrew(server, 'reporting')
    const { lead, dev, qa } = crew
    const page = await open(section(crew, 'reports'))
    await page.getByText('No tasks yet').waitFor()
    await server.say(lead, 'DELEGATE', { to: dev.id, task: 'Extract the parser' })
    const row = page.locator('.task-row', { hasText: 'Extract the parser' })
    await row.getByText('Open', { exact: true }).waitFor()
    await server.say(dev, 'COMPLETE_TASK', { summary: `Done. ${'Long. '.repeat(80)}The end.` })
    await row.getByText('Done', { exact: true }).waitFor()
    await expect.poll(() => row.getByText('The end.').isVisible()).toBe(true)
    await row.locator('.unfold').click()
    await row.locator('.whole', { hasText: 'The end.' }).waitFor()
    await expect.poll(() => page.url()).toContain('task=')

    await page.getByRole('button', { name: 'New task' }).click()
    await page.getByRole('radiogroup', { name: 'Assign to' }).getByText('QA Tester').click()
    await page.getByLabel('What to do').fill('Run the slow tests')
    await page.getByRole('button', { name: 'Give the task' }).click()
    const given = page.locator('.task-row', { hasText: 'Run the slow tests' })
    await given.getByText('Given by You').waitFor()
    await expect
      .poll(async () => (await readInbox(server, qa)).at(-1))
      .toBe('[Task from Human (human)]: Run the slow tests')
    await server.say(qa, 'COMPLETE_TASK', { status: 'failed', summary: 'No disk left' })
    await page.locator('.task-row.failed', { hasText: 'No disk left' }).waitFor()
    const colors = await page
      .locator('.task-row.failed .mark')
      .evaluate((mark) => [
        getComputedStyle(mark).color,
        getComputedStyle(document.documentElement).getPropertyValue('--bad').trim(),
        mark.textContent,
      ])
    expect(colors).toEqual(['rgb(197, 29, 40)', '#c51d28', 'Failed'])
    await page.getByRole('button', { name: 'Failed 1' }).click()
    await expect.poll(() => page.locator('.task-row').count()).toBe(1)
  },
)

test.skipIf(noBrowser)(
  'UI96 a question is answered where it stands, reaches the agent, and is closed everywhere',
  async () => {
    const crew = await createWorkCrew(server, 'asking')
    const { dev } = crew
    const [here, there] = [await open(section(crew, 'needs')), await open(section(crew, 'needs'))]
    const other = here.locator('[data-need="question"]')
    await server.say(dev, 'AGENT_MESSAGE', { to: 'human', content: 'Which colour?' })
    const question = here.locator('.need', { hasText: 'Which colour?' })
    await question.waitFor()
    await there.locator('.need', { hasText: 'Which colour?' }).waitFor()
    await expect
      .poll(() => here.locator('.nav .badge.at').getAttribute('aria-label'))
      .toBe('1 thing needs you')
    const before = await other.count()
    await question.getByRole('textbox').fill('Blue.')
    await here.keyboard.press('Enter')
    await pass(here, UNDO_MS)
    await expect.poll(() => other.count()).toBe(before - 1)
    await expect.poll(() => there.locator('.need', { hasText: 'Which colour?' }).count()).toBe(0)
    const inList = (page: Page) =>
      page.evaluate(() => document.activeElement?.closest('.scroll') !== null)
    await expect.poll(() => inList(here), { message: 'the focus stays in the list' }).toBe(true)
    expect(await inList(there), 'nobody had it there').toBe(false)
    await expect.poll(() => readInbox(server, dev)).toContain('[Message from Human (human)]: Blue.')
  },
)

test.skipIf(noBrowser)(
  'UI270 an agent that went quiet is listed with its task and last words, and its task closed there',
  async () => {
    const crew = await createWorkCrew(server, 'quiet')
    const page = await open(section(crew, 'needs'))
    const quiet = await createAgentOf(server, crew.lead.id, 'never-closes-its-task')
    const need = page.locator('.need.stalled')
    await need.getByText('went quiet with its task open').waitFor()
    await need.getByText('Its last words: It is in src/lib.ts.').waitFor()
    await need.getByRole('link', { name: 'Write to it' }).waitFor()
    await need.getByRole('button', { name: 'Task is done' }).click()
    await expect.poll(() => need.count()).toBe(0)
    const { agent } = await server.call<{ agent: { status: string } }>(
      'GET',
      `/api/agents/${quiet}`,
    )
    expect(agent.status).toBe('completed')
  },
)

test.skipIf(noBrowser)(
  'UI271 a refused permission is listed with what was asked for, and dismissed there',
  async () => {
    const crew = await createWorkCrew(server, 'refused')
    const page = await open(section(crew, 'needs'))
    // It offers nothing that a person could choose.
    const agentId = await createAskingAgent(server, crew.lead.id, 'architect')
    await letAsk(server, agentId, { ...PUSH, options: [] })
    const need = page.locator('.need.refused')
    await need.getByText('was refused a permission').waitFor()
    await need.getByText('git push origin refactor/rope').waitFor()
    await need.getByText('It works without it as well as it can.').waitFor()
    await need.getByRole('button', { name: 'Dismiss' }).click()
    await expect.poll(() => need.count()).toBe(0)
  },
)

test.skipIf(noBrowser)(
  'UI97 a hold is ended and a failed agent resumed from where they are listed',
  async () => {
    const crew = await createWorkCrew(server, 'stuck')
    const { lead, dev, qa } = crew
    const page = await open(section(crew, 'needs'))
    await server.createGroup(lead.id, 'thanks', [dev.id, qa.id])
    await talkInCircles(server, 'thanks', dev, qa)
    const held = page.locator('.need.held', { hasText: 'thanks' })
    await held.getByText('The hold ends automatically at').waitFor()
    await held.getByRole('button', { name: 'Deliver now' }).click()
    await expect.poll(() => held.count()).toBe(0)
    const { group } = await server.call<{ group: { hold: unknown } }>(
      'GET',
      `/api/lead/${lead.id}/groups/thanks`,
    )
    expect(group.hold).toBeNull()

    const broken = await createBrokenAgent(server, lead.id, 'architect')
    const failed = page.locator('.need.failed', { hasText: 'There is no program' })
    await failed.getByText('has failed').waitFor()
    const resumed = page.waitForResponse(
      (response) => response.url().endsWith(`/api/agents/${broken}/resume`) && response.ok(),
    )
    const failures = async () => {
      const address = `/api/lead/${lead.id}/needs`
      const { needs } = await server.call<{ needs: NeedRecord[] }>('GET', address)
      return needs.filter(({ agentId }) => agentId === broken)
    }
    const [first] = await failures()
    await failed.getByRole('button', { name: 'Try again' }).click()
    await resumed
    // Its program still is not there: it fails again, and that is a new need, not the one from before.
    await expect.poll(async () => (await failures())[0]?.id ?? first?.id).not.toBe(first?.id)
    const [again] = await failures()
    await failed.locator(`time[datetime="${again?.createdAt}"]`).waitFor()
    await failed.getByRole('button', { name: 'Dismiss' }).click()
    await expect.poll(() => failed.count()).toBe(0)
  },
)

test.skipIf(noBrowser)(
  'UI98 a mention is listed with its text, opens its message, and stays when it was read',
  async () => {
    const crew = await createWorkCrew(server, 'mentioning')
    const { lead, dev } = crew
    await server.createGroup(lead.id, 'plan', [dev.id])
    const page = await open(section(crew, 'needs'))
    await server.post(dev, 'plan', '@human may I merge?')
    await server.post(dev, 'plan', '@human and the docs?')
    const mentions = page.locator('[data-need="mention"]', { hasText: 'plan' })
    await expect.poll(() => mentions.count()).toBe(2)
    await mentions.first().getByRole('button', { name: 'Dismiss' }).click()
    await expect.poll(() => mentions.count()).toBe(1)
    await mentions.getByRole('link', { name: 'Open message' }).click()
    await page.waitForURL(/groups\/plan\?m=/)
    await page.locator('[data-message] .b', { hasText: 'and the docs?' }).waitFor()
    await expect.poll(() => page.locator('.nav .badge:not(.at)').count()).toBe(0)
    await expect.poll(() => page.locator('.nav .badge.at').innerText()).toBe('1')
  },
)

test.skipIf(noBrowser)(
  'UI99 what is new for a person calls by the system only while the page is out of sight, if they chose so',
  async () => {
    const crew = await createWorkCrew(server, 'ringing')
    const { dev } = crew
    const page = await own.newPage({ permissions: ['notifications'] })
    await page.addInitScript(() => {
      const rung: string[] = []
      Object.assign(globalThis, { rung })
      class Note extends EventTarget {
        static permission = 'granted'
        constructor(title: string, { body }: { body: string }) {
          super()
          rung.push(`${title}: ${body}`)
        }
      }
      Object.assign(globalThis, { Notification: Note })
      localStorage.setItem('crewroom:prefs', JSON.stringify({ notify: true }))
    })
    await page.goto(await server.link(section(crew, 'groups')))
    await page.locator('.me .st', { hasText: 'Live' }).waitFor()
    const rung = () => page.evaluate(() => (globalThis as unknown as { rung: string[] }).rung)
    await server.say(dev, 'AGENT_MESSAGE', { to: 'human', content: 'While you look' })
    await page.locator('.nav .badge.at').waitFor()
    await page.locator('.sr[role="status"]', { hasText: 'asks you: While you look' }).waitFor({
      state: 'attached',
    })
    expect(await rung()).toEqual([])
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
    })
    await server.say(dev, 'AGENT_MESSAGE', { to: 'human', content: 'While you are away' })
    const name = `Developer (${short(dev.id)})`
    await expect.poll(rung).toEqual([`ringing needs you: ${name} asks you: While you are away`])
    // News is not a need.
    await server.createGroup(crew.lead.id, 'news', [dev.id])
    await server.post(dev, 'news', 'Nothing for you')
    await page.locator('[data-group="news"]').waitFor()
    expect((await rung()).length).toBe(1)
  },
)
