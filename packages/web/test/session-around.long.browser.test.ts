import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflow, TWO_LOOKS, violations } from './axe'
import { noBrowser } from './chromium'
import { dashboard, rowBadge, totalBadge } from './dashboard'
import { shot } from './stage'

const own = dashboard()
const WIDE = { viewport: { width: 1440, height: 900 } } as const

interface Session {
  readonly id: string
}

const api = <T>(method: string, path: string, body?: object): Promise<T> =>
  own.server.call<T>(method, `/api/lead/${own.lead.id}/groups/config-team/sessions${path}`, body)

async function session(title: string): Promise<string> {
  return (await api<{ session: Session }>('POST', '', { title })).session.id
}
const ask = (id: string, content: string) =>
  api<{ message: { id: string } }>('POST', `/${id}/messages`, { content })
/** The developer writes to a session, unasked. */
const interject = (id: string, content: string) =>
  own.server.say(own.dev, 'GROUP_MESSAGE', { group: 'config-team', session: id, content })

const at = (id: string) => own.groups(`config-team/s/${id}`)
const line = (page: Page, title: string) => page.locator('.s-line', { hasText: title })
const picker = (page: Page, label: string) =>
  page.locator('.sw-tri').getByRole('button', { name: new RegExp(`^${label}: `) })
