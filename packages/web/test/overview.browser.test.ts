import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SQLITE_PACKAGE } from '../../server/src/storage/sqlite-package'
import { overflow, violations } from './axe'
import { noBrowser } from './chromium'
import { createActor, createOverviewCrew, type OverviewCrew, tool } from './overview-crew'
import { type CreatedAgent, ServerProcess } from './server-process'
import { setStage, shot, Stage } from './stage'
import { readInbox } from './work-crew'
import { isLong } from './long'
import { sequence } from './key-sequence'

let crew: OverviewCrew
const own = setStage(new Stage(), async () => {
  crew = await createOverviewCrew(own.server)
})
const { server } = own

const card = (page: Page, id = '') => page.locator(`[data-card="${id}"]`)
const article = (page: Page, id = '') => page.locator('article.ov-card', { has: card(page, id) })
const order = (page: Page) =>
  page.locator('[data-card]').evaluateAll((all) => all.map((one) => one.textContent))
const at = () => `/leads/${crew.lead.id}`

interface Told {
  agents: {
    agentId: string
    outputs: { kind: string; text: string }[]
    bars: number[]
    tokens: number | null
    cost: number | null
    lastAt: string | null
  }[]
  tasks: Record<'open' | 'completed' | 'failed' | 'cancelled', number>
  tokensByMinute: number[] | null
}
const overview = (leadId: string) => server.call<Told>('GET', `/api/lead/${leadId}/overview`)

test.skipIf(noBrowser)(
  'UI400, UI402, UI404 a crew’s address shows its task, how it stands, and a card for each agent',
  async () => {
    const page = await own.open(at(), { viewport: { width: 1440, height: 900 } })
    await page.getByRole('heading', { level: 1, name: 'Make loading the config fast' }).waitFor()
    await expect
      .poll(() => page.locator('.ov-sentence').innerText())
      .toMatch(
        /^1 working, Dora and Ada wait for you, Quinn has failed, Kay is done, 1 not connected\. \d+ (s|min), 1 of 7 tasks done\.$/,
      )
    await expect.poll(() => page.title()).toContain('Overview · atlas-refactor')
    await expect
      .poll(() => order(page))
      .toEqual(['Dora', 'Ada', 'Quinn', 'Rhea', 'Project Lead', 'Wren', 'Noor', 'Kay'])
    const { ids } = crew
    const lines = (id = '') => article(page, id).locator('.ov-line').allInnerTexts()
    await expect
      .poll(() => lines(ids['dora']))
      .toEqual([
        'git commit -m "loader: cache by mtime and size"',
        'wrote to you: May I run `git push origin refactor/rope`?',
      ])
    await expect
      .poll(() => lines(ids['kay']))
      .toEqual([
        'wrote in Config Team: Behaviour is pinned: 41 tests.',
        'reported: Pinned with 41 tests.',
      ])
    await expect.poll(() => lines(ids['quinn'])).toEqual(['There is no program "/nowhere/agent".'])
    await expect
      .poll(async () => (await lines(ids['rhea']))[0])
      .toBe('Read src/config/cache.py (4 of 9 files)')
    await expect.poll(() => article(page, ids['ada']).locator('.ov-plan').innerText()).toBe('3/4')
    await expect
      .poll(() => article(page, ids['ada']).locator('.ov-foot').innerText())
      .toContain('$0.86')
    // Who tells nothing shows nothing, and not a nought.
    await expect.poll(() => article(page, ids['rhea']).locator('.ov-foot').innerText()).toBe('')
    await expect
      .poll(() => card(page, ids['dora']).getAttribute('aria-label'))
      .toBe('Dora, Developer, waits for you, Move the callers to the cached loader')
    // Boxes are as high whatever is in them, and everything in a card can be seen.
    const heights = await page
      .locator('.ov-live')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
    expect([...new Set(heights)]).toEqual([65])
    await expect.poll(() => isSeen(article(page, ids['dora']).locator('.ov-state'))).toBe(true)

    await page.getByRole('button', { name: 'Dora and Ada wait for you' }).click()
    await expect.poll(() => order(page)).toEqual(['Dora', 'Ada'])
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(async () => (await order(page)).length).toBe(8)
  },
)

