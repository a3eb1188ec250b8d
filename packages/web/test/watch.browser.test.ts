import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflow, TWO_LOOKS, violations } from './axe'
import { noBrowser } from './chromium'
import type { CreatedAgent } from './server-process'
import { setStage, shot, Stage } from './stage'
import { isLong } from './long'
import { settled } from './settled'

const own = setStage(new Stage(), fill)
const { server } = own
let lead: CreatedAgent
let arch: CreatedAgent
let dev: CreatedAgent
let reviewer: CreatedAgent
/** A crew of a hundred. */
let many: CreatedAgent
const others: CreatedAgent[] = []

async function fill(): Promise<void> {
  lead = await server.createLead('atlas-refactor')
  arch = await server.createAgent(lead.id, 'architect')
  dev = await server.createAgent(lead.id, 'developer')
  reviewer = await server.createAgent(lead.id, 'code-reviewer')
  await server.createGroup(lead.id, 'config-team', [arch.id, dev.id])
  await server.createGroup(lead.id, 'release-gate', [reviewer.id])
  await server.say(lead, 'DELEGATE', { to: dev.id, task: 'Split the configuration loader.' })
  await server.post(arch, 'config-team', 'The loader reads every file twice.')
  await server.post(dev, 'config-team', 'I pin it first, then split it.')
  await server.say(arch, 'REACT', { group: 'config-team', emoji: '👍' })
  await server.say(dev, 'AGENT_MESSAGE', { to: reviewer.id, content: 'Can you look at it today?' })
  many = await server.createLead('hundred')
  const roles = ['developer', 'qa-tester', 'architect', 'technical-writer']
  for (let n = 1; n < 100; n++) {
    const role = roles[n % roles.length] ?? 'developer'
    others.push(await server.createAgent(many.id, role, n % 3 === 0 ? `Task ${n}.` : undefined))
  }
}

const at = (path: string, crew = lead) => `/leads/${crew.id}/${path}`
const line = (page: Page, text: string | RegExp) =>
  page.locator('.f-row').filter({ hasText: text }).last()

async function open(path: string): Promise<Page> {
  const page = await own.newPage()
  await page.goto(await server.link(path))
  return page
}

const write = (group: string, content: string, crew = lead) => own.write(crew.id, group, content)

const inbox = (agent: CreatedAgent) =>
  server.call<{ cursor: string; deliveries: { text: string }[] }>(
    'GET',
    `/api/agents/${agent.id}/inbox`,
    undefined,
    agent.token,
  )