/** What the focus is on, in its own words. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const own = document.activeElement
    const words = own instanceof HTMLInputElement ? own.labels?.[0]?.innerText : own?.textContent
    return words?.trim() ?? ''
  })
const option = (page: Page, name: RegExp | string) => page.getByRole('option', { name })

test.skipIf(noBrowser)(
  'UI204, UI577, UI602 the open group shows its main talk and sessions with what is new in each, and the numbers of group, crew and title count all',
  async () => {
    const plan = await session('Rewrite plan')
    const names = await session('Names of the cache')
    const old = await session('Old names')
    await api('PATCH', `/${old}`, { status: 'archived' })
    await own.say('config-team', 'In the main talk.')
    await interject(plan, 'One.')
    await interject(plan, 'Two.')
    await interject(names, '@human which one?')
    const page = await own.open(own.groups(), WIDE)
    await expect.poll(() => rowBadge(page, 'config-team').innerText()).toBe('4')
    await expect.poll(() => totalBadge(page).innerText()).toBe('4')
    await expect.poll(() => page.title()).toMatch(/^\(4/)
    const tag = page.locator('[data-group="config-team"] .tag', { hasText: '2 sessions' })
    await page.locator('[data-group="config-team"]', { hasText: 'which one?' }).waitFor()
    // In one line, with the members before it.
    await expect.poll(() => tag.evaluate((one) => one.scrollHeight)).toBeLessThan(24)

    // A read mark for what is looked at, and for nothing else.
    await page.goto(`${own.server.url}${at(plan)}`)
    await line(page, 'Rewrite plan').waitFor()
    await expect.poll(() => line(page, 'Main talk').locator('.badge').innerText()).toBe('1')
    await expect.poll(() => line(page, 'Names of the cache').innerText()).toContain('@')
    await expect.poll(() => line(page, 'Old names').count()).toBe(0)
    await expect.poll(() => line(page, 'Rewrite plan').getAttribute('aria-current')).toBe('page')

    await ask(names, 'What do you think?')
    await line(page, 'Names of the cache').getByText('1 thinking').waitFor()
    await shot(page, 'around-list-1440')
    await line(page, 'Main talk').click()
    await page.waitForURL(`**${own.groups('config-team')}`)
    await page.getByRole('textbox', { name: 'Message config-team' }).waitFor()
    await page.locator('.s-lines').getByRole('button', { name: 'New session' }).click()
    await page.waitForURL(/config-team\/s\/[\w-]+$/)
    await line(page, 'Session 4').waitFor()
    expect(await violations(page, { within: ['.list'] })).toEqual([])
  },
)

test.skipIf(noBrowser)(
  'UI578, UI599 the title bar is three lists, for the group, the session and the view, that keys reach and use, and the search of the group',
  async () => {
    const plan = await session('Rewrite plan')
    const names = await session('Names of the cache')
    const page = await own.open(at(plan), WIDE)
    await picker(page, 'Session').click()
    await expect.poll(() => focused(page)).toBe('Rewrite plan')
    const list = page.getByRole('listbox', { name: 'Sessions of config-team' })
    await expect
      .poll(() => list.getByRole('option').allInnerTexts())
      .toEqual(['Main talk', 'Names of the cache', 'Rewrite plan'])
    expect(await violations(page, { within: ['.sw-pop', 'header.bar'] })).toEqual([])
    await shot(page, 'around-session-menu-1440')
    await page.keyboard.press('n')
    await expect.poll(() => focused(page)).toBe('Names of the cache')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${at(names)}`)
    await ask(plan, 'Where is the turquoise key?')
    await page.getByRole('button', { name: 'Find in group' }).click()
    await page.getByRole('textbox', { name: 'Find in config-team' }).fill('turquoise')
    await page
      .locator('.found')
      .getByRole('button', { name: /turquoise/ })
      .click()
    await page.waitForURL(`**${at(plan)}?m=*`)

    await picker(page, 'Group').click()
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toMatch(/^Group: /)
    await page.keyboard.press('Enter')
    await option(page, 'release-gate').click()
    await page.waitForURL(`**${own.groups('release-gate')}`)

    // From the group's own page, too.
    await page.locator('.head-tools').getByRole('button', { name: 'Sessions' }).click()
    await page.getByRole('button', { name: 'New session' }).click()
    await page.waitForURL(/release-gate\/s\/[\w-]+$/)
  },
)

test.skipIf(noBrowser)(
  'UI372, UI573 a message of a link that is loaded late does not close the list that was opened meanwhile',
  async () => {
    const plan = await session('Rewrite plan')
    const { message } = await ask(plan, 'Where is the turquoise key?')
    const page = await own.newPage(WIDE)
    let release = () => {}
    const late = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/messages\?/, async (route) => {
      await late
      await route.continue()
    })
    await page.goto(await own.server.link(`${at(plan)}?m=${message.id}`))
    await picker(page, 'Group').click()
    await option(page, 'release-gate').waitFor()
    release()
    await page.locator('.sn-flash').waitFor()
    await option(page, 'release-gate').click()
    await page.waitForURL(`**${own.groups('release-gate')}`)
  },
)

test.skipIf(noBrowser)(
  'UI579 a session is renamed in place, archived and taken back, and deleted after one question; who takes part is ticked',
  async () => {
    const plan = await session('Rewrite plan')
    const page = await own.open(at(plan), WIDE)
    await picker(page, 'Session').click()
    await page.getByRole('button', { name: 'Rename' }).click()
    await expect.poll(() => focused(page)).toBe('Title of the session')
    await page.keyboard.type('New plan')
    await page.keyboard.press('Enter')
    await picker(page, 'Session').getByText('New plan').waitFor()

    await page.getByRole('button', { name: 'Who takes part' }).click()
    const dev = page.locator('.sw-agent', { hasText: 'Developer' }).getByRole('checkbox')
    await expect.poll(() => dev.isChecked()).toBe(true)
    await dev.click()
    await expect
      .poll(async () => {
        const { session: now } = await api<{ session: { activeAgents: string[] } }>(
          'GET',
          `/${plan}`,
        )
        return now.activeAgents
      })
      .toEqual([])
    expect(await violations(page, { within: ['.sw-pop'] })).toEqual([])
    await page.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await page.locator('header .tag', { hasText: 'Archived' }).waitFor()
    await picker(page, 'Session').click()
    await page.locator('.sw-pop').getByRole('button', { name: 'Unarchive' }).click()
    await page.locator('header .tag').waitFor({ state: 'detached' })

    await picker(page, 'Session').click()
    await page.getByRole('button', { name: 'Delete…' }).click()
    await expect.poll(() => focused(page)).toBe('Cancel')
    await page.getByRole('button', { name: 'Delete session' }).click()
    await page.waitForURL(`**${own.groups('config-team')}`)
    await line(page, 'New plan').waitFor({ state: 'detached' })
  },
)

test.skipIf(noBrowser)(
  'UI580, UI601 the view menu says what each agent does; numbers, V and Alt with a number choose a view, the address keeps it, and the focus stays in the page',
  async () => {
    const plan = await session('Rewrite plan')
    await ask(plan, 'What would you change first?')
    const page = await own.open(`${at(plan)}?r=1`, WIDE)
    const views = page.getByRole('listbox', { name: 'View' })
    const view = () => new URL(page.url()).searchParams.get('agent')
    await picker(page, 'View').waitFor()
    await page.locator('.list h2').click()
    await page.keyboard.press('v')
    await option(page, /Developer.*view/)
      .getByText('asked, not connected')
      .waitFor()
    await page.getByText('Stays at round 1. Agents’ views are read-only.').waitFor()
    expect(await violations(page, { within: ['.sw-pop', 'header.bar'] })).toEqual([])
    await shot(page, 'around-view-menu-1440')
    await page.keyboard.press('2')
    await views.waitFor({ state: 'detached' })
    await expect.poll(view).toBe(own.dev.id)
    await expect.poll(() => new URL(page.url()).searchParams.get('r')).toBe('1')
    await page.reload()
    await picker(page, 'View').getByText('Developer’s view').waitFor()
    await page.locator('.list h2').click()
    await page.keyboard.press('Alt+1')
    await expect.poll(view).toBe(null)
    const box = page.getByRole('textbox', { name: 'Message Rewrite plan' })
    await box.focus()
    await page.keyboard.press('Alt+2')
    await expect.poll(view).toBe(own.dev.id)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null))
      .toBe(true)
    await expect.poll(() => page.locator('.skip').allInnerTexts()).toEqual(['Skip to content'])
    await page.keyboard.press('[')
    await page.goBack()
    await expect.poll(view).toBe(null)
    await expect.poll(() => box.evaluate((own) => own === document.activeElement)).toBe(true)
  },
)

test.skipIf(noBrowser)(
  'UI578, UI33 the title bar fits a phone: the group is behind the way back',
  async () => {
    const plan = await session('A plan with a title that is longer than a phone is wide')
    for (const look of TWO_LOOKS) {
      const page = await own.open(at(plan), look)
      await picker(page, 'Session').waitFor()
      await expect.poll(() => overflow(page)).toBe(0)
      const isNarrow = look.viewport.width === 390
      await expect.poll(() => picker(page, 'Group').isVisible()).toBe(!isNarrow)
      await picker(page, 'View').click()
      await option(page, /Group view/).waitFor()
      expect(await violations(page)).toEqual([])
      await shot(page, `around-bar-${look.viewport.width}`)
      if (!isNarrow) continue
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: /^Back to config-team/ }).click()
      await page.waitForURL(`**${own.groups('config-team')}`)
    }
  },
)

test.skipIf(noBrowser)(
  'UI587 what mentions the person in a session waits in Needs you, and leads to the message',
  async () => {
    const plan = await session('Rewrite plan')
    const old = await session('Old names')
    await interject(plan, '@human, which one?')
    for (let n = 1; n <= 3; n++) await interject(plan, `More of it, ${n}.`)
    await interject(old, '@human, are these still right?')
    await api('PATCH', `/${old}`, { status: 'archived' })
    const page = await own.open(`/leads/${own.lead.id}/needs`, WIDE)
    const needs = page.locator('.nav a', { hasText: 'Needs you' })
    // Those of other crews are on the same page.
    const card = page.locator('.need', { hasText: '@human, ' })
    for (let times = 1; times <= 2; times++) {
      await card.getByText('@human, which one?').waitFor()
      await expect.poll(() => card.count()).toBe(1)
      await expect.poll(() => needs.innerText()).toMatch(/\b1$/)
      await expect
        .poll(() => card.getByRole('link', { name: 'Rewrite plan' }).getAttribute('href'))
        .toBe(at(plan))
      await page.reload()
    }
    await card.getByRole('link', { name: 'Open message' }).click()
    await page.waitForURL(new RegExp(`/s/${plan}\\?m=`))
    await page.locator('[data-message]', { hasText: 'which one?' }).waitFor()
    await expect.poll(() => needs.innerText(), { message: 'seen' }).toMatch(/\b1$/)
    await api('POST', `/${plan}/messages`, { content: 'The first one.' })
    await expect.poll(() => needs.innerText()).not.toMatch(/1$/)
  },
)