/** A page whose time the test moves: what comes after a rest is not waited for. */
async function openWithClock(path: string): Promise<Page> {
  const page = await own.newPage({ viewport: { width: 1440, height: 900 } })
  await page.clock.install()
  await page.goto(await server.link(path))
  return page
}

/** Whether what is at the middle of an element belongs to its card: nothing else lies over it. */
const isSeen = (part: Locator) =>
  part.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const found = document.elementFromPoint(x + width / 2, y + height / 2)
    return found !== null && element.closest('article')?.contains(found) === true
  })

test.skipIf(noBrowser)('UI401, UI403 while agents work every number is the server’s', async () => {
  const lead = await server.createLead('numbers')
  const used = (totalTokens: number) => ({ usage: { totalTokens } })
  const spends = (amount: number) => ({
    update: {
      sessionUpdate: 'usage_update',
      used: 1,
      size: 2,
      cost: { amount, currency: 'USD' },
    },
  })
  const actor = (name: string, role: string, behaviour: object) =>
    createActor(server, lead.id, { name, role }, { ...behaviour })
  const ids = [
    await actor('Ada', 'architect', { ...used(1_234), chunks: [spends(0.25), 'a', 300, 'b'] }),
    await actor('Ben', 'developer', { ...used(40), chunks: [tool('ls'), 200, 'done'] }),
    await actor('Cleo', 'designer', { chunks: ['tells nothing'] }),
  ]
  const page = await own.open(`/leads/${lead.id}`)
  const shown = async () => ({
    tokens: await page.locator('[data-figure="tokens"]').getAttribute('title'),
    cost: await page.locator('[data-figure="cost"] b').innerText(),
    each: await Promise.all(ids.map((id) => article(page, id).locator('.ov-foot').innerText())),
    tasks: (await page.locator('.ov-progress').innerText()).replace(/^.*?, /, ''),
  })
  const wanted = async () => {
    const { agents, tasks } = await overview(lead.id)
    const told = agents.filter(({ tokens }) => tokens !== null)
    const tokens = told.reduce((sum, one) => sum + (one.tokens ?? 0), 0)
    const cost = agents.reduce((sum, one) => sum + (one.cost ?? 0), 0)
    const short = (own: number) => (own < 1_000 ? `${own}` : `${Number((own / 1_000).toFixed(1))}k`)
    return {
      tokens: `at least ${tokens.toLocaleString('en')} tokens`,
      cost: `at least $${cost.toFixed(2)}`,
      each: ids.map((id) => {
        const one = agents.find(({ agentId }) => agentId === id)
        const used = one?.tokens ?? null
        const spent = one?.cost ?? null
        return [
          ...(used === null ? [] : [short(used)]),
          ...(spent === null ? [] : [`$${spent.toFixed(2)}`]),
        ].join('\n')
      }),
      tasks: `${tasks.completed} of ${tasks.open + tasks.completed + tasks.failed} tasks done.`,
    }
  }
  const differences = async () => unlike(await shown(), await wanted())
  for (let round = 0; round < ids.length; round++) {
    for (const id of ids)
      await server.call('POST', `/api/agents/${id}/tasks`, { task: `r${round}` })
    const first = ids[round]
    // Ada alone spends money, and would spend none if it completed before its turn began.
    if (round === 0) await page.locator('[data-figure="cost"]').waitFor()
    await server.call('PATCH', `/api/agents/${first}`, { status: 'completed' })
    await expect.poll(differences).toEqual([])
  }
  const unlikeTables = async () => {
    const told = await wanted()
    const rows = query(server.data, lead.id)
    const { tokensByMinute } = await overview(lead.id)
    return unlike(
      {
        tokens: told.tokens,
        tasks: told.tasks,
        minutes: tokensByMinute?.reduce((sum, one) => sum + one, 0),
      },
      {
        tokens: `at least ${rows.tokens.toLocaleString('en')} tokens`,
        tasks: `${rows.completed} of ${rows.tasks} tasks done.`,
        minutes: rows.tokens,
      },
    )
  }
  // An agent rests for a moment between two turns: all that tells of one moment is compared, until it is of the same.
  await expect.poll(async () => [...(await differences()), ...(await unlikeTables())]).toEqual([])
  expect(query(server.data, lead.id).tokens).toBeGreaterThanOrEqual(1_234 + 40)
})