test.skipIf(noBrowser)(
  'UI112 the feed tells what agents do as they do it, in sentences that lead to where it was',
  async () => {
    const page = await open(at('activity'))
    await line(page, 'gave Developer').getByText('Split the configuration loader.').waitFor()
    await expect
      .poll(() => line(page, 'reacted').innerText())
      .toMatch(/Architect \w{8} reacted 👍 to a message in config-team/)
    await server.post(dev, 'config-team', 'It is split.')
    await line(page, 'It is split.').waitFor()
    await server.say(dev, 'COMPLETE_TASK', { summary: 'Split into three files.' })
    const done = line(page, 'finished its task for')
    await expect.poll(() => done.innerText()).toContain('Split into three files.')
    await server.call('POST', `/api/lead/${lead.id}/groups/config-team/pause`)
    await line(page, 'config-team is paused').waitFor()
    await server.call('POST', `/api/lead/${lead.id}/groups/config-team/resume`)
    await line(page, 'It is split.').locator('.f-at').click()
    await page.waitForURL(/groups\/config-team\?m=/)
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI111 what arrives while a page of the feed is on its way is neither lost nor doubled, to the first event',
  async () => {
    const crew = await server.createLead('busy')
    await server.call('POST', `/api/lead/${crew.id}/groups`, { name: 'plan' })
    for (let n = 1; n <= 250; n++) await write('plan', `step ${n}.`, crew)
    const page = await own.newPage()
    let held = 0
    await page.route('**/api/events?**', async (route) => {
      held += 1
      // The answer is made, then it waits while more happens.
      const response = await route.fetch()
      for (let n = 0; n < 5; n++) await write('plan', `while ${held}.${n}.`, crew)
      await route.fulfill({ response })
    })
    await page.goto(await server.link(at('activity', crew)))
    await page.getByText('while 1.4.').waitFor()
    const seen = new Set<string>()
    const log = page.locator('.log')
    const collect = async () => {
      for (const text of await log.locator('[data-type="group:message"] .f-quote').allInnerTexts())
        seen.add(text)
      const seqs = await log
        .locator('[data-event]')
        .evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).dataset['event'])))
      expect(new Set(seqs).size).toBe(seqs.length)
    }
    const isAtStart = async () => {
      await collect()
      await log.evaluate((own) => own.scrollBy(0, -600))
      return (await page.locator('.f-start').count()) > 0
    }
    await expect.poll(isAtStart).toBe(true)
    await page.locator('.f-start').waitFor()
    /** Down to the end, and up again if something was passed before it was drawn. */
    let step = 500
    const missing = async () => {
      await collect()
      step = await log.evaluate((own, by) => {
        own.scrollBy(0, by)
        if (own.scrollTop <= 0) return 500
        return own.scrollHeight - own.scrollTop - own.clientHeight < 2 ? -500 : by
      }, step)
      const wanted = [
        ...Array.from({ length: 250 }, (_, n) => `step ${n + 1}.`),
        ...Array.from({ length: held * 5 }, (_, n) => `while ${Math.floor(n / 5) + 1}.${n % 5}.`),
      ]
      return wanted.filter((text) => !seen.has(text))
    }
    await expect.poll(missing).toEqual([])
    expect(held).toBeGreaterThan(1)
    await expect.poll(() => page.locator('.f-row').count()).toBeLessThan(80)
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI420 what happens is drawn in the feed and in the number of what is unread in the same frame',
  async () => {
    const crew = await server.createLead('in-step')
    const writer = await server.createAgent(crew.id, 'developer')
    await server.createGroup(crew.id, 'plan', [writer.id])
    const page = await open(at('activity', crew))
    await page.locator('.f-row').first().waitFor()
    await page.evaluate(() => {
      const drawn: string[] = []
      Object.assign(globalThis, { drawn })
      const feed = () => document.querySelector('.log')?.textContent ?? ''
      const number = () => document.querySelector('.nav .badge')?.textContent ?? ''
      let [lines, unread] = [feed(), number()]
      // Told of all that changed before anything else runs: what is drawn together is told together.
      new MutationObserver(() => {
        const changed = [feed() !== lines && 'feed', number() !== unread && `unread ${number()}`]
        ;[lines, unread] = [feed(), number()]
        if (changed.some(Boolean)) drawn.push(changed.filter(Boolean).join(' and '))
      }).observe(document.body, { subtree: true, childList: true, characterData: true })
    })
    for (let n = 1; n <= 3; n++) {
      await server.post(writer, 'plan', `step ${n}.`)
      await line(page, `step ${n}.`).waitFor()
    }
    const drawn = await page.evaluate(
      () => (globalThis as unknown as { readonly drawn: readonly string[] }).drawn,
    )
    expect(drawn).toEqual(['feed and unread 1', 'feed and unread 2', 'feed and unread 3'])
  },
)

