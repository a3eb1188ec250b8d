import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { answersOf, createAskingAgent, EDIT, letAsk, PUSH } from './asking-agent'
import { overflow, TWO_LOOKS, violations } from './axe'
import { noBrowser } from './chromium'
import { closePages } from './kept-contexts'
import { setStage, shot, Stage } from './stage'
import { isLong } from './long'
import { pass, UNDO_MS } from './held-ends'
import { drawn } from './painted'
import { visit } from './visit'

const own = setStage(new Stage())
const { server } = own

const made: { id: string; name: string }[] = []
// Needs you lists what waits in other crews, too. No page looks on while they go.
afterEach(async () => {
  await closePages(own.browser)
  for (const { id, name } of made.splice(0)) {
    await server.call('DELETE', `/api/lead/${id}`, { confirm: name })
  }
})

interface Asking {
  readonly leadId: string
  readonly agentId: string
}

async function createAsking(name: string): Promise<Asking> {
  const lead = await server.createLead(name)
  made.push({ id: lead.id, name })
  return { leadId: lead.id, agentId: await createAskingAgent(server, lead.id) }
}

const section = ({ leadId }: Asking, path = 'needs') => `/leads/${leadId}/${path}`
const asks = (page: Page) => page.locator('[data-ask]:not([data-settled])')
const settled = (page: Page) => page.locator('[data-ask][data-settled]')
/** What has just been answered here. */
const answered = (page: Page) => page.locator('[data-ask][data-held]')
const press = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).click()
/** Answers in Needs you, where an answer can be taken back for a moment, which is over. */
async function answer(page: Page, within: Page | Locator, name: string): Promise<void> {
  await press(within, name)
  await pass(page, UNDO_MS)
}
/** Its first answer can be pressed. */
const isArmed = (page: Page) => asks(page).first().locator('.yes[aria-disabled="false"]').waitFor()
const badge = (page: Page) => page.locator('.nav .badge.at')
const answers = ({ agentId }: Asking) => answersOf(server, agentId)

test.skipIf(noBrowser)(
  'UI450, UI453, UI461, UI464 a request is answered by one of the agent’s own answers, which shows at once and gets to it by its id',
  async () => {
    const crew = await createAsking('asking')
    const page = await own.open(section(crew))
    await letAsk(server, crew.agentId, PUSH)
    const ask = asks(page).first()
    await ask.waitFor()
    const card = page.locator('.need.permission')
    await expect.poll(() => card.locator('.why').innerText()).toBe('wants to run a command')
    await expect
      .poll(() => ask.locator('.ask-cmd').innerText())
      .toBe('git push origin refactor/rope')
    await ask.getByText('Push the branch for review').waitFor()
    await expect
      .poll(() => ask.getByRole('group').getByRole('button').allInnerTexts())
      .toEqual(PUSH.options.map(({ name }) => name))
    await ask.getByText(/Refused automatically in \d+:\d\d/).waitFor()
    await expect.poll(() => badge(page).getAttribute('aria-label')).toBe('1 thing needs you')
    await page
      .locator('.sr[role="status"]', {
        hasText: /^Developer \(.{8}\) asks for permission: git push origin refactor\/rope$/,
      })
      .waitFor({ state: 'attached' })
    await expect.poll(() => page.title()).toMatch(/^\(@1\)/)
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    // Nothing is chosen for the person, and nothing has the focus.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BUTTON')

    let send = () => {}
    const held = new Promise<void>((resolve) => (send = resolve))
    await page.route('**/permission', async (route) => {
      await held
      await route.continue()
    })
    await answer(page, ask, 'Yes, and switch to Default Mode')
    await ask.getByText('You chose “Yes, and switch to Default Mode”.').waitFor()
    await ask.getByText('Sending…').waitFor()
    await shot(page, 'permission-sending')
    const topOf = async () => (await page.locator('.need').first().boundingBox())?.y
    const top = await topOf()
    expect(await ask.getByRole('button').count(), 'nothing to press again').toBe(0)
    expect(await answers(crew)).toEqual([])
    send()
    await settled(page).getByText('You chose “Yes, and switch to Default Mode”').waitFor()
    await shot(page, 'permission-settled')
    expect(await topOf(), 'where the request was').toBe(top)
    await expect.poll(() => answers(crew)).toEqual(['proceed_default'])
    await expect.poll(() => badge(page).count()).toBe(0)
    await page.getByTestId('nothing-needed').waitFor()
    await visit(page, section(crew, `crew/${crew.agentId}?record=raw`))
    await page.getByText(/· a person chose “Yes, and switch to Default Mode”/).waitFor()
    await visit(page, section(crew, 'activity'))
    await page.getByText(/A person answered Developer/).waitFor()
  },
)

