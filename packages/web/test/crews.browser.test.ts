import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { setStage, Stage } from './stage'
import { createWorkCrew } from './work-crew'

const own = setStage(new Stage())
const { server } = own
let page: Page

async function open(path: string): Promise<void> {
  page = await own.open(path, { viewport: { width: 1280, height: 900 } })
}

interface Agent {
  readonly role: string
  readonly driver: string
  readonly status: string
}
const agentsOf = async (leadId: string) =>
  (await server.call<{ agents: Agent[] }>('GET', `/api/lead/${leadId}/agents`)).agents
const leadNamed = async (name: string) =>
  (await server.call<{ leads: { id: string; name: string }[] }>('GET', '/api/lead')).leads.find(
    (lead) => lead.name === name,
  )?.id

test.skipIf(noBrowser)(
  'UI102, UI107 an empty server makes its first crew in the dialog, with a program of its own and ones that connect',
  async () => {
    const program = join(server.data, 'my agent.mjs')
    writeFileSync(program, `process.stdin.resume(); process.stdout.write('ready\\n')\n`)
    await open('/')
    await page.getByRole('link', { name: 'Choose each agent’s name, role and program' }).click()
    // The dialog begins with what the page had chosen: a team.
    for (const role of ['Architect', 'Developer', 'Code Reviewer', 'QA Tester']) {
      await page.getByRole('button', { name: `No ${role}` }).click()
    }
    await page.getByLabel('Name', { exact: true }).fill('first-crew')
    await page.getByLabel('What it should do').fill('Say hello')
    await page.getByRole('button', { name: 'Developer' }).click()
    await page.getByRole('button', { name: 'QA Tester' }).click()
    await page.getByLabel('QA Tester: a program of its own').check()
    await page.getByRole('radio', { name: 'Connects on its own (token)' }).first().check()
    await page.locator('.planned label', { hasText: 'A command on this machine' }).click()
    await page.getByRole('button', { name: 'Create crew' }).click()
    await page.getByText('Say which program to start.').first().waitFor()
    await page.getByLabel('Command: what runs QA Tester').fill(`node "${program}"`)
    await page.getByRole('button', { name: 'Create crew' }).click()

    await page.getByRole('heading', { name: 'first-crew is ready' }).waitFor()
    const leadId = (await leadNamed('first-crew')) ?? ''
    const steps = page.locator('.connect')
    await expect
      .poll(() => steps.count(), { message: 'the lead and the developer connect by themselves' })
      .toBe(2)
    const token = (await steps.nth(1).locator('pre').first().innerText()).trim()
    const all = await page.getByRole('dialog').innerText()
    expect(all.split(token).length - 1, 'the token is shown once').toBe(1)
    await page.getByRole('button', { name: 'Copy all tokens as .env' }).waitFor()
    for (const step of await steps.all()) {
      await expect
        .poll(async () => (await step.boundingBox())?.height, {
          message: 'also for twenty of them',
        })
        .toBeLessThan(60)
    }
    const me = await server.call<{ principal: string }>('GET', '/api/me', undefined, token)
    expect(me.principal).toBe('agent')
    await page.getByRole('button', { name: 'Go to the crew' }).click()
    await page.waitForURL(`**/leads/${leadId}`)
    await expect
      .poll(async () => (await agentsOf(leadId)).map(({ role, driver }) => `${role} ${driver}`))
      .toEqual(['lead remote', 'developer remote', 'qa-tester pipe'])
    await expect
      .poll(async () => (await page.locator('.crew .name').allInnerTexts()).toSorted())
      .toEqual(['Developer', 'Project Lead', 'QA Tester'])
  },
)

