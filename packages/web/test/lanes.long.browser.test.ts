import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflow, violations } from './axe'
import { noBrowser } from './chromium'
import { halfAnHour } from './lane-story'
import { setStage, shot, Stage } from './stage'
import { isLong } from './long'
import { settled } from './settled'

const own = setStage(new Stage(), fill)
const MINUTE = 60_000
let crew: string
/** A crew of which nothing has been heard for nine hours. */
let old: string
const begun = Date.now() - 30 * MINUTE

async function fill(): Promise<void> {
  crew = await halfAnHour(begun + 30 * MINUTE - 2_000).story.import(own.server)
  old = await halfAnHour(begun - 9 * 60 * MINUTE).story.import(own.server)
}

const WIDE = { viewport: { width: 1440, height: 900 } }

async function open(more = '', id = crew, options: object = WIDE): Promise<Page> {
  const page = await own.open(`/leads/${id}/activity?view=lanes${more}`, options)
  await page.getByTestId('lanes').locator('.l-lane').first().waitFor()
  return page
}

const row = (page: Page, name: string) =>
  page.locator('.l-lane').filter({ has: page.locator('.l-name b', { hasText: name }) })
const sign = (page: Page, name: string, text: string | RegExp) =>
  row(page, name).getByRole('button', { name: text })
const box = async (locator: Locator) => {
  const found = await locator.boundingBox()
  if (!found) throw new Error('it is not shown')
  const { x, y, width, height } = found
  return { x, y, right: x + width, bottom: y + height, middle: x + width / 2 }
}
const when = (page: Page) => page.locator('.l-when').innerText()

/** The text that is seen at a point of the page. */
const seenAt = (page: Page, x: number, y: number) =>
  page.evaluate(
    ([left, top]) => {
      const found = document.elementFromPoint(left, top)
      return (found?.closest('button') ?? found)?.textContent ?? ''
    },
    [x, y] as const,
  )

test.skipIf(noBrowser)(
  'UI350 lanes open with the whole story, from the first to the last',
  async () => {
    const page = await open()
    const board = await box(page.getByTestId('lanes'))
    const first = await box(
      sign(page, 'Project Lead', 'Map every')
        .or(sign(page, 'Project Lead', /gave .*task/))
        .first(),
    )
    const last = await box(sign(page, 'Rhea', 'wrote').last())
    expect(first.x).toBeGreaterThan(board.x + 200)
    expect(last.right).toBeLessThanOrEqual(board.right)
    // It takes most of the room that there is.
    expect(last.x - first.x).toBeGreaterThan((board.right - board.x) * 0.7)
    await expect.poll(() => when(page)).toMatch(/ to now, 3[0-5] min$/)
    await shot(page, 'lanes-whole-1440-light')

    await page.goto(`${own.server.url}/leads/${old}/activity?view=lanes`)
    // A story that is over does not drag nine silent hours along.
    await page.locator('.l-lane').first().waitFor()
    await expect.poll(() => when(page)).toMatch(/ 3[0-5] min$/)
    await expect.poll(() => page.locator('.l-nowline').count()).toBe(0)
  },
)

test.skipIf(noBrowser)(
  'UI350 the wheel zooms at the pointer, dragging pans, buttons and keys do it too',
  async () => {
    const page = await open()
    const mark = sign(page, 'Rhea', 'stat')
      .or(sign(page, 'Rhea', 'wrote in'))
      .first()
    const before = await box(mark)
    const y = (await box(row(page, 'Wren'))).y + 8
    await page.mouse.move(before.middle, y)
    await page.mouse.wheel(0, -400)
    await expect.poll(() => when(page)).not.toMatch(/3[0-5] min$/)
    await expect
      .poll(async () => Math.abs((await box(mark)).middle - before.middle))
      .toBeLessThan(3)
    await expect.poll(() => page.url()).toMatch(/zoom=\d+s/)

    await page.mouse.down()
    await page.mouse.move(before.middle - 60, y, { steps: 4 })
    await page.mouse.move(before.middle - 120, y, { steps: 4 })
    await page.mouse.up()
    await expect
      .poll(async () => Math.abs((await box(mark)).middle - (before.middle - 120)))
      .toBeLessThan(4)

    const narrow = await when(page)
    await page.getByRole('button', { name: 'Show more time' }).click()
    await expect.poll(() => when(page)).not.toBe(narrow)
    await page.getByRole('button', { name: '5 min', exact: true }).click()
    await expect.poll(() => when(page)).toMatch(/ 5 min$/)
    await page.keyboard.press('+')
    await expect.poll(() => when(page)).toMatch(/ 3 min$/)
    await page.keyboard.press('-')
    await expect.poll(() => when(page)).toMatch(/ 5 min$/)
    await page.keyboard.press('0')
    await expect.poll(() => when(page)).toMatch(/ 3[0-5] min$/)
    await expect
      .poll(() => page.getByRole('button', { name: 'Whole story' }).getAttribute('aria-pressed'))
      .toBe('true')
  },
)