/** Fields in which two of a kind differ, with both values. */
function unlike(one: object, other: object): string[] {
  const values = new Map(Object.entries(other))
  return Object.entries(one).flatMap(([name, value]) => {
    const [a, b] = [JSON.stringify(value), JSON.stringify(values.get(name))]
    return a === b ? [] : [`${name}: ${a}, not ${b}`]
  })
}

/** What the tables themselves say. */
function query(data: string, leadId: string) {
  const ofServer = createRequire(new URL('../../server/package.json', import.meta.url))
  const Sqlite = ofServer(SQLITE_PACKAGE) as new (
    file: string,
    options: object,
  ) => {
    prepare(sql: string): { get(...values: string[]): Record<string, number> }
    close(): void
  }
  const database = new Sqlite(join(data, 'crewroom.sqlite'), { readonly: true })
  const get = (sql: string) => Number(Object.values(database.prepare(sql).get(leadId))[0] ?? 0)
  const rows = {
    tokens: get(`select sum(json_extract(usage, '$.totalTokens')) from turns where lead_id = ?`),
    completed: get(`select count(*) from tasks where lead_id = ? and status = 'completed'`),
    tasks: get(`select count(*) from tasks where lead_id = ? and status <> 'cancelled'`),
  }
  database.close()
  return rows
}

test.skipIf(noBrowser || !isLong)(
  'UI406 what an agent says appears as it says it, at most twice a second, and the page asks again after a turn',
  async () => {
    const lead = await server.createLead('live')
    const words = Array.from({ length: 60 }, (_, n) => [`word${n} `, 25]).flat()
    const goesOn = join(server.data, 'goes-on')
    const id = await createActor(
      server,
      lead.id,
      { name: 'Ada', role: 'architect' },
      {
        chunks: [tool('pnpm test'), ...words, { awaits: goesOn }],
        lastly: ['and the end.'],
        usage: { totalTokens: 10 },
      },
    )
    const page = await openWithClock(`/leads/${lead.id}`)
    const box = article(page, id).locator('.ov-live')
    await box.waitFor()
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/overview')) asked++
    })
    await page.evaluate((agentId) => {
      const element = document.querySelector(`[data-card="${agentId}"]`)?.closest('article')
      const seen = { changes: 0, from: performance.now(), texts: [] as string[] }
      Object.assign(globalThis, { seen })
      const live = element?.querySelector('.ov-live')
      if (!live) throw new Error('no box')
      // One change of the text is one task, however many nodes it touches.
      new MutationObserver(() => {
        seen.changes++
        seen.texts.push(live.textContent ?? '')
      }).observe(live, { subtree: true, childList: true, characterData: true })
    }, id)
    await server.call('POST', `/api/agents/${id}/messages`, { content: 'Begin.' })
    await expect.poll(() => box.innerText()).toContain('word')
    writeFileSync(goesOn, '')
    await expect.poll(() => box.innerText()).toContain('and the end.')
    const { changes, ms, texts } = await page.evaluate(() => {
      const { seen } = globalThis as unknown as {
        seen: { changes: number; from: number; texts: string[] }
      }
      return { changes: seen.changes, ms: performance.now() - seen.from, texts: seen.texts }
    })
    // Some of it was seen before all of it was said.
    expect(texts.some((text) => text.includes('word') && !text.includes('the end'))).toBe(true)
    // Two a second, one at the beginning, and those of two answers of the server.
    expect(changes).toBeLessThanOrEqual(Math.ceil((ms / 1_000) * 2) + 4)
    await expect.poll(() => article(page, id).locator('.ov-foot').innerText()).toBe('10')
    await expect.poll(() => asked).toBeGreaterThan(0)
    // And then it is still: nothing works, so nothing is asked once what the end of the turn asked for is there.
    const tenSeconds = async () => {
      await page.clock.fastForward(10_000)
      await page.evaluate(async () => void (await fetch('/healthz')))
      return asked
    }
    const before = await tenSeconds()
    await tenSeconds()
    // Coming back after a lost connection would ask once.
    expect(await tenSeconds()).toBeLessThanOrEqual(before + 1)
  },
)

