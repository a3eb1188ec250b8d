import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { patience } from '../../shared/test/patience'
import { KEY_WORDS } from '../src/shell/key-words'
import { ANY_OTHER, KEYMAP, type KeyId } from '../src/shell/keymap'
import { noBrowser } from './chromium'
import { dashboard, rowBadge } from './dashboard'
import { focused } from './groups-floor'
import { isLong } from './long'
import { settled } from './settled'
import { sequence } from './key-sequence'

const own = dashboard()
// The section of transcripts is there where a folder is named.
own.server.settings = { transcripts: { roots: [own.server.data] } }

const BOX = 'Message config-team'
const box = (page: Page) => page.locator('#composer')
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const articleWith = (page: Page, text: string) =>
  page.locator('article[data-message]', { hasText: text })
/** The words of the message that has the focus, or in which something has it. */
const focusedWords = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('article')?.textContent ?? '')

/** As a keyboard would press what the table writes: `alt+ArrowUp`, `g a`. */
async function press(page: Page, keys: string): Promise<void> {
  if (/^[a-z] [a-z]$/.test(keys)) return sequence(page, ...keys.split(' '))
  for (const one of keys === ANY_OTHER ? ['x'] : keys.split(' ')) {
    const combination = one
      .split(/\+(?=.)/)
      .map((part) => ({ mod: 'Control', alt: 'Alt', shift: 'Shift' })[part] ?? part)
    await page.keyboard.press(combination.join('+'))
  }
}

async function freshChat(page: Page): Promise<void> {
  await page.goto(`${own.server.url}${own.groups('config-team')}`)
  await articleWith(page, 'Last words').waitFor()
  await expect.poll(() => focused(page)).toBe(BOX)
}

/** Opens the group again from another one, wherever a key has led: much sooner than a page of its own for every key. */
async function openAgain(page: Page): Promise<void> {
  if (!page.url().includes('/groups')) await page.goBack()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  for (const name of ['release-gate', 'config-team']) {
    if (page.url().includes(`/groups/${name}`)) continue
    await page.locator(`[data-group="${name}"]`).click()
    await opened(name)(page)
  }
  await articleWith(page, 'Last words').waitFor()
}

const inContent = (section: string, wanted: RegExp) => async (page: Page) => {
  await page.waitForURL((url) => `${url.pathname}${url.search}`.endsWith(section))
  const where = () =>
    page.evaluate(() => {
      const { activeElement: own } = document
      return `${own?.closest('main, .list')?.tagName} ${own?.tagName} ${own?.textContent}`
    })
  await expect.poll(where).toMatch(wanted)
}
const opened = (name: string) => async (page: Page) => {
  await page.waitForURL(`**/groups/${name}`)
  await expect.poll(() => focused(page)).toBe(`Message ${name}`)
}

/** The keys of other pages are pressed there. */
const ELSEWHERE = ['Overview', 'Reports', 'Needs you', 'Lanes', 'Sessions', 'Transcripts'] as const
type KeyOfGroups = {
  [Id in KeyId]: (typeof KEY_WORDS)[Id]['section'] extends (typeof ELSEWHERE)[number] ? never : Id
}[KeyId]

