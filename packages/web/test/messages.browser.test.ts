import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflow, TWO_LOOKS, violations } from './axe'
import { noBrowser } from './chromium'
import type { CreatedAgent } from './server-process'
import { pressDraw } from './press-draw'
import { setStage, shot, Stage } from './stage'
import { readInbox } from './work-crew'
import { isLong, often } from './long'

const stage = setStage(new Stage(), fill)
const { server } = stage
let lead: CreatedAgent
let dev: CreatedAgent
let dev2: CreatedAgent
let qa: CreatedAgent

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[a](javascript:alert(1)) <javascript:alert(2)> [b](JaVaScRiPt:alert(3))',
  '[a](data:text/html,<script>alert(1)</script>)',
  '[a](vbscript:msgbox(1))',
  '![x](https://evil.example/pixel.png) <img src="https://evil.example/p.png">',
  '<svg onload=alert(1)><style>*{display:none}</style>',
  '<iframe src="https://evil.example"></iframe><object data="x"></object><link rel=stylesheet href="//evil.example">',
  '**<b onclick=alert(1)>bold</b>** `<i>`',
  'autolinks https://evil.example/?q=<b> and www.evil.example',
  'turned \u202Egpj.exe\u202C and zero\u200Bwidth',
  `${'> '.repeat(1_000)}deep`,
  '['.repeat(1_000),
  '*'.repeat(3_000),
  '```html\n<script>alert(1)</script>\n```',
  '⟦⟦ TERMINATE_AGENT {"id":"*x*"} ⟧⟧',
  'end of the corpus',
]
/** Parts of them as they are shown. */
const SHOWN = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  'javascript:alert(2)',
  'data:text/html,',
  'vbscript:msgbox(1)',
  '<svg onload=alert(1)>',
  '<iframe src="https://evil.example">',
  '<b onclick=alert(1)>',
  '⟪U+202E⟫gpj.exe',
  'zero⟪U+200B⟫width',
  '> > > ',
  '[[[[',
  '****',
  '⟦⟦ TERMINATE_AGENT {"id":"*x*"} ⟧⟧',
  'end of the corpus',
]
const FEATURES = [
  'Extraction is on `refactor/rope`, see [the plan](https://example.com/plan). The new shape:\n```python\n@dataclass(frozen=True)\nclass RoPEConfig:\n    theta: float = 10_000.0  # the base\n    name: str = "rope"\n    scaling: RoPEScaling | None = None\n```\nDone.',
  '**Bold**, _em_, ~~gone~~ and `code`\nsecond line\n\n- one\n- two\n  - three\n\n> quoted by **somebody**\n\n| call site | state |\n|:--|--:|\n| `a.py` | ok |\n| b.py | open |',
  'Hidden \u202Egpj.exe and ⟦⟦ REACT {"emoji":"👍"} ⟧⟧ shown',
]

async function fill(): Promise<void> {
  lead = await server.createLead('atlas-refactor')
  dev = await server.createAgent(lead.id, 'developer', 'Move the configuration')
  dev2 = await server.createAgent(lead.id, 'developer')
  qa = await server.createAgent(lead.id, 'qa-tester', 'Test it')
  const members = [dev.id, dev2.id, qa.id]
  for (const name of ['config-team', 'corpus', 'sending', 'reacting', 'other', 'touching']) {
    await server.createGroup(lead.id, name, members)
  }
}

const path = (group: string) => `/leads/${lead.id}/groups/${group}`
const post = (group: string, content: string) => stage.write(lead.id, group, content)
const box = (page: Page, group: string) => page.getByLabel(`Message ${group}`)
const row = (page: Page, text: string) => page.locator('[data-message]').filter({ hasText: text })

async function open(group: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await stage.open(path(group), { viewport: { width: 1440, height: 900 }, ...options })
  await box(page, group).waitFor()
  return page
}

