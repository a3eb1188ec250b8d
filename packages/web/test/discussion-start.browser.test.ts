import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { overflow, violations } from './axe'
import { noBrowser } from './chromium'
import { isLong } from './long'
import { DiscussionTalk } from './discussion-talk'
import { createSessionCrew, type SessionCrew } from './session-crew'
import { setStage, shot, Stage } from './stage'
import { tabTo } from './tab-to'

const own = setStage(new Stage())
let crew: SessionCrew
beforeEach(async () => {
  if (noBrowser) return
  const { leads } = await own.server.call<{ leads: { id: string; name: string }[] }>(
    'GET',
    '/api/lead',
  )
  for (const { id, name } of leads) {
    await own.server.call('DELETE', `/api/lead/${id}`, { confirm: name })
  }
})

const WIDE = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }
const GOAL = 'Which name does the settings file get?'
const QUESTION = { name: 'What should they find out?' }

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Start a discussion' })
const end = (page: Page) => page.getByRole('region', { name: 'End of the discussion' })
const info = (page: Page) => page.getByRole('complementary', { name: 'About this discussion' })

/** A crew with agents and without a group. */
async function bareCrew(): Promise<SessionCrew> {
  const lead = await own.server.createLead('naming')
  const made: Record<string, { id: string; token: string }> = {}
  for (const name of ['Ada', 'Dora', 'Rhea']) {
    const { agent, token } = await own.server.call<{ agent: { id: string }; token: string }>(
      'POST',
      `/api/lead/${lead.id}/agents`,
      { name, role: 'developer' },
    )
    made[name] = { id: agent.id, token }
  }
  const { Ada: ada, Dora: dora, Rhea: rhea } = made
  if (!ada || !dora || !rhea) throw new Error('agents are missing')
  return { lead, ada, dora, rhea, group: 'discussion' }
}

