import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { noBrowser } from './chromium'
import type { CreatedAgent } from './server-process'
import { setStage, Stage } from './stage'
import { patience } from '../../shared/test/patience'
import { tellOnline } from './visit'

// The first test finds it empty.
const own = setStage(new Stage())
const { server } = own
let page: Page
beforeEach(async () => {
  if (!noBrowser) page = await own.newPage()
})

interface Crew {
  readonly lead: CreatedAgent
  readonly dev: CreatedAgent
  readonly qa: CreatedAgent
  readonly groups: string
}

async function createCrew(): Promise<Crew> {
  const lead = await server.createLead('atlas-refactor')
  const dev = await server.createAgent(lead.id, 'developer')
  const qa = await server.createAgent(lead.id, 'qa-tester')
  await server.createGroup(lead.id, 'config-team', [dev.id, qa.id])
  await server.createGroup(lead.id, 'release-gate', [qa.id])
  await server.post(dev, 'config-team', 'The first message.')
  return { lead, dev, qa, groups: `/leads/${lead.id}/groups` }
}

const texts = () => page.locator('[data-message] .b').allInnerTexts()
const row = (name: string) => page.locator(`[data-group="${name}"]`)
const navBadge = () => page.locator('.nav .badge')
const readNumbers = (all: readonly string[]) => all.map((text) => text.trim())

test.skipIf(noBrowser)(
  'UI33, UI400 an empty server says how to start, and becomes the crew that its commands make, where one lands',
  async () => {
    await page.goto(await server.link())
    await page.getByRole('heading', { name: 'What should your crew do?' }).waitFor()
    await page.getByText('Other ways').click()
    const commands = await page.locator('.snippet.long pre').innerText()
    expect(commands).toContain(server.url)
    expect(commands, 'its data are not where they usually are').toContain(`DATA='${server.data}'`)
    const { stdout } = await promisify(execFile)('sh', ['-euc', commands], {
      env: { ...process.env, CREWROOM_HOME: '/nowhere' },
    })
    expect(stdout).toContain('"deliveries"')
    await page.locator('button.lead b', { hasText: 'my-crew' }).waitFor()
    await expect
      .poll(() => page.locator('.crew .name').allInnerTexts())
      .toEqual(['Project Lead', 'Developer'])
    await expect.poll(() => page.locator('[data-card]').count()).toBe(2)
    await page.goto(`${server.url}/`)
    await page.waitForURL(/\/leads\/[^/]+$/)
    await expect.poll(() => page.locator('[data-card]').count()).toBe(2)
  },
)

test.skipIf(noBrowser)(
  'UI34 groups and messages appear live, and the blue numbers come and go',
  async () => {
    const { lead, dev, qa, groups } = await createCrew()
    await page.goto(await server.link(groups))
    await row('config-team').waitFor()
    await expect.poll(() => navBadge().innerText()).toBe('1')
    await server.createGroup(lead.id, 'late-group', [dev.id])
    await row('late-group').waitFor()
    await server.post(qa, 'config-team', 'Look at `this`.')
    await row('config-team').getByText('QA Tester: Look at this.').waitFor()
    await expect.poll(() => navBadge().getAttribute('aria-label')).toBe('2 unread messages')
    await expect.poll(() => page.title()).toBe('(2) Groups · atlas-refactor · Crewroom')

    await row('config-team').click()
    await expect.poll(texts).toEqual(['The first message.', 'Look at this.'])
    await expect.poll(() => navBadge().count()).toBe(0)
    await server.post(dev, 'config-team', '<img src=x onerror=alert(1)>')
    await expect.poll(texts).toContain('<img src=x onerror=alert(1)>')
    await server.say(dev, 'REACT', { group: 'config-team', emoji: '👍' })
    const pill = page.locator('.rx button[aria-pressed]')
    await pill.click()
    await expect.poll(() => pill.getAttribute('aria-label')).toBe('👍 thumbs up, 2, including you')
    await pill.click()
    await expect.poll(() => pill.getAttribute('aria-label')).toBe('👍 thumbs up, 1')
    await expect
      .poll(() => navBadge().count(), {
        message: 'what is read at the end of an open group is not news',
      })
      .toBe(0)
    const seen = await page.evaluate(
      (id) => localStorage.getItem(`crewroom:lastSeen:${id}:config-team`),
      lead.id,
    )
    expect(seen).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    await page.reload()
    await row('config-team').waitFor()
    await expect.poll(() => navBadge().count()).toBe(0)
  },
)

