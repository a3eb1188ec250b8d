import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'
import { often } from './long'

const own = dashboard()

const SOURCES = path.join(import.meta.dirname, '..', 'src')
const FAILED = 'This could not be loaded. Check the connection and open it again.'
/** Letters that are keys of many pages, and a sign taken back. */
const TYPED = 'pin the vers9'
const WRITTEN = 'pin the vers'

interface Row {
  /** What is fetched later, as the source names it. */
  readonly of: string
  readonly at: () => string
  /** What stands there before; the action follows. */
  readonly ready?: (page: Page) => Promise<unknown>
  readonly act: (page: Page) => Promise<unknown>
  /** The field; null where there is none. */
  readonly field: ((page: Page) => Locator) | null
  /** What the field has before. */
  readonly before?: string
  /** Shows that it is open. */
  readonly shows?: (page: Page) => Locator
}

const overview = () => `/leads/${own.lead.id}`
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const click = (name: string | RegExp) => (page: Page) => button(page, name).click()
const key = (keys: string) => (page: Page) => page.keyboard.press(keys)
const card = (page: Page) => page.locator('[data-card]').last()
/** What has the focus by then. */
const focused = (page: Page) => page.locator(':focus')
const onCard = (page: Page) => card(page).focus()
const ownMessage = (page: Page) => page.locator('article[data-message]', { hasText: 'My own' })
/** Not before the box of the chat has taken the focus. */
const onMessage = async (page: Page) => {
  await page.locator('#composer:focus, article[data-message]:focus').first().waitFor()
  await ownMessage(page).focus()
  // Its tools are fetched as well, and are here before anything is held back.
  await page.getByRole('button', { name: 'Copy link' }).waitFor()
}

const ROWS: Readonly<Record<string, Row>> = {
  'the palette, by its key': { of: 'Palette', at: overview, ready: onCard, act: key('Control+k'), field: (page) => dialog(page, 'Jump to').getByRole('combobox') },
  'the keyboard, which has no field': { of: 'KeySheet', at: overview, ready: onCard, act: key('?'), field: null, shows: (page) => dialog(page, 'Keyboard') },
  'Give a task': { of: 'CardDialogs', at: overview, act: click('Give a task'), field: (page) => page.getByLabel('What to do') },
  'a task of a card, by its key': { of: 'CardDialogs', at: overview, ready: onCard, act: key('t'), field: (page) => page.getByLabel('What to do') },
  'an interrupt of a card, by its key': { of: 'CardDialogs', at: overview, ready: onCard, act: key('i'), field: (page) => page.getByLabel('Note (optional)') },
  'New task': { of: 'DelegateDialog', at: () => `${overview()}/reports`, act: key('n'), ready: (page) => button(page, 'New task').waitFor(), field: (page) => page.getByLabel('What to do') },
  'New group, by its key': { of: 'CreateGroupDialog', at: () => own.groups(), ready: (page) => page.locator('[data-group]').first().waitFor(), act: key('c'), field: focused, shows: (page) => dialog(page, 'New group') },
  'Add agent': { of: 'AddAgentDialog', at: () => `${overview()}/crew`, act: click('Add agent'), field: null, shows: (page) => dialog(page, 'Add an agent') },
  Invite: { of: 'InviteDialog', at: () => `${overview()}/crew`, act: click('Invite'), field: null, shows: (page) => dialog(page, 'Invite agents') },
  'Permission rules': { of: 'RulesDialog', at: () => `${overview()}/crew`, act: click('Permission rules'), field: focused, shows: (page) => dialog(page, 'Permission rules') },
  'a budget': { of: 'BudgetDialog', at: () => `${overview()}/crew?view=usage`, act: click('Set budget'), field: null, shows: (page) => dialog(page, /^Budget of/) },
  'Edit an agent': { of: 'EditAgentDialog', at: () => `${overview()}/crew/${own.dev.id}`, act: (page) => page.getByRole('link', { name: /^Edit its program/ }).click(), field: null, shows: (page) => dialog(page, /^Edit /) },
  'Delete a crew': { of: 'DeleteCrewDialog', at: () => '/?all', ready: async (page) => {
    await button(page, /^Actions for/).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).waitFor()
  }, act: (page) => page.getByRole('menuitem', { name: 'Delete…' }).click(), field: (page) => dialog(page, /^Delete /).locator('input').first() },
  'New circle': { of: 'CircleDialogs', at: () => `${overview()}/circles`, act: click('New circle'), field: focused, shows: (page) => dialog(page, 'New circle') },
  'New discussion': { of: 'NewDiscussionDialog', at: () => own.groups('config-team'), ready: async (page) => {
    await button(page, 'Sessions').click()
    await page.getByText('New discussion').first().waitFor()
  }, act: (page) => page.getByText('New discussion').first().click(), field: focused, shows: (page) => dialog(page, /^New discussion/) },
  'Add members': { of: 'AddMembersDialog', at: () => `${own.groups('config-team')}/members`, act: click(/^Add/), field: focused, shows: (page) => dialog(page, /^Add to/) },
  'a message that is changed, by its key': { of: 'EditMessage', at: () => own.groups('config-team'), ready: onMessage, act: key('e'), field: (page) => ownMessage(page).locator('textarea'), before: 'My own' },
  'Delete a message, by its key': { of: 'DeleteMessage', at: () => own.groups('config-team'), ready: onMessage, act: key('Delete'), field: null, shows: (page) => dialog(page, 'Delete this message?') },
  'Find in a group, by its key': { of: 'OpenFind', at: () => own.groups('config-team'), ready: (page) => page.locator('#composer').click(), act: key('Control+f'), field: (page) => page.getByRole('textbox', { name: /^Find in/ }) },
  'emojis of the composer': { of: 'EmojiMenu', at: () => own.groups('config-team'), act: click('Emoji'), field: focused, shows: (page) => page.getByRole('dialog') },
  'the menu of a group': { of: 'GroupMenu', at: () => own.groups('config-team'), act: click('More for this group'), field: null, shows: (page) => page.getByRole('menu') },
} // prettier-ignore

