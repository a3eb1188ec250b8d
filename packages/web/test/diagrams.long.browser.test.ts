import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflow, violations } from './axe'
import { noBrowser } from './chromium'
import { DIAGRAMS, pictureText } from './diagrams'
import type { CreatedAgent } from './server-process'
import { setStage, shot, Stage } from './stage'

const stage = setStage(new Stage(), fill)
let lead: CreatedAgent

/** A word of each that its picture must show. */
const WORDS: Readonly<Record<string, string>> = {
  flowchart: 'Tests pass?',
  sequence: 'Move the configuration',
  state: 'Working',
  class: '+say(text)',
  entities: 'CREW',
  gantt: 'Configuration',
  pie: 'developer',
  git: 'rope',
  mindmap: 'Browser',
  timeline: 'Tuesday',
  journey: 'Write',
  quadrant: 'Slow',
}

async function fill(): Promise<void> {
  lead = await stage.server.createLead('atlas')
  const dev = await stage.server.createAgent(lead.id, 'developer')
  const kinds = DIAGRAMS.map(([kind]) => kind)
  for (const name of [...kinds, 'long-text', 'others', 'slow', 'unbelieved', 'unloaded']) {
    await stage.server.createGroup(lead.id, name, [dev.id])
  }
  for (const [kind, text] of DIAGRAMS) await write(kind, text)
  for (const name of ['slow', 'unbelieved', 'unloaded']) await write(name, 'pie\n "a": 1')
}

const write = (group: string, text: string) =>
  stage.write(lead.id, group, `\`\`\`mermaid\n${text}\n\`\`\``)

const draw = (page: Page | Locator) => page.getByRole('button', { name: 'Draw', exact: true })
const picture = (page: Page) => page.getByRole('img', { name: 'Diagram of the code' })
const address = (group: string) => `/leads/${lead.id}/groups/${group}`

/** Exchanges the script of the sandbox. */
const replaced = (page: Page, script: string) =>
  page.route('**/diagrams/draw.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: { 'cross-origin-resource-policy': 'cross-origin' },
      body: script,
    }),
  )

test.skipIf(noBrowser)(
  'UI840 every kind of diagram is drawn in the colours of the page, light and dark',
  async () => {
    expect(DIAGRAMS.map(([kind]) => kind)).toEqual(Object.keys(WORDS))
    for (const [colorScheme, width] of [
      ['light', 1440],
      ['dark', 390],
    ] as const) {
      for (const [kind] of DIAGRAMS) {
        const page = await stage.open(address(kind), {
          viewport: { width, height: 900 },
          colorScheme,
        })
        await draw(page).click()
        await picture(page).waitFor()
        expect(await pictureText(picture(page)), kind).toContain(WORDS[kind])
        const source = decodeURIComponent((await picture(page).getAttribute('src')) ?? '')
        expect(source.includes('<foreignObject'), kind).toBe(false)
        const text = colorScheme === 'light' ? '#151a22' : '#ebedf1'
        expect(source.includes(`fill:${text}`), kind).toBe(true)
        expect(await overflow(page)).toBeLessThanOrEqual(0)
        await shot(page, `d-${kind}-${colorScheme}-${width}`)
        if (kind === 'flowchart') {
          expect(await violations(page, { within: ['.chat'] })).toEqual([])
          await picture(page).click()
          await page.getByRole('dialog', { name: 'Diagram' }).waitFor()
          expect(await violations(page, { within: ['dialog'] })).toEqual([])
          expect(await overflow(page)).toBeLessThanOrEqual(0)
          await shot(page, `d-whole-${colorScheme}-${width}`)
        }
        await page.context().close()
      }
    }
  },
)

test.skipIf(noBrowser)('UI840 a diagram follows the theme of the page', async () => {
  const page = await stage.open(address('pie'), { colorScheme: 'light' })
  await draw(page).click()
  await picture(page).waitFor()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect
    .poll(async () => decodeURIComponent((await picture(page).getAttribute('src')) ?? ''))
    .toContain('fill:#ebedf1')
})

test.skipIf(noBrowser)(
  'UI840 longer code than 20,000 characters is not drawn, and neither is code that is folded',
  async () => {
    const line = 'pie\n "a": 1\n%% '
    for (const [letter, length] of [
      ['x', 20_001],
      ['y', 20_000],
    ] as const) {
      await write('long-text', line + letter.repeat(length - line.length))
    }
    const page = await stage.open(address('long-text'))
    const whole = page.getByRole('button', { name: /^Show all/ })
    for (const [letter, drawn] of [
      ['x', 0],
      ['y', 1],
    ] as const) {
      const row = page.locator('[data-message]').filter({ hasText: letter.repeat(9) })
      await row.getByText('mermaid').waitFor()
      expect(await draw(row).count()).toBe(0)
      await row.locator(whole).click()
      await row.getByRole('button', { name: 'Show less' }).waitFor()
      await expect.poll(() => draw(row).count()).toBe(drawn)
    }
    await draw(page).click()
    await picture(page).waitFor()
  },
)

