import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { DIAGRAMS, pictureText } from './diagrams'
import type { CreatedAgent } from './server-process'
import { pressDraw } from './press-draw'
import { setStage, Stage } from './stage'

const stage = setStage(new Stage(), fill)
let lead: CreatedAgent

const EVIL = 'https://evil.example'
/** Everything that the language of mermaid has for links, handlers, styles and settings, and what it has not. */
const HOSTILE = `---
title: "<img src=${EVIL}/title.png>"
config:
  securityLevel: loose
  htmlLabels: true
  themeCSS: "@import url(${EVIL}/front.css); * { background: url(${EVIL}/front.png) }"
---
%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}, "secure": [], "themeCSS": "@import '${EVIL}/init.css'; rect { fill: url(${EVIL}/fill.svg#x) }", "fontFamily": "x; } @font-face { font-family: x; src: url(${EVIL}/font.woff) } a {", "themeVariables": {"primaryColor": "url(${EVIL}/colour.png)"}}}%%
flowchart LR
  A["<img src='${EVIL}/label.png' onerror='alert(1)'><script>alert(2)</script>harmless"] --> B
  B["<iframe src='${EVIL}/frame'></iframe><svg onload=alert(3)></svg>"]
  C@{ img: "${EVIL}/node.png", label: "picture", w: 60, h: 60 }
  B --> C
  click A "javascript:alert(4)"
  click B href "${EVIL}/link" _blank
  click C call alert(5)
  classDef bad fill:#f9f,color:#000
  class A,B bad
  style B stroke:#333`

async function fill(): Promise<void> {
  lead = await stage.server.createLead('atlas')
}

let groups = 0
/** A group of its own for each test and try. */
async function fresh(): Promise<string> {
  const name = `diagrams-${++groups}`
  await stage.server.createGroup(lead.id, name, [])
  return name
}

const write = (group: string, text: string) =>
  stage.write(lead.id, group, `\`\`\`mermaid\n${text}\n\`\`\``)

/** A chat, and all that it asks for. */
async function open(group: string): Promise<{ page: Page; asked: string[] }> {
  const page = await stage.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => asked.push('a dialog')))
  await page.goto(await stage.server.link(`/leads/${lead.id}/groups/${group}`))
  await page.getByRole('button', { name: 'Draw' }).waitFor()
  return { page, asked }
}

test.skipIf(noBrowser)(
  'UI840, UI843 a diagram is drawn when it is asked for, as a picture that a sandbox made which is gone',
  async () => {
    const [, text = ''] = DIAGRAMS[0] ?? []
    const group = await fresh()
    await write(group, text)
    const { page, asked } = await open(group)
    const drawers = () => asked.filter((url) => url.includes('/diagrams/'))
    expect(drawers()).toEqual([])
    await pressDraw(page)
    const picture = page.getByRole('img', { name: 'Diagram of the code' })
    await picture.waitFor()
    expect(drawers()).toEqual(
      ['frame', 'draw.js'].map((name) => `${stage.server.url}/diagrams/${name}`),
    )
    expect(await page.locator('iframe').count()).toBe(0)
    const shown = await picture.evaluate((own) => (own as HTMLImageElement).naturalWidth)
    expect(shown).toBeGreaterThan(300)
    const words = await pictureText(picture)
    for (const word of ['Plan', 'Tests pass?', 'yes', 'Release', 'review']) {
      expect(words).toContain(word)
    }
    await picture.click()
    const whole = page.getByRole('dialog', { name: 'Diagram' }).getByRole('img')
    await expect
      .poll(() => whole.evaluate((own) => own.getBoundingClientRect().width))
      .toBeGreaterThan(shown)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: 'Hide' }).click()
    await expect.poll(() => picture.count()).toBe(0)
    // It is there at once, and nothing is drawn again.
    await pressDraw(page)
    await picture.waitFor()
    expect(drawers()).toHaveLength(2)
  },
)

test.skipIf(noBrowser)(
  'UI841 what a hostile diagram contains runs nothing, loads nothing and reaches nothing',
  async () => {
    const group = await fresh()
    await write(group, HOSTILE)
    const { page, asked } = await open(group)
    const pages = page.context().pages().length
    const reached: string[] = []
    await page.context().route(/evil\.example/, (route) => {
      reached.push(route.request().url())
      return route.abort()
    })
    const told: string[] = []
    await page.exposeFunction('tell', (text: string) => told.push(text))
    await page.evaluate(() => {
      addEventListener('message', ({ origin }) => {
        const own = globalThis as unknown as { tell: (text: string) => Promise<void> }
        void own.tell(origin)
      })
    })
    await pressDraw(page)
    const picture = page.getByRole('img', { name: 'Diagram of the code' })
    await picture.waitFor()
    expect(await pictureText(picture)).toContain('harmless')
    // The sandbox said something twice, and from no origin.
    await expect.poll(() => told).toEqual(['null', 'null'])
    const source = decodeURIComponent((await picture.getAttribute('src')) ?? '')
    const bad = [
      /<(script|iframe|foreignObject|img)|\son\w+=|javascript:/i,
      /@import|@font-face|url\((?!#)|href="[^#]/i,
    ]
    expect(bad.map((form) => form.exec(source)?.[0])).toEqual([undefined, undefined])
    await picture.click()
    await page.getByRole('dialog', { name: 'Diagram' }).getByRole('img').click()
    expect(reached).toEqual([])
    expect(asked).not.toContain('a dialog')
    expect(page.context().pages(), 'nothing was opened').toHaveLength(pages)
    // Mermaid tries some of it; the policy of the sandbox refuses that, and the browser says so.
    const { watch } = stage
    const refused = watch.wrong.filter((text) => /Content Security Policy directive/.test(text))
    expect(refused.length).toBeGreaterThan(0)
    watch.wrong = watch.wrong.filter((text) => !refused.includes(text) && !text.startsWith(EVIL))
  },
)

test.skipIf(noBrowser)('UI842 a diagram that cannot be drawn says why', async () => {
  const group = await fresh()
  await write(group, 'flowchart LR\n  A --> --> B')
  const { page } = await open(group)
  await pressDraw(page)
  await page.getByText('This diagram cannot be drawn: Parse error on line 2.').waitFor()
  expect(await page.locator('iframe, .drawn').count()).toBe(0)
})