/** What each key must have led to, pressed in an open group where nothing has the focus. */
const LEADS_TO: Readonly<Record<KeyOfGroups, (page: Page, key: string) => Promise<unknown>>> = {
  jump: (page) => dialog(page, 'Jump to').waitFor(),
  help: (page) => dialog(page, 'Keyboard').waitFor(),
  // Nothing was done that it could take back: it is a letter like others.
  undo: async (page) => {
    await expect.poll(() => box(page).inputValue()).toBe('z')
  },
  goOverview: (page) => inContent(`/leads/${own.lead.id}`, /^MAIN H1 /)(page),
  goActivity: inContent('/activity', /^MAIN H1 Activity/),
  goComms: inContent('/comms', /^MAIN H[12] /),
  goReports: inContent('/reports', /^MAIN H1 Reports/),
  goGroups: inContent('/groups', /^SECTION A /),
  goCrew: inContent('/crew', /^MAIN H1 Crew/),
  goNeeds: inContent('/needs', /^MAIN H1 Needs you/),
  goTranscripts: inContent('/transcripts', /^MAIN H1 Open a transcript/),
  goDiscussions: inContent('/discussions', /^MAIN H1 Discussions/),
  goCircles: inContent('/circles', /^MAIN H1 Open a circle/),
  goHome: inContent('/?all', /^MAIN H1 Crews/),
  previousGroup: opened('release-gate'),
  nextGroup: opened('release-gate'),
  previousUnread: opened('release-gate'),
  nextUnread: opened('release-gate'),
  newGroup: (page) => dialog(page, 'New group').waitFor(),
  filterGroups: (page) => expect.poll(() => focused(page)).toMatch(/filter/i),
  details: (page) =>
    page.getByRole('complementary', { name: 'Group details' }).waitFor({ state: 'detached' }),
  find: (page) => expect.poll(() => focused(page)).toBe('Find in config-team'),
  nextMessage: (page) => expect.poll(() => focusedWords(page)).toContain('Last words'),
  previousMessage: (page) => expect.poll(() => focusedWords(page)).toContain('Last words'),
  openMessage: async (page) => {
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON')
    await expect.poll(() => focusedWords(page)).toContain('Last words')
  },
  leaveMessage: async (page) => {
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('ARTICLE')
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe(BOX)
  },
  firstMessage: (page) => expect.poll(() => focusedWords(page)).toContain('First words'),
  latestMessage: (page) => expect.poll(() => focusedWords(page)).toContain('Last words'),
  react: (page) => expect.poll(() => focused(page)).toBe('Search emoji'),
  quickReact: async (page, key) => {
    const pill = articleWith(page, 'Last words').locator('.rx button[aria-pressed="true"]')
    const emoji = ['👍', '👎', '🎉', '❤️', '🤔', '👀'][Number(key) - 1] ?? 'none'
    await pill.filter({ hasText: emoji }).waitFor()
  },
  reply: async (page) => {
    await expect.poll(() => focused(page)).toBe(BOX)
    await page.getByRole('group', { name: 'Reply' }).waitFor()
    await page.keyboard.press('Escape')
  },
  markUnread: (page) => page.getByRole('separator', { name: '1 new message' }).waitFor(),
  // The message under the keys is an agent's: what is one's own is in message-changes.browser.test.ts.
  editMessage: async (page) => {
    expect(await page.getByLabel('Change the message').count()).toBe(0)
  },
  deleteMessage: async (page) => {
    expect(await page.getByRole('dialog').count()).toBe(0)
  },
  copyLink: async (page) => {
    await page.getByText(/link.*copied/i).waitFor()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('?m=')
  },
  write: async (page) => {
    await expect.poll(() => focused(page)).toBe(BOX)
    await expect.poll(() => box(page).inputValue()).toBe('x')
  },
}

