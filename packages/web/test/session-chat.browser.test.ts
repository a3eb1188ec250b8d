import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { overflow, violations } from './axe'
import { noBrowser } from './chromium'
import { Line } from './line'
import { createSessionCrew, type SessionCrew, SessionTalk } from './session-crew'
import { setStage, shot, Stage } from './stage'
import { isLong } from './long'
import { visit } from './visit'
import { patience } from '../../shared/test/patience'

const own = setStage(new Stage())
let crew: SessionCrew
beforeEach(async () => {
  if (!noBrowser) crew = await createSessionCrew(own.server)
})

const WIDE = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }
interface Agent {
  readonly id: string
}

const round = (page: Page, n: number) => page.locator(`[data-round="${n}"]`)
const line = (page: Page, n: number) => round(page, n).locator('h2')
const column = (page: Page, n: number, agent: Agent) =>
  page.locator(`[data-stop="round ${n} ${agent.id}"]`)
const box = (page: Page) => page.locator('#composer')
const asks = (page: Page) => page.locator('.sn-asks').innerText()
const arrangement = (page: Page, n: number) =>
  round(page, n).locator('.sn-box').getAttribute('data-arrangement')
/** Article that has the focus: a column's key, or the words of a message. */
const focusedArticle = (page: Page) =>
  page.evaluate(() => {
    const article = document.activeElement?.closest<HTMLElement>('article')
    return article ? (article.dataset['stop'] ?? article.querySelector('.b')?.textContent) : null
  })

async function ask(page: Page, text: string): Promise<void> {
  await box(page).fill(text)
  await page.keyboard.press('Enter')
}

/** Three rounds as they happen: all answer; one is late and one is stopped; one has answered and two think. */
async function story(): Promise<SessionTalk> {
  const talk = await SessionTalk.open(own.server, crew, { title: 'Rewrite plan' })
  const { ada, dora, rhea } = crew
  await talk.ask('The loader reads each file 14 times. What would you change first?')
  await talk.answer(
    ada,
    '**Cache by path and mtime.** One `stat()` per lookup, no new API. About 40 lines, and the callers stay as they are.',
  )
  await talk.answer(
    dora,
    '**Read once at start.** Load the tree into one frozen object. Faster still, but plugins that write configs at run time would not see it.',
  )
  await talk.answer(
    rhea,
    '**Measure before either.** 9 of the 14 reads come from `resolve()`; fix that loop and you may need neither.',
  )
  await talk.ask('Take Ada’s cache. @dora, what breaks for the plugins?')
  await talk.answer(
    ada,
    'Nothing of mine: a plugin that writes a file changes its mtime, so the next lookup reads it again.',
  )
  await talk.take(dora)
  await talk.take(rhea)
  await talk.call('POST', `/answers/${rhea.id}/interrupt`, {})
  await talk.say(rhea, '')
  await talk.ask('Write the plan in five steps, smallest first.')
  await talk.take(ada)
  await talk.take(rhea)
  await talk.say(
    dora,
    'Two of 31 plugins keep the old time on write (`shutil.copystat`). For those the cache must also look at the size.',
  )
  await talk.answer(
    dora,
    '1. Pin today’s behaviour. 2. Move `stat()` into one place. 3. Cache by path, mtime and size. 4. Move the callers. 5. Take the old reader out.',
  )
  return talk
}