test.skipIf(noBrowser || !isLong)(
  'UI85, UI86, UI70, UI27 rows with everything in them look and read well in both themes',
  async () => {
    for (const content of FEATURES) await server.post(dev, 'config-team', content)
    await server.post(qa, 'config-team', '@human one decision: `off` or _inherit_? Ask @architect')
    await post('config-team', `@${dev.id.slice(0, 6)} and @qa-tester: please go on.`)
    await server.post(qa, 'config-team', 'On it.')
    for (const emoji of ['👍', '🎉']) {
      await server.say(dev, 'REACT', { group: 'config-team', emoji })
    }
    for (const look of TWO_LOOKS) {
      const page = await open('config-team', look)
      await row(page, 'On it.').locator('.rx button').first().waitFor()
      await page.locator('.hljs-string').first().waitFor()
      await page.locator('.rcp button').waitFor()
      if (look.viewport.width > 720) await row(page, 'On it.').hover()
      await shot(page, `rows-${look.colorScheme}-${look.viewport.width}`)
      await expect
        .poll(() => violations(page, { within: ['.chat'] }), { message: look.colorScheme })
        .toEqual([])
      await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
      const mention = row(page, 'one decision')
      const id = look.viewport.width > 720 ? [qa.id.slice(0, 8)] : []
      const head = (await mention.locator('.w').innerText()).split('\n')
      expect(head).toEqual(['QA Tester', ...id, expect.stringMatching(/^\d\d:\d\d$/)])
      await expect.poll(() => mention.getAttribute('class')).toContain('mention')
      await expect.poll(() => mention.locator('.at-me').innerText()).toBe('@human')
      await expect
        .poll(() => mention.locator('.at-x').count(), { message: '@architect is nobody here' })
        .toBe(0)
      await expect
        .poll(() => row(page, 'please go on').getAttribute('class'))
        .not.toContain('mention')
      await page.context().close()
    }
  },
)

test.skipIf(noBrowser)(
  'UI76, UI71, UI73 hostile messages are text: no dialog, no request elsewhere, nothing freezes',
  async () => {
    for (const content of HOSTILE) await server.post(dev, 'corpus', content)
    const page = await open('corpus')
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await row(page, 'end of the corpus').waitFor()
    await page.locator('.log').evaluate((log) => log.scrollTo(0, 0))
    await row(page, '<script>alert(1)</script>').first().waitFor()
    const texts = new Set<string>()
    let bad = 0
    /** Row by row to the end, and from the beginning again if something was passed before it was drawn. */
    const missing = async () => {
      for (const text of await page.locator('[data-message] .b').allTextContents()) texts.add(text)
      bad += await page
        .locator('.b')
        .locator('script, img, svg:not(.lucide), iframe, style, object, link, [onerror], [onclick]')
        .count()
      await page.locator('.log').evaluate((log) => {
        const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 2
        log.scrollTo(0, isAtEnd ? 0 : log.scrollTop + 300)
      })
      const all = [...texts].join('\n')
      return SHOWN.filter((shown) => !all.includes(shown))
    }
    await expect.poll(missing).toEqual([])
    expect(bad).toBe(0)
    const links = await page
      .locator('.b a')
      .evaluateAll((all) => all.map((a) => `${a.getAttribute('href')} ${a.getAttribute('rel')}`))
    for (const link of links) {
      expect(link).toMatch(/^(https?:|mailto:)\S+ noopener noreferrer nofollow$/)
    }
    await shot(page, 'corpus')
    expect(dialogs).toEqual([])
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI74, UI73 long text and long code fold, and show all of themselves on one press',
  async () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, at) => `line ${at + 1}`).join('\n')
    await post('other', lines(312))
    await post('other', `\`\`\`ts\n${lines(250)}\n\`\`\``)
    await post('other', '**x** '.repeat(8_333))
    const page = await open('other')
    // The row is complete: nothing of it moves any more.
    await page.locator('.rcp').last().waitFor()
    const begun = Date.now()
    await page.getByRole('button', { name: 'Show all (49,998 characters)' }).click()
    await page.getByRole('button', { name: 'Show less' }).waitFor()
    console.log(`a message of 50,000 units: shown in ${Date.now() - begun} ms`)
    await page.getByRole('button', { name: 'Show less' }).click()
    await page.locator('.log').evaluate((log) => log.scrollTo(0, 0))
    const long = row(page, 'line 24').first()
    await expect.poll(() => long.locator('.b').innerText()).not.toContain('line 25')
    await long.getByRole('button', { name: 'Show all (312 lines)' }).click()
    await expect.poll(() => long.locator('.b').innerText()).toContain('line 312')
    // It stays so when one comes back.
    await page
      .getByRole('link', { name: /config-team/ })
      .first()
      .click()
    await page.getByLabel('Message config-team').waitFor()
    await page.goBack()
    await expect.poll(() => long.locator('.b').innerText()).toContain('line 312')
    await long.getByRole('button', { name: 'Show less' }).click()
    const code = page.locator('pre')
    await code.waitFor()
    await expect.poll(() => code.innerText()).not.toContain('line 25\n')
    await page.getByRole('button', { name: 'Show all (250 lines)' }).click()
    await expect.poll(() => code.innerText()).toContain('line 250')
  },
)

