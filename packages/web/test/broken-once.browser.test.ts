import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'
import { patience } from '../../shared/test/patience'
import { isLong } from './long'

const own = dashboard()

const ALONE = { timeout: patience(60_000) }
const composer = (page: Page) => page.locator('#composer')
const row = (page: Page, name: string) => page.locator(`.list a[href$="/groups/${name}"]`).first()

/** What somebody found who tried to break the dashboard. */
describe.skipIf(noBrowser)('a dashboard that was broken once', () => {
  afterEach(() => {
    expect(own.watch.wrong).toEqual([])
  })

  test.skipIf(!isLong)(
    'UI176 what agents do is told again after the connection was lost',
    ALONE,
    async () => {
      const { server, dev, lead } = own
      const inbox = () =>
        server.call('GET', `/api/agents/${dev.id}/inbox?wait=0`, undefined, dev.token)
      await inbox()
      const page = await own.open(`/leads/${lead.id}/crew`)
      const said = () => page.locator(`[data-agent="${dev.id}"] .c-side`).innerText()
      await expect.poll(said).toContain('Idle')
      own.watch.areFailuresExpected = true
      await server.kill()
      await server.start()
      // Its program has not been heard of since.
      await expect.poll(said).toContain('Not connected')
    },
  )

  test('UI177 reading on from a linked message to the end goes nowhere else', ALONE, async () => {
    for (let n = 0; n < 160; n++) await own.writeTo('config-team', `line ${n}`)
    const { messages } = await own.server.call<{ messages: { id: string; content: string }[] }>(
      'GET',
      `/api/lead/${own.lead.id}/groups/config-team/messages?limit=200`,
    )
    const linked = messages.find(({ content }) => content === 'line 20')
    const page = await own.open(`${own.groups('config-team')}?m=${linked?.id}`)
    await page.locator('.log-row.flash').waitFor()
    const log = page.locator('#messages')
    const tops: number[] = []
    await expect
      .poll(async () => {
        await log.hover()
        await page.mouse.wheel(0, 1_500)
        const shown = await page.locator('[data-message] .b').allInnerTexts()
        tops.push(Math.max(...shown.map((text) => Number(text.split(' ')[1]))))
        return tops.at(-1)
      })
      .toBe(159)
    expect(tops, 'never back').toEqual(tops.toSorted((a, b) => a - b))
  })

  test.skipIf(!isLong)('UI178 how many work of how many is the same everywhere', async () => {
    const page = await own.open(`/leads/${own.lead.id}/crew`)
    const mini = page.locator('.side .h .cnt')
    await expect.poll(() => mini.innerText()).toBe('2 not connected')
    await expect
      .poll(() => page.locator('main .cnt').first().innerText())
      .toBe(await mini.innerText())
    await page.goto(`${own.server.url}/?all`)
    const card = page.locator(`.crew-card:has(a[href*="${own.lead.id}"])`)
    await expect
      .poll(() => card.locator('.facts').innerText())
      .toMatch(/^2 agents · 2 not connected/)
  })

  test.skipIf(!isLong)('UI179 a group called constructor has only its own mentions', async () => {
    await own.server.createGroup(own.lead.id, 'constructor', [own.dev.id])
    await own.say('config-team', 'hello @human')
    const page = await own.open(own.groups())
    await expect.poll(() => page.title()).toMatch(/^\(1 · @1\)/)
    await row(page, 'constructor').click()
    await composer(page).fill('all is well')
    await composer(page).press('Enter')
    await expect.poll(() => own.stored('constructor')).toContain('all is well')
    await expect.poll(() => page.title()).toMatch(/^\(1 · @1\)/)
  })

  test('UI180 while a menu is open letters are for its items', async () => {
    const page = await own.open(own.groups('config-team'))
    await page.getByRole('button', { name: 'More for this group' }).click()
    await page.getByRole('menu').waitFor()
    for (const key of ['c', 'n', 'g', 'a', '/']) await page.keyboard.press(key)
    await page.getByRole('menu').waitFor()
    expect(await page.locator('dialog[open]').count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe(own.groups('config-team'))
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.locator('.bar h2').first().click()
    await page.keyboard.press('c')
    await page.locator('dialog[open]').waitFor()
  })

  test.skipIf(!isLong)(
    'UI181 a tab that wrote nothing leaves another tab’s draft alone',
    async () => {
      const page = await own.open(own.groups('config-team'))
      await composer(page).waitFor()
      const other = await page.context().newPage()
      await other.goto(`${own.server.url}${own.groups('config-team')}`)
      await composer(other).waitFor()
      await composer(page).fill('a long thought')
      await row(other, 'release-gate').click()
      await other.locator('main.chat[aria-label="release-gate"] #composer').waitFor()
      await page.reload()
      await expect.poll(() => composer(page).inputValue()).toBe('a long thought')
    },
  )

  test(
    'UI182 what arrives under the details is not read, also where the page began with them',
    ALONE,
    async () => {
      const page = await own.newPage({ viewport: { width: 1200, height: 800 } })
      await page.clock.install()
      await page.goto(await own.server.link(`${own.groups('config-team')}/members`))
      await page.locator('main.chat[inert] #messages').waitFor()
      await own.say('config-team', 'under the sheet')
      await expect.poll(() => page.title()).toMatch(/^\(1\b/)
      // Longer than a look takes to count.
      await page.clock.fastForward(1_000)
      await own.say('config-team', 'and more')
      await expect.poll(() => page.title()).toMatch(/^\(2\b/)
      await page.keyboard.press('Escape')
      await page.locator('main.chat:not([inert])').waitFor()
      await expect.poll(() => page.title()).toMatch(/^(\(@\d+\) )?config-team/)
    },
  )

  test.skipIf(!isLong)(
    'UI183 what was written to an agent stays until it is sent, and goes on in Comms',
    ALONE,
    async () => {
      const address = `/leads/${own.lead.id}/crew/${own.dev.id}`
      const page = await own.open(address)
      const box = page.locator('.a-comp textarea')
      await box.fill('please look at the gate')
      await page.goto(`${own.server.url}/leads/${own.lead.id}/comms?with=${own.dev.id}`)
      await expect.poll(() => composer(page).inputValue()).toBe('please look at the gate')
      await page.goBack()
      await expect.poll(() => box.inputValue()).toBe('please look at the gate')
      let answer = () => {}
      await page.route('**/api/agents/*/messages', async (route) => {
        await new Promise<void>((resolve) => (answer = resolve))
        await route.continue()
      })
      await box.press('Enter')
      await box.press('End')
      await page.keyboard.type(', and then rest')
      answer()
      await page.getByText(/^Sent to/).waitFor()
      await expect
        .poll(() => box.inputValue(), { message: 'written meanwhile' })
        .toContain('and then rest')
    },
  )

  test.skipIf(!isLong)(
    'UI185 what is gone is gone from the title, and takes no focus along',
    ALONE,
    async () => {
      const gone = await own.server.createLead('short-lived')
      await own.server.createGroup(gone.id, 'last-words', [])
      const page = await own.open(own.groups('config-team'))
      await composer(page).fill('half a thought')
      await own.server.call('POST', `/api/lead/${own.lead.id}/groups/config-team/archive`, {})
      await page.getByText('This group is archived.').waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
      await own.server.call('POST', `/api/lead/${own.lead.id}/groups/config-team/unarchive`, {})
      await expect.poll(() => composer(page).inputValue()).toBe('half a thought')
      await page.goto(`${own.server.url}/leads/${gone.id}/groups`)
      await expect.poll(() => page.title()).toContain('short-lived')
      await own.server.call('DELETE', `/api/lead/${gone.id}`, { confirm: 'short-lived' })
      await expect.poll(() => page.title()).toMatch(/No such crew · Crewroom$/)
    },
  )

  test.skipIf(!isLong)(
    'UI186 the page of an agent that was ended does not say that it reads',
    async () => {
      const page = await own.open(`/leads/${own.lead.id}/crew/${own.dev.id}`)
      await page.locator('.a-comp textarea').fill('are you there')
      await own.server.call('POST', `/api/agents/${own.dev.id}/terminate`, {})
      await page
        .getByText(/It was ended and no longer reads messages. Resume it to send what you wrote/)
        .waitFor()
      await expect.poll(() => page.locator('.a-comp').count()).toBe(0)
      await page.getByRole('button', { name: 'Resume' }).click()
      await expect.poll(() => page.locator('.a-comp textarea').inputValue()).toBe('are you there')
    },
  )

  test('UI187 who has left a dialog is not brought back when its answer comes', ALONE, async () => {
    const page = await own.open(`/leads/${own.lead.id}/reports?new=task`)
    let answer = () => {}
    await page.route('**/api/**', async (route) => {
      if (route.request().method() === 'POST') {
        await new Promise<void>((resolve) => (answer = resolve))
      }
      await route.continue()
    })
    const leave = async (section: string) => {
      await page.keyboard.press('Escape')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
      await page.locator(`.nav a[href$="/${section}"]`).click()
      await page.waitForURL(`**/${section}`)
      answer()
    }
    await page.locator('#task-text').fill('tidy up')
    await page.getByRole('button', { name: 'Give the task' }).click()
    await page.getByRole('button', { name: 'Giving…' }).waitFor()
    await leave('crew')
    await page.getByText(/has the task/).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/\/crew$/)
    await page.goto(`${own.server.url}${own.groups()}?new=group`)
    const dialog = page.locator('dialog[open]')
    await dialog.getByLabel('Name', { exact: true }).fill('Fresh')
    await dialog.getByText('Developer').first().click()
    await dialog.locator('.dialog-foot .btn.p').click()
    await dialog.getByText('Creating…').waitFor()
    await leave('crew')
    await page.getByText('fresh was created.').waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/\/crew$/)
  })

  test.skipIf(!isLong)(
    'UI188 a name turns nothing round that stands beside it',
    ALONE,
    async () => {
      const agent = await own.server.createAgent(own.lead.id, 'developer')
      // No agent is called so any more; those of earlier versions still are.
      const name = '\u202Enamuh ⟦⟦ EXIT {} ⟧⟧'
      await own.server.startOn('update agents set name = ? where id = ?', [name, agent.id])
      const page = await own.open(`/leads/${own.lead.id}/crew`)
      await page.locator(`[data-agent="${agent.id}"] .c-name`).waitFor()
      const shown = await page.evaluate(() => document.body.innerText)
      expect(shown).toContain('namuh')
      expect(shown).not.toMatch(/[\u202A-\u202E]/)
    },
  )

  test.skipIf(!isLong)(
    'UI189 a pause of all crews is said, believed and ended where one is',
    ALONE,
    async () => {
      const page = await own.open(own.groups('config-team'))
      await composer(page).fill('hello @developer')
      await page.locator('.wakes', { hasText: 'Wakes Developer' }).waitFor()
      await own.server.call('POST', '/api/pause', {})
      const strip = page.getByTestId('all-paused').last()
      await strip.waitFor()
      await page.locator('.wakes', { hasText: 'they read it when the pause ends' }).waitFor()
      await page.goto(`${own.server.url}/leads/${own.lead.id}/comms?with=${own.dev.id}`)
      await page.getByTestId('effect').getByText('when the pause ends').waitFor()
      await strip.getByRole('button', { name: 'Resume all' }).click()
      await strip.waitFor({ state: 'detached' })
      await page.getByTestId('effect').getByText('Wakes Developer').waitFor()
    },
  )
})