test.skipIf(noBrowser)(
  'UI842 kinds that are not drawn say so, with the shape of the sentence of any other reason',
  async () => {
    await write('others', 'architecture-beta\n  group api(cloud)[API]')
    await write('others', 'no diagram at all')
    const page = await stage.open(address('others'))
    for (const text of ['architecture-beta', 'no diagram at all']) {
      await draw(page.locator('[data-message]').filter({ hasText: text })).click()
    }
    await page
      .getByText('This diagram cannot be drawn: Crewroom does not draw this kind of diagram.')
      .waitFor()
    await page.getByText(/^This diagram cannot be drawn: No diagram type detected/).waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
  },
)

test.skipIf(noBrowser)(
  'UI842 a diagram that takes longer than 10 seconds is given up, and the next one is drawn',
  async () => {
    const page = await stage.newPage()
    await page.clock.install()
    await page.goto(await stage.server.link(address('slow')))
    await replaced(page, "parent.postMessage({ isReady: true }, '*')")
    await draw(page).click()
    await page.getByText('Drawing…').waitFor()
    await page.locator('iframe').waitFor({ state: 'attached' })
    await page.frames()[1]?.waitForLoadState()
    await page.clock.runFor(9_000)
    expect(await page.locator('iframe').count()).toBe(1)
    await page.clock.runFor(1_000)
    await page
      .getByText('This diagram was not drawn within 10 seconds: a smaller one may be.')
      .waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
    await page.unroute('**/diagrams/draw.js')
    await page.getByRole('button', { name: 'Hide' }).click()
    await draw(page).click()
    await picture(page).waitFor()
  },
)

test.skipIf(noBrowser)('UI842 a sandbox that does not load is given up', async () => {
  const page = await stage.newPage()
  await page.clock.install()
  await page.goto(await stage.server.link(address('unloaded')))
  await replaced(page, '')
  await draw(page).click()
  await page.locator('iframe').waitFor({ state: 'attached' })
  await page.frames()[1]?.waitForLoadState()
  await page.clock.runFor(10_000)
  await page.getByText(/^What draws diagrams did not load/).waitFor()
  expect(await page.locator('iframe').count()).toBe(0)
})

test.skipIf(noBrowser)(
  'UI841 the page believes of the answer of the sandbox only a picture of a bounded size',
  async () => {
    const page = await stage.open(address('unbelieved'))
    const rows: readonly [answer: string, sentence: string][] = [
      [
        "{ svg: '<svg>' + 'x'.repeat(2_000_000) }",
        'The picture of this diagram is too large to be shown.',
      ],
      ["{ svg: ['<svg>'] }", 'Nothing came of drawing this diagram.'],
      ["{ svg: '<b>bold</b>' }", 'Nothing came of drawing this diagram.'],
      ['null', 'Nothing came of drawing this diagram.'],
      ["{ reason: '' }", 'Nothing came of drawing this diagram.'],
      [
        "{ reason: '\\u202Eone ' + 'x'.repeat(5_000) }",
        `This diagram cannot be drawn: ⟪U+202E⟫one ${'x'.repeat(195)}.`,
      ],
    ]
    for (const [answer, sentence] of rows) {
      await page.unroute('**/diagrams/draw.js')
      await replaced(
        page,
        `addEventListener('message', () => parent.postMessage(${answer}, '*')); parent.postMessage({ isReady: true }, '*')`,
      )
      await draw(page).click()
      await page.getByText(sentence, { exact: true }).waitFor()
      expect(await page.locator('iframe').count()).toBe(0)
      await page.getByRole('button', { name: 'Hide' }).click()
    }
    // A page within the page is none of them: it is heard by nobody.
    await page.unroute('**/diagrams/draw.js')
    await draw(page).click()
    await page.evaluate(() => postMessage({ svg: '<svg id="forged"></svg>' }))
    await picture(page).waitFor()
    expect((await picture(page).getAttribute('src'))?.includes('forged')).toBe(false)
  },
)

test.skipIf(noBrowser)(
  'UI840 a diagram in the transcript of an agent is drawn once all of its text is there',
  async () => {
    const agent = await stage.server.createAgent(lead.id, 'developer')
    const [, text = ''] = DIAGRAMS[0] ?? []
    const say = (words: string) =>
      stage.server.call('POST', `/api/agents/${agent.id}/output`, { text: words }, agent.token)
    await say(`The plan:\n\`\`\`mermaid\n${text}\n%% ${'z'.repeat(4_500)}\n\`\`\`\n`)
    const page = await stage.open(`/leads/${lead.id}/crew/${agent.id}`)
    await page.getByText('The plan:').first().waitFor()
    expect(await draw(page).count()).toBe(0)
    await page
      .getByRole('button', { name: /^Show all/ })
      .first()
      .click()
    await draw(page).click()
    await picture(page).waitFor()
    expect(await pictureText(picture(page))).toContain('Tests pass?')
  },
)

test.skipIf(noBrowser)(
  'UI843 by keys a diagram is opened and left, and keys in between are none of the message',
  async () => {
    const page = await stage.open(address('flowchart'))
    await draw(page).click()
    await picture(page).waitFor()
    await page.getByRole('button', { name: 'Diagram of the code' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Diagram' })
    await dialog.waitFor()
    const before = page.url()
    for (const key of ['r', 'j', 'e', 'ArrowUp', 'Home']) await page.keyboard.press(key)
    expect(page.url()).toBe(before)
    await expect.poll(() => page.locator('dialog[open], [role=menu]').count()).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
    const focused = () => page.evaluate(() => document.activeElement?.className)
    await expect.poll(focused).toBe('drawn-open diagram')
  },
)