test.skipIf(noBrowser)(
  'UI80, UI81 reactions: six at hand, on and off, what agents add, races and refusals',
  async () => {
    await server.post(dev, 'reacting', 'React to this.')
    const page = await open('reacting')
    const own = row(page, 'React to this.')
    await own.hover()
    await own.getByRole('group', { name: 'Message actions' }).waitFor()
    await own.getByRole('button', { name: 'React 🎉 party popper' }).click()
    const pill = own.locator('.rx button').first()
    await expect
      .poll(() => pill.getAttribute('aria-label'))
      .toBe('🎉 party popper, 1, including you')
    await expect.poll(() => pill.getAttribute('aria-pressed')).toBe('true')
    await server.say(qa, 'REACT', { group: 'reacting', emoji: '🎉' })
    await expect
      .poll(() => pill.getAttribute('aria-label'))
      .toBe('🎉 party popper, 2, including you')
    await pill.hover()
    await page.getByText('and you', { exact: false }).waitFor()
    await shot(page, 'who-reacted')
    await page.mouse.move(700, 5)

    await own.getByRole('button', { name: 'Add reaction' }).click()
    const menu = page.getByRole('dialog', { name: 'React' })
    await menu.waitFor()
    await expect
      .poll(() => menu.locator('.emo').allInnerTexts())
      .toEqual(['👍', '👎', '🎉', '❤️', '🤔', '👀'])
    await menu.getByRole('button', { name: 'React 👀 eyes' }).click()
    await expect.poll(() => own.locator('.rx button').count()).toBe(3)

    // Two clicks before the first is answered: where the last one left it.
    const requests: string[] = []
    let isClicked = () => {}
    const clicked = new Promise<void>((resolve) => (isClicked = resolve))
    await page.route(
      '**/reactions**',
      async (route) => {
        requests.push(route.request().method())
        await clicked
        await route.continue()
      },
      { times: 2 },
    )
    await pill.dblclick()
    isClicked()
    await expect.poll(() => requests).toEqual(['DELETE', 'POST'])
    await expect
      .poll(() => pill.getAttribute('aria-label'))
      .toBe('🎉 party popper, 2, including you')

    stage.watch.areFailuresExpected = true
    await page.route(
      '**/reactions**',
      (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
      { times: 1 },
    )
    await pill.click()
    await page.getByText("Couldn't react. Try again.").waitFor()
    await expect
      .poll(() => pill.getAttribute('aria-label'))
      .toBe('🎉 party popper, 2, including you')
    for (const emoji of ['👍', '👎', '❤️', '🤔', '🚀', '🔥']) {
      await server.say(qa, 'REACT', { group: 'reacting', emoji })
    }
    await own.getByRole('button', { name: 'Show 1 more reactions' }).click()
    await expect.poll(() => own.locator('.rx button[aria-pressed]').count()).toBe(8)
  },
)

test.skipIf(noBrowser)(
  'UI82, UI79 any emoji is found by its name, without asking anybody',
  async () => {
    const page = await open('reacting')
    const own = row(page, 'React to this.')
    await own.hover()
    await own.getByRole('button', { name: 'All reactions' }).click()
    const find = page.getByLabel('Search emoji')
    await find.waitFor()
    await page.getByRole('gridcell', { name: 'Grinning face' }).first().waitFor()
    await shot(page, 'picker')
    // The rows of the grid are numbered from 0 by the library.
    const without = ['aria-valid-attr-value']
    expect(await violations(page, { within: ['.pop'], without })).toEqual([])
    await find.fill('lobster')
    await page.getByRole('gridcell', { name: 'Lobster' }).first().waitFor()
    await page.keyboard.press('Enter')
    await own.getByRole('button', { name: '🦞, 1, including you' }).waitFor()

    await box(page, 'reacting').fill('Well ')
    await page.getByRole('button', { name: 'Emoji', exact: true }).click()
    await find.waitFor()
    await find.fill('lobster')
    await page.getByRole('gridcell', { name: 'Lobster' }).first().click()
    await expect.poll(() => box(page, 'reacting').inputValue()).toBe('Well 🦞')
  },
)

test.skipIf(noBrowser)(
  'UI78, UI79, UI77 the composer: who is called, code, input methods, and who has it',
  async () => {
    const page = await open('sending')
    const text = box(page, 'sending')
    await text.fill('Hi ')
    await page.getByRole('button', { name: 'Mention', exact: true }).click()
    const list = page.getByRole('listbox', { name: 'Members' })
    await list.waitFor()
    await shot(page, 'mentions')
    await expect.poll(() => list.getByRole('option').count()).toBe(5)
    await page.keyboard.type('qa')
    await expect.poll(() => list.getByRole('option').count()).toBe(1)
    await page.keyboard.press('Enter')
    await expect.poll(() => text.inputValue()).toBe('Hi @qa-tester ')
    await page.keyboard.type('and @dev')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await expect.poll(() => text.inputValue()).toMatch(/^Hi @qa-tester and @[0-9a-f-]{4,}  ?$/)
    const word = /@([0-9a-f]{4,})/.exec((await text.inputValue()).slice(14))?.[1] ?? ''
    expect([dev.id, dev2.id].filter((id) => id.startsWith(word))).toHaveLength(1)
    await page.keyboard.type('@')
    await list.waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => list.count()).toBe(0)
    await expect.poll(() => text.evaluate((own) => own === document.activeElement)).toBe(true)

    await text.fill('a\nb')
    await text.selectText()
    await page.getByRole('button', { name: 'Code', exact: true }).click()
    await expect.poll(() => text.inputValue()).toBe('```\na\nb\n```')

    // Enter that ends a composition picks its suggestion; the next one sends.
    await text.fill('')
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 })
    await text.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })
    await text.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true })
    await expect.poll(() => page.locator('[data-message]').count()).toBe(0)
    await cdp.send('Input.insertText', { text: '日本' })
    await expect.poll(() => text.inputValue()).toBe('日本')
    await page.keyboard.press('Enter')
    await row(page, '日本').waitFor()

    const line = page.locator('.rcp button')
    await expect.poll(() => line.innerText()).toMatch(/^Not with any of 4 agents yet · /)
    for (const agent of [lead, dev, dev2]) await readInbox(server, agent)
    await expect.poll(() => line.innerText()).toMatch(/^With 3 of 4 agents · QA Tester \(\w+\) /)
    await line.click()
    const who = page.getByRole('dialog', { name: 'Who has it' })
    await expect.poll(() => who.getByRole('listitem').count()).toBe(4)
    await expect.poll(() => who.innerText()).toContain('Read')
    await shot(page, 'receipts')
    await page.keyboard.press('Escape')
    await expect.poll(() => who.count()).toBe(0)
    await expect.poll(() => line.evaluate((own) => own === document.activeElement)).toBe(true)
    const inbox = `/api/agents/${qa.id}/inbox`
    const take = () =>
      server.call<{ cursor: string; more: boolean }>('GET', inbox, undefined, qa.token)
    let taken = await take()
    for (; taken.more; taken = await take()) {
      await server.call('POST', `${inbox}/ack`, { cursor: taken.cursor }, qa.token)
    }
    await expect.poll(() => line.innerText()).toBe('With all 4 agents')
    await server.call('POST', `${inbox}/ack`, { cursor: taken.cursor }, qa.token)
    await expect.poll(() => line.innerText()).toBe('Read by all 4 agents')
  },
)