test.skipIf(noBrowser)(
  'UI451, UI455 several requests of an agent are one list, with the change that each would make',
  async () => {
    const crew = await createAsking('many')
    const qa = await server.createAgent(crew.leadId, 'qa-tester')
    await server.say(qa, 'AGENT_MESSAGE', { to: 'human', content: 'Which colour?' })
    await letAsk(server, crew.agentId, PUSH, EDIT)
    const page = await own.open(section(crew), { viewport: { width: 390, height: 844 } })
    await expect.poll(() => asks(page).count()).toBe(2)
    const kinds = () =>
      page.locator('.need').evaluateAll((all) => all.map((own) => own.dataset['need']))
    await expect.poll(kinds).toEqual(['permission', 'question'])
    await page.getByText('asks for 2 permissions').waitFor()
    const edit = asks(page).nth(1)
    await edit.getByText('Wants to change 2 files').waitFor()
    const [long, fresh] = [edit.locator('figure').first(), edit.locator('figure').last()]
    await fresh.waitFor()
    await expect
      .poll(() => fresh.locator('.ask-lines > div').allInnerTexts())
      .toEqual(['1\n+\nexport {}'])
    const signs = () => long.locator('.ask-lines > .r > span:nth-child(2)').allInnerTexts()
    await expect
      .poll(() => long.locator('figcaption').innerText())
      .toBe('/project/pyproject.toml\n+4\n−4')
    await expect.poll(async () => (await signs()).length).toBeLessThan(4)
    // Four changes, each two lines with three before and after, and a gap before each.
    await press(long, 'Show all 36 lines')
    await expect.poll(() => signs()).toEqual(['−', '−', '−', '−'])
    await expect.poll(() => overflow(page)).toBe(0)
    await expect
      .poll(() => page.locator('.scroll').evaluate((box) => box.scrollWidth - box.clientWidth))
      .toBe(0)
    await answer(page, edit, 'Reject')
    await settled(page).getByText('You chose “Reject”').waitFor()
    await expect.poll(() => asks(page).count()).toBe(1)
    expect(await answers(crew)).toEqual([])
    await answer(page, asks(page).first(), 'Always allow in this session')
    await expect.poll(() => answers(crew)).toEqual(['proceed_always, reject'])
  },
)

test.skipIf(noBrowser)(
  'UI452 a double click, a held key and a second Enter answer one request and never the next',
  async () => {
    const crew = await createAsking('careful')
    const page = await own.open(section(crew))
    const ASK = { ...PUSH, options: EDIT.options }
    await letAsk(server, crew.agentId, ASK, ASK, ASK)
    await expect.poll(() => asks(page).count()).toBe(3)
    const allow = () => asks(page).first().getByRole('button', { name: 'Allow' })
    // The second press of a double click, where the first one hit something else.
    await isArmed(page)
    const at = await allow().boundingBox()
    if (!at) throw new Error('no button')
    await page.mouse.move(at.x + 5, at.y + 5)
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    // A key that has been held down since before it came here.
    await asks(page).first().focus()
    await page.keyboard.down('Enter')
    await allow().focus()
    for (let held = 0; held < 3; held++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await drawn(page)
    expect(await answered(page).count()).toBe(0)
    expect(await asks(page).count()).toBe(3)

    // A press at the very moment at which the next request takes the place of this one.
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        const next = document.querySelector<HTMLElement>('[data-ask]:not([data-settled]) .yes')
        if (!next || !document.querySelector('[data-settled]')) return
        // Once: later it is armed, and a press is meant.
        observer.disconnect()
        next.click()
        document.body.dataset['pressed'] = 'yes'
      }).observe(document.body, { subtree: true, childList: true, attributes: true })
    })
    await allow().focus()
    await page.keyboard.press('Enter')
    await answered(page).waitFor()
    await pass(page, UNDO_MS)
    await page.locator('body[data-pressed]').waitFor()
    await expect.poll(() => asks(page).count()).toBe(2)
    const focused = () =>
      page.evaluate(() => document.activeElement?.matches('[data-ask]:not([data-settled])'))
    await expect.poll(focused, { message: 'the focus goes to the next request itself' }).toBe(true)
    for (let pressed = 0; pressed < 3; pressed++) await page.keyboard.press('Enter')
    await drawn(page)
    expect(await answered(page).count()).toBe(0)
    expect(await asks(page).count()).toBe(2)
    await page.reload()
    await isArmed(page)
    await answer(page, asks(page).first(), 'Allow')
    await expect.poll(() => asks(page).count()).toBe(1)
    await expect.poll(focused).toBe(true)
    await isArmed(page)
    // From there the first Tab leads to the first answer.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await answered(page).waitFor()
    await pass(page, UNDO_MS)
    await expect.poll(() => answers(crew)).toEqual(['allow, allow, reject'])
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI454 two tabs answer the same request: one counts, and the other says which',
  async () => {
    const crew = await createAsking('twice')
    const [here, there] = [await own.open(section(crew)), await own.open(section(crew))]
    await letAsk(server, crew.agentId, PUSH)
    await asks(there).first().waitFor()
    own.watch.areFailuresExpected = true
    let send = () => {}
    const held = new Promise<void>((resolve) => (send = resolve))
    await here.route('**/permission', async (route) => {
      await held
      await route.continue()
    })
    await answer(here, asks(here).first(), 'Yes, proceed')
    await here.getByText('Sending…').waitFor()
    await answer(there, asks(there).first(), 'No, and say what to do differently')
    await settled(there).getByText('You chose “No, and say what to do differently”').waitFor()
    const late = here.waitForResponse((response) => response.url().endsWith('/permission'))
    send()
    expect((await late).status()).toBe(409)
    await settled(here)
      .getByText('Answered elsewhere: “No, and say what to do differently”')
      .waitFor()
    await expect.poll(() => here.getByText('That did not work').count()).toBe(0)
    await expect.poll(() => answers(crew)).toEqual(['cancel'])
  },
)