test.skipIf(noBrowser || !isLong)(
  'UI371 every key of the sheet does what it says in a group that was just opened',
  async () => {
    await own.say('config-team', 'First words')
    await own.say('config-team', 'Last words')
    const page = await own.open(own.groups('config-team'), {
      viewport: { width: 1440, height: 800 },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await freshChat(page)
    for (const [id, keys] of Object.entries(KEYMAP)) {
      const { label, section } = KEY_WORDS[id as KeyId]
      if (ELSEWHERE.some((other) => other === section)) continue
      for (const key of keys) {
        await openAgain(page)
        if (id.endsWith('Unread')) {
          // Not before: an earlier visit to that group would read it.
          await own.say('release-gate', 'Something new')
          await rowBadge(page, 'release-gate').first().waitFor()
        }
        await page.keyboard.press('Escape')
        await press(page, key)
        await LEADS_TO[id as KeyOfGroups](page, key).catch((error: unknown) => {
          throw new Error(`${key}: ${label}`, { cause: error })
        })
        if (await box(page).count()) await box(page).fill('')
      }
    }
  },
  patience(180_000),
)

test.skipIf(noBrowser)(
  'UI371 in a field, a dialog, a menu or a popover no key of the sheet does anything else',
  async () => {
    await own.say('config-team', 'Last words')
    const page = await own.open(own.groups('config-team'), {
      viewport: { width: 1440, height: 800 },
    })
    const address = page.url()
    const signs = [...new Set(Object.values(KEYMAP).flatMap((keys) => keys as readonly string[]))]
      .filter((key) => key.length === 1)
      .filter((key) => key !== '@')
    await freshChat(page)
    for (const sign of signs) await page.keyboard.press(sign)
    await expect.poll(() => box(page).inputValue()).toBe(signs.join(''))
    await box(page).fill('')

    const isStill = async (what: string) => {
      for (const sign of [...signs, 'x']) await page.keyboard.press(sign)
      expect(page.url(), what).toBe(address)
      await expect
        .poll(() => page.locator('dialog[open]').count(), { message: what })
        .toBeLessThanOrEqual(1)
      await expect.poll(() => page.locator('.rx button').count(), { message: what }).toBe(0)
      await expect.poll(() => box(page).inputValue(), { message: what }).toBe('')
    }
    await page.getByRole('button', { name: 'Details' }).first().focus()
    await page.keyboard.press('?')
    await dialog(page, 'Keyboard').waitFor()
    await isStill('a dialog')
    await page.keyboard.press('Escape')
    await page.locator('[data-group="config-team"]').focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menu').waitFor()
    await isStill('a menu')
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await box(page).focus()
    await page.getByRole('button', { name: 'Emoji' }).click()
    await page.getByLabel('Search emoji').waitFor()
    await page.locator('.emo').first().focus()
    await isStill('a popover')
  },
)

test.skipIf(noBrowser)(
  'UI372 who comes to a group goes on in its box, on a phone without its keyboard, and by a link at the message',
  async () => {
    await own.say('config-team', 'Last words')
    const id = await own.writeTo('release-gate', 'Go to this')
    const page = await own.open(own.groups(), { viewport: { width: 1440, height: 800 } })
    await page.locator('[data-group="config-team"]').click()
    await expect.poll(() => focused(page)).toBe(BOX)
    await box(page).fill('half a thought')
    await page.keyboard.press('Alt+ArrowDown')
    await opened('release-gate')(page)
    await page.keyboard.press('Alt+ArrowDown')
    await opened('config-team')(page)
    await page.keyboard.type(' goes on')
    await expect.poll(() => box(page).inputValue()).toBe('half a thought goes on')
    await page.goto(`${own.server.url}${own.groups('release-gate')}?m=${id}`)
    await expect.poll(() => focusedWords(page)).toContain('Go to this')

    const phone = await own.open(own.groups(), {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    await phone.locator('[data-group="config-team"]').tap()
    await articleWith(phone, 'Last words').waitFor()
    const inChat = () => phone.evaluate(() => document.activeElement?.closest('main')?.ariaLabel)
    await expect.poll(inChat).toBe('config-team')
    expect(await settled(() => focused(phone))).not.toBe(BOX)
  },
)

test.skipIf(noBrowser)('UI371 with letters turned off as keys all of them write', async () => {
  await own.say('config-team', 'Last words')
  const page = await own.open('/settings')
  await page
    .getByLabel(/letter/i)
    .first()
    .click()
  await freshChat(page)
  await page.keyboard.press('Escape')
  await page.keyboard.type('jump 1?')
  await expect.poll(() => box(page).inputValue()).toBe('jump 1?')
})
