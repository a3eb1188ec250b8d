import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflow, TWO_LOOKS, violations } from './axe'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'
import { focused } from './groups-floor'
import { often } from './long'
import { settled } from './settled'
import { shot } from './stage'

const own = dashboard()

const GROUP = 'config-team'
const WIDE = { viewport: { width: 1440, height: 900 } }

interface Said {
  readonly id: string
  readonly content: string
  readonly replyTo?: { readonly id: string; readonly n: number }
}

const at = (path: string) => `/api/lead/${own.lead.id}/groups/${GROUP}${path}`
/** Somebody says something by REST. */
async function says(body: object, token = own.server.token, path = ''): Promise<Said> {
  const url = at(`${path}/messages`)
  return (await own.server.call<{ message: Said }>('POST', url, body, token)).message
}
async function newest(path = ''): Promise<Said | undefined> {
  const page = await own.server.call<{ messages: Said[] }>('GET', at(`${path}/messages?limit=1`))
  return page.messages.at(-1)
}
const row = (page: Page, id: string) => page.locator(`article[data-message="${id}"]`)
const quoteIn = (page: Page, id: string) => row(page, id).locator('button.quote')
const strip = (page: Page) => page.getByRole('group', { name: 'Reply', exact: true })
const box = (page: Page) => page.locator('#composer')
const focusedId = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['message'])
/** It takes the focus some frames after what opens it, and letters typed before are keys. */
const isInBox = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('composer')
const isInView = (page: Page, id: string) =>
  row(page, id).evaluate((article) => {
    const log = article.closest('.log')?.getBoundingClientRect()
    const { top, bottom } = article.getBoundingClientRect()
    return log !== undefined && top >= log.top && bottom <= log.bottom
  })