test.skipIf(noBrowser)(
  'UI849, UI850, UI851 a discussion of a crew without a group, begun on the page of discussions, ends by words of its own',
  async () => {
    crew = await bareCrew()
    const page = await own.open('/discussions', WIDE)
    await page.getByText('No discussions yet.').waitFor()
    await page.getByRole('button', { name: 'Start a discussion' }).click()
    const dialog = dialogOf(page)
    await expect
      .poll(() => dialog.getByLabel('Group').locator('option:checked').innerText())
      .toBe('A new group of those who take part')
    await dialog.getByRole('textbox', QUESTION).fill(GOAL)
    await dialog.getByRole('button', { name: 'Take out Rhea' }).click()
    await dialog.getByText('Words that end it, who may follow whom').click()
    await dialog.getByRole('button', { name: 'Add a word' }).click()
    await dialog.getByRole('textbox', { name: 'Word 1' }).fill('AGREED')
    await dialog.getByLabel('Word 1: said by').selectOption({ label: 'by Ada' })
    await dialog.getByRole('button', { name: 'Add a word' }).click()
    await dialog.getByRole('textbox', { name: 'Word 2' }).fill('SHIP IT')
    await dialog.getByLabel('How many of these words').selectOption('all')
    await dialog
      .getByRole('group', { name: 'After Ada may speak' })
      .getByRole('button', { name: 'Dora' })
      .click()
    await shot(page, 'start-1440-light')
    await expect.poll(() => violations(page, { within: ['dialog'] })).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await shot(page, 'start-1440-dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await dialog.getByRole('button', { name: 'Start', exact: true }).click()
    await page.waitForURL(/\/groups\/discussion\/s\//)
    const talk = await DiscussionTalk.newest(own.server, crew)
    await info(page).getByText('“AGREED” by Ada and “SHIP IT”').waitFor()
    await expect.poll(() => info(page).innerText()).toMatch(/After Ada\s+Dora/)
    await talk.answer(crew.ada, 'It is `crewroom.yaml`. AGREED')
    await talk.answer(crew.dora, 'Then let us SHIP IT')
    await end(page)
      .getByText('Ended: what it was to end with has come: “AGREED” by Ada and “SHIP IT”')
      .waitFor()
    await shot(page, 'ended-1440-light')
    const { groups } = await own.server.call<{ groups: { name: string; members: unknown[] }[] }>(
      'GET',
      `/api/lead/${crew.lead.id}/groups`,
    )
    expect(groups.map(({ name }) => name)).toEqual(['discussion'])
    expect(JSON.stringify(groups)).not.toContain(crew.rhea.id)
    const phone = await own.open('/discussions?new=discussion', { ...PHONE, colorScheme: 'dark' })
    await dialogOf(phone).getByText('Words that end it').click()
    await dialogOf(phone).getByRole('button', { name: 'Add a word' }).click()
    await shot(phone, 'start-390-dark')
    await expect.poll(() => violations(phone, { within: ['dialog'] })).toEqual([])
    await expect.poll(() => overflow(phone)).toBeLessThanOrEqual(0)
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI849, UI850 the palette begins a discussion by keys alone, in a group or in a new one, and the question goes along',
  async () => {
    crew = await createSessionCrew(own.server)
    const page = await own.open(`/leads/${crew.lead.id}`, WIDE)
    await page.keyboard.press('Control+k')
    await page.locator('input[role="combobox"]:focus').waitFor()
    await page.keyboard.type('Start a disc')
    await page.getByRole('option', { name: 'Start a discussion' }).waitFor()
    await page.keyboard.press('Enter')
    const dialog = dialogOf(page)
    await dialog.waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
    await page.keyboard.type(GOAL)
    const group = dialog.getByLabel('Group')
    await expect.poll(() => group.inputValue()).toBe('config-team')
    await group.selectOption('')
    await expect.poll(() => dialog.getByRole('textbox', QUESTION).inputValue()).toBe(GOAL)
    await group.selectOption('config-team')
    await dialog.getByRole('textbox', QUESTION).focus()
    await tabTo(page, /^Words that end it/)
    await page.keyboard.press('Enter')
    await tabTo(page, /^Add a word$/)
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Word 1')
    await page.keyboard.type('DECIDED')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/groups\/config-team\/s\//)
    const talk = await DiscussionTalk.newest(own.server, crew)
    await info(page).getByText('“DECIDED”').waitFor()
    await talk.answer(crew.ada, 'DECIDED')
    await end(page).getByText('has come: “DECIDED”').waitFor()
  },
)

test.skipIf(noBrowser)(
  'UI852 the list is narrowed by words and by who takes part, and the address keeps that',
  async () => {
    crew = await createSessionCrew(own.server)
    const { ada, dora, rhea } = crew
    const policy = { kind: 'round_robin' }
    const start = (title: string, participants: readonly string[]) =>
      DiscussionTalk.start(own.server, crew, { goal: GOAL, title, policy, participants })
    const over = await start('Licence', [ada.id, dora.id])
    await over.do('stop')
    const other = await start('Logo', [dora.id, rhea.id])
    await other.do('stop')
    const live = await start('Release', [ada.id, rhea.id])
    const page = await own.open('/discussions', WIDE)
    const shown = async () =>
      (
        await page
          .locator('[data-run]')
          .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['run'] ?? ''))
      ).toSorted()
    const ids = (...talks: readonly DiscussionTalk[]) => talks.map(({ runId }) => runId).toSorted()
    await expect.poll(shown).toEqual(ids(over, other, live))
    await page.getByLabel('Who takes part').selectOption({ label: 'With Ada' })
    await expect.poll(shown).toEqual(ids(over, live))
    await shot(page, 'filter-1440-light')
    await page.getByRole('searchbox', { name: /^Filter/ }).fill('licence SETTINGS')
    await expect.poll(shown).toEqual(ids(over))
    await page.reload()
    await expect.poll(shown).toEqual(ids(over))
    await page.getByRole('searchbox', { name: /^Filter/ }).fill('nothing-has-this')
    await page.getByText('No discussion has these words and this participant.').waitFor()
    const phone = await own.open('/discussions?with=Dora', { ...PHONE, colorScheme: 'dark' })
    await expect.poll(() => phone.locator('[data-run]').count()).toBe(2)
    await shot(phone, 'filter-390-dark')
    expect(await violations(phone)).toEqual([])
    expect(await overflow(phone)).toBeLessThanOrEqual(0)
  },
)