test.skipIf(noBrowser)(
  'UI454, UI463 a request that ends with its turn or with the server says so, and one that came while the page was closed waits',
  async () => {
    const crew = await createAsking('closed')
    const before = await own.open(section(crew))
    await before.context().close()
    await letAsk(server, crew.agentId, PUSH)
    const page = await own.open(section(crew))
    await asks(page).first().waitFor()
    await server.call('POST', `/api/agents/${crew.agentId}/interrupt`, {})
    await settled(page).getByText('The agent was stopped before anybody answered').waitFor()

    await letAsk(server, crew.agentId, PUSH)
    await asks(page).first().waitFor()
    const lost = await asks(page).first().getAttribute('data-ask')
    await isArmed(page)
    own.watch.areFailuresExpected = true
    await server.kill()
    await asks(page).first().getByText('Not connected: answers cannot be sent now').waitFor()
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await asks(page).first().getByRole('button', { name: 'Yes, proceed' }).click({ force: true })
    await server.start()
    // Its program begins again, and may ask again: that is another request.
    const isThere = () => page.locator(`[data-ask="${lost}"]:not([data-settled])`).count()
    await expect.poll(isThere).toBe(0)
    expect(sent.filter((url) => url.endsWith('/permission'))).toEqual([])
    await page.goto(server.url + section(crew, 'activity'))
    await page.getByText(/The server restarted, so a request of Developer/).waitFor()
  },
)

test.skipIf(noBrowser)('UI456 people who may only read see a request without buttons', async () => {
  const crew = await createAsking('looking-on')
  await letAsk(server, crew.agentId, PUSH)
  const page = await own.newPage()
  const { observerToken } = JSON.parse(readFileSync(join(server.data, 'server.json'), 'utf8')) as {
    observerToken: string
  }
  // No page that would be drawn first.
  await page.goto(`${server.url}/theme.js`)
  await page.evaluate((token) => localStorage.setItem('crewroom:token', token), observerToken)
  for (const path of ['needs', '', `crew/${crew.agentId}`]) {
    await page.goto(server.url + section(crew, path))
    await asks(page).getByText('git push origin refactor/rope').waitFor()
    await asks(page).getByText('Its answers: Always allow in this session · ').waitFor()
    await expect.poll(() => asks(page).getByRole('button').count()).toBe(0)
    await expect.poll(() => asks(page).getByRole('checkbox').count()).toBe(0)
  }
})