test.skipIf(noBrowser)(
  'UI35 after the server was killed and is back, exactly what was missed appears, once',
  async () => {
    const { dev, groups } = await createCrew()
    await page.goto(await server.link(`${groups}/config-team`))
    await expect.poll(texts).toEqual(['The first message.'])
    await page.locator('.me .st', { hasText: 'Live' }).waitFor()
    own.watch.areFailuresExpected = true
    await server.kill()
    await page.locator('.chat [data-testid="offline"]').waitFor()
    await page.getByLabel('Message config-team').fill('Written offline.')
    await page.keyboard.press('Enter')
    await page.getByText('Waiting for connection').waitFor()
    await server.start()
    for (let n = 1; n <= 5; n++) await server.post(dev, 'config-team', `Missed ${n}.`)
    await tellOnline(page)
    await page
      .locator('.chat [data-testid="offline"]')
      .waitFor({ state: 'detached', timeout: patience(20_000) })
    const missed = [1, 2, 3, 4, 5].map((n) => `Missed ${n}.`)
    await expect
      .poll(async () => readNumbers(await texts()).toSorted())
      .toEqual([...missed, 'The first message.', 'Written offline.'])
    own.watch.areFailuresExpected = false
    await server.post(dev, 'config-team', 'Live again.')
    await expect.poll(async () => (await texts()).at(-1)).toBe('Live again.')
  },
)

test.skipIf(noBrowser)('UI36 what a person writes reaches the inbox of an agent', async () => {
  const { dev, groups } = await createCrew()
  await page.goto(await server.link(`${groups}/config-team`))
  const box = page.getByLabel('Message config-team')
  await box.fill('One line')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('and another')
  await page.keyboard.press('Enter')
  await expect.poll(texts).toEqual(['The first message.', 'One line\nand another'])
  await expect.poll(() => box.inputValue()).toBe('')
  const inbox = await server.call<{ deliveries: { text: string }[] }>(
    'GET',
    `/api/agents/${dev.id}/inbox?wait=5`,
    undefined,
    dev.token,
  )
  expect(inbox.deliveries.map(({ text }) => text).join('\n')).toContain(
    '[Group "config-team" — Human (human)]: One line',
  )
})

test.skipIf(noBrowser)(
  'UI37 every address can be opened, reloaded and left again, and wrong ones say so',
  async () => {
    const { groups } = await createCrew()
    await page.goto(await server.link(`${groups}/config-team`))
    await expect.poll(texts).toEqual(['The first message.'])
    await expect
      .poll(() => page.url(), { message: 'the login code is gone' })
      .toBe(`${server.url}${groups}/config-team`)
    await row('release-gate').click()
    await page.getByLabel('Message release-gate').waitFor()
    await page.goBack()
    await page.getByLabel('Message config-team').waitFor()
    await page.reload()
    await expect.poll(texts).toEqual(['The first message.'])
    await page.goto(`${server.url}${groups}/nothing`)
    await page.getByText('There is no such group').waitFor()
    await page.goto(`${server.url}/leads/nobody/groups`)
    await page.getByText('There is no such crew').waitFor()
    await page.evaluate(() => localStorage.setItem('crewroom:token', 'not-a-token'))
    own.watch.areFailuresExpected = true
    await page.reload()
    await page.getByTestId('signed-out').waitFor()
  },
)

test.skipIf(noBrowser)(
  'UI38 on a narrow screen the list and the chat take turns, without a horizontal scroll',
  async () => {
    const { dev, groups } = await createCrew()
    await server.post(
      dev,
      'config-team',
      `A long line: ${'x'.repeat(300)}\n\`\`\`\n${'y'.repeat(300)}\n\`\`\``,
    )
    const narrow = await own.newPage({
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    })
    await narrow.goto(await server.link(groups))
    const overflow = () => narrow.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await narrow.locator('.tabs').waitFor()
    await expect.poll(() => overflow()).toBe(0)
    await expect.poll(() => narrow.locator('html').getAttribute('data-theme')).toBe('dark')
    await narrow.locator('[data-group="config-team"]').click()
    await narrow.getByLabel('Message config-team').waitFor()
    await expect.poll(() => narrow.locator('[data-message]').count()).toBe(2)
    await expect.poll(() => narrow.locator('.tabs').isVisible()).toBe(false)
    await expect.poll(() => overflow()).toBe(0)
    await narrow.getByLabel('Back to groups').click()
    await narrow.locator('.tabs').waitFor()
  },
)
