import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { overflow, violations } from './axe'
import { noBrowser } from './chromium'
import { isLong } from './long'
import { DiscussionTalk } from './discussion-talk'
import { documented } from './documented'
import { createSessionCrew, type SessionCrew } from './session-crew'
import { setStage, shot, Stage } from './stage'
import { sequence } from './key-sequence'
import { tellOnline } from './visit'

const own = setStage(new Stage())
let crew: SessionCrew
beforeEach(async () => {
  if (!noBrowser) crew = await createSessionCrew(own.server)
})

const GUIDE = 'sessions-and-discussions.md'
const WIDE = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }
const GOAL = 'What should `scaling=None` mean: off, or inherit from base? Agree on one.'
const ASKED = 'It changes the public API. Keep None or add Inherit?'

const bar = (page: Page) => page.getByRole('region', { name: 'Discussion', exact: true })
const turn = (page: Page) => page.getByRole('group', { name: 'Your turn' })
const end = (page: Page) => page.getByRole('region', { name: 'End of the discussion' })
const pieces = (page: Page) =>
  bar(page)
    .getByRole('progressbar', { name: 'Rounds' })
    .locator('i')
    .evaluateAll((all) => all.map((one) => one.dataset['is'] ?? '-').join(' '))
const roundText = (page: Page, n: number) =>
  page
    .locator('.dn-step')
    .nth(n - 1)
    .innerText()