/** Have no field, are the same component elsewhere, or open only with a mouse. */
const NO_ROW: readonly string[] = [
  'GroupSessionsMenu',
  'MemberMenu',
  'MessageSheet',
  'MessageVersions',
  // Its page gives the focus to a field of its own meanwhile.
  'NewCrewDialog',
  'ReactMenu',
  // The same dialog with a choice of the group.
  'StartDiscussionDialog',
]

/** What a page asks the server to change. */
function changes(page: Page): string[] {
  const made: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Reading is noted wherever somebody reads.
    if (request.method() !== 'GET' && !pathname.endsWith('/read')) made.push(pathname)
  })
  return made
}

/** Keeps scripts back that the page asks for from now on. */
async function gate(page: Page): Promise<{ readonly open: () => Promise<void>; readonly asked: () => number }> {
  const waiting: (() => void)[] = []
  let isOpen = false
  let asked = 0
  await page.route('**/assets/*.js', async (route) => {
    asked++
    if (!isOpen) await new Promise<void>((go) => waiting.push(go))
    await route.continue()
  })
  return {
    open: () => {
      isOpen = true
      for (const go of waiting) go()
      return Promise.resolve()
    },
    asked: () => asked,
  }
} // prettier-ignore

async function ready(row: Row): Promise<{ readonly page: Page; readonly made: string[] }> {
  const page = await own.open(row.at())
  await page.locator('main h1, main textarea, main button').first().waitFor()
  await page.waitForLoadState('networkidle')
  await row.ready?.(page)
  return { page, made: changes(page) }
}

async function type(page: Page): Promise<void> {
  await page.keyboard.type(TYPED)
  await page.keyboard.press('Backspace')
}

async function isPaused(): Promise<boolean> {
  const { state } = await own.server.call<{ state: { lead: { paused: boolean } } }>(
    'GET',
    `/api/lead/${own.lead.id}/snapshot`,
  )
  return state.lead.paused
}

/** The field has what was typed, and nothing else came of it. */
async function written(row: Row, page: Page, made: readonly string[], text = WRITTEN): Promise<void> {
  await (row.shows ?? row.field)?.(page).waitFor()
  const value = () => row.field?.(page).inputValue()
  if (row.field) await expect.poll(value).toBe(text)
  expect([made, await isPaused()]).toEqual([[], false])
  expect(await page.getByLabel('Opening', { exact: true }).count(), 'nothing is left of it').toBe(0)
} // prettier-ignore

const rows = Object.entries(ROWS)
/** The focus is on the button of this one: who types on presses it. */
const toField = rows.filter(([, { of }]) => of !== 'DeleteMessage')
const some = (...names: string[]) => toField.filter(([name]) => names.includes(name))
/** One of each kind: by a key, by a click, on a page of its own, in a place that has text before. */
const KINDS = some(
  'the palette, by its key',
  'Give a task',
  'New group, by its key',
  'a message that is changed, by its key',
)