test.skipIf(noBrowser)(
  'UI83 what the server refuses keeps its text, is said at once, and is sent on a retry',
  async () => {
    const page = await open('sending')
    stage.watch.areFailuresExpected = true
    await page.route(
      '**/sending/messages',
      (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
      { times: 2 },
    )
    for (const text of ['Do not lose this.', 'Nor this.']) {
      await box(page, 'sending').fill(text)
      await page.keyboard.press('Enter')
    }
    const failed = page.locator('.m-row.pending', { hasText: 'Do not lose this.' })
    await failed.getByText('Not sent').waitFor()
    await expect
      .poll(() => page.locator('.sr[role="alert"]').innerText())
      .toContain('Message not sent to sending.')
    await failed.getByRole('button', { name: 'Retry' }).click()
    await failed.getByText('Not sent').waitFor()
    await shot(page, 'not-sent')
    await expect
      .poll(() => failed.getByRole('button').allInnerTexts())
      .toEqual(['Retry', 'Copy', 'Delete'])
    await page.reload()
    await failed.getByText('Not sent').waitFor()
    await failed.getByRole('button', { name: 'Retry' }).click()
    await row(page, 'Do not lose this.').waitFor()
    await row(page, 'Nor this.').waitFor()
    await expect.poll(() => page.getByText('Do not lose this.').count()).toBe(1)
  },
)

test.skipIf(noBrowser)(
  'UI84 a text of 2 MB does not freeze the page, says how much too long it is and is not lost',
  async () => {
    const page = await open('other')
    const text = box(page, 'other')
    await text.focus()
    const took = await page.evaluate(async () => {
      const area = document.querySelector('#composer')
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'a line of text that is pasted\n'.repeat(70_000))
      const begun = performance.now()
      area?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      return performance.now() - begun
    })
    await page.getByText('2,050,000 characters too long').waitFor()
    console.log(`2 MB: pasted in ${Math.round(took)} ms`)
    // The page never has it in a field, which is what would freeze it.
    const held = await page.locator('#composer').evaluate((own) => {
      const { value } = own as HTMLTextAreaElement
      return (value ?? own.textContent).length
    })
    expect(held).toBeGreaterThan(100)
    expect(held).toBeLessThan(1_000)
    await shot(page, 'huge')
    await page.getByLabel('Send', { exact: true }).click({ force: true })
    await expect.poll(() => page.locator('.m-row.pending').count()).toBe(0)
    await page.getByText('2,100,000 characters', { exact: true }).waitFor()
    await page.locator('[data-group="touching"]').click()
    await box(page, 'touching').fill('A draft of its own')
    await page.locator('[data-group="other"]').click()
    await page.getByText('2,050,000 characters too long').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await box(page, 'other').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2,050,000 characters too long').waitFor()
    await page.locator('[data-group="touching"]').click()
    await expect.poll(() => box(page, 'touching').inputValue()).toBe('A draft of its own')
    await page.reload()
    await expect.poll(() => box(page, 'touching').inputValue()).toBe('A draft of its own')
  },
)