test.skipIf(noBrowser)('UI350 two fingers zoom on a touch screen', async () => {
  const page = await open('', crew, { viewport: { width: 1024, height: 768 }, hasTouch: true })
  const { x, y } = await box(row(page, 'Wren').locator('.l-track'))
  const cdp = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: number[]) =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: xs.map((left, id) => ({ x: x + left, y: y + 8, id })),
    })
  await touch('touchStart', 300)
  await touch('touchStart', 300, 360)
  for (const apart of [80, 120, 160, 200, 240]) {
    await touch('touchMove', 330 - apart / 2, 330 + apart / 2)
  }
  await touch('touchEnd')
  await expect.poll(() => when(page)).not.toMatch(/3[0-5] min$/)
})

/** Where the text of each bar really is, and where each sign is. */
const textAndSigns = (page: Page) =>
  page.evaluate(() => {
    const rect = ({ left, right, top, bottom }: DOMRect) => ({ left, right, top, bottom })
    const texts = [...document.querySelectorAll('.l-track .l-bar > span')].map((span) => {
      const range = document.createRange()
      range.selectNodeContents(span)
      const cut = span.getBoundingClientRect()
      const { left, right, top, bottom } = range.getBoundingClientRect()
      return { left, right: Math.min(right, cut.right), top: top + 2, bottom: bottom - 2 }
    })
    const signs = [...document.querySelectorAll('.l-item > svg, .l-item > small')].map((one) =>
      rect(one.getBoundingClientRect()),
    )
    return { texts, signs }
  })

test.skipIf(noBrowser)(
  'UI353, UI356 bars carry their task, cut where it is long, a short bar none; signs never stand on the words',
  async () => {
    const page = await open()
    const bars = await page.locator('.l-track .l-bar:not(.waits)').evaluateAll((all) =>
      all.map((bar) => ({
        width: bar.getBoundingClientRect().width,
        text: (bar as HTMLElement).innerText,
        title: (bar as HTMLElement).title,
      })),
    )
    expect(bars.filter(({ width, text }) => width < 60 && text !== '')).toEqual([])
    const wide = row(page, 'Dora').locator('.l-bar', { hasText: 'Move the callers' })
    const { x, y } = await box(wide)
    await expect
      .poll(() => seenAt(page, x + 30, y + 13))
      .toBe('Move the callers to the cached loader')
    await expect
      .poll(() => wide.getAttribute('title'))
      .toMatch(
        /^At work on “Move the callers to the cached loader”, \d\d:\d\d–\d\d:\d\d \(12 min\)$/,
      )
    for (const zoom of ['Whole story', '2 h', '30 min']) {
      await page.getByRole('button', { name: zoom, exact: true }).click()
      const { texts, signs } = await settled(() => textAndSigns(page))
      expect(signs.length).toBeGreaterThan(5)
      const over = signs.filter((one) =>
        texts.some(
          (text) =>
            one.left < text.right &&
            one.right > text.left &&
            one.top < text.bottom &&
            one.bottom > text.top,
        ),
      )
      expect(over, zoom).toEqual([])
    }
    await page.getByRole('button', { name: '8 h', exact: true }).click()
    await expect.poll(() => row(page, 'Dev').locator('.l-bar').innerText()).toBe('')
  },
)