test.skipIf(noBrowser)(
  'UI103 when an agent cannot be made the dialog says which, keeps all, and makes only the rest',
  async () => {
    await open('/?new=crew')
    own.watch.areFailuresExpected = true
    const asked: string[] = []
    let isFailing = true
    await page.route('**/agents', async (route) => {
      const { role } = route.request().postDataJSON() as { role: string }
      asked.push(role)
      if (isFailing && role === 'designer') {
        const error = { code: 'busy', message: 'Too much at once.' }
        return route.fulfill({ status: 503, json: { error } })
      }
      return route.continue()
    })
    await page.getByLabel('Name', { exact: true }).fill('half-made')
    await page.getByRole('radio', { name: 'Connects on its own (token)' }).check()
    for (const role of ['Architect', 'Designer', 'QA Tester']) {
      await page.getByRole('button', { name: role, exact: false }).first().click()
    }
    await page.getByRole('button', { name: 'Create crew' }).click()
    await page.getByText('Designer could not be created.').waitFor()
    await expect
      .poll(() => page.locator('.planned b').allInnerTexts())
      .toEqual(['Architect', 'Designer', 'QA Tester'])
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The lead and 1 of 3 agents are there').waitFor()
    // Closing it by accident loses nothing either.
    await page.keyboard.press('Escape')
    await page.getByText('Designer could not be started.').waitFor()
    await page.getByRole('link', { name: 'Choose each agent’s name, role and program' }).click()
    await page.getByText('Designer could not be created.').waitFor()
    isFailing = false
    await page.getByRole('button', { name: 'Create the rest' }).click()
    await page.getByRole('heading', { name: 'half-made is ready' }).waitFor()
    expect(asked).toEqual(['architect', 'designer', 'designer', 'qa-tester'])
    const leads = await server.call<{ leads: { name: string }[] }>('GET', '/api/lead')
    expect(leads.leads.filter(({ name }) => name === 'half-made').length).toBe(1)
  },
)

test.skipIf(noBrowser)(
  'UI100, UI101 cards tell what each crew does and needs; one is paused, resumed and deleted there',
  async () => {
    const { lead, dev } = await createWorkCrew(server, 'card-crew')
    await createWorkCrew(server, 'card-other')
    await server.createGroup(lead.id, 'plan', [dev.id])
    await server.post(dev, 'plan', 'Something new')
    await server.say(dev, 'AGENT_MESSAGE', { to: 'human', content: 'And a question' })
    await open('/?all')
    const card = page.locator('[data-crew="card-crew"]')
    await card.getByText('3 agents').waitFor()
    await card.getByLabel('1 thing needs you').waitFor()
    await card.getByLabel('1 unread message').waitFor()
    await card.getByLabel('Actions for card-crew').click()
    await page.getByRole('menuitem', { name: 'Pause' }).click()
    await card.locator('.tag', { hasText: 'Paused' }).waitFor()
    await card.getByLabel('Actions for card-crew').click()
    await page.getByRole('menuitem', { name: 'Resume' }).click()
    await expect.poll(() => card.locator('.tag').count()).toBe(0)
    await card.getByLabel('Actions for card-crew').click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    const remove = page.getByRole('button', { name: 'Delete crew' })
    await page.locator('#delete-name').fill('card')
    await expect.poll(() => remove.getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Enter')
    await expect.poll(() => leadNamed('card-crew')).toBe(lead.id)
    await page.locator('#delete-name').fill('card-crew')
    await remove.click()
    await expect.poll(() => card.count()).toBe(0)
    await expect.poll(() => leadNamed('card-crew')).toBeUndefined()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.tagName), {
        message: 'the focus is not lost',
      })
      .not.toBe('BODY')
  },
)

test.skipIf(noBrowser)(
  'UI105 a crew’s file is taken in from the page, paused, and what is wrong with one is said',
  async () => {
    const { lead } = await createWorkCrew(server, 'travelling')
    const response = await fetch(`${server.url}/api/lead/${lead.id}/export`, {
      headers: { authorization: `Bearer ${server.token}` },
    })
    const file = Buffer.from(await response.text())
    await server.call('DELETE', `/api/lead/${lead.id}`, { confirm: 'travelling' })
    await open('/?all')
    own.watch.areFailuresExpected = true
    const choose = (buffer: Buffer) =>
      page.getByTestId('import-file').setInputFiles({
        name: 'travelling.ndjson',
        mimeType: 'application/x-ndjson',
        buffer,
      })
    await choose(file.subarray(0, file.length - 40))
    await page.getByText('none of its programs is started').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Nothing was imported.').waitFor()
    await expect
      .poll(async () => (await dialog.innerText()).match(/Nothing was imported/g), {
        message: 'said once',
      })
      .toHaveLength(1)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await choose(file)
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
    await page.getByRole('heading', { name: 'travelling was imported' }).waitFor()
    await page.getByRole('link', { name: 'Open the crew' }).click()
    await page.waitForURL(`**/leads/${lead.id}`)
    await page.goto(`${server.url}/?all`)
    await page.locator('[data-crew="travelling"] .tag', { hasText: 'Paused' }).waitFor()
  },
)