test.skipIf(noBrowser)(
  'UI457, UI458 an answer can become a rule, and rules are read, added, removed and kept in the crew’s settings',
  async () => {
    const crew = await createAsking('ruled')
    const page = await own.open(section(crew))
    await letAsk(server, crew.agentId, PUSH)
    const box = asks(page).first().getByRole('checkbox')
    await expect.poll(() => box.isChecked()).toBe(false)
    await asks(page).first().getByText('Always, for every Developer of this crew').waitFor()
    await asks(page)
      .first()
      .getByText(/^exactly the command git push /)
      .waitFor()
    await box.check()
    await answer(page, asks(page).first(), 'Yes, proceed')
    await settled(page).getByText('allows exactly the command “git push').waitFor()
    await expect
      .poll(() => settled(page).innerText())
      .toMatch(/to every Developer in \/\S+\. Show rules$/)
    await expect.poll(() => answers(crew)).toEqual(['proceed_once'])
    await letAsk(server, crew.agentId, PUSH)
    await expect.poll(() => answers(crew).then((all) => all.length)).toBe(2)
    await expect.poll(() => asks(page).count(), { message: 'nobody is asked again' }).toBe(0)

    await visit(page, section(crew, 'crew'))
    await press(page, 'Permission rules')
    const rules = page.getByRole('list', { name: 'Rules' }).getByRole('listitem')
    await rules.first().getByText('Allow exactly the command git push').waitFor()
    await page.getByLabel('Answer', { exact: true }).selectOption({ label: 'Refuse' })
    await page.getByLabel('Who', { exact: true }).selectOption({ label: 'every Developer' })
    await page.getByLabel('Commands that begin with', { exact: true }).fill('rm -rf')
    await press(page, 'Add rule')
    const added = rules.filter({ hasText: 'Refuse commands that begin with rm -rf' })
    await added.getByText('For every Developer').waitFor()
    await added.getByRole('button', { name: /^Remove/ }).click()
    const removed = rules.filter({ hasText: 'Removed: commands that begin with “rm -rf”' })
    await removed.getByRole('button', { name: 'Undo' }).click()
    await added.getByRole('button', { name: /^Remove/ }).click()
    await removed.waitFor()
    await pass(page, UNDO_MS)
    await expect.poll(() => removed.count()).toBe(0)
    await expect.poll(() => rules.count()).toBe(1)
    // Leaving the page sends what could still have been taken back.
    await rules
      .first()
      .getByRole('button', { name: /^Remove/ })
      .click()
    await page.goto(`${server.url}/settings`)
    const listed = () =>
      server
        .call<{ rules: unknown[] }>('GET', `/api/lead/${crew.leadId}/permission-rules`)
        .then((answer) => answer.rules.length)
    await expect.poll(listed).toBe(0)
  },
)

test.skipIf(noBrowser)(
  'UI459 a request says how long it waits, and its last minute stands out and is announced',
  async () => {
    const crew = await createAsking('late')
    const page = await own.open(section(crew))
    await letAsk(server, crew.agentId, PUSH)
    const left = asks(page).locator('.ask-left')
    await left.getByText(/Refused automatically in (30:00|2\d:\d\d)/).waitFor()
    await expect.poll(() => left.getAttribute('class')).toBe('ask-left')
    // The server waits for minutes: the page is told another end.
    const endsIn = async (ms: number) => {
      await page.unroute('**/snapshot')
      await page.route('**/snapshot', async (route) => {
        const text = await (await route.fetch()).text()
        const until = new Date(Date.now() + ms).toISOString()
        await route.fulfill({ body: text.replaceAll(/"until":"[^"]+"/g, `"until":"${until}"`) })
      })
      await page.reload()
    }
    await endsIn(50_000)
    await left.getByText(/Refused automatically in 0:\d\d/).waitFor()
    await expect.poll(() => left.getAttribute('class')).toBe('ask-left soon')
    await page
      .locator('.sr[role="status"]', { hasText: 'Less than a minute left to answer Developer' })
      .waitFor({ state: 'attached' })
    await endsIn(-1_000)
    await left.getByText('Time is up').waitFor()
    await expect.poll(() => asks(page).locator('[data-off]').count()).toBe(PUSH.options.length)
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI462, UI464 requests are answered on the overview, on the agent’s page and on a phone, and all of it passes axe and fits',
  async () => {
    const wrong: string[] = []
    const crew = await createAsking('everywhere')
    for (const options of TWO_LOOKS) {
      const page = await own.open(section(crew), options)
      await letAsk(server, crew.agentId, PUSH, EDIT)
      for (const path of ['needs', '', `crew/${crew.agentId}`, 'crew?rules=1']) {
        await page.goto(server.url + section(crew, path))
        const ready = path.includes('rules') ? page.locator('.rule-add') : asks(page).last()
        await ready.waitFor()
        if (!path.includes('rules')) await page.locator('.ask-lines').last().waitFor()
        const name = `permission-${path.split(/[/?]/).join('-')}-${options.viewport.width}`
        await shot(page, name)
        const found = await violations(page)
        wrong.push(...found.map((text) => `${name} ${text}`))
        if ((await overflow(page)) > 0) wrong.push(`${name} scrolls sideways`)
      }
      await page.goto(server.url + section(crew, ''))
      await press(asks(page).first(), 'Yes, proceed')
      await settled(page).getByText('You chose “Yes, proceed”').waitFor()
      await page.goto(server.url + section(crew, `crew/${crew.agentId}`))
      await press(asks(page).first(), 'Allow')
      await settled(page).getByText('You chose “Allow”').waitFor()
      await page.context().close()
    }
    await expect.poll(() => answers(crew)).toEqual(['proceed_once, allow', 'proceed_once, allow'])
    expect(wrong).toEqual([])
  },
)
