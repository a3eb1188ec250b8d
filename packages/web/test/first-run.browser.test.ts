import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { overflow, TWO_LOOKS, violations } from './axe'
import { noBrowser } from './chromium'
import { setStage, shot, Stage } from './stage'
import { isLong } from './long'

// The server of this file finds the coding agents that are put here, whatever else is installed on this machine.
const folder = mkdtempSync(join(tmpdir(), 'crewroom-first-'))
const bin = join(folder, 'bin')
mkdirSync(bin)
const PROGRAM = fileURLToPath(
  new URL('../../server/test/harness/programs/acp-agent.mjs', import.meta.url),
)
function install(name: string): void {
  const behaviour = JSON.stringify({ systemPrompt: true, chunks: ['Three things are unclear.'] })
  const file = join(bin, name)
  writeFileSync(
    file,
    `#!/bin/sh\nACP_BEHAVIOUR='${behaviour}' exec "${process.execPath}" "${PROGRAM}"\n`,
  )
  chmodSync(file, 0o755)
}
const uninstall = (name: string) => rmSync(join(bin, name), { force: true })
install('codex-acp')
const SYSTEM = ['/usr/bin', '/bin', dirname(process.execPath)]

const own = setStage(new Stage())
own.server.environment = { PATH: [bin, ...SYSTEM].join(delimiter) }
const { server } = own
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Lead {
  readonly id: string
  readonly name: string
}
interface Agent {
  readonly role: string
  readonly driver: string
  readonly task: string | null
}
const leads = async () => (await server.call<{ leads: Lead[] }>('GET', '/api/lead')).leads
const agentsOf = async (leadId: string) =>
  (await server.call<{ agents: Agent[] }>('GET', `/api/lead/${leadId}/agents`)).agents
beforeEach(async () => {
  if (noBrowser) return
  for (const { id, name } of await leads()) {
    await server.call('DELETE', `/api/lead/${id}`, { confirm: name })
  }
})

/** Whether a person could click on it: nothing lies over its middle. */
const isClickable = (place: Locator) =>
  place.evaluate((element) => {
    element.scrollIntoView({ block: 'center' })
    const { x, y, width, height } = element.getBoundingClientRect()
    const there = document.elementFromPoint(x + width / 2, y + height / 2)
    return width > 0 && height > 0 && (element.contains(there) || there?.contains(element) === true)
  })
const task = (page: Page) => page.getByRole('textbox', { name: 'What should your crew do?' })
const tile = (page: Page, name: string) => page.locator('.fr-tile', { hasText: name })
/** The page asks again after some seconds, which nobody waits for here; what it asked just before may not tell yet. */
const lookedAgain = (page: Page, what: Locator) =>
  expect
    .poll(
      async () => {
        await page.clock.fastForward(3_000)
        return what.count()
      },
      { interval: 300 },
    )
    .toBe(1)
const leadIdOf = (page: Page) => /\/leads\/([^/]+)/.exec(page.url())?.[1] ?? ''