/** Where a connection begins and where it arrives, on the page. */
const ways = (page: Page, id: string) =>
  page.getByTestId(id).evaluate((svg) => {
    const { left, top } = svg.getBoundingClientRect()
    return [...svg.querySelectorAll('path')].flatMap((path) =>
      [
        ...(path.getAttribute('d') ?? '').matchAll(
          /M([\d.-]+) ([\d.-]+)C\S+ \S+ \S+ \S+ ([\d.-]+) ([\d.-]+)/g,
        ),
      ].map(([, x = '', y = '', x2 = '', y2 = '']) => ({
        x: left + Number(x),
        y: top + Number(y),
        x2: left + Number(x2),
        y2: top + Number(y2),
      })),
    )
  })

test.skipIf(noBrowser)(
  'UI351, UI352 who was told is drawn while signs are few; groups are lanes in the colours of who wrote; both can be left out',
  async () => {
    const page = await open()
    const given = await box(sign(page, 'Project Lead', /gave Ada/).first())
    const ada = await box(row(page, 'Ada'))
    const all = await ways(page, 'links')
    const own = all.filter(({ x }) => Math.abs(x - given.middle) < 2)
    // It leaves below the lead and arrives on Ada's lane.
    expect(own.map(({ y2 }) => y2 > ada.y && y2 < ada.bottom)).toEqual([true])
    expect(own[0]?.y).toBeLessThan(ada.y)
    const now = await box(page.locator('.l-nowline'))
    expect(all.filter(({ x2 }) => x2 > now.x + 1)).toEqual([])
    await page.getByRole('button', { name: 'Connections' }).click()
    await expect.poll(() => page.getByTestId('links').count()).toBe(0)
    await expect.poll(() => page.url()).toContain('links=0')

    const group = row(page, 'Config Team')
    const colour = (locator: Locator, of: 'color' | 'backgroundColor') =>
      locator.evaluate((own, name) => getComputedStyle(own)[name], of)
    await expect
      .poll(() => colour(group.locator('.l-gdot').first(), 'backgroundColor'))
      .toBe(await colour(row(page, 'Ada').locator('.l-name b'), 'color'))
    await expect
      .poll(() => colour(group.locator('.l-gdot').nth(1), 'backgroundColor'))
      .toBe(await colour(row(page, 'Dora').locator('.l-name b'), 'color'))
    await expect
      .poll(async () => (await box(group)).y)
      .toBeGreaterThan((await box(row(page, 'Wren'))).y)
    await page.getByRole('button', { name: 'Groups', exact: true }).click()
    await expect.poll(() => group.count()).toBe(0)
    await expect.poll(() => page.url()).toContain('groups=0')
  },
)

test.skipIf(noBrowser)(
  'UI354, UI355, UI361 lanes stop at now and where their agents ended, who waits is hatched in amber; the legend has what is in the window',
  async () => {
    const page = await open()
    const now = await box(page.locator('.l-nowline'))
    for (const life of await page.locator('.l-life').all()) {
      await expect.poll(async () => (await box(life)).right).toBeLessThanOrEqual(now.x + 1)
    }
    for (const [name, word, icon] of [
      ['Kay', 'done', 'completed'],
      ['Quinn', 'failed', 'failed'],
    ] as const) {
      const end = row(page, name).locator(`.l-end.${icon}`)
      const { x, y, right, middle } = await box(end)
      const bar = await box(row(page, name).locator('.l-bar'))
      expect(x).toBeGreaterThanOrEqual(bar.right)
      await expect
        .poll(async () => (await box(row(page, name).locator('.l-life').last())).right)
        .toBeLessThan(right)
      await expect
        .poll(() =>
          page.evaluate(
            ([left, top]) => document.elementFromPoint(left, top)?.closest('.l-item')?.className,
            [middle, y + 8] as const,
          ),
        )
        .toContain('middle')
      const words = row(page, name).locator('.l-endword')
      await expect.poll(() => words.innerText()).toMatch(new RegExp(`^${word} \\d\\d:\\d\\d$`))
      await expect.poll(async () => (await box(words)).x).toBeGreaterThan(right)
    }
    const fill = (name: string) =>
      row(page, name)
        .locator('.l-end')
        .evaluate((svg) => getComputedStyle(svg).fill)
    await expect.poll(() => fill('Kay')).toBe('rgb(5, 119, 59)')
    await expect.poll(() => fill('Quinn')).toBe('rgb(197, 29, 40)')

    const waits = row(page, 'Dora').locator('.l-bar.waits').first()
    const work = await box(row(page, 'Dora').locator('.l-bar', { hasText: 'Move the' }))
    await expect.poll(async () => Math.abs((await box(waits)).x - work.right)).toBeLessThan(3)
    await expect
      .poll(() => waits.evaluate((own) => getComputedStyle(own).backgroundImage))
      .toContain('repeating-linear-gradient')
    const legend = page.locator('.l-legend')
    const signs = () => legend.locator('[data-sign]').allInnerTexts()
    await expect
      .poll(async () => (await signs()).map((text) => text.trim()))
      .toEqual([
        'at work',
        'waits for you',
        'wrote in a group',
        'wrote to one agent',
        'gave a task',
        'who was told',
        'done',
        'failed',
      ])
    await page.goto(`${own.server.url}/leads/${crew}/activity?view=lanes&zoom=60s&at=${iso(3)}`)
    await expect.poll(async () => (await signs()).map((text) => text.trim())).toEqual(['at work'])
  },
)