test.skipIf(noBrowser)(
  'UI643, UI644, UI645, UI646, UI651 a message is replied to by r, and its quote leads to it, however old it is',
  async () => {
    const first = await says({ content: 'Which `theta`\nis **right**?\u202E' }, own.dev.token)
    const filler = Array.from({ length: 130 }, (_, n) => ({ content: `Filler ${n}` }))
    await Promise.all(filler.map((body) => says(body)))
    const near = await says({ content: 'Ten thousand.', replyTo: '#1' })
    const shortId = own.dev.id.slice(0, 8)
    const page = await own.open(own.groups(GROUP), WIDE)
    await expect
      .poll(() => quoteIn(page, near.id).innerText())
      .toMatch(
        new RegExp(
          `^Replies to\\s+Developer\\s+${shortId}\\s+Which theta is \\*\\*right\\*\\*\\?⟪U\\+202E⟫\\s+#1$`,
        ),
      )

    // What is replied to by a key: the newest message has the focus of the keys.
    await isInBox(page)
    await page.keyboard.press('Escape')
    await row(page, near.id).focus()
    await page.keyboard.press('r')
    await expect.poll(() => focused(page)).toBe(`Message ${GROUP}`)
    await expect
      .poll(() => strip(page).innerText())
      .toMatch(/^Replying to yourself\s+#132\s+Ten thousand\.$/)
    await page.keyboard.press('Escape')
    await expect.poll(() => strip(page).count()).toBe(0)
    expect(await focused(page), 'the box keeps the focus').toBe(`Message ${GROUP}`)

    // It is not loaded: a part of the history comes, and Back leads back.
    await quoteIn(page, near.id).click()
    await row(page, first.id).waitFor()
    await expect.poll(() => focusedId(page)).toBe(first.id)
    await expect.poll(() => isInView(page, first.id)).toBe(true)
    expect(new URL(page.url()).searchParams.get('m')).toBe(first.id)
    await page.goBack()
    await row(page, near.id).waitFor()
    await settled(() => focused(page))
    await page.goForward()
    await expect.poll(() => focusedId(page)).toBe(first.id)
    await row(page, first.id).hover()
    await page.getByRole('button', { name: 'Reply', exact: true }).click()
    await expect.poll(() => strip(page).innerText()).toContain(`Replying to Developer (${shortId})`)
    await isInBox(page)
    await page.keyboard.type('It is')
    await page.reload()
    await expect.poll(() => box(page).inputValue()).toBe('It is')
    await expect.poll(() => strip(page).innerText()).toContain('Which theta is')
    // The message in the address takes the focus once it is there.
    await row(page, first.id).waitFor()
    await settled(() => focusedId(page))
    await box(page).press('End')
    await page.keyboard.type(' fine.')
    await page.keyboard.press('Enter')
    await expect.poll(() => strip(page).count()).toBe(0)
    await expect.poll(newest).toMatchObject({ content: 'It is fine.', replyTo: { id: first.id } })
    const { id } = (await newest()) ?? first
    await quoteIn(page, id).waitFor()
    await expect.poll(() => isInView(page, id)).toBe(true)

    // What is loaded is scrolled to, by Enter as well.
    const last = await says({ content: 'Then so be it.', replyTo: id }, own.dev.token)
    await row(page, last.id).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON')
    await quoteIn(page, last.id).focus()
    const address = page.url()
    await page.keyboard.press('Enter')
    await expect.poll(() => focusedId(page)).toBe(id)
    await expect.poll(() => isInView(page, id)).toBe(true)
    expect(page.url()).toBe(address)

    // One that cannot be shown leaves everything as it is. It is not loaded: nothing earlier than the newest page comes.
    own.watch.areFailuresExpected = true
    await page.route('**/timeline?*before=*', () => {})
    await page.goto(`${own.server.url}${own.groups(GROUP)}`)
    await row(page, last.id).waitFor()
    const here = page.url()
    const gone = { error: { code: 'message_not_found', message: 'No such message.' } }
    await page.route('**/timeline?*around=*', (route) => route.fulfill({ status: 404, json: gone }))
    const other = await says({ content: 'And this?', replyTo: '#2' })
    await quoteIn(page, other.id).click()
    await page.getByText("That message can't be shown: it isn't in this group.").waitFor()
    expect([page.url(), await isInView(page, other.id)]).toEqual([here, true])
  },
)

test.skipIf(noBrowser)(
  'UI647, UI645, UI646 a reply in a session waits with its quote for the server, and calls whom it replies to',
  async () => {
    await own.server.call('PATCH', at(''), { chat: { broadcastMode: 'mention_only' } })
    const { session } = await own.server.call<{ session: { id: string } }>(
      'POST',
      at('/sessions'),
      {
        agents: [own.dev.id],
      },
    )
    const path = `/sessions/${session.id}`
    const asked = await says({ content: 'Shall I begin?' }, own.dev.token, path)
    const page = await own.open(`${own.groups(GROUP)}/s/${session.id}`, WIDE)
    await isInBox(page)
    await row(page, asked.id).focus()
    await page.keyboard.press('r')
    await strip(page).waitFor()
    await isInBox(page)
    await page.keyboard.type('Yes.')
    await page.getByText('Asks Developer').waitFor()

    own.watch.areFailuresExpected = true
    await page.route('**/messages', (route) => route.abort('internetdisconnected'))
    await page.keyboard.press('Enter')
    const pending = page.locator('.m-row.pending')
    await pending.getByText('Waiting for connection').waitFor()
    await expect.poll(() => pending.locator('.quote').innerText()).toContain('Shall I begin?')
    expect(await strip(page).count()).toBe(0)
    await page.unroute('**/messages')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect
      .poll(() => newest(path))
      .toMatchObject({ content: 'Yes.', replyTo: { id: asked.id, n: 1 } })
    const { id } = (await newest(path)) ?? asked
    await quoteIn(page, id).press('Enter')
    await expect.poll(() => focusedId(page)).toBe(asked.id)

    await row(page, asked.id).focus()
    await page.keyboard.press('r')
    await strip(page).getByRole('button', { name: 'Write without replying' }).click()
    await expect.poll(() => strip(page).count()).toBe(0)
    await own.server.call('PATCH', at(path), { status: 'archived' })
    await page.getByRole('button', { name: 'Unarchive' }).waitFor()
    await row(page, asked.id).hover()
    await page.getByRole('button', { name: 'Copy link' }).waitFor()
    expect(await page.getByRole('button', { name: 'Reply', exact: true }).count()).toBe(0)
  },
)

const PARTS = [
  { type: 'text', text: 'The run is **done**, `theta` holds:' },
  { type: 'image', url: 'https://runs.example/loss.png', altText: 'Loss by step' },
  {
    type: 'file',
    url: 'https://runs.example/files/7',
    name: 'measured-over-all-of-the-long-night-of-the-second-run.csv',
    mimeType: 'text/csv',
    size: 48_210,
  },
  { type: 'text', text: 'Shall I merge?' },
]

test.skipIf(noBrowser)(
  'UI648, UI649, UI650 parts are texts and links from which nothing is loaded, and all of it reads well',
  async () => {
    await says({ parts: PARTS }, own.dev.token)
    const reply = await says({ content: 'Yes, go on.', replyTo: '#1' })
    await says({ content: 'Merged.', replyTo: reply.id }, own.dev.token)
    for (const look of often(TWO_LOOKS.slice(1), TWO_LOOKS)) {
      const page = await own.open(own.groups(GROUP), look)
      const links = page.locator('a.m-link')
      await expect
        .poll(() => links.evaluateAll((all) => all.map((a) => a.getAttribute('href'))))
        .toEqual(['https://runs.example/loss.png', 'https://runs.example/files/7'])
      for (const link of await links.all()) {
        expect(await link.getAttribute('target')).toBe('_blank')
        expect(await link.getAttribute('rel')).toMatch(/^noopener noreferrer\b/)
      }
      const words = (await page.locator('article', { has: links }).innerText()).replace(/\s+/g, ' ')
      expect(words).toContain('done, theta holds: Loss by step runs.example')
      expect(words).toMatch(/second-run\s?\.csv text\/csv · 48 kB · runs\.example/)
      await quoteIn(page, reply.id).waitFor()
      await settled(() => focused(page))
      await row(page, reply.id).focus()
      await page.keyboard.press('r')
      await strip(page).waitFor()
      await page.locator('.rcp button').first().waitFor()
      expect(await page.locator('.log img').count()).toBe(0)
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      await shot(page, `replies-${look.colorScheme}-${look.viewport.width}`)
      expect(await violations(page, { within: ['.chat'] }), look.colorScheme).toEqual([])
      await page.context().close()
    }
    const page = await own.newPage(WIDE)
    own.watch.areFailuresExpected = true
    await page.route(/\/assets\/replies-[^/]+\.js$/, (route) => route.abort())
    await page.goto(await own.server.link(own.groups(GROUP)))
    await page.getByRole('link', { name: 'Loss by step' }).waitFor()
    await box(page).fill('Without it')
    await page.keyboard.press('Enter')
    await expect.poll(newest).toMatchObject({ content: 'Without it' })
  },
)