test.skipIf(noBrowser || !isLong)(
  'UI338 programs that were found are chosen, others show how they are installed and come without a reload',
  async () => {
    const page = await own.newPage()
    await page.clock.install()
    await page.goto(await server.link('/'))
    await page.getByText('Found on this computer').waitFor()
    const radios = page.locator('.fr-tiles').getByRole('radio')
    await expect
      .poll(() => radios.evaluateAll((all) => all.map((one) => one.parentElement?.innerText)))
      .toEqual([
        'Codex\nInstalled',
        'Own command\nanything that speaks ACP',
        'A model\nOllama, vLLM, hosted, …',
        'Connects on its own\nwith a token',
      ])
    await expect.poll(() => page.getByRole('radio', { name: /^Codex/ }).isChecked()).toBe(true)
    const claude = page.getByRole('group', { name: 'Claude Code, not installed' })
    await expect
      .poll(() => claude.evaluate((one) => getComputedStyle(one).outlineStyle))
      .toBe('dashed')
    await expect
      .poll(() => isClickable(claude.getByRole('button', { name: 'Copy how Claude Code' })))
      .toBe(true)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await claude.getByRole('button').click()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^npm install --global @agentclientprotocol\/claude-agent-acp@/)
    // Nobody knows whether it is signed in; what one would do is said instead.
    const text = await page.locator('main').innerText()
    expect(text).not.toMatch(/signed in|not signed/i)
    expect(text).toContain('None yet? Run codex login, or set OPENAI_API_KEY.')

    await task(page).fill('Half a thought')
    install('claude-agent-acp')
    await lookedAgain(page, page.getByRole('radio', { name: /^Claude Code/ }))
    await expect.poll(() => isClickable(tile(page, 'Claude Code'))).toBe(true)
    expect(await page.getByRole('radio', { name: /^Codex/ }).isChecked(), 'still chosen').toBe(true)
    expect(await task(page).inputValue()).toBe('Half a thought')
    uninstall('claude-agent-acp')
    await lookedAgain(page, claude)
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI339 with the keyboard alone a crew is chosen and started; it is the one of the card',
  async () => {
    const page = await own.open('/')
    await page.getByRole('radio', { name: /^Codex/, checked: true }).waitFor({ state: 'attached' })
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
    await page.keyboard.type('Open the crew twice.')
    const press = async (key: string, times = 1) => {
      for (let n = 0; n < times; n++) await page.keyboard.press(key)
    }
    await press('Tab')
    await expect.poll(() => focused()).toContain('Working folder')
    await press('Tab')
    await expect.poll(() => focused()).toContain('Start the crew')
    await press('Tab', 4)
    const codex = page.getByRole('radio', { name: /^Codex/ })
    await expect.poll(() => codex.evaluate((radio) => radio === document.activeElement)).toBe(true)
    const ring = await tile(page, 'Codex').evaluate((one) => getComputedStyle(one).outlineStyle)
    expect(ring, 'where the focus is can be seen').toBe('solid')
    await press('ArrowDown')
    await expect
      .poll(() => page.getByRole('radio', { name: /^Own command/ }).isChecked())
      .toBe(true)
    await press('ArrowUp')
    await expect.poll(() => codex.isChecked()).toBe(true)
    const team = page.getByRole('radio', { name: /^Team of 5/ })
    await expect.poll(() => team.isChecked()).toBe(true)
    for (let n = 0; n < 12; n++) {
      if (await team.evaluate((radio) => radio === document.activeElement)) break
      await press('Tab')
    }
    await press('ArrowUp')
    await expect.poll(() => page.getByRole('radio', { name: /^Pair/ }).isChecked()).toBe(true)
    await press('Control+Enter')
    await page.waitForURL(/\/leads\//)
    const made = await agentsOf(leadIdOf(page))
    expect(made.map(({ role, driver, task: given }) => [role, driver, given])).toEqual([
      ['developer', 'acp', 'Open the crew twice.'],
      ['code-reviewer', 'acp', null],
    ])
    await page.goBack()
    await task(page).waitFor()
    await expect
      .poll(() => task(page).inputValue(), {
        message: 'what was started is not there to start again',
      })
      .toBe('')
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI340 the crew works where the server was started, or in the folder that is named; a wrong one is said there',
  async () => {
    const project = join(folder, 'project')
    mkdirSync(project)
    const page = await own.open('/')
    const chip = page.locator('.fr-chip')
    await expect.poll(() => chip.getAttribute('title')).toBe(process.cwd())
    await task(page).fill('Look around')
    await page.locator('.fr-team', { hasText: 'Pair' }).click()
    await chip.click()
    const field = page.getByLabel('Working folder, on the machine')
    await expect.poll(() => field.evaluate((own) => own === document.activeElement)).toBe(true)
    await task(page).press('End')
    await page.keyboard.type(' here')
    await expect
      .poll(() => task(page).inputValue(), { message: 'what is typed stays where it is typed' })
      .toBe('Look around here')
    await field.fill(join(folder, 'nowhere'))
    await page.getByText(`There is no folder ${join(folder, 'nowhere')}`).waitFor()
    await page.keyboard.press('Control+Enter')
    await shot(page, 'first-run-folder')
    await expect.poll(() => leads(), { message: 'nothing is started in no folder' }).toEqual([])
    await expect.poll(() => task(page).inputValue()).toBe('Look around here')
    await field.fill(project)
    await expect.poll(() => chip.innerText()).toContain('no git, no undo')
    execFileSync('git', ['init', '--quiet', project])
    await page.keyboard.press('Enter')
    await expect.poll(() => chip.evaluate((own) => own === document.activeElement)).toBe(true)
    await page.reload()
    await expect.poll(() => chip.innerText()).toContain('git, clean')
    await expect.poll(() => task(page).inputValue()).toBe('Look around here')
    await page.getByRole('button', { name: 'Start the crew' }).click()
    await page.waitForURL(/\/leads\//)
    const { state } = await server.call<{
      state: { agents: Readonly<Record<string, { role: string; cwd: string | null }>> }
    }>('GET', `/api/lead/${leadIdOf(page)}/snapshot`)
    expect(Object.values(state.agents).map(({ cwd }) => cwd)).toEqual([project, project])
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI341 a start that fails stays, says why at the program, and keeps every word, also over a reload',
  async () => {
    const page = await own.newPage()
    await page.clock.install()
    own.watch.areFailuresExpected = true
    // What was found comes when Start was pressed, and one of it is chosen only then.
    let tell = () => {}
    const isPressed = new Promise<void>((resolve) => (tell = resolve))
    await page.route('**/api/drivers', async (route) => {
      await isPressed
      await route.continue()
    })
    await page.goto(await server.link('/'))
    await page.locator('.fr-chip[title]').waitFor()
    const machine = page.waitForResponse(/\/api\/machine/)
    await page.getByRole('button', { name: 'Start the crew' }).click()
    await machine
    tell()
    await page.getByRole('radio', { name: /^Codex/, checked: true }).waitFor({ state: 'attached' })
    await page.getByText('Say what your crew should do.').waitFor()
    await expect
      .poll(() => task(page).evaluate((field) => field === document.activeElement))
      .toBe(true)

    await task(page).fill('Write the missing tests')
    uninstall('codex-acp')
    await page.keyboard.press('Control+Enter')
    const wrong = page.getByRole('alert').filter({ hasText: 'codex-acp was not found' })
    await wrong.waitFor()
    await expect.poll(() => isClickable(wrong)).toBe(true)
    install('codex-acp')
    await lookedAgain(page, page.getByRole('radio', { name: /^Codex/ }))

    const error = { code: 'busy', message: 'Too much at once.' }
    await page.route('**/api/lead', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 503, json: { error } })
        : route.continue(),
    )
    await page.keyboard.press('Control+Enter')
    await page.getByText('The crew could not be started. Too much at once.').waitFor()
    await shot(page, 'first-run-failed')
    expect(page.url()).toBe(`${server.url}/new`)
    await page.reload()
    await expect.poll(() => task(page).inputValue()).toBe('Write the missing tests')
    await page.unroute('**/api/lead')

    // One of the agents is refused: the rest is made when it is asked for again, and nobody twice.
    const isRefused = { once: true }
    await page.route('**/agents', (route) => {
      const { role } = route.request().postDataJSON() as { role: string }
      if (role !== 'code-reviewer' || !isRefused.once) return route.continue()
      isRefused.once = false
      return route.fulfill({ status: 503, json: { error } })
    })
    await page.getByRole('button', { name: 'Start the crew' }).click()
    await page.getByText('Code Reviewer could not be started.').waitFor()
    await page.getByText('The lead and 2 of 4 agents are there.').waitFor()
    await page.getByRole('button', { name: 'Start the rest' }).click()
    await page.waitForURL(/\/leads\//)
    await expect
      .poll(async () => (await agentsOf(leadIdOf(page))).map(({ role }) => role))
      .toEqual(['lead', 'architect', 'developer', 'code-reviewer', 'qa-tester'])
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI342 programs of one’s own: a command is started as it stands, one that connects gets its token once',
  async () => {
    const page = await own.open('/')
    await page.getByText('Found on this computer').waitFor()
    await task(page).fill('Say hello')
    await tile(page, 'Own command').click()
    await page.keyboard.press('Control+Enter')
    await page.getByText('Say which program to start.').first().waitFor()
    await page.getByLabel('Command of the agents').fill(`${join(bin, 'codex-acp')} --now`)
    await page.locator('.fr-team', { hasText: 'Solo' }).click()
    await page.getByRole('button', { name: 'Start the crew' }).click()
    await page.waitForURL(/\/leads\//)
    await expect
      .poll(async () => (await agentsOf(leadIdOf(page))).map(({ driver }) => driver))
      .toEqual(['acp'])
    await page.goto(`${server.url}/new`)
    await task(page).fill('Say hello')
    await tile(page, 'Connects on its own').click()
    await expect
      .poll(() => page.locator('.fr-chip').count(), { message: 'a folder means nothing to it' })
      .toBe(0)
    await page.getByRole('button', { name: 'Start the crew' }).click()
    await page
      .getByRole('dialog')
      .getByRole('heading', { name: /is ready$/ })
      .waitFor()
    const token = (await page.locator('.connect pre').first().innerText()).trim()
    const me = await server.call<{ principal: string }>('GET', '/api/me', undefined, token)
    expect(me.principal).toBe('agent')
    await page.getByRole('button', { name: 'Go to the crew' }).click()
    await page.waitForURL(/\/leads\//)
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI344 New crew leads to the quick page, and from there, with all that is chosen, to each agent’s details',
  async () => {
    await server.createLead('one')
    await server.createLead('two')
    const page = await own.open('/?all')
    await page.getByRole('link', { name: 'New crew' }).click()
    await task(page).fill('Draw the map')
    await page.locator('.fr-team', { hasText: 'Pair' }).click()
    const mode = page.getByRole('combobox', { name: 'Mode: all agents' })
    await mode.selectOption({
      label: 'Read-only: asks before it changes a file or uses the network',
    })
    await page.getByRole('link', { name: 'Choose each agent’s name, role and program' }).click()
    const dialog = page.getByRole('dialog')
    await expect
      .poll(() => dialog.getByLabel('What it should do').inputValue())
      .toBe('Draw the map')
    await expect.poll(() => dialog.locator('.planned b').allInnerTexts()).toEqual(['Code Reviewer'])
    await expect
      .poll(() => dialog.getByText('A lead (Developer) and 1 agent').isVisible())
      .toBe(true)
    await expect
      .poll(() => dialog.locator('.pc-mode select').first().inputValue())
      .toBe('read-only')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => task(page).inputValue()).toBe('Draw the map')
    await page.reload()
    await expect.poll(() => mode.inputValue()).toBe('read-only')
    await shot(page, 'first-run-mode')
    await page.getByRole('link', { name: 'All crews' }).click()
    await page.locator('[data-crew="two"]').waitFor()
  },
)

test.skipIf(noBrowser)(
  'UI345 who is writing on an empty server is told of a crew that is made elsewhere, and not taken there',
  async () => {
    const page = await own.open('/')
    await task(page).fill('I am still')
    const { id } = await server.createLead('from-elsewhere')
    await page.getByText('from-elsewhere is here.').waitFor()
    expect(page.url()).toBe(`${server.url}/new`)
    expect(await task(page).inputValue()).toBe('I am still')
    await page.getByRole('link', { name: 'Open it' }).click()
    await page.waitForURL(`**/leads/${id}**`)
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI346 the first page passes axe and fits, wide and narrow, with all that unfolds open',
  async () => {
    const wrong: string[] = []
    for (const options of TWO_LOOKS) {
      const page = await own.open('/', options)
      await page.getByText('Found on this computer').waitFor()
      const look = async (name: string, rules: { readonly colourOnly?: boolean } = {}) => {
        const at = `first-run-${name}-${options.viewport.width}`
        await shot(page, at)
        wrong.push(...(await violations(page, rules)).map((text) => `${at}: ${text}`))
        if ((await overflow(page)) > 0) wrong.push(`${at} scrolls sideways`)
        // The page scrolls in a box of its own, where the window's width tells nothing.
        const sticksOut = await page.locator('.fr-page').evaluate((column) => {
          const { left, right } = column.getBoundingClientRect()
          return [...column.querySelectorAll('input, button, label, h1, h2, p, pre, svg')]
            .filter((one) => one.closest('pre, .sr') === null || one.matches('pre'))
            .map((one) => ({ one, box: one.getBoundingClientRect() }))
            .filter(({ box }) => box.width > 1 && (box.left < left - 1 || box.right > right + 1))
            .map(({ one }) => one.outerHTML.slice(0, 120))
        })
        wrong.push(...sticksOut.map((html) => `${at} sticks out: ${html}`))
        // A sheet that comes in the wrong order is no violation of axe: the browser's own look is.
        const padding = await page
          .locator('.fr-scroll')
          .evaluate((box) => parseFloat(getComputedStyle(box).paddingTop))
        if (padding === 0) wrong.push(`${at} has lost its look`)
      }
      await page.getByRole('button', { name: 'Start the crew' }).click()
      await page.getByText('Say what your crew should do.').waitFor()
      // All other rules see the refusal with the rest open: it stays until something is typed.
      await look('refused', { colourOnly: true })
      await tile(page, 'Own command').click()
      await page.locator('.fr-chip').click()
      await page.getByRole('button', { name: 'more that can be installed' }).click()
      await page.getByText('Other ways').click()
      await expect
        .poll(() => page.getByText('Say what your crew should do.').isVisible())
        .toBe(true)
      await look('open')
      await page.context().close()
    }
    expect(wrong).toEqual([])
  },
)