const iso = (minute: number) => new Date(begun + minute * MINUTE).toISOString()

test.skipIf(noBrowser)(
  'UI360 a sign tells in a card what happened and who was told, and the card covers no lane',
  async () => {
    const page = await open()
    await expect.poll(() => page.getByTestId('lane-card').count()).toBe(0)
    await sign(page, 'Rhea', 'wrote in').first().hover()
    const card = page.getByTestId('lane-card')
    await card.getByText('One stat() is enough if the key holds the size.').waitFor()
    await expect
      .poll(async () => (await card.locator('.l-toldone').allInnerTexts()).join())
      .toMatch(/Project Lead[^]*Quinn/)
    const { y } = await box(card)
    for (const lane of await page.locator('.l-lane').all()) {
      await expect.poll(async () => (await box(lane)).bottom).toBeLessThanOrEqual(y)
    }
    await expect.poll(async () => (await ways(page, 'hot-links')).length).toBe(2)
    await expect.poll(() => row(page, 'Quinn').getAttribute('class')).toContain('is-told')
    await expect.poll(() => row(page, 'Ada').getAttribute('class')).not.toContain('is-told')

    // In a low window it lies where it covers nobody that it tells of.
    await page.setViewportSize({ width: 1024, height: 560 })
    await sign(page, 'Ada', 'wrote in').first().hover()
    await card.getByText('The loader reads').waitFor()
    const low = await box(card)
    const ada = await box(row(page, 'Ada'))
    expect(low.bottom <= ada.y || low.y >= ada.bottom).toBe(true)

    await card.getByRole('link', { name: 'Open' }).click()
    await page.waitForURL(/groups\/config-team\?m=/)
  },
)

test.skipIf(noBrowser)(
  'UI359 where nothing happened it says when something did, and leads there',
  async () => {
    const page = await open('&zoom=5m', old)
    const nothing = page.getByText('Nothing happened here')
    await nothing.waitFor()
    await expect
      .poll(() => page.locator('.l-nothing').innerText())
      .toMatch(/The last activity was at \d\d:\d\d\./)
    const { x, y } = await box(nothing)
    await expect.poll(() => seenAt(page, x + 5, y + 5)).toBe('Nothing happened here')
    await page.getByRole('button', { name: 'Jump to it' }).click()
    await expect.poll(() => nothing.count()).toBe(0)
    await row(page, 'Rhea').locator('.l-item').first().waitFor()
    await page.goto(`${own.server.url}/leads/${old}/activity?view=lanes&zoom=5m&at=${iso(-1000)}`)
    await page.getByText('The next activity was at').waitFor()
  },
)

