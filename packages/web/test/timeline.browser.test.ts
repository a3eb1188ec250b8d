import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { driftWhile, gap, placeOf, stillAnchor } from './log-place'
import type { CreatedAgent } from './server-process'
import { setStage, Stage } from './stage'
import { readInbox } from './work-crew'
import { isLong, often } from './long'
import { settled } from './settled'

/** Several pages of them. */
const MESSAGES = often(140, 240)

const own = setStage(new Stage(), fill)
const { server } = own
let lead: CreatedAgent
let dev: CreatedAgent

async function fill(): Promise<void> {
  lead = await server.createLead('atlas-refactor')
  dev = await server.createAgent(lead.id, 'developer')
  await server.createGroup(lead.id, 'config-team', [dev.id])
  for (let n = 1; n <= MESSAGES; n++) await post(`${n} ${'word '.repeat((n * 7) % 60)}`)
}

const group = () => `/leads/${lead.id}/groups/config-team`

const post = (content: string) => own.write(lead.id, 'config-team', content)

async function openChat(viewport = { width: 1280, height: 800 }): Promise<Page> {
  const page = await own.newPage({ viewport })
  await page.goto(await server.link(group()))
  await page.locator('[data-message]').first().waitFor()
  await expect.poll(() => gap(page)).toBeLessThanOrEqual(1)
  return page
}

test.skipIf(noBrowser)(
  'UI39 at the end the timeline stays there, whatever grows or shrinks',
  async () => {
    const page = await openChat()
    for (let n = 0; n < 20; n++) await post(`burst ${n} ${'word '.repeat(n * 5)}`)
    await page.locator('.log').getByText('burst 19').waitFor()
    expect(await settled(() => gap(page))).toBeLessThanOrEqual(1)
    await page.getByLabel('Message config-team').fill('a\nb\nc\nd\ne\nf\ng\nh')
    expect(await settled(() => gap(page))).toBeLessThanOrEqual(1)
    await page.setViewportSize({ width: 1280, height: 500 })
    expect(await settled(() => gap(page))).toBeLessThanOrEqual(1)
    await expect.poll(() => page.locator('[data-message]').count()).toBeLessThan(60)
  },
)

test.skipIf(noBrowser)(
  'UI40 while one reads further up nothing moves, and a pill counts what is new',
  async () => {
    const page = await openChat()
    await page.locator('.log').evaluate((log) => log.scrollBy(0, -1_500))
    const before = await stillAnchor(page)
    await server.post(dev, 'config-team', 'While you were reading')
    await page.getByText('1 new message').waitFor()
    expect(Math.abs((await placeOf(page, before.id)) - before.y)).toBeLessThanOrEqual(1)
    expect(await page.locator('.nav .badge').innerText(), 'not seen is not read').toBe('1')
    await page.getByText('1 new message').click()
    await page.getByText('While you were reading').last().waitFor()
    await expect.poll(() => gap(page)).toBeLessThanOrEqual(1)
    await expect.poll(() => page.locator('.nav .badge').count()).toBe(0)
  },
)

test.skipIf(noBrowser)(
  'UI41 earlier messages load on the way up, to the first, without a jump',
  async () => {
    const page = await openChat()
    const isAtTop = async () => (await page.getByText('created the group').count()) > 0
    const drift = await driftWhile(page, -250, isAtTop)
    await page.getByText('created the group').waitFor()
    const first = page.locator('[data-message]').filter({ hasText: /^.*?1\s+word/ })
    await expect.poll(() => first.count()).toBeGreaterThan(0)
    expect(drift).toBeLessThanOrEqual(1)
  },
)