test.skipIf(noBrowser)(
  'UI81 a finger that rests opens the tools, with targets of 40 px',
  async () => {
    await server.post(qa, 'touching', 'Touch this, @developer.')
    await server.say(dev, 'REACT', { group: 'touching', emoji: '👍' })
    const page = await open('touching', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    const own = row(page, 'Touch this')
    await own.waitFor()
    const { x, y } = (await own.locator('.b').boundingBox()) ?? { x: 0, y: 0 }
    const cdp = await page.context().newCDPSession(page)
    const at = { x: x + 20, y: y + 8 }
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
    const sheet = page.getByRole('dialog', { name: 'Message' })
    await sheet.waitFor()
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await shot(page, 'sheet')
    const small = await sheet.getByRole('button').evaluateAll((all) =>
      all
        .map((button) => button.getBoundingClientRect())
        .filter(({ width, height }) => width < 40 || height < 40)
        .map(({ width, height }) => `${width}×${height}`),
    )
    expect(small).toEqual([])
    await sheet.getByRole('button', { name: 'React 👀 eyes' }).tap()
    const pill = own.getByRole('button', { name: '👀 eyes, 1, including you' })
    await pill.waitFor()
    await expect.poll(async () => (await pill.boundingBox())?.width).toBeGreaterThanOrEqual(40)
    const composer = await page
      .locator('.comp .row button')
      .evaluateAll((all) =>
        all.map((button) =>
          Math.min(button.getBoundingClientRect().width, button.getBoundingClientRect().height),
        ),
      )
    expect(Math.min(...composer)).toBeGreaterThanOrEqual(40)
  },
)

test.skipIf(noBrowser)(
  'UI87, UI70 hostile names stay in their place, and every role is legible wherever it stands',
  async () => {
    const names = [
      `${'Ω long '.repeat(14)}`.trim(),
      'שלום עולם evil',
      '🦞🦞🦞',
      '<img src=x onerror=alert(1)>',
    ]
    const agents: CreatedAgent[] = []
    for (const [at, name] of names.entries()) {
      const made = await server.call<{ agent: { id: string }; token: string }>(
        'POST',
        `/api/lead/${lead.id}/agents`,
        { role: ['made-up', 'designer', 'zoologist', 'architect'][at], name: name.slice(0, 100) },
      )
      agents.push({ id: made.agent.id, token: made.token })
    }
    await server.createGroup(lead.id, 'names', [...agents.map(({ id }) => id), dev.id])
    for (const own of [...agents, dev]) await server.post(own, 'names', '@human hello')
    for (const own of agents) await server.post(own, 'names', 'A second word.')
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of often([colorScheme === 'light' ? 1440 : 390], [1440, 390])) {
        const page = await open('names', { colorScheme, viewport: { width, height: 900 } })
        await row(page, 'hello').first().waitFor()
        await shot(page, `names-${colorScheme}-${width}`)
        const wide = await page
          .locator('.log')
          .evaluate(
            (log) => log.scrollWidth > log.clientWidth || document.body.scrollWidth > innerWidth,
          )
        expect(wide).toBe(false)
        const contrasts = await page.locator('.m-row').evaluateAll((rows) => {
          const canvas = document
            .createElement('canvas')
            .getContext('2d', { willReadFrequently: true })
          const rgb = (color: string) => {
            if (!canvas) return [0, 0, 0]
            canvas.fillStyle = color
            canvas.fillRect(0, 0, 1, 1)
            return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
          }
          const light = (color: string) => {
            const [r = 0, g = 0, b = 0] = rgb(color).map((part) => {
              const value = part / 255
              return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
            })
            return 0.2126 * r + 0.7152 * g + 0.0722 * b
          }
          const root = getComputedStyle(document.documentElement)
          return rows.flatMap((own) => {
            const style = getComputedStyle(own)
            const [text, tint] = [style.getPropertyValue('--c'), style.getPropertyValue('--t')]
            const surfaces = ['app', 'sunken', 'surface', 'raised', 'hover', 'selected', 'you-tint']
            return [...surfaces.map((name) => root.getPropertyValue(`--${name}`)), tint].map(
              (surface) => {
                const [a, b] = [light(text), light(surface)]
                return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
              },
            )
          })
        })
        expect(contrasts.length).toBeGreaterThan(40)
        expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5)
        await page.context().close()
      }
    }
  },
)