test.skipIf(noBrowser)(
  'UI357 the window, what is shown and the moment stay over a reload and going back',
  async () => {
    const page = await open(`&zoom=5m&at=${iso(20)}&links=0&replay=${iso(19)}`)
    const seen = async () => [
      await when(page),
      await page.locator('.l-moment').innerText(),
      await page.getByRole('button', { name: 'Connections' }).getAttribute('aria-pressed'),
    ]
    const before = await seen()
    expect(before[0]).toMatch(/ 5 min$/)
    await page.reload()
    await page.locator('.l-lane').first().waitFor()
    await expect.poll(() => seen()).toEqual(before)
    await row(page, 'Ada').locator('.l-who').click()
    await page.waitForURL(/crew\//)
    await page.goBack()
    await page.locator('.l-lane').first().waitFor()
    await expect.poll(() => seen()).toEqual(before)
    await page.getByRole('button', { name: 'Feed' }).click()
    await page.locator('.f-row').first().waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('')
  },
)

test.skipIf(noBrowser)(
  'UI358 the story is played, paused and moved through; what comes later is veiled',
  async () => {
    const page = await open()
    const slider = page.getByRole('slider', { name: 'Time' })
    const moment = async () => Number(await slider.getAttribute('aria-valuenow'))
    await expect.poll(() => page.getByTestId('veil').count()).toBe(0)
    await page.keyboard.press(' ')
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
    await page.getByTestId('veil').waitFor()
    const early = await moment()
    expect(early).toBeLessThan(900)
    await expect.poll(moment).toBeGreaterThan(early)
    await page.getByRole('button', { name: '60×' }).click()
    await expect.poll(moment).toBeGreaterThan(60)
    await page.getByRole('button', { name: '1×', exact: true }).click()
    // The letter keys and Space work, also where a sign has the focus.
    await page.keyboard.press('Escape')
    await page.locator('.l-corner').click()
    await page.keyboard.press(' ')
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
    const stopped = await moment()
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(moment).toBe(stopped + 10)
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(moment).toBe(stopped)

    const { x, right, y } = await box(slider)
    // The story is as long as it took until this test has its turn.
    const seconds = Number(await slider.getAttribute('aria-valuemax'))
    await page.mouse.click(x + (right - x) * (900 / seconds), y + 10)
    await expect.poll(async () => Math.abs((await moment()) - 900)).toBeLessThan(30)
    const veil = await box(page.getByTestId('veil'))
    const cursor = await box(page.locator('.l-cursor'))
    const board = await box(page.getByTestId('lanes'))
    expect(Math.abs(veil.x - cursor.middle)).toBeLessThan(2)
    expect(veil.right).toBeGreaterThan(board.right - 20)
    // What was is to the left of it, what comes is under it.
    await expect
      .poll(async () => (await box(sign(page, 'Ada', 'wrote in').first())).right)
      .toBeLessThan(veil.x)
    await expect
      .poll(async () => (await box(row(page, 'Quinn').locator('.l-end'))).x)
      .toBeGreaterThan(veil.x)
    await expect.poll(() => page.locator('.l-scrub path').count()).toBe(2)
    await expect.poll(() => page.locator('.l-total').innerText()).toMatch(/^\d+ events$/)

    // ← → go from one thing that happened to the next, and tell of it.
    await page.locator('.l-corner').click()
    await page.keyboard.press('ArrowLeft')
    await page.getByTestId('lane-card').getByText('Review refactor/rope').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByTestId('lane-card').getByText('The cache is in.').waitFor()
    await expect.poll(() => page.url()).toContain('replay=')
    await page.getByRole('button', { name: 'Back to now' }).click()
    await expect.poll(() => page.getByTestId('veil').count()).toBe(0)
    await expect.poll(() => page.url()).not.toContain('replay=')
  },
)

test.skipIf(noBrowser)(
  'UI365 in a replay the dots of the crew show its states of that time, on the lanes and beside them',
  async () => {
    const page = await open(`&replay=${iso(19)}`)
    const beside = (name: string) =>
      page.locator('.crew-link', { hasText: name }).locator('.st').getAttribute('title')
    const onLane = (name: string) => row(page, name).locator('.st').getAttribute('title')
    const then = { Quinn: 'Working', Rhea: 'Working', Kay: 'Done', Wren: 'Idle' }
    for (const [name, word] of Object.entries(then)) {
      await expect.poll(() => beside(name)).toBe(word)
      await expect.poll(() => onLane(name)).toBe(word)
    }
    await expect.poll(() => page.locator('.side').innerText()).toMatch(/At \d\d:\d\d:\d\d/)
    await page.goto(`${own.server.url}/leads/${crew}/activity?view=lanes&replay=${iso(25)}`)
    await expect.poll(() => beside('Dora')).toBe('Waits for you')
    await page.getByRole('button', { name: 'Back to now' }).click()
    await expect.poll(() => beside('Quinn')).toBe('Failed')
    await expect.poll(() => page.locator('.side').innerText()).not.toMatch(/At \d\d:\d\d/)
  },
)

test.skipIf(noBrowser)(
  'UI364 on a phone the table comes first; the picture scrolls sideways below its names',
  async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
    const page = await own.open(`/leads/${crew}/activity?view=lanes`, phone)
    await page.locator('.l-table td').first().waitFor()
    await expect.poll(() => page.getByTestId('lanes').count()).toBe(0)
    await shot(page, 'lanes-table-390')
    await page.getByRole('button', { name: 'As lanes' }).click()
    const board = page.getByTestId('lanes')
    await board.locator('.l-item').first().waitFor()
    const name = row(page, 'Rhea').locator('.l-who')
    const before = await box(name)
    const bar = row(page, 'Rhea').locator('.l-bar')
    const barBefore = await box(bar)
    await board.evaluate((own) => own.scrollBy(120, 0))
    await expect.poll(async () => Math.round(barBefore.x - (await box(bar)).x)).toBe(120)
    expect((await box(name)).x).toBe(before.x)
    // Nothing that moved is drawn over the names.
    await expect.poll(() => seenAt(page, before.x + 60, before.y + 20)).toContain('Rhea')
    await shot(page, 'lanes-390')
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI366 the card of a sign and a replay pass axe in both themes, wide and narrow',
  async () => {
    const wrong: string[] = []
    for (const width of [1440, 390]) {
      const page = await open(`&as=lanes&replay=${iso(19)}`, crew, {
        viewport: { width, height: 900 },
        colorScheme: 'light',
      })
      await row(page, 'Ada').locator('.l-item').first().focus()
      await page.getByTestId('lane-card').getByText('The loader reads').waitFor()
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme })
        await page.locator(`html[data-theme="${theme}"]`).waitFor()
        await shot(page, `lanes-replay-${width}-${theme}`)
        const found = await violations(page, { within: ['main'], colourOnly: theme === 'dark' })
        wrong.push(...found.map((text) => `${width} ${theme} ${text}`))
      }
      if ((await overflow(page)) > 0) wrong.push(`${width} is too wide`)
    }
    expect(wrong).toEqual([])
  },
)

test.skipIf(noBrowser)('UI366 lanes are used by keyboard alone', async () => {
  const page = await open()
  const focused = () =>
    page.evaluate(
      () =>
        document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
    )
  await page.getByRole('button', { name: 'As a table' }).focus()
  await page.keyboard.press('Tab')
  await expect.poll(focused).toContain('Project Lead')
  for (let down = 0; down < 5; down++) await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toContain('Rhea')
  await page.keyboard.press('ArrowRight')
  await expect.poll(focused).toMatch(/Rhea wrote in /)
  await page.getByTestId('lane-card').getByText('One stat() is enough').waitFor()
  // On the board one key is enough to leave the card, one to go into it.
  await page.keyboard.press('Tab')
  await expect.poll(focused).toBe('Rhea')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByTestId('lane-card').count()).toBe(0)
  await page.keyboard.press('Enter')
  await page.waitForURL(/groups\/review-team\?m=/)
  await page.goBack()
  await page.locator('.l-lane').first().waitFor()
  await page.keyboard.press('t')
  await page.locator('.l-table td').first().waitFor()
  await page.keyboard.press('t')
  await page.locator('.l-lane').first().waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Play or pause the story').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press(' ')
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
})