test.skipIf(noBrowser)(
  'UI112 while one reads further up nothing moves, and a pill counts what is new',
  async () => {
    const crew = await server.createLead('long')
    await server.call('POST', `/api/lead/${crew.id}/groups`, { name: 'plan' })
    for (let n = 1; n <= 80; n++) await write('plan', `line ${n}.`, crew)
    const page = await open(at('activity', crew))
    await page.getByText('line 80.').waitFor()
    const log = page.locator('.log')
    await log.evaluate((own) => own.scrollBy(0, -900))
    const place = () =>
      log.evaluate((own) => {
        const top = own.getBoundingClientRect().top
        const row = [...own.querySelectorAll<HTMLElement>('[data-event]')]
          .map((one) => [one.dataset['event'], one.getBoundingClientRect().top - top] as const)
          .toSorted((a, b) => a[1] - b[1])
          .find(([, y]) => y >= 0)
        return row ? `${row[0]} ${Math.round(row[1])}` : ''
      })
    const before = await settled(place)
    for (let n = 0; n < 12; n++) await write('plan', `new ${n}.`, crew)
    await page.getByRole('button', { name: '12 new' }).waitFor()
    expect(await place()).toBe(before)
    await page.getByRole('button', { name: '12 new' }).click()
    await page.getByText('new 11.').waitFor()
  },
)

test.skipIf(noBrowser)(
  'UI113 filters by kind, agent, group and text are in the address and survive a reload',
  async () => {
    const page = await open(at('activity'))
    await line(page, 'reacted').waitFor()
    await page.getByRole('button', { name: 'Tasks' }).click()
    await expect.poll(() => page.locator('[data-type="group:message"]').count()).toBe(0)
    await line(page, 'gave Developer').waitFor()
    await page.getByRole('button', { name: 'Direct' }).click()
    await line(page, 'Can you look at it today?').waitFor()
    await expect.poll(() => page.url()).toContain('kinds=tasks%2Cdirect')
    await page.getByLabel('Agent', { exact: true }).selectOption(reviewer.id)
    await expect.poll(() => page.locator('[data-type="task:created"]').count()).toBe(0)
    await page.reload()
    await line(page, 'Can you look at it today?').waitFor()
    await expect.poll(() => page.locator('[data-type="task:created"]').count()).toBe(0)
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await page.getByLabel('Agent', { exact: true }).selectOption('')
    await page.getByLabel('Group', { exact: true }).selectOption('config-team')
    await page.getByLabel('Filter what is loaded').fill('loader twice')
    await expect.poll(() => page.locator('.f-row').count()).toBe(1)
    await page.getByLabel('Filter what is loaded').fill('nothing like it')
    await page.getByText('No matches').waitFor()
  },
)

test.skipIf(noBrowser)('UI272 choices that follow each other at once all count', async () => {
  const page = await open(at('activity?kinds=tasks'))
  await line(page, 'gave Developer').waitFor()
  // In one go, so that nothing is drawn between them.
  await page.evaluate((agentId) => {
    const button = (text: string) =>
      [...document.querySelectorAll<HTMLButtonElement>('.f-filters button')].find(
        (own) => own.textContent === text,
      )
    button('Tasks')?.click()
    button('Messages')?.click()
    const select = document.querySelector<HTMLSelectElement>('.f-filters select')
    if (!select) return
    select.value = agentId
    select.dispatchEvent(new Event('change', { bubbles: true }))
    button('Direct')?.click()
  }, arch.id)
  await expect.poll(() => new URL(page.url()).searchParams.get('agent')).toBe(arch.id)
  await expect.poll(() => new URL(page.url()).searchParams.get('kinds')).toBe('messages,direct')
  await line(page, 'The loader reads every file twice.').waitFor()
  await expect.poll(() => line(page, 'I pin it first').count()).toBe(0)
  await expect.poll(() => page.locator('[data-type="task:created"]').count()).toBe(0)
})

