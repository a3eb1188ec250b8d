import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { violations } from './axe'
import { noBrowser } from './chromium'
import { isLong } from './long'
import { setStage, shot, Stage } from './stage'
import { patience } from '../../shared/test/patience'

// The server of this file finds one coding agent, whatever is installed on this machine: its PATH begins here.
const bin = mkdtempSync(join(tmpdir(), 'crewroom-bin-'))
writeFileSync(join(bin, 'codex-acp'), '#!/bin/sh\ncat\n')
chmodSync(join(bin, 'codex-acp'), 0o755)
afterAll(() => rmSync(bin, { recursive: true, force: true }))

const own = setStage(new Stage())
own.server.environment = {
  PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
  // What crashes has failed soon.
  CREWROOM_RESTART_LIMIT: '1',
  CREWROOM_RESTART_PAUSE_MS: '10',
}
const { server } = own

interface Agent {
  readonly id: string
  readonly name: string
  readonly role: string
}
const agentsOf = async (leadId: string) =>
  (await server.call<{ agents: Agent[] }>('GET', `/api/lead/${leadId}/agents`)).agents

const kinds = (dialog: Locator) => dialog.locator('.pc-kind').allInnerTexts()

/** Whether a person could click on it: nothing lies over its middle. */
async function isClickable(place: Locator): Promise<boolean> {
  return place.evaluate((element) => {
    element.scrollIntoView({ block: 'center' })
    const { x, y, width, height } = element.getBoundingClientRect()
    const there = document.elementFromPoint(x + width / 2, y + height / 2)
    return width > 0 && height > 0 && element.contains(there)
  })
}