test.skipIf(noBrowser)(
  'UI405, UI407 cards keep their places under pointer and focus; arrows move, Space peeks, Enter opens, t, i and p act',
  async () => {
    const lead = await server.createLead('keys')
    const made: CreatedAgent[] = []
    for (const role of ['developer', 'designer', 'qa-tester', 'architect', 'researcher']) {
      made.push(await server.createAgent(lead.id, role))
    }
    const page = await openWithClock(`/leads/${lead.id}`)
    await expect.poll(async () => (await order(page)).length).toBe(6)
    const before = await order(page)
    const last = made[4]
    if (!last) throw new Error('nobody')
    // Three in a row at this width.
    await card(page, lead.id).focus()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => focused()).toBe(before[1])
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused()).toBe(before[4])
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => focused()).toBe(before[1])
    await page.keyboard.press('End')
    await expect.poll(() => focused()).toBe(before[5])
    await page.keyboard.press('Home')
    await expect.poll(() => focused()).toBe(before[0])

    // It waits for the person now, but the focus is among the cards: nothing moves.
    await server.say(last, 'AGENT_MESSAGE', { to: 'human', content: 'A or B?' })
    await article(page, last.id).locator('[data-dot="wait"]').waitFor()
    await page.clock.runFor(6_000)
    expect(await order(page)).toEqual(before)
    await page.locator('.jump').focus()
    await page.clock.runFor(2_000)
    await expect.poll(async () => (await order(page))[0]).toBe('Researcher')

    await card(page, last.id).focus()
    await page.keyboard.press(' ')
    await page.getByRole('heading', { name: 'Record of Researcher' }).waitFor()
    await expect
      .poll(() => focused(), { message: 'one goes on among the cards' })
      .toBe('Researcher')
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Needs you', exact: true }).waitFor()
    await expect.poll(() => focused()).toBe('Researcher')

    await page.keyboard.press('t')
    const picked = page.getByRole('radiogroup', { name: 'Assign to' }).locator('input:checked')
    await expect.poll(() => picked.inputValue()).toBe(last.id)
    const leave = async () => {
      await page.keyboard.press('Escape')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
    }
    await leave()
    await card(page, last.id).focus()
    await page.keyboard.press('i')
    await page.getByRole('dialog', { name: /^Interrupt Researcher/ }).waitFor()
    await leave()
    await page.keyboard.press('p')
    await page.getByText('Paused by you.').waitFor()
    await page.getByRole('button', { name: 'Resume crew' }).click()
    await page.getByRole('button', { name: 'Pause crew' }).waitFor()

    await card(page, last.id).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/crew/${last.id}`)
    await sequence(page, 'g', 'o')
    await page.waitForURL(`**/leads/${lead.id}`)
  },
)

test.skipIf(noBrowser)(
  'UI408, UI409 of many agents there is a line each, who rests is folded; three needs are open, the others a line',
  async () => {
    const lead = await server.createLead('many')
    const made = await Promise.all(
      Array.from({ length: 59 }, () => server.createAgent(lead.id, 'developer')),
    )
    for (const agent of made.slice(0, 5)) {
      await server.say(agent, 'AGENT_MESSAGE', { to: 'human', content: `Is ${agent.id} right?` })
    }
    const sizes: number[] = []
    const page = await own.newPage({ viewport: { width: 1440, height: 900 } })
    page.on('response', (response) => {
      if (!response.url().endsWith('/overview')) return
      void response.body().then((body) => sizes.push(body.length))
    })
    await page.goto(await server.link(`/leads/${lead.id}`))
    await expect.poll(() => page.locator('.ov-row').count()).toBe(5)
    const fold = page.locator('.ov-fold', { hasText: '55 not connected' })
    const { height } = (await page.locator('.ov-row').first().boundingBox()) ?? {}
    expect(height).toBe(30)
    await expect.poll(() => sizes.length).toBeGreaterThan(0)
    expect(sizes.every((size) => size <= 64 * 1024)).toBe(true)
    console.log('60 agents, bytes of an overview:', sizes)
    await shot(page, 'overview-many-1440-light')
    await fold.click()
    await expect.poll(() => page.locator('.ov-row').count()).toBe(60)
    expect(await violations(page)).toEqual([])

    await expect.poll(() => page.locator('.ov-needs .need').count()).toBe(3)
    const whole = page.getByRole('link', { name: 'Whole conversation' }).first()
    // Also where no other section was opened before, a link looks like one.
    await expect
      .poll(() => whole.evaluate((link) => getComputedStyle(link).textDecorationLine))
      .toBe('underline')
    const folded = page.locator('.ov-folded')
    await expect.poll(() => folded.count()).toBe(2)
    await folded.first().click()
    await expect.poll(() => page.locator('.ov-needs .need').count()).toBe(4)
    // Answered right here: it is gone, and the agent has the answer.
    const asked = made[0]
    if (!asked) throw new Error('nobody')
    const need = page.locator('.ov-needs .need').first()
    await need.locator('textarea').fill('It is.')
    await need.getByRole('button', { name: 'Send answer' }).click()
    await expect
      .poll(() => page.locator('.ov-needs', { hasText: `Is ${asked.id} right?` }).count())
      .toBe(0)
    // Of the four that are left the three oldest are open.
    await expect.poll(() => page.locator('.ov-needs .need').count()).toBe(3)
    await expect.poll(() => folded.count()).toBe(1)
    await expect.poll(async () => (await readInbox(server, asked)).join()).toContain('It is.')
    await expect.poll(() => overflow(page)).toBe(0)
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI410 who was away is told in a few sentences what happened since',
  async () => {
    const lead = await server.createLead('away')
    const dev = await server.createAgent(lead.id, 'developer', 'Move the callers')
    const qa = await server.createAgent(lead.id, 'qa-tester', 'Run it on arm64')
    // Stays at work, and so does their group.
    const ann = await server.createAgent(lead.id, 'architect')
    await server.createGroup(lead.id, 'Config Team', [dev.id, qa.id, ann.id])
    const page = await own.open(`/leads/${lead.id}`)
    await card(page, dev.id).waitFor()
    await expect.poll(() => page.getByText('Since you were here').count()).toBe(0)
    await page.goto('about:blank')
    await server.post(dev, 'config-team', 'One.')
    await server.post(qa, 'config-team', 'Two.')
    await server.say(dev, 'COMPLETE_TASK', { summary: 'Moved.' })
    await server.say(qa, 'COMPLETE_TASK', { status: 'failed', summary: 'No runner.' })
    // An hour passes for the browser's own note of when the crew was seen.
    await page.goto(`${server.url}/settings`)
    await page.evaluate((id) => {
      const key = `crewroom:visit:${id}`
      const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as { last: { at: string } }
      kept.last.at = new Date(Date.parse(kept.last.at) - 3_600_000).toISOString()
      localStorage.setItem(key, JSON.stringify(kept))
    }, lead.id)
    await page.goto(`${server.url}/leads/${lead.id}`)
    await page.getByRole('heading', { name: /^Since you were here, / }).waitFor()
    await expect
      .poll(() => page.locator('.ov-missed li').allInnerTexts())
      .toEqual([
        '1 task done: Developer: Move the callers.',
        'Something went wrong with QA Tester.',
        '2 messages in Config Team.',
      ])
    await server.post(ann, 'config-team', 'Three.')
    await page.getByText('3 messages in Config Team.').waitFor()
  },
)

test.skipIf(noBrowser)(
  'UI411 what cannot be loaded says so and keeps what there is; without a connection times stand still',
  async () => {
    const lead = await server.createLead('states')
    const id = await createActor(
      server,
      lead.id,
      { name: 'Ada', role: 'architect' },
      { chunks: ['On it now, and on.', 3_600_000] },
    )
    await server.call('POST', `/api/agents/${id}/messages`, { content: 'Begin.' })
    own.watch.areFailuresExpected = true
    const page = await own.newPage()
    await page.clock.install()
    let isBroken = true
    let held: (() => void) | null = null
    await page.route('**/overview', async (route) => {
      if (isBroken) await new Promise<void>((resolve) => (held = resolve))
      await (isBroken ? route.abort() : route.continue())
    })
    await page.goto(await server.link(`/leads/${lead.id}`))
    await expect.poll(() => page.locator('.ov-bone').count()).toBe(6)
    await expect.poll(() => held !== null).toBe(true)
    const fail = () => held?.()
    fail()
    // Asked once more before it is said.
    await expect
      .poll(async () => {
        fail()
        return page.getByRole('alert').filter({ hasText: 'Couldn’t load the crew.' }).count()
      })
      .toBe(1)
    await expect
      .poll(() => card(page, id).count(), { message: 'who is there is known all the same' })
      .toBe(1)
    isBroken = false
    await page.getByRole('button', { name: 'Retry' }).click()
    await article(page, id).getByText('On it now').waitFor()
    await expect.poll(() => page.locator('.ov-problem').count()).toBe(0)

    const elapsed = article(page, id).locator('.ov-since')
    await elapsed.waitFor()
    await server.kill()
    const isOffline = async () => {
      // It tries to connect after longer and longer times.
      await page.clock.fastForward(1_000)
      return page.getByTestId('offline').isVisible()
    }
    await expect.poll(isOffline).toBe(true)
    const stood = await elapsed.innerText()
    await page.clock.runFor(3_000)
    expect(await elapsed.innerText()).toBe(stood)
    await article(page, id).getByText('On it now').waitFor()
    await server.start()
    await expect.poll(isOffline).toBe(false)
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI412 below the cards the story shows when agents worked, and leads to the lanes',
  async () => {
    const page = await own.newPage({ viewport: { width: 1440, height: 1_200 } })
    // What was handed over is told late: until then there is no story, and not one of who works now.
    let tell = () => {}
    const told = new Promise<void>((resolve) => (tell = resolve))
    await page.route('**/turns?*', async (route) => {
      await told
      await route.continue()
    })
    await page.goto(await server.link(at()))
    await article(page, crew.ids['rhea']).locator('.ov-since').waitFor()
    const story = page.locator('.ov-lanes')
    await expect.poll(() => story.count()).toBe(0)
    tell()
    await story.waitFor()
    await expect
      .poll(() => story.getAttribute('aria-label'))
      .toMatch(/^When agents were at work since .*Dora/)
    const working = page.locator('.ov-lane', { hasText: 'Rhea' }).locator('.ov-track')
    // Who works, works until now. While it is drawn again a bar has no place.
    await expect
      .poll(async () => {
        const bar = await working.locator('i').last().boundingBox()
        const track = await working.boundingBox()
        return bar && track && Math.abs(bar.x + bar.width - track.x - track.width) / track.width
      })
      .toBeLessThan(0.1)
    await page.getByRole('link', { name: 'Lanes' }).click()
    await page.waitForURL(/activity\?view=lanes/)
  },
)

test.skipIf(noBrowser)(
  'UI413 who may only read sees all of it and is offered nothing to do',
  async () => {
    const page = await own.newPage()
    const { observerToken } = JSON.parse(
      readFileSync(join(server.data, 'server.json'), 'utf8'),
    ) as { observerToken: string }
    // No page that would be drawn first.
    await page.goto(`${server.url}/theme.js`)
    await page.evaluate((token) => localStorage.setItem('crewroom:token', token), observerToken)
    await page.goto(server.url + at())
    await card(page, crew.ids['dora']).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Give a task' }).count()).toBe(0)
    await expect.poll(() => page.getByRole('button', { name: 'Pause crew' }).count()).toBe(0)
    await expect.poll(() => page.getByText('Add agent').count()).toBe(0)
    await expect.poll(() => page.locator('.ov-needs button').count()).toBe(0)
    await expect.poll(() => page.locator('.ov-folded').count()).toBe(3)
    await page.keyboard.press('p')
    await page.keyboard.press('t')
    // A key that counts for everybody is handled after them.
    await page.keyboard.press('?')
    await page.locator('dialog[open]').first().waitFor()
    expect(await page.locator('dialog[open]').count()).toBe(1)
    expect(await page.getByText('Paused by you.').count()).toBe(0)
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI157, UI400 with one crew one lands on it, for at most 150 kB of scripts',
  async () => {
    const alone = new ServerProcess()
    try {
      await alone.start()
      const lead = await alone.createLead('alone')
      const page = await own.watch.open(own.browser, alone.url, {})
      const sizes: number[] = []
      page.on('response', async (response) => {
        if (response.request().resourceType() !== 'script') return
        // As it came over the wire.
        sizes.push((await response.request().sizes()).responseBodySize)
      })
      await page.goto(await alone.link('/'))
      await page.waitForURL(`**/leads/${lead.id}`)
      await card(page, lead.id).waitFor()
      await page.waitForLoadState('networkidle')
      const total = sizes.reduce((sum, size) => sum + size, 0)
      console.log(
        `landing page: ${sizes.length} scripts, ${(total / 1_000).toFixed(1)} kB over the wire`,
      )
      expect(sizes.length).toBeGreaterThan(1)
      expect(total).toBeLessThanOrEqual(150_000)
      // Without its server it would complain.
      await page.context().close()
    } finally {
      await alone.dispose()
    }
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI414, UI415 the overview passes axe and fits, in both themes at three widths',
  async () => {
    const wrong: string[] = []
    const page = await own.open(at())
    await page.locator('.ov-spark').first().waitFor()
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: width > 400 ? 900 : 844 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.locator(`html[data-theme="${colorScheme}"]`).waitFor()
        await shot(page, `overview-${width}-${colorScheme}`)
        const found = await violations(page, { colourOnly: colorScheme === 'dark' })
        wrong.push(...found.map((text) => `${width} ${colorScheme} ${text}`))
        if ((await overflow(page)) > 0) wrong.push(`${width} scrolls sideways`)
      }
      if (width === 390) {
        const needs = await page.locator('.ov-needs').boundingBox()
        const cards = await page.locator('.ov-grid').boundingBox()
        expect(needs && cards && needs.y < cards.y, 'needs come before the cards').toBe(true)
        await expect
          .poll(() => page.locator('.tabs > a').allInnerTexts())
          .toEqual([
            expect.stringContaining('Needs you'),
            expect.stringContaining('Overview'),
            expect.stringContaining('Groups'),
            expect.stringContaining('Crew'),
          ])
      }
    }
    expect(wrong).toEqual([])
  },
)