test.skipIf(noBrowser)(
  'UI203, UI620, UI624, UI625, UI628, UI630, UI631, UI632 a discussion with a turn of the person, from the dialog to its summary',
  async () => {
    const { ada, dora } = crew
    const page = await own.open(`/leads/${crew.lead.id}/groups/${crew.group}?new=discussion`, WIDE)
    const dialog = page.getByRole('dialog', { name: 'New discussion in config-team' })
    await dialog.waitFor()
    const start = dialog.getByRole('button', { name: 'Start' })
    await expect.poll(() => start.isDisabled()).toBe(true)
    await dialog.getByText('Say what they should find out.').waitFor()
    await dialog.getByRole('textbox', { name: 'What should they find out?' }).fill(GOAL)
    await dialog.getByText('Ada speaks first. At most 10 rounds.').waitFor()
    await dialog.getByRole('button', { name: 'Take out Rhea' }).click()
    await dialog.getByRole('button', { name: 'Take out Dora' }).click()
    await dialog.getByText('Pick at least two.').waitFor()
    for (const name of ['Dora', 'You']) {
      await dialog.getByRole('button', { name: 'Add' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    // The person speaks between the two, by keys.
    await dialog.getByRole('button', { name: /^You, 3 of 3/ }).press('ArrowLeft')
    await dialog.getByRole('button', { name: /^You, 2 of 3/ }).waitFor()
    await dialog.getByRole('textbox', { name: 'Rounds' }).fill('3')
    await dialog.getByText('At most 3 rounds.').waitFor()
    await shot(page, 'dialog-1440-light')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/s\//)
    const talk = await DiscussionTalk.newest(own.server, crew)
    await bar(page).getByText('In turn').waitFor()
    await expect.poll(() => pieces(page)).toBe('now - -')
    await page.getByText('Goes to all before the next answer').waitFor()
    await talk.answer(ada, 'Off is what nine of twelve callers mean today.')
    await turn(page).waitFor()
    await expect.poll(() => pieces(page)).toBe('done wait -')
    await expect.poll(() => page.title()).toMatch(/^● Your turn · /)
    await turn(page).getByText('No time limit. The others wait.').waitFor()
    await turn(page).getByText('Dora is next.').waitFor()
    await turn(page).getByRole('textbox', { name: 'Your answer' }).fill('Off, and name the base.')
    await page.keyboard.press('Control+Enter')
    await turn(page).waitFor({ state: 'detached' })
    await expect.poll(() => roundText(page, 2)).toContain('Off, and name the base.')
    await talk.answer(dora, 'Then three presets say the base by name. Both cases have a test.')
    await end(page).getByText('Ended: round limit 3 reached').waitFor()
    await end(page).getByText('Both cases have a test.').waitFor()
    await expect.poll(() => pieces(page)).toBe('done done done')
    await expect.poll(() => page.title()).not.toContain('Your turn')
    await shot(page, 'ended-1440-light')
    await end(page).getByRole('button', { name: 'Give as a task' }).click()
    await expect
      .poll(() => page.getByRole('dialog').getByRole('textbox').last().inputValue())
      .toContain('Both cases have a test.')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await end(page).getByRole('button', { name: '5 more rounds' }).click()
    await page.getByText('Goes to all before the next answer').waitFor()
    await expect.poll(() => end(page).count()).toBe(0)
    await expect.poll(() => roundText(page, 4)).toMatch(/Round 4/)
  },
)

test.skipIf(noBrowser)(
  'UI622, UI623, UI627, UI629, UI633, UI634, UI637, UI640, UI641 a chosen speaker, a discussion within an answer, and the picture of it',
  async () => {
    const { lead, ada, dora, rhea } = crew
    const talk = await DiscussionTalk.start(own.server, crew, {
      goal: GOAL,
      title: 'Off or inherit?',
      policy: { kind: 'selection', by: lead.id },
      participants: [ada.id, dora.id, rhea.id, 'human'],
      terminationCondition: 'both cases have a name and a test',
      limits: { rounds: 10, usd: 1 },
    })
    const page = await own.open(talk.path, WIDE)
    await page.getByText('Project Lead is choosing who speaks next').waitFor()
    await expect.poll(() => page.locator('.dn-step .sn-col').count()).toBe(0)
    await shot(page, 'choosing-1440-light')
    await talk.answer(lead, 'She wrote the dataclass and knows why.\nNEXT: Ada')
    await page.getByText('“She wrote the dataclass and knows why.”').waitFor()
    await talk.talk.take(ada)
    await own.server.call(
      'POST',
      `/api/agents/${ada.id}/output`,
      {
        text: `I ask Dora first.\n⟦⟦ START_DISCUSSION {"group":"config-team","goal":"Which callers pass None?","with":["${dora.id}"],"policy":"round_robin","rounds":1} ⟧⟧\n`,
      },
      ada.token,
    )
    await talk.talk.say(ada, '')
    const nested = page.getByRole('button', { name: /^Ada asked Dora in private/ })
    await nested.waitFor()
    await page.getByText('Ada discusses it first').waitFor()
    await expect.poll(() => nested.getAttribute('aria-expanded')).toBe('false')
    await shot(page, 'nested-live-1440-light')
    await talk.answer(dora, 'Nine pass None to switch it off, three presets rely on the base.')
    await talk.answer(ada, '**Off** is what 9 of 12 callers mean; the presets want _inherit_.')
    await nested.getByText('“Nine pass None to switch it off').waitFor()
    await nested.focus()
    await page.keyboard.press('Enter')
    const inside = page.locator('.dn-nest-in')
    await inside.getByText('Nine pass None to switch it off').waitFor()
    await shot(page, 'nested-open-1440-light')
    await expect
      .poll(() => inside.getByRole('link', { name: /^Open the discussion/ }).getAttribute('href'))
      .toMatch(/\/groups\/config-team\/s\//)
    await page.keyboard.press('Enter')
    await talk.answer(lead, 'Somebody should speak against it.\nNEXT: Rhea')
    await talk.answer(rhea, 'Then make _inherit_ explicit: `RoPEScaling | Inherit | None`.')
    await talk.answer(lead, `${ASKED}\nNEXT: human`)
    await turn(page).waitFor()
    const urgent = page.locator('.sr[role="alert"]')
    await expect.poll(() => urgent.innerText()).toMatch(/^Your turn in a discussion/)
    await expect
      .poll(() => turn(page).getByRole('group', { name: 'Suggested answers' }).innerText())
      .toMatch(/^Keep None\s+Add Inherit$/)
    await expect
      .poll(() => page.locator('.s-line[aria-current] .s-turn').innerText())
      .toBe('Your turn')
    await shot(page, 'talk-1440-light')
    expect(await violations(page)).toEqual([])
    await documented(page, 'discussion-light.png', GUIDE)
    await page.locator('h1').first().focus()
    await page.getByRole('group', { name: 'Show the discussion as' }).getByText('Picture').click()
    await page.getByRole('img', { name: /Ada, then Rhea, then you$/ }).waitFor()
    const box = page.getByRole('button', { name: /^Rhea, round 2: Then make inherit explicit/ })
    await box.click()
    await page.locator('.dn-peek').getByText('Then make').waitFor()
    await expect.poll(() => page.locator('.dn-drawing circle').count()).toBe(3)
    await shot(page, 'picture-1440-light')
    await documented(page, 'discussion-picture-light.png', GUIDE)
    expect(await violations(page, { within: ['main'] })).toEqual([])
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save picture' }).click()
    const saved = readFileSync(await (await saving).path(), 'utf8')
    expect(saved).toMatch(/^<svg/)
    expect(saved).not.toContain('var(')
    await page.getByRole('button', { name: 'As a table' }).click()
    await expect.poll(() => page.getByRole('row').count()).toBe(4)
    await shot(page, 'table-1440-light')
    await page.getByRole('button', { name: 'As a picture' }).click()
    await box.press('Enter')
    await page.getByRole('log').getByText('Then make').waitFor()
    const dark = await own.open(talk.path, { ...PHONE, colorScheme: 'dark' })
    await turn(dark).waitFor()
    await shot(dark, 'talk-390-dark')
    expect(await violations(dark, { within: ['main'] })).toEqual([])
    expect(await overflow(dark)).toBeLessThanOrEqual(0)
    await dark.getByRole('button', { name: 'Picture' }).click()
    await dark.getByRole('img', { name: /The discussion as a picture/ }).waitFor()
    await shot(dark, 'picture-390-dark')
    expect(await violations(dark, { colourOnly: true })).toEqual([])
    expect(await overflow(dark)).toBeLessThanOrEqual(0)
  },
)

test.skipIf(noBrowser)(
  'UI620, UI621, UI626, UI627, UI635, UI636, UI637, UI638, UI642 a person chooses, from another page, and stops it; a restart changes nothing',
  async () => {
    const { lead, ada, dora } = crew
    const talk = await DiscussionTalk.start(own.server, crew, {
      goal: GOAL,
      title: 'Who is next?',
      policy: { kind: 'selection', by: 'human' },
      participants: [ada.id, dora.id],
      limits: { rounds: 30, humanSeconds: 90_000 },
    })
    const page = await own.open(`/leads/${lead.id}/needs`, WIDE)
    const card = page.locator('[data-need="turn"]').filter({ hasText: 'Who is next?' })
    await card.getByText(/\d+:\d\d:\d\d left/).waitFor()
    await shot(page, 'needs-1440-light')
    await card.getByRole('button', { name: 'Dora' }).click()
    await card.waitFor({ state: 'detached' })
    await sequence(page, 'g', 'd')
    const listed = page.locator(`[data-run="${talk.runId}"]`)
    await expect.poll(() => listed.innerText()).toMatch(/Who is next\?[^]*Running[^]*Round 1 of 30/)
    await listed.getByRole('link').click()
    await page.getByText('You chose Dora').waitFor()
    await page.getByText('Dora is not connected').waitFor()
    await own.server.kill()
    await expect.poll(() => page.getByRole('button', { name: 'Pause' }).isDisabled()).toBe(true)
    await own.server.start()
    await tellOnline(page)
    await expect.poll(() => page.getByRole('button', { name: 'Pause' }).isEnabled()).toBe(true)
    own.watch.wrong = own.watch.wrong.filter((text) => !text.includes('WebSocket'))
    await talk.answer(dora, 'Off, says Dora.')
    await page.getByRole('log').getByText('Off, says Dora.').waitFor()
    await turn(page).getByRole('button', { name: 'Ada' }).waitFor()
    // More than 20 rounds are one bar.
    await expect.poll(() => pieces(page)).toBe('done wait -')
    await page.locator('h1').first().focus()
    await page.locator('main.chat').focus()
    await page.keyboard.press('p')
    await bar(page).getByText('paused').waitFor()
    await page.keyboard.press('p')
    await turn(page).getByRole('button', { name: 'Ada' }).waitFor()
    await page.locator('main.chat').focus()
    await page.keyboard.press('n')
    await page.getByRole('menuitem', { name: 'Ada' }).click()
    await page.getByText('You chose Ada').waitFor()
    await page.locator('main.chat').focus()
    await page.keyboard.press('.')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Change' }).click()
    const change = page.getByRole('dialog', { name: 'Who takes part' })
    await change.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('menuitem', { name: 'Rhea' }).click()
    await shot(page, 'change-1440-light')
    await change.getByRole('button', { name: 'Save' }).click()
    await page.locator('.dn-info').getByText('Rhea').waitFor()
    await page.locator('main.chat').focus()
    await page.keyboard.press('.')
    const asked = page.getByRole('dialog', { name: 'Stop the discussion' })
    await asked.getByText('Ada is answering. Its answer is not kept.').waitFor()
    await shot(page, 'stop-1440-light')
    await asked.getByRole('button', { name: 'Stop the discussion' }).click()
    await end(page).getByText('Ended: stopped').waitFor()
    const saving = page.waitForEvent('download')
    await end(page).getByRole('button', { name: 'Download' }).click()
    expect((await saving).suggestedFilename()).toBe('who-is-next.md')
    await page.reload()
    await end(page).getByText('Ended: stopped').waitFor()
    const phone = await own.open('/discussions', { ...PHONE, colorScheme: 'dark' })
    await expect
      .poll(() => phone.locator(`[data-run="${talk.runId}"]`).innerText())
      .toMatch(/Ended: stopped[^]*2 rounds/)
    await shot(phone, 'list-390-dark')
    expect(await violations(phone)).toEqual([])
    expect(await overflow(phone)).toBeLessThanOrEqual(0)
    await phone.locator(`[data-run="${talk.runId}"] a`).click()
    await end(phone).getByText('Ended: stopped').waitFor()
    await shot(phone, 'ended-390-dark')
    expect(await violations(phone, { colourOnly: true })).toEqual([])
    expect(await overflow(phone)).toBeLessThanOrEqual(0)
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI620, UI622, UI624 all at once, side by side, and one sums up',
  async () => {
    const { lead, ada, dora, rhea } = crew
    const talk = await DiscussionTalk.start(own.server, crew, {
      goal: GOAL,
      title: 'All at once',
      policy: { kind: 'parallel', aggregator: lead.id },
      participants: [ada.id, dora.id, rhea.id],
      limits: { tokens: 100_000 },
    })
    const page = await own.open(talk.path, { viewport: { width: 1600, height: 900 } })
    await expect
      .poll(() => page.locator('.sn-box').getAttribute('data-arrangement'))
      .toBe('compare')
    await talk.answer(ada, 'Off.')
    await talk.answer(dora, 'Inherit.')
    await talk.answer(rhea, 'Neither: name it.')
    await page.getByRole('heading', { name: 'Summing up' }).waitFor()
    await talk.answer(lead, 'Two names for two meanings.')
    await end(page).getByText('Ended: they are done').waitFor()
    await end(page).getByText('Two names for two meanings.').waitFor()
    await expect.poll(() => pieces(page)).toMatch(/^done(?: -){9}$/)
    await shot(page, 'parallel-1600-light')
    await page.getByRole('button', { name: 'Picture' }).click()
    await page.getByRole('img', { name: /The discussion as a picture/ }).waitFor()
    await shot(page, 'parallel-picture-1600-light')
    await page.getByRole('button', { name: 'Talk', exact: true }).click()
    await end(page).getByRole('button', { name: 'Give as a task' }).click()
    await expect
      .poll(() => page.getByRole('dialog').getByRole('textbox').last().inputValue())
      .toContain('Two names for two meanings.')
    await page.keyboard.press('Escape')
    await page.goto(page.url().replace(/\/s\/.*$/, '?new=discussion'))
    const dialog = page.getByRole('dialog', { name: 'New discussion in config-team' })
    await dialog.getByRole('radio', { name: /^In turn/ }).press('ArrowRight')
    await expect
      .poll(() => dialog.getByRole('radio', { checked: true }).innerText())
      .toMatch(/^Chosen/)
    await dialog.getByLabel('Who chooses?').selectOption({ label: 'Project Lead' })
    await dialog.getByRole('textbox', { name: 'What should they find out?' }).fill('Which one?')
    await dialog.getByRole('textbox', { name: 'Money' }).fill('1')
    await dialog.getByText('Project Lead chooses first. At most 10 rounds and $1.00.').waitFor()
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await shot(page, 'dialog-390-dark')
    await expect.poll(() => violations(page, { within: ['dialog'], colourOnly: true })).toEqual([])
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
  },
)

test.skipIf(noBrowser)(
  'UI639 the chat of a session goes on without what shows its discussion',
  async () => {
    const { ada, dora } = crew
    const talk = await DiscussionTalk.start(own.server, crew, {
      goal: GOAL,
      policy: { kind: 'round_robin' },
      participants: [ada.id, dora.id],
    })
    const page = await own.newPage(WIDE)
    await page.route(/\/assets\/discussion-parts-[^/]+\.js$/, (route) => route.abort())
    await page.goto(await own.server.link(talk.path))
    await page.getByText('Ada is not connected').waitFor()
    await talk.answer(ada, 'Off.')
    await page.getByRole('log').getByText('Off.', { exact: true }).waitFor()
    await page.locator('#composer').fill('And the presets?')
    await page.keyboard.press('Enter')
    await page.getByRole('log').getByText('And the presets?').waitFor()
    await expect.poll(() => bar(page).count()).toBe(0)
    own.watch.wrong = own.watch.wrong.filter((text) => !text.includes('ERR_FAILED'))
  },
)