test.skipIf(noBrowser)(
  'UI310 New crew and Add agent ask for a program in the same way, with what is installed first',
  async () => {
    const lead = await server.createLead('choosing')
    const page = await own.open('/?new=crew')
    const dialog = page.getByRole('dialog')
    await dialog.locator('.pc-agent').first().waitFor()
    const words = await kinds(dialog)
    expect(words.map((text) => text.split('\n')[0])).toEqual([
      'Claude Code, Codex, …',
      'A command on this machine',
      'A model',
      'Connects on its own (token)',
    ])
    await shot(page, 'new-crew-program')
    await page.goto(`${server.url}/leads/${lead.id}/crew?new=agent`)
    await dialog.locator('.pc-agent').first().waitFor()
    await expect.poll(() => kinds(dialog)).toEqual(words)

    // What is there is chosen; what is not is folded, with the line that installs it.
    const codex = dialog.locator('.pc-found .pc-agent')
    await expect.poll(() => codex.allInnerTexts()).toEqual(['Codex\nInstalled'])
    await expect.poll(() => dialog.getByRole('radio', { name: /^Codex/ }).isChecked()).toBe(true)
    await expect.poll(() => isClickable(codex)).toBe(true)
    const install = dialog.getByText('npm install --global @agentclientprotocol/claude-agent-acp')
    await expect.poll(() => install.isVisible()).toBe(false)
    await dialog.locator('summary', { hasText: 'more to install' }).click()
    await expect.poll(() => isClickable(install)).toBe(true)
    await expect
      .poll(() => dialog.getByText('claude-agent-acp was not found').isVisible())
      .toBe(true)
    await shot(page, 'add-agent-program')
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI311 a command that only a shell would understand is refused, with a button that gives it to one',
  async () => {
    const page = await own.open('/?new=crew')
    await page.getByLabel('Name', { exact: true }).fill('shelled')
    await page.getByRole('radio', { name: 'A command on this machine' }).check()
    const line = page.getByLabel('Command: the lead’s program')
    await line.fill('cat && echo hi')
    const wrong = page.locator('.pc-shell')
    await expect.poll(() => wrong.innerText()).toContain('No shell runs this: && would be passed')
    await page.getByRole('button', { name: 'Create crew' }).click()
    await page.getByRole('alert').filter({ hasText: 'write it without &&' }).waitFor()
    const { leads } = await server.call<{ leads: { name: string }[] }>('GET', '/api/lead')
    expect(leads.map(({ name }) => name)).not.toContain('shelled')
    await shot(page, 'shell-operator')
    expect(await violations(page, { within: ['dialog'] })).toEqual([])
    await page.getByRole('button', { name: "Wrap in bash -c '…'" }).click()
    await expect.poll(() => line.inputValue()).toBe("bash -c 'cat && echo hi'")
    await expect
      .poll(() => page.locator('.pc-words').innerText())
      .toMatch(/^Starts\s+bash\s+with\s+-c\s+cat && echo hi$/)
    await page.getByRole('button', { name: 'Create crew' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const made = await server.call<{ leads: { name: string }[] }>('GET', '/api/lead')
    expect(made.leads.map(({ name }) => name)).toContain('shelled')
  },
)

test.skipIf(noBrowser || !isLong)(
  'ML60, ML61 a model is added with its endpoint and its key, and shown as what runs the agent',
  async () => {
    const lead = await server.createLead('modelled')
    const page = await own.open(`/leads/${lead.id}/crew?new=agent`)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'A model' }).check()
    await dialog.getByRole('button', { name: 'Add agent' }).click()
    await dialog.getByText('Give the address of the endpoint; most end with /v1.').waitFor()
    await dialog.getByLabel('Address of the endpoint').fill('http://127.0.0.1:9/v1')
    await dialog.getByLabel('Name of the model').fill('llama3.2')
    await dialog.getByLabel('Key', { exact: false }).fill('the-key-of-ann')
    await dialog.getByLabel('Name (optional)').fill('Ann')
    await dialog.getByRole('button', { name: 'Add agent' }).click()
    await dialog.waitFor({ state: 'detached' })
    const ann = (await agentsOf(lead.id)).find(({ name }) => name === 'Ann')
    await page.goto(`${server.url}/leads/${lead.id}/crew/${ann?.id}`)
    await page.getByText('Model llama3.2: the server asks it').first().waitFor()
    expect(await page.content()).not.toContain('the-key-of-ann')
  },
)

/** A dialog that adds agents which connect by themselves. */
async function adding(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Connects on its own' }).check()
  return dialog
}

test.skipIf(noBrowser)(
  'UI312, UI313 agents are added one after the other, and none under a name that another one has',
  async () => {
    const lead = await server.createLead('adding')
    const page = await own.open(`/leads/${lead.id}/crew?new=agent`)
    const first = page.getByLabel('Name (optional)')
    await expect.poll(() => first.evaluate((field) => field === document.activeElement)).toBe(true)
    const dialog = await adding(page)
    await dialog.locator('.role-chip', { hasText: 'Architect' }).click()
    await dialog.getByLabel('Name (optional)').fill('Ann')
    await dialog.getByRole('button', { name: 'Add another' }).click()
    await dialog.getByText('Ann is in the crew.').waitFor()
    const name = dialog.getByLabel('Name (optional)')
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)

    await name.fill('ann ')
    await dialog.getByText('This crew already has an agent called ann').waitFor()
    await dialog.getByRole('button', { name: 'Add agent' }).click()
    expect((await agentsOf(lead.id)).length, 'a second ann is not added').toBe(2)
    await shot(page, 'name-taken')
    await dialog.getByRole('button', { name: 'Call it ann 2' }).click()
    await dialog.getByRole('button', { name: 'Add another' }).click()
    await dialog.getByText('ann 2 is in the crew.').waitFor()
    // Without a name it is called by its role, the second time with a number.
    for (const _ of [1, 2]) {
      await dialog.locator('.role-chip', { hasText: 'Developer' }).click()
      await dialog.getByRole('button', { name: 'Add another' }).click()
      await dialog.getByText(/^Developer( 2)? is in the crew/).waitFor()
      await expect.poll(async () => (await agentsOf(lead.id)).length).toBe(3 + _)
    }
    await expect
      .poll(async () => (await agentsOf(lead.id)).map((agent) => agent.name))
      .toEqual(['adding', 'Ann', 'ann 2', 'Developer', 'Developer 2'])
    // Leaving by accident does not lose what is shown once.
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'The agents are in the crew' }).waitFor()
    await expect.poll(() => dialog.locator('.connect h3').allInnerTexts()).toHaveLength(4)
    await expect.poll(() => page.url()).toContain('/crew')
    await dialog.getByRole('button', { name: 'I have them' }).click()
    await dialog.waitFor({ state: 'detached' })
    // Beside a name its id is shown, which may begin with a 2, too.
    const second = page.locator('.c-row', { has: page.getByText('ann 2', { exact: true }) })
    await expect.poll(() => second.isVisible()).toBe(true)
  },
)