test.skipIf(noBrowser).for(often(KINDS, rows))('UI860 what is typed is kept for it while it is fetched, and nothing else comes of it: %s', async ([, row]) => {
  await own.writeTo('config-team', 'My own')
  const { page, made } = await ready(row)
  const scripts = await gate(page)
  await row.act(page)
  await expect.poll(scripts.asked).toBeGreaterThan(0)
  await type(page)
  await scripts.open()
  await written(row, page, made, (row.before ?? '') + WRITTEN)
}) // prettier-ignore

test.skipIf(noBrowser).for(often(KINDS.slice(0, 2), toField))('UI860 … when it is typed at once, the first time and the second: %s', async ([, row]) => {
  await own.writeTo('config-team', 'My own')
  const { page, made } = await ready(row)
  await row.act(page)
  await type(page)
  await written(row, page, made, (row.before ?? '') + WRITTEN)
  if (!row.field || row.before !== undefined) return
  await row.field(page).fill('')
  await page.keyboard.press('Escape')
  await (row.shows ?? row.field)(page).waitFor({ state: 'detached' })
  await row.ready?.(page)
  await row.act(page)
  await type(page)
  await written(row, page, made)
}) // prettier-ignore

test.skipIf(noBrowser).for(often(KINDS.slice(1, 2), toField))('UI861 if it cannot be fetched, the page says so, what was typed does nothing, and it opens the next time: %s', async ([, row]) => {
  await own.writeTo('config-team', 'My own')
  const { page, made } = await ready(row)
  own.watch.areFailuresExpected = true
  await page.route('**/assets/*.js', (route) => route.abort())
  await row.act(page)
  await type(page)
  await page.getByText(FAILED).waitFor()
  expect([made, await isPaused()]).toEqual([[], false])
  await page.keyboard.press('Escape')
  await page.unroute('**/assets/*.js')
  await row.ready?.(page)
  await row.act(page)
  await (row.shows ?? row.field)?.(page).waitFor()
}) // prettier-ignore

test.skipIf(noBrowser)(
  'UI860 Enter is kept as well: the palette takes what the words find',
  async () => {
    const { page } = await ready(ROWS['the palette, by its key'] as Row)
    const scripts = await gate(page)
    await page.keyboard.press('Control+k')
    await expect.poll(scripts.asked).toBeGreaterThan(0)
    await page.keyboard.type('release-gate')
    await page.keyboard.press('Enter')
    await scripts.open()
    await page.waitForURL('**/groups/release-gate')
  },
)

test.skipIf(noBrowser)(
  'UI860 Escape takes back what is being opened, and a click elsewhere what was typed',
  async () => {
    const row = ROWS['Give a task'] as Row
    const { page, made } = await ready(row)
    const scripts = await gate(page)
    await row.act(page)
    await expect.poll(scripts.asked).toBeGreaterThan(0)
    await page.keyboard.type('pp')
    await page.keyboard.press('Escape')
    await scripts.open()
    await page.waitForLoadState('networkidle')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await row.act(page)
    await written(row, page, made, '')
  },
)

test.skipIf(noBrowser)(
  'UI860 a click on a group while its page is fetched: letters are for its box, and the page before has none of them',
  async () => {
    const page = await own.open(overview())
    await page.waitForLoadState('networkidle')
    const made = changes(page)
    const scripts = await gate(page)
    await page.locator('a[href$="/groups"]').first().click()
    await expect.poll(scripts.asked).toBeGreaterThan(0)
    await page.keyboard.type('p')
    await scripts.open()
    await page.waitForURL('**/groups**')
    await page.locator('[data-group]').first().waitFor()
    expect(made.join(' ')).toBe('')
    expect(await isPaused()).toBe(false)
  },
)

test('UI860 everything that is fetched when it is opened has a row here', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx') || file.endsWith('-later.ts')) // prettier-ignore
  const names = files.flatMap(
    (file) =>
    [...readFileSync(path.join(SOURCES, file), 'utf8').matchAll(/const (\w+) = openedLater\(/g)].map(([, name]) => name), // prettier-ignore
  )
  const covered = [...rows.map(([, { of }]) => of), ...NO_ROW]
  expect(new Set(names)).toEqual(new Set(covered))
})