test.skipIf(noBrowser)(
  'UI200, UI202, UI563, UI566, UI567, UI588 a person asks, sees who thinks, gets the answers in the same columns, and stops one',
  async () => {
    const talk = await SessionTalk.open(own.server, crew, { title: 'Rewrite plan' })
    const { ada, dora, rhea } = crew
    const page = await own.open(talk.path, WIDE)
    await page.getByText('Ask all three at once').waitFor()
    await expect.poll(() => asks(page)).toBe('Asks Ada, Dora and Rhea')
    await ask(page, 'What would you change first?')
    await expect.poll(() => line(page, 1).innerText()).toMatch(/0 of 3 answered, 3 thinking/)
    const labels = () =>
      round(page, 1)
        .locator('.sn-col')
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
    // Their programs have not asked for anything yet.
    await expect
      .poll(() => labels())
      .toEqual(['Ada', 'Dora', 'Rhea'].map((own) => `${own} is not connected`))
    await talk.take(ada)
    const time = column(page, 1, ada).locator('.sn-time')
    await expect.poll(() => time.innerText()).toMatch(/^(?!0:00)\d+:\d\d$/)
    const before = await column(page, 1, rhea).boundingBox()
    await talk.say(ada, '**Cache by path and mtime.** One `stat()` per lookup.')
    await column(page, 1, ada).getByText('Cache by path and mtime.').waitFor()
    await expect.poll(() => line(page, 1).innerText()).toMatch(/1 of 3 answered, 2 thinking/)
    const after = await column(page, 1, rhea).boundingBox()
    expect([after?.x, after?.width]).toEqual([before?.x, before?.width])
    await talk.take(rhea)
    await expect.poll(labels).toContain('Rhea, thinking')
    await page.getByRole('button', { name: "Stop Rhea's answer" }).click()
    const stopped = /You stopped Rhea after \d+:\d\d\. Nothing of it was posted\./
    await round(page, 1).getByText(stopped).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await talk.say(rhea, 'This is posted nowhere.')
    await talk.answer(dora, 'Read once at start.')
    await expect.poll(() => line(page, 1).innerText()).toMatch(/2 answered, 1 stopped/)
    const did = page.getByRole('link', { name: 'What it did: Rhea' })
    await expect
      .poll(() => did.getAttribute('href'))
      .toBe(`${talk.path}?view=agent&agent=${rhea.id}&r=1`)
    await page.getByRole('button', { name: 'Ask again: Rhea' }).click()
    await expect.poll(() => line(page, 1).innerText()).toMatch(/2 of 3 answered, 1 thinking/)
    await talk.take(rhea)
    const stop = `/api/lead/${crew.lead.id}/groups/${crew.group}/sessions/${talk.id}/answers/${rhea.id}`
    await own.server.call('POST', `${stop}/interrupt`, {}, crew.lead.token)
    await round(page, 1)
      .getByText(/Project Lead stopped Rhea after \d+:\d\d\./)
      .waitFor()
    await talk.say(rhea, '')
    await page.getByRole('button', { name: 'Ask again: Rhea' }).click()
    await expect.poll(() => line(page, 1).innerText()).toMatch(/2 of 3 answered, 1 thinking/)
    await talk.answer(rhea, 'Measure before either.')
    await expect.poll(() => line(page, 1).innerText()).toMatch(/3 of 3 answered in \d+:\d\d/)
    await expect.poll(() => page.getByText('This is posted nowhere.').count()).toBe(0)
    await ask(page, 'And then?')
    await column(page, 2, ada).waitFor()
    await talk.answer(ada, '')
    await talk.take(ada)
    await round(page, 2).getByText('Ada had nothing to add.').waitFor()
    await ask(page, 'Go on.')
    await round(page, 2).getByText('Rhea had not started when you wrote again.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Ask again/ }).count()).toBe(0)
    await expect.poll(() => asks(page)).toMatch(/^(Asks|Opens round 4)/)
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI201, UI567, UI568 a late answer is under its own round, and in the newest one a line leads there',
  async () => {
    const talk = await SessionTalk.open(own.server, crew, { title: 'Rewrite plan' })
    const { ada, dora } = crew
    const page = await own.open(talk.path, WIDE)
    await ask(page, 'One?')
    await column(page, 1, ada).waitFor()
    await talk.take(ada)
    await talk.take(dora)
    await talk.say(ada, 'Here I am.')
    await column(page, 1, ada).getByText('Here I am.').waitFor()
    await expect
      .poll(() => asks(page))
      .toBe('Opens round 2 · Dora finishes round 1, its answer comes late')
    await ask(page, 'Two?')
    await column(page, 2, dora).getByText('Dora starts after its answer to round 1.').waitFor()
    await expect.poll(() => column(page, 2, dora).getByRole('button').count()).toBe(0)
    await talk.say(dora, 'Better late than never.')
    const late = column(page, 1, dora)
    await late.getByText('late · came in round 2').waitFor()
    await late.getByText('Better late than never.').waitFor()
    await page.getByText('Dora answered round 1 late.').waitFor()
    await expect.poll(() => line(page, 1).innerText()).toMatch(/1 answered, 1 late, 1 not started/)
    await expect.poll(() => round(page, 2).getByText('Better late').count()).toBe(0)
    await expect
      .poll(() => late.getAttribute('aria-label'))
      .toMatch(/^Dora, answered late after \d+:\d\d$/)
    await page.getByRole('button', { name: "Show Dora's answer to round 1" }).click()
    await expect.poll(() => focusedArticle(page)).toBe(`round 1 ${dora.id}`)
  },
)

test.skipIf(noBrowser)(
  'UI564, UI565, UI571 answers are side by side or stacked, as the person likes; a long one is folded',
  async () => {
    const talk = await SessionTalk.open(own.server, crew, { title: 'Rewrite plan' })
    const { ada, dora } = crew
    await talk.ask('A long one?', [ada, dora])
    const lines = Array.from({ length: 30 }, (_, n) => `Line ${n + 1}\n`)
    await talk.answer(ada, lines.join('\n'))
    await talk.answer(dora, 'Short.')
    const page = await own.open(talk.path, WIDE)
    const long = column(page, 1, ada)
    await long.getByRole('button', { name: 'Show all' }).waitFor()
    await expect.poll(() => arrangement(page, 1)).toBe('compare')
    const height = async () => (await long.boundingBox())?.height ?? 0
    await expect.poll(() => height()).toBeLessThan(340)
    await long.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(() => height()).toBeGreaterThan(600)
    await expect
      .poll(() => column(page, 1, dora).isVisible(), { message: 'it is over the others' })
      .toBe(false)
    await long.getByRole('button', { name: 'Show less' }).click()
    await expect.poll(() => column(page, 1, dora).isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Stack' }).click()
    await expect.poll(() => arrangement(page, 1)).toBe('stack')
    await long.getByRole('button', { name: 'Show all' }).click()
    await expect
      .poll(() => column(page, 1, dora).isVisible(), { message: 'each has a place of its own' })
      .toBe(true)
    await page.reload()
    await long.waitFor()
    await expect.poll(() => arrangement(page, 1)).toBe('stack')
    await page.keyboard.press('Escape')
    await page.keyboard.press('c')
    await expect.poll(() => arrangement(page, 1)).toBe('compare')
    await page.setViewportSize({ width: 1100, height: 800 })
    await expect.poll(() => arrangement(page, 1)).toBe('stack')
    await expect.poll(() => page.getByRole('button', { name: 'Compare' }).count()).toBe(0)
  },
)

test.skipIf(noBrowser)(
  'UI569, UI570 the person chooses who is asked; an archived session says so, and one that is gone, too',
  async () => {
    const talk = await SessionTalk.open(own.server, crew, { title: 'Rewrite plan' })
    const { dora } = crew
    const page = await own.open(talk.path, WIDE)
    await page.getByRole('button', { name: 'Choose who is asked' }).click()
    const chip = (name: string) =>
      page.getByRole('group', { name: 'Who is asked' }).getByRole('button', { name })
    await chip('Ada').click()
    await chip('Rhea').click()
    await expect.poll(() => asks(page)).toBe('Asks only Dora')
    await ask(page, 'You alone?')
    await column(page, 1, dora).waitFor()
    await expect.poll(() => round(page, 1).locator('.sn-col').count()).toBe(1)
    await expect.poll(() => asks(page)).toBe('Asks Ada, Dora and Rhea')
    await talk.answer(dora, 'Yes.')

    await talk.call('PATCH', '', { status: 'archived' })
    await page.getByText('Archived.').waitFor()
    await expect.poll(() => box(page).count()).toBe(0)
    await page.getByRole('button', { name: 'Unarchive' }).click()
    await box(page).waitFor()
    await talk.call('PATCH', '', { agents: [] })
    await expect.poll(() => asks(page)).toBe('Nobody here can answer. Add an agent')
    const other = await SessionTalk.open(own.server, crew, { title: 'Another one' })
    await talk.call('DELETE', '')
    await page.getByText('There is no such session').waitFor()
    await page.getByTestId('not-found').getByRole('link', { name: 'Another one' }).click()
    await page.waitForURL(`**${other.path}`)
    await page.getByText('Ask all three at once').waitFor()
  },
)

test.skipIf(noBrowser)(
  'UI571, UI572 keys lead from round to round and to every column, and stop an answer',
  async () => {
    const talk = await story()
    const { ada, dora, rhea } = crew
    const page = await own.open(talk.path, { viewport: { width: 1440, height: 600 } })
    await column(page, 3, rhea).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('composer')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => focusedArticle(page)).toBe(`round 3 ${rhea.id}`)
    for (const agent of [dora, ada]) {
      await page.keyboard.press('k')
      await expect.poll(() => focusedArticle(page)).toBe(`round 3 ${agent.id}`)
    }
    await page.keyboard.press('k')
    await expect.poll(() => focusedArticle(page)).toMatch(/^Write the plan/)
    await page.keyboard.press('j')
    await expect.poll(() => focusedArticle(page)).toBe(`round 3 ${ada.id}`)
    // The answer takes the place of the column that had the focus.
    await talk.say(ada, 'Five steps.')
    await column(page, 3, ada).getByText('Five steps.').waitFor()
    await expect.poll(() => focusedArticle(page)).toBe(`round 3 ${ada.id}`)
    await expect
      .poll(() => page.locator('[role="status"].sr').first().innerText())
      .toBe('Ada answered, 1 thinking')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await round(page, 3)
      .getByText(/You stopped Rhea/)
      .waitFor()
    expect(await box(page).inputValue(), 'it is no letter').toBe('')

    const focusedLine = () =>
      page.evaluate(() => document.activeElement?.closest('h2')?.textContent ?? '')
    await page.keyboard.press('[')
    await expect.poll(focusedLine).toMatch(/^Round [23]/)
    while (!(await focusedLine()).startsWith('Round 1')) {
      const before = await focusedLine()
      await page.keyboard.press('[')
      await expect.poll(focusedLine).not.toBe(before)
    }
    await page.keyboard.press(']')
    await expect.poll(focusedLine).toMatch(/^Round 2/)
    const section = page.getByRole('region', { name: /^Round 2\W+1 answered, 1 late, 1 stopped$/ })
    await expect.poll(() => section.count()).toBe(1)
  },
)

test.skipIf(noBrowser)(
  'UI573, UI597 older rounds come as one scrolls up, and a link opens the session at its message',
  async () => {
    const talk = await SessionTalk.open(own.server, crew, { title: 'Long', agents: [crew.ada.id] })
    const ids: string[] = []
    for (let n = 1; n <= 60; n++) {
      ids.push(await talk.ask(`Question ${n}?`))
      if ([1, 3, 60].includes(n)) await talk.answer(crew.ada, `Answer ${n}.`)
    }
    const page = await own.open(talk.path, WIDE)
    await column(page, 60, crew.ada).waitFor()
    const isFirstThere = async () => {
      await page.locator('#messages').evaluate((log) => log.scrollBy(0, -2_000))
      return (await round(page, 1).count()) > 0
    }
    await expect.poll(isFirstThere).toBe(true)
    await column(page, 1, crew.ada).getByText('Answer 1.').waitFor()
    // A round that is not among the loaded ones.
    await page.goto(`${own.server.url}${talk.path}?r=1`)
    await column(page, 1, crew.ada).getByText('Answer 1.').waitFor()
    await page.goto(`${own.server.url}${talk.path}?m=${ids[2]}`)
    await column(page, 3, crew.ada).getByText('Answer 3.').waitFor()
    await expect.poll(() => focusedArticle(page)).toBe('Question 3?')
    await talk.ask('Question 61?')
    await page.getByRole('button', { name: 'Back to latest' }).click()
    await column(page, 61, crew.ada).waitFor()
  },
)

test.skipIf(noBrowser)(
  'UI574, UI562 without a connection times stand still and what is written waits, then asks',
  async () => {
    const talk = await SessionTalk.open(own.server, crew, { title: 'Rewrite plan' })
    const { ada } = crew
    await talk.ask('One?', [ada])
    await talk.take(ada)
    const page = await own.open(talk.path, WIDE)
    await column(page, 1, ada).locator('.sn-time').waitFor()
    own.watch.areFailuresExpected = true
    await own.server.kill()
    // It says so later than the last second counts.
    await page.locator('.chat [data-testid="offline"]').waitFor()
    const time = () => column(page, 1, ada).locator('.sn-time').innerText()
    const stood = await time()
    await ask(page, 'Two?')
    await page.locator('.unsent.waiting').waitFor()
    await expect
      .poll(() => page.locator('.sn-round h2').last().innerText())
      .toMatch(/Round 2\W+not sent/)
    expect(await time()).toBe(stood)
    await own.server.start()
    await column(page, 2, ada).waitFor({ timeout: patience(30_000) })
    await expect.poll(() => page.locator('.unsent').count()).toBe(0)
    own.watch.areFailuresExpected = false
    const rounds = await talk.rounds()
    expect(
      rounds.map(({ n }) => n),
      'it is sent once',
    ).toEqual([1, 2])
  },
)

test.skipIf(noBrowser)(
  'UI600 a tab that was offline while rounds ran, and one that is reloaded in the middle of one, shows what came of them',
  async () => {
    const talk = await SessionTalk.open(own.server, crew, { title: 'Rewrite plan' })
    const { ada, dora, rhea } = crew
    await talk.ask('One?')
    for (const agent of [ada, dora, rhea]) await talk.take(agent)
    const page = await own.newPage(WIDE)
    const line = await new Line().attach(page)
    await page.goto(await own.server.link(talk.path))
    await column(page, 1, rhea).locator('.sn-time').waitFor()
    line.cut()
    await page.locator('.chat [data-testid="offline"]').waitFor()
    await talk.say(ada, 'Ada, in time.')
    await talk.call('POST', `/answers/${rhea.id}/interrupt`, {})
    await talk.ask('Two?', [ada])
    await talk.say(dora, 'Dora, late.')
    await talk.answer(ada, 'Ada, again.')
    const { message } = await talk.call<{ message: { content: string } }>('POST', '/messages', {
      content: 'Three?',
      clientId: 'both-tabs',
      asks: [ada.id],
    })
    await expect.poll(() => column(page, 1, ada).getByText('Ada, in time.').count()).toBe(0)
    line.isCut = false
    await page.getByRole('button', { name: 'Retry now' }).click()

    await column(page, 1, ada).getByText('Ada, in time.').waitFor()
    await column(page, 1, dora).getByText('late · came in round 2').waitFor()
    await round(page, 1)
      .getByText(/You stopped Rhea/)
      .waitFor()
    await column(page, 2, ada).getByText('Ada, again.').waitFor()
    await column(page, 3, ada).locator('.sn-stop').waitFor()
    await expect.poll(() => page.locator('[data-thinking]').count()).toBe(1)
    await page.locator('.s-think', { hasText: '1 thinking' }).waitFor()

    // The same message from another tab is no second round.
    await talk.call('POST', '/messages', {
      content: message.content,
      clientId: 'both-tabs',
      asks: [ada.id],
    })
    await page.reload()
    await column(page, 3, ada).locator('.sn-stop').waitFor()
    await talk.answer(ada, 'Ada, for the third time.')
    await column(page, 3, ada).getByText('Ada, for the third time.').waitFor()
    await expect.poll(() => page.locator('[data-thinking], .s-think').count()).toBe(0)
    await expect.poll(() => page.locator('.sn-round').count()).toBe(3)
  },
)

test.skipIf(noBrowser)(
  'UI575 what an agent writes unasked is between the rounds; reactions and mentions are as in a group',
  async () => {
    const talk = await SessionTalk.open(own.server, crew, { title: 'Rewrite plan' })
    const { ada, dora } = crew
    await talk.ask('One?', [dora])
    await talk.answer(dora, 'First.')
    await own.server.say(ada, 'GROUP_MESSAGE', {
      group: crew.group,
      session: talk.id,
      content: 'By the way, @human: nothing is cached yet.',
    })
    const page = await own.open(talk.path, WIDE)
    const aside = page.locator('article.m-row', { hasText: 'By the way' })
    await aside.waitFor()
    await expect.poll(() => round(page, 1).getByText('By the way').count()).toBe(0)
    await column(page, 1, dora).hover()
    await page.getByRole('button', { name: 'React 👍' }).first().click()
    const pill = column(page, 1, dora).locator('.rx button[aria-pressed="true"]')
    await pill.waitFor()
    const { messages } = await talk.call<{
      messages: { content: string; reactions: Record<string, string[]> }[]
    }>('GET', '/messages')
    expect(messages.find(({ content }) => content === 'First.')?.reactions).toEqual({
      '👍': ['human'],
    })
    await pill.click()
    await pill.waitFor({ state: 'detached' })
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI202 a session has no breach of WCAG, light and dark, wide and on a phone, and fits in',
  async () => {
    const talk = await story()
    for (const [name, options] of Object.entries({ 1440: WIDE, 390: PHONE })) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await own.open(talk.path, { ...options, colorScheme })
        await column(page, 3, crew.rhea).waitFor()
        await page.locator('.sn-time').last().waitFor()
        await shot(page, `session-${name}-${colorScheme}`)
        expect(await violations(page), `${name} ${colorScheme}`).toEqual([])
        await expect
          .poll(() => overflow(page), { message: `${name} ${colorScheme}` })
          .toBeLessThanOrEqual(0)
        if (name === '1440') {
          await page.getByRole('button', { name: 'Stack' }).click()
          await shot(page, `session-stack-${colorScheme}`)
          await page.getByRole('button', { name: 'Choose who is asked' }).click()
          await shot(page, `session-chips-${colorScheme}`)
          await expect.poll(() => violations(page), { message: `stack ${colorScheme}` }).toEqual([])
        }
        await page.context().close()
      }
    }
  },
)

test.skipIf(noBrowser)(
  'UI590, UI568, UI591 where only mentions ask, a session says whom; who has ended comes back',
  async () => {
    const talk = await SessionTalk.open(own.server, crew, { title: 'Names' })
    const { dora, rhea } = crew
    const page = await own.open(`/leads/${crew.lead.id}/groups/${crew.group}`, WIDE)
    const setting = page.getByLabel('A message in a session asks')
    await expect.poll(() => setting.inputValue()).toBe('all')
    await setting.selectOption({ label: 'Only who is mentioned' })
    await own.server.call('POST', `/api/agents/${rhea.id}/tasks`, { task: 'Review it.' })
    await own.server.say(rhea, 'COMPLETE_TASK', { summary: 'All reviewed.' })
    await visit(page, talk.path)
    await expect.poll(() => asks(page)).toBe('Mention an agent to get an answer')
    await page.getByText('Mention both at once').waitFor()
    await box(page).fill('@Dora and @Rhea, which name?')
    await expect.poll(() => asks(page)).toBe('Asks Dora and Rhea · brings back Rhea')
    await shot(page, 'session-mentions-only-1440')
    await page.keyboard.press('Enter')
    await expect.poll(() => line(page, 1).innerText()).toMatch(/0 of 2 answered, 2 thinking/)
    await talk.take(dora)
    await page.getByRole('article', { name: 'Dora, thinking' }).waitFor()
    await expect.poll(() => page.locator('.sn-round .rcp').count()).toBe(0)
    // Its task comes first: until that is done with, it does not have the question.
    await talk.answer(rhea, '')
    await talk.answer(rhea, 'The short one.')
    await column(page, 1, rhea).getByText('The short one.').waitFor()
    await visit(page, `/leads/${crew.lead.id}/groups/${crew.group}`)
    await expect.poll(() => setting.inputValue()).toBe('mention_only')
  },
)