test.skipIf(noBrowser || !isLong)(
  'FT41 Needs you and the crew say why a program crashed, with the lines around it',
  async () => {
    const lead = await server.createLead('crashing')
    const driver = { kind: 'pipe', command: process.execPath, args: ['/nowhere/missing.mjs'] }
    await server.call('POST', `/api/lead/${lead.id}/agents`, { role: 'developer', driver })
    const page = await own.open(`/leads/${lead.id}/needs`)
    const need = page.locator('.need.failed')
    await need.waitFor({ timeout: patience(60_000) })
    const reason =
      "Its program ended with exit code 1: Error: Cannot find module '/nowhere/missing.mjs'"
    await expect.poll(() => need.innerText()).toContain(reason)
    const said = need.locator('.need-said')
    await expect
      .poll(async () => (await said.innerText()).split('\n'))
      .toEqual([
        "Error: Cannot find module '/nowhere/missing.mjs'",
        expect.stringMatching(/^at /),
        expect.stringMatching(/^at /),
      ])
    await expect.poll(() => isClickable(said)).toBe(true)
    await shot(page, 'crash-in-needs')
    await page.goto(`${server.url}/leads/${lead.id}/crew`)
    await expect
      .poll(() => page.locator('.c-row', { hasText: 'Developer' }).innerText())
      .toContain(reason)
  },
)

test.skipIf(noBrowser)(
  'UI314, UI315, UI316 a wrong command is said at once, and corrected from what needs a person until its program runs',
  async () => {
    const lead = await server.createLead('correcting')
    const page = await own.open(`/leads/${lead.id}/crew?new=agent`)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'A command on this machine' }).check()
    const line = () => dialog.getByLabel('Command: its program')
    await line().fill('/no/such/program --now')
    const warning = dialog.locator('.pc-warning')
    await warning.waitFor()
    await expect
      .poll(() => warning.innerText())
      .toBe('There is no program "/no/such/program". The agent will fail until that is fixed.')
    await expect.poll(() => isClickable(warning)).toBe(true)
    await shot(page, 'command-warning')
    // It may be there later: nothing is forbidden.
    await dialog.getByRole('button', { name: 'Add agent' }).click()
    await dialog.waitFor({ state: 'detached' })

    await page.goto(`${server.url}/leads/${lead.id}/needs`)
    // What other crews need, of other tests, stands below.
    const needs = page.getByRole('region', { name: 'correcting' })
    const need = needs.locator('.need.failed', { hasText: 'There is no program' })
    await need.getByRole('link', { name: 'Edit command' }).click()
    await page.getByRole('heading', { name: /^Edit Developer/ }).waitFor()
    await expect.poll(() => line().inputValue()).toBe('/no/such/program --now')
    await warning.waitFor()
    await expect
      .poll(() => dialog.getByRole('radio', { name: 'Connects on its own' }).count())
      .toBe(0)
    const run = 'process.stdin.resume(); process.stdout.write("ready\\n")'
    await line().fill(`${process.execPath} -e '${run}'`)
    await warning.waitFor({ state: 'detached' })
    await dialog.getByLabel('Working folder').fill(server.data)
    await dialog.locator('.role-chip', { hasText: 'Architect' }).click()
    await dialog.getByLabel('Name (optional)').fill('Ada')
    await shot(page, 'edit-agent')
    await dialog.getByRole('button', { name: 'Save and restart' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Ada' }).waitFor()
    await page
      .locator('.a-who .st', { hasText: 'Idle' })
      .or(page.getByText('Working'))
      .first()
      .waitFor()
    await page.locator('.a-rollout').getByText('ready').first().waitFor()
    const facts = page.locator('.a-fact', { hasText: 'Program' })
    await expect
      .poll(() => facts.locator('.a-cmd').allInnerTexts())
      .toEqual([`${process.execPath} -e '${run}'`, `in ${server.data}`])
    await page.goto(`${server.url}/leads/${lead.id}/needs`)
    await page.getByRole('heading', { name: 'Needs you', exact: true }).waitFor()
    await expect.poll(() => needs.count()).toBe(0)
  },
)