test.skipIf(noBrowser)(
  'UI114 lanes show who works, what was written and who was told, by pointer, keys and in words',
  async () => {
    await server.createAgent(lead.id, 'product-manager')
    await write('config-team', 'Lanes, please.')
    await inbox(arch)
    const page = await open(at('activity?view=lanes&zoom=5m'))
    const board = page.getByTestId('lanes')
    const lane = (name: string) => board.locator('.l-lane', { hasText: name })
    await lane('Architect').locator('[data-bar="open"]').waitFor()
    await expect.poll(() => board.locator('.l-lane').first().innerText()).toContain('Project Lead')
    await server.post(dev, 'config-team', 'Drawn at once.')
    const sign = lane('Developer').getByRole('button', { name: 'wrote in config-team' }).last()
    const card = page.getByTestId('lane-card')
    await expect
      .poll(async () => {
        // What is pointed at stands still: what is new is drawn when nothing is.
        await page.mouse.move(0, 0)
        await expect.poll(() => card.count()).toBe(0)
        await sign.hover()
        return card.innerText()
      })
      .toContain('Drawn at once.')
    await page.getByTestId('hot-links').locator('path').first().waitFor()
    await expect.poll(() => lane('Architect').getAttribute('class')).toContain('is-told')
    await expect.poll(() => lane('Product Manager').getAttribute('class')).not.toContain('is-told')

    const { cursor } = await inbox(arch)
    await server.call('POST', `/api/agents/${arch.id}/inbox/ack`, { cursor }, arch.token)
    await lane('Architect').locator('[data-bar="over"]').first().waitFor()

    await lane('Project Lead').locator('.l-who').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    const focused = () => page.evaluate(() => document.activeElement?.className)
    await expect.poll(focused).toContain('l-item')
    // What has the focus does not move away under it.
    await page.getByRole('button', { name: 'Back to now' }).waitFor()
    await page.getByRole('button', { name: 'As a table' }).click()
    await page.locator('.l-table tr', { hasText: 'wrote in config-team' }).first().waitFor()
    await expect.poll(() => page.url()).toContain('as=table')
  },
)

test.skipIf(noBrowser)(
  'UI116 a crew of a hundred is a list by role of which only what is in sight is in the page',
  async () => {
    const [first] = others
    if (!first) throw new Error('nobody')
    const page = await open(at('crew', many))
    await page.locator('.c-row').first().waitFor()
    await expect.poll(() => page.locator('.c-row').count()).toBeLessThanOrEqual(60)
    await expect.poll(() => page.locator('.bar').innerText()).toContain('100 not connected')
    await expect.poll(() => page.locator('.c-head').first().textContent()).toBe('Lead 1')
    await expect.poll(() => page.locator('.c-head').nth(1).textContent()).toMatch(/^\D+ 2\d$/)
    await expect.poll(() => page.locator('.crew .crew-link').count()).toBe(13)
    await page.getByRole('link', { name: 'Show all 100' }).waitFor()
    await page.locator('.c-list').evaluate((own) => own.scrollTo(0, own.scrollHeight))
    await page.locator('[aria-posinset="100"]').waitFor()
    await expect.poll(() => page.locator('.c-row').count()).toBeLessThanOrEqual(60)

    await write('nothing', 'x', many).catch(() => undefined)
    await server.call('POST', `/api/agents/${first.id}/terminate`, { reason: 'Not needed.' })
    await page.getByRole('button', { name: 'Ended 1' }).click()
    await expect.poll(() => page.locator('.c-row').count()).toBe(1)
    await expect.poll(() => page.url()).toContain('status=ended')
    await page.getByRole('button', { name: /^All/ }).click()
    await expect.poll(() => page.locator('.c-row').count()).toBeGreaterThan(1)
    await page.getByLabel('Filter by name, role, task or id').fill('task 33.')
    await expect.poll(() => page.locator('.c-row').count()).toBe(1)
    await page.locator('.c-row').click()
    await page.waitForURL(/\/crew\/[\w-]+$/)
    await page.getByRole('heading', { level: 1 }).waitFor()
  },
)