test.skipIf(noBrowser)(
  'UI141 a link to the first message shows it, marked, with a way back to the newest, and one to none says so',
  async () => {
    const id = await own.server
      .call<{ messages: { id: string }[] }>(
        'GET',
        `/api/lead/${lead.id}/groups/config-team/messages?after=0&limit=5`,
      )
      .then(({ messages }) => messages.at(-1)?.id ?? '')
    const page = await own.newPage()
    await page.goto(await server.link(`${group()}?m=${id}`))
    await page.locator(`.flash [data-message="${id}"]`).waitFor()
    await page.getByRole('button', { name: 'Back to latest' }).click()
    await expect.poll(() => gap(page)).toBeLessThanOrEqual(1)
    await page.goto(`${server.url}${group()}?m=no-such-message`)
    await page.getByText("That message isn't in this group.").waitFor()
    own.watch.wrong = own.watch.wrong.filter((text) => !text.includes('404'))
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI48 a held group says so, why and until when, and a person ends the hold there',
  async () => {
    const qa = await server.createAgent(lead.id, 'qa-tester')
    await server.createGroup(lead.id, 'thanks', [dev.id, qa.id])
    const page = await own.newPage()
    await page.goto(await server.link(`/leads/${lead.id}/groups/thanks`))
    await page.getByText('No messages yet').first().waitFor()
    const held = page.getByTestId('held')
    await expect.poll(() => held.count()).toBe(0)
    await readInbox(server, dev)
    for (let turn = 0; turn < 14; turn++) {
      const [from, to] = turn % 2 === 0 ? [dev, qa] : [qa, dev]
      await server.post(from, 'thanks', turn % 2 === 0 ? 'Thanks, will do!' : "You're welcome 👍")
      await readInbox(server, to)
    }
    await held.getByText(/On hold until \d/).waitFor()
    await expect
      .poll(() => held.innerText())
      .toContain(
        `Developer (${dev.id.slice(0, 8)}) and QA Tester (${qa.id.slice(0, 8)}) answered each other 40 times in a row.`,
      )
    await page.locator('[data-group="thanks"] .tag', { hasText: 'On hold' }).waitFor()
    if (process.env['CREWROOM_SHOTS'])
      await page.screenshot({ path: `${process.env['CREWROOM_SHOTS']}/held.png` })
    await held.getByRole('button', { name: 'Deliver now' }).click()
    await expect.poll(() => held.count()).toBe(0)
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI45 while a person writes, a line says whom it wakes, and nothing moves for it',
  async () => {
    const qa = await server.createAgent(lead.id, 'qa-tester')
    await server.createGroup(lead.id, 'release-gate', [dev.id, qa.id])
    const page = await own.newPage()
    await page.goto(await server.link(`/leads/${lead.id}/groups/release-gate`))
    const box = page.getByLabel('Message release-gate')
    await box.waitFor()
    const line = page.locator('.comp .wakes')
    const place = () => page.locator('.comp').boundingBox()
    const before = await place()
    await expect.poll(() => line.textContent()).toBe('')
    await box.fill('Please look at it')
    const label = (role: string, id: string) => `${role} (${id.slice(0, 8)})`
    await expect
      .poll(() => line.textContent())
      .toBe(`Wakes Project Lead, ${label('Developer', dev.id)} and 1 more`)
    expect(await place()).toEqual(before)

    await server.call('POST', `/api/lead/${lead.id}/groups/release-gate/pause`)
    await expect
      .poll(() => line.textContent())
      .toBe('Wakes nobody: they read it when the pause ends')
    await server.call('POST', `/api/lead/${lead.id}/groups/release-gate/resume`)
    await server.call('POST', `/api/agents/${qa.id}/terminate`)
    const both = `Wakes Project Lead, ${label('Developer', dev.id)}`
    await expect.poll(() => line.textContent()).toBe(both)
    const posted = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.keyboard.press('Enter')
    const reply = (await (await posted).json()) as { wakes: string[] }
    expect(reply.wakes).toEqual([lead.id, dev.id])
    await expect.poll(() => line.textContent()).toBe('')
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI129 a pause is told in the chat, whatever was paused, and a person ends it there',
  async () => {
    await server.createGroup(lead.id, 'quiet', [dev.id])
    const page = await own.newPage()
    await page.goto(await server.link(`/leads/${lead.id}/groups/quiet`))
    const strip = page.locator('.chat .banner')
    await page.getByLabel('Message quiet').waitFor()
    await expect.poll(() => strip.count()).toBe(0)
    for (const [path, words] of [
      ['/api/pause', 'All crews are paused.'],
      [`/api/lead/${lead.id}/pause`, 'The crew is paused.'],
      [`/api/lead/${lead.id}/groups/quiet/pause`, 'The group is paused.'],
    ] as const) {
      await server.call('POST', path)
      await strip.getByText(words).waitFor()
      await strip.getByRole('button', { name: 'Resume' }).click()
      await expect.poll(() => strip.count()).toBe(0)
    }
  },
)