test.skipIf(noBrowser)(
  'UI315 the pencil beside the program changes a preset and its variables, of which no value is shown',
  async () => {
    const lead = await server.createLead('variables')
    const { agent } = await server.call<{ agent: { id: string } }>(
      'POST',
      `/api/lead/${lead.id}/agents`,
      {
        role: 'developer',
        driver: { kind: 'acp', preset: 'codex', args: ['-m', 'x'], env: { MODEL_KEY: 'Hidden-1' } },
      },
    )
    const page = await own.open(`/leads/${lead.id}/crew/${agent.id}`)
    await page.getByRole('link', { name: 'Edit its program' }).click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.getByRole('radio', { name: /^Codex/ }).isChecked()).toBe(true)
    await expect
      .poll(() => dialog.locator('.pc-variable code').allInnerTexts())
      .toEqual(['MODEL_KEY'])
    await expect.poll(() => page.content()).not.toContain('Hidden-1')
    await dialog.getByLabel('Name of another variable').fill('REGION')
    await page.keyboard.press('Enter')
    await dialog.getByLabel('New value of REGION').fill('eu')
    await dialog.getByRole('button', { name: 'Remove MODEL_KEY' }).click()
    await shot(page, 'edit-variables')
    await expect.poll(() => violations(page, { within: ['dialog'] })).toEqual([])
    await dialog.getByRole('button', { name: 'Save and restart' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { state } = await server.call<{ state: { agents: Record<string, { driver: object }> } }>(
      'GET',
      `/api/lead/${lead.id}/snapshot`,
    )
    expect(state.agents[agent.id]?.driver).toMatchObject({
      preset: 'codex',
      args: ['-m', 'x'],
      envNames: ['REGION'],
    })
  },
)

test.skipIf(noBrowser)(
  'UI318 a program that takes its time to start is named, with how long it has been at it',
  async () => {
    const hangs = join(bin, 'takes-its-time')
    writeFileSync(hangs, '#!/bin/sh\nexec sleep 600\n')
    chmodSync(hangs, 0o755)
    const lead = await server.createLead('starting')
    await server.call('POST', `/api/lead/${lead.id}/agents`, {
      role: 'developer',
      driver: { kind: 'acp', preset: 'codex', command: hangs },
    })
    const page = await own.newPage()
    await page.clock.install()
    await page.goto(await server.link(`/leads/${lead.id}/crew`))
    const row = page.locator('.c-row', { hasText: 'Developer' })
    const why = row.locator('.c-why')
    const seconds = async () => Number(/^Starting Codex… (\d+) s$/.exec(await why.innerText())?.[1])
    await expect.poll(seconds).toBeGreaterThanOrEqual(0)
    const before = await seconds()
    await page.clock.fastForward(5_000)
    await expect.poll(seconds).toBeGreaterThan(before + 4)
    await shot(page, 'starting')
    await row.click()
    await page.locator('.a-why', { hasText: /^Starting Codex… \d+ s/ }).waitFor()
  },
)

test.skipIf(noBrowser)(
  'UI319 a search says how far the index is, until it has everything',
  async () => {
    const lead = await server.createLead('searching')
    const dev = await server.createAgent(lead.id, 'developer')
    await server.createGroup(lead.id, 'plan', [dev.id])
    await server.post(dev, 'plan', 'The needle is here')
    const page = await own.open(`/leads/${lead.id}/groups/plan?find=1`)
    // The server is behind, as after a large import.
    let isBehind = true
    await page.route('**/search?*', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as object
      const at = { asOf: 3, behind: 12_340, searchedTo: '2026-01-02T14:03:00.000Z' }
      const late = { ...body, hits: [], complete: false, ...at }
      await route.fulfill({ response, json: isBehind ? late : body })
    })
    await page.getByPlaceholder(/^Find in/).fill('needle')
    const far = page.locator('.findbar .pr')
    await far.waitFor()
    await expect
      .poll(() => far.innerText())
      .toMatch(
        /^Searched up to Friday, January 2, 2026, 14:03\s+12,340 newer entries are not searched yet$/,
      )
    await expect.poll(() => isClickable(far)).toBe(true)
    await shot(page, 'search-behind')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder(/^A group, a session/).fill('needle')
    await page.locator('dialog .pr', { hasText: 'not searched yet' }).waitFor()
    isBehind = false
    await page.locator('dialog .hit', { hasText: 'The needle is here' }).waitFor()
    await expect.poll(() => page.locator('.pr').count()).toBe(0)
  },
)