let tries = 0

test.skipIf(noBrowser)(
  'UI807, UI76 code in svg is drawn when it is asked for, and what is in it does nothing',
  async () => {
    const evil = '<script>document.title = "owned"; fetch("https://evil.example/x")</script>'
    const drawing = `<svg viewBox="0 0 200 80" onload="alert(1)">${evil}<image href="https://evil.example/y.png" width="9" height="9"/><rect width="200" height="80" fill="tomato"/></svg>`
    const name = `drawings-${++tries}`
    await server.createGroup(lead.id, name, [dev.id])
    await post(name, `\`\`\`svg\n${drawing}\n\`\`\``)
    await post(name, '```svg\nnot a picture\n```')
    // Until the renderer of markdown has come, a message is shown as it was written.
    let isPressed = (): void => {}
    const pressed = new Promise<void>((resolve) => (isPressed = resolve))
    const page = await stage.newPage()
    await page.route(/\/assets\/rich-text-[^/]+\.js$/, async (route) => {
      await pressed
      await route.continue()
    })
    await page.goto(await server.link(path(name)))
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => asked.push('a dialog')))
    const first = row(page, 'tomato').first()
    await first.waitFor()
    expect(await page.locator('.drawn').count()).toBe(0)
    await pressDraw(first)
    const picture = first.locator('.drawn')
    await picture.waitFor()
    const asWritten = await picture.elementHandle()
    isPressed()
    // It is made again as markdown, and stays drawn.
    await expect.poll(() => asWritten?.evaluate((own) => own.isConnected)).toBe(false)
    await expect
      .poll(() => picture.evaluate((own) => (own as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
    await shot(page, 'svg-1440-light')
    expect(asked.filter((url) => /evil\.example|a dialog/.test(url))).toEqual([])
    expect(await page.title()).not.toBe('owned')
    const second = row(page, 'not a picture').first()
    await pressDraw(second)
    await second.getByText('This is not a picture that can be drawn.').waitFor()
    await first.getByRole('button', { name: 'Hide' }).click()
    await expect.poll(() => page.locator('.drawn').count()).toBe(0)
  },
)

test.skipIf(noBrowser)(
  'UI808, RX27 a message is pinned with one press, and the details lead to it, also to what an agent pins',
  async () => {
    await server.createGroup(lead.id, 'pins', [dev.id])
    await post('pins', 'The decision: keep the old name')
    await server.post(dev, 'pins', 'Agreed, the old name stays')
    const page = await open('pins')
    const first = row(page, 'The decision').first()
    await first.hover()
    await first.getByRole('button', { name: 'Pin', exact: true }).click()
    const list = page.locator('.pinned a')
    await expect.poll(() => list.allInnerTexts()).toEqual([expect.stringContaining('The decision')])
    await server.say(dev, 'REACT', { group: 'pins', messageId: '#2', emoji: '📌' })
    await expect
      .poll(() => list.allInnerTexts())
      .toEqual([expect.stringContaining('Agreed'), expect.stringContaining('The decision')])
    await shot(page, 'pinned-1440-light')
    await list.last().click()
    await page.locator('.flash', { hasText: 'The decision' }).waitFor()
    expect(await violations(page)).toEqual([])
    await first.hover()
    await first.getByRole('button', { name: 'Unpin' }).click()
    await expect.poll(() => list.allInnerTexts()).toEqual([expect.stringContaining('Agreed')])
  },
)
