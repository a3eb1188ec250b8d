import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflow, violations } from './axe'
import { noBrowser } from './chromium'
import type { CreatedAgent } from './server-process'
import { setStage, shot, Stage } from './stage'
import { readInbox } from './work-crew'

const stage = setStage(new Stage(), fill)
const { server } = stage
let lead: CreatedAgent
let dora: CreatedAgent
let ben: CreatedAgent

async function fill(): Promise<void> {
  lead = await server.createLead('atlas-refactor')
  dora = await server.createAgent(lead.id, 'developer', 'Move the configuration')
  ben = await server.createAgent(lead.id, 'architect', 'Plan it')
}

let groups = 0
/** A group of its own for each test and try. */
async function group(): Promise<string> {
  const name = `changes-${++groups}`
  await server.createGroup(lead.id, name, [dora.id, ben.id])
  return name
}

const post = (name: string, content: string) => stage.write(lead.id, name, content)
const row = (page: Page, text: string) => page.locator('[data-message]').filter({ hasText: text })
async function open(name: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await stage.open(`/leads/${lead.id}/groups/${name}`, {
    viewport: { width: 1440, height: 900 },
    ...options,
  })
  await page.getByLabel(`Message ${name}`).waitFor()
  return page
}

test.skipIf(noBrowser)(
  'UI820, UI821, GR91 a person changes their own message in place, it says so, and agents that had it are notified',
  async () => {
    const name = await group()
    await post(name, 'Use JSON for the config.')
    await readInbox(server, dora)
    const page = await open(name)
    const other = await open(name, { colorScheme: 'dark', viewport: { width: 390, height: 844 } })
    const message = page.locator('[data-message]').first()
    await message.hover()
    await message.getByRole('button', { name: 'Edit', exact: true }).click()
    const box = message.getByLabel('Change the message')
    await expect.poll(() => box.inputValue()).toBe('Use JSON for the config.')
    await box.fill('Use TOML for the config.')
    await shot(page, 'edit-1440-light')
    await expect.poll(() => violations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByText('Changed. Developer has read it and is notified.').waitFor()
    await row(page, 'Use TOML for the config.')
      .getByRole('button', { name: /^edited/ })
      .waitFor()
    await row(other, 'Use TOML for the config.').waitFor()
    expect(await readInbox(server, dora)).toContainEqual(
      expect.stringContaining('changed #1]: Use TOML for the config.'),
    )
    await row(other, 'Use TOML')
      .getByRole('button', { name: /^edited/ })
      .click()
    const versions = other.getByRole('dialog', { name: 'What it said' }).getByRole('listitem')
    await expect
      .poll(() => versions.allInnerTexts())
      .toEqual([
        expect.stringMatching(/Now, since .*Use TOML/s),
        expect.stringContaining('Use JSON'),
      ])
    await shot(other, 'versions-390-dark')
    expect(await violations(other)).toEqual([])
    expect(await overflow(other)).toBe(0)
  },
)

test.skipIf(noBrowser)(
  'UI820, UI895, UI822 with the keyboard alone: e changes, Escape leaves it, Delete asks once, and the place stays',
  async () => {
    const name = await group()
    await post(name, 'Ship on Friday.')
    await readInbox(server, ben)
    await server.post(dora, name, 'Agreed.')
    const page = await open(name)
    const own = page.locator('[data-message]').first()
    await own.focus()
    await page.keyboard.press('e')
    const box = own.getByLabel('Change the message')
    await box.fill('Ship on Monday.')
    await page.keyboard.press('Escape')
    await row(page, 'Ship on Friday.').waitFor()
    await expect.poll(() => own.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete this message?' })
    await dialog.getByText(/What agents wrote about it stays\. Not reached: .*backups\./).waitFor()
    await shot(page, 'delete-1440-light')
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByText('Deleted. Architect has read it and is notified.').waitFor()
    await own.getByText('This message was deleted.').waitFor()
    await shot(page, 'deleted-1440-light')
    expect(await violations(page)).toEqual([])
    await own.focus()
    await page.keyboard.press('e')
    await expect.poll(() => own.getByLabel('Change the message').count()).toBe(0)
    const agents = page.locator('[data-message]').last()
    await agents.hover()
    await agents.getByRole('button', { name: 'Copy link' }).waitFor()
    expect(await agents.getByRole('button', { name: /^(Edit|Delete)$/ }).count()).toBe(0)
    expect(await readInbox(server, ben)).toContainEqual(
      expect.stringContaining('deleted message #1'),
    )
  },
)

test.skipIf(noBrowser)(
  'UI823 what is being changed stays while one scrolls away and back, and a refusal keeps it',
  async () => {
    const name = await group()
    await post(name, 'First of many.')
    for (let n = 0; n < 120; n++) await post(name, `line ${n}\n\nand one more`)
    const page = await open(name)
    await row(page, 'line 119').waitFor()
    const own = page.locator('[data-message]').last()
    await own.hover()
    await own.getByRole('button', { name: 'Edit', exact: true }).click()
    await own.getByLabel('Change the message').fill('half a sentence')
    await page.locator('[data-message]').first().focus()
    await page.keyboard.press('Home')
    await expect.poll(() => page.getByLabel('Change the message').count()).toBe(0)
    await page.keyboard.press('End')
    const box = page.getByLabel('Change the message')
    await expect.poll(() => box.inputValue()).toBe('half a sentence')
    stage.watch.areFailuresExpected = true
    await server.call('POST', `/api/lead/${lead.id}/groups/${name}/archive`, {})
    await box.focus()
    await page.keyboard.press('Enter')
    await page
      .getByText(/is archived/)
      .first()
      .waitFor()
    expect(await box.inputValue()).toBe('half a sentence')
  },
)