test.skipIf(noBrowser)(
  'UI117 a crew is paused and resumed, and gets agents, where the crew is listed',
  async () => {
    const page = await open(at('crew'))
    await page.getByRole('button', { name: 'Pause crew' }).click()
    await page.getByText('The crew is paused. Messages are kept').waitFor()
    await page.getByRole('button', { name: 'Resume crew' }).click()
    await page.getByRole('button', { name: 'Pause crew' }).waitFor()
    const auto = page.getByLabel('Automatic groups')
    await auto.click()
    await expect.poll(() => auto.isChecked()).toBe(false)
    await auto.click()
    await expect.poll(() => auto.isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Add agent' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('QA Tester').click()
    await dialog.getByLabel('Name (optional)').fill('Quinn')
    await dialog.getByRole('radio', { name: 'Connects on its own' }).check()
    await dialog.getByRole('button', { name: 'Add agent' }).click()
    const token = (await dialog.locator('pre').first().innerText()).trim()
    const commands = await dialog.locator('pre').nth(1).innerText()
    expect(commands).toMatch(/^AGENT=\S+\/api\/agents\/[\w-]+\nTOKEN=/)
    await expect
      .poll(async () => (await dialog.innerText()).split(token).length - 1, {
        message: 'the token is shown once',
      })
      .toBe(1)
    await dialog.getByRole('button', { name: 'I have them' }).click()
    await page.locator('.c-row', { hasText: 'Quinn' }).click()
    await page.getByRole('heading', { name: 'Quinn' }).waitFor()
    const id = page.url().split('/').at(-1) ?? ''
    expect(commands).toContain(`/api/agents/${id}\n`)
    await expect.poll(async () => (await inbox({ id, token })).deliveries).toBeDefined()
  },
)

test.skipIf(noBrowser)(
  'UI118 on its page an agent is written to, interrupted, given a task, ended and resumed',
  async () => {
    const agent = await server.createAgent(lead.id, 'designer')
    const page = await open(at(`crew/${agent.id}`))
    const box = page.getByLabel(/^Write to Designer/)
    await box.fill('Please draw the lanes.')
    await page.keyboard.press('Enter')
    await expect.poll(() => box.inputValue()).toBe('')
    const texts = async () => (await inbox(agent)).deliveries.map(({ text }) => text).join('\n')
    await expect.poll(() => texts()).toContain('Please draw the lanes.')
    const act = async (button: string, label: string | null, text: string, go: string) => {
      await page.getByRole('button', { name: button, exact: true }).click()
      const dialog = page.getByRole('dialog')
      if (label !== null) await dialog.getByLabel(label).fill(text)
      await dialog.getByRole('button', { name: go }).click()
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
    }
    await act('Interrupt', 'Note (optional)', 'Stop at once.', 'Interrupt')
    await expect.poll(texts).toContain('Stop at once.')
    await act('Give a task', 'Task', 'Draw three states.', 'Give the task')
    await page.locator('.a-fact').getByText('Draw three states.').waitFor()
    await act('End', 'Reason (optional)', 'No more drawing.', 'End it')
    await page.locator('.a-strip').getByText('No more drawing.').waitFor()
    await expect.poll(() => page.locator('.a-who .st').innerText()).toBe('Ended')
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Interrupt' }).waitFor()
    await expect.poll(() => page.locator('.a-who .st').innerText()).not.toBe('Ended')

    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create a new token' }).click()
    const token = await page.getByRole('dialog').locator('pre').first().innerText()
    await expect(inbox(agent)).rejects.toThrow('401')
    await expect.poll(async () => (await inbox({ id: agent.id, token })).deliveries).toBeDefined()
  },
)

test.skipIf(noBrowser)(
  'UI119 an agent’s record is followed live, pages back, and stays readable when it has ended',
  async () => {
    const agent = await server.createAgent(lead.id, 'technical-writer')
    const output = (text: string, endOfTurn = true) =>
      server.call('POST', `/api/agents/${agent.id}/output`, { text, endOfTurn }, agent.token)
    for (let n = 1; n <= 130; n++) await output(`Paragraph ${n}.\n`)
    const page = await own.newPage()
    await page.clock.install()
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/rollout?')) asked += 1
    })
    await page.goto(await server.link(at(`crew/${agent.id}?record=raw`)))
    await page.locator('[data-kind="text"]').getByText('Paragraph 130.').waitFor()
    // It was opened a while ago, and nothing tells that there may be more but the record itself.
    const askedAfter = async (ms: number) => {
      await page.clock.fastForward(ms)
      return asked
    }
    await expect.poll(() => askedAfter(3_000)).toBeGreaterThanOrEqual(3)
    await output('Writing the next one,\n', false)
    await page.getByText('Writing the next one').first().waitFor()
    await output('to its end.\n')
    await page.locator('[data-kind="text"]').getByText('to its end.').waitFor()
    await expect.poll(() => page.getByText('Writing the next one').count()).toBe(1)
    const log = page.locator('.log')
    const first = page.getByText('Paragraph 1.', { exact: true })
    const isThere = async () => {
      await log.evaluate((own) => own.scrollBy(0, -400))
      return (await first.count()) > 0
    }
    await expect.poll(isThere).toBe(true)
    await first.waitFor()
    await expect.poll(() => page.locator('[data-entry]').count()).toBeLessThan(60)
    await server.call('POST', `/api/agents/${agent.id}/terminate`, {})
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    await page.reload()
    await page.locator('[data-kind="text"]').getByText('to its end.').waitFor()
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI119 what an agent says is heard while its record is not there yet',
  async () => {
    const program = `process.stdin.on('data', () => console.log('Heard at once.'))`
    const { agent } = await server.call<{ agent: { id: string } }>(
      'POST',
      `/api/lead/${lead.id}/agents`,
      { role: 'designer', driver: { kind: 'pipe', command: 'node', args: ['-e', program] } },
    )
    const page = await open(at(`crew/${agent.id}?record=raw`))
    await page.getByText('Nothing yet').or(page.locator('[data-entry]').first()).first().waitFor()
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/rollout?*', async (route) => {
      await held
      await route.continue()
    })
    await page.getByLabel(/^Write to Designer/).fill('Hello?')
    await page.keyboard.press('Enter')
    await page.getByTestId('live-text').getByText('Heard at once.').first().waitFor()
    answer()
    await page.locator('[data-kind="text"]').getByText('Heard at once.').first().waitFor()
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI120 crews of a hundred, agents that failed and what opens above them pass axe and fit',
  async () => {
    await server.call('PATCH', `/api/agents/${reviewer.id}`, {
      status: 'failed',
      summary: 'The model refused to answer.',
    })
    const fresh = await server.createAgent(lead.id, 'designer')
    const screens: readonly (readonly [string, string, string, string?])[] = [
      ['lanes-100', at('activity?view=lanes&as=lanes', many), '.l-lane'],
      ['crew-100', at('crew', many), '.c-row'],
      ['agent-failed', at(`crew/${reviewer.id}`), '.a-strip'],
      ['interrupt', at(`crew/${fresh.id}`), '.a-who', 'Interrupt'],
      ['new-token', at(`crew/${fresh.id}`), '.a-who', 'New token'],
    ]
    const wrong: string[] = []
    for (const look of TWO_LOOKS) {
      const page = await own.open(at('crew'), look)
      for (const [name, path, ready, press] of screens) {
        await page.goto(server.url + path)
        await page.locator(ready).first().waitFor({ state: 'attached' })
        if (press) await page.getByRole('button', { name: press, exact: true }).click()
        await shot(page, `${name}-${look.viewport.width}`)
        const within = press ? ['dialog[open]'] : ['main', '.crew']
        wrong.push(...(await violations(page, { within })).map((text) => `${name} ${text}`))
        if ((await overflow(page)) > 0) wrong.push(`${name} is too wide`)
      }
    }
    expect(wrong).toEqual([])
  },
)
