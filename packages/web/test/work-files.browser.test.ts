import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { overflow, TWO_LOOKS, violations } from './axe'
import { noBrowser } from './chromium'
import { isLong, often } from './long'
import { setStage, shot, Stage } from './stage'
import { visit } from './visit'

const own = setStage(new Stage())
const { server } = own

let folder: string
const WIDE = { viewport: { width: 1440, height: 900 } } as const

const CONFIG = Array.from({ length: 120 }, (_, n) =>
  n === 11
    ? 'export const ropeTheta: number = 10_000 // as in the paper, and too low for what we want to read at once'
    : n % 9 === 0
      ? ''
      : `export const setting${n} = ${n} // the ${n}th`,
)

const SAID = [
  'The screen after the change:',
  '![the settings](shots/settings.png)',
  '`src/config.ts:12` sets it, [the plan](docs/plan.md) says why; `npm test` is green and `console.log` is gone.',
  'The drawing is in `docs/map.svg`, the log in `build/out.log`, what I removed in `src/old.ts`.',
].join('\n\n')

/** An agent with a folder, whose program says what the person writes after `say `. */
const PROGRAM = `
const { readFileSync } = require('node:fs')
process.stdin.once('data', () => {
  const content = readFileSync('said.txt', 'utf8')
  console.log('\\u27e6\\u27e6 GROUP_MESSAGE ' + JSON.stringify({ group: 'team', content }) + ' \\u27e7\\u27e7')
})`

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'crewroom-work-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, content: string | Uint8Array): void {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
  writeFileSync(path.join(folder, name), content)
}

/** A crew in whose group the agent with the folder has written. */
async function talk(said = SAID) {
  const lead = await server.createLead('atlas')
  write('said.txt', said)
  write('src/config.ts', `${CONFIG.join('\n')}\n`)
  write('docs/plan.md', '# Plan\n\nOne file for each model.\n')
  write('docs/map.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  write('build/out.log', `${'a line of the log\n'.repeat(30_000)}`)
  const driver = { kind: 'pipe', command: process.execPath, args: ['-e', PROGRAM] }
  const { agent } = await server.call<{ agent: { id: string } }>(
    'POST',
    `/api/lead/${lead.id}/agents`,
    { role: 'developer', driver, cwd: folder },
  )
  await server.createGroup(lead.id, 'team', [agent.id])
  await own.write(lead.id, 'team', 'Show me the settings, @developer.')
  return { leadId: lead.id, chat: `/leads/${lead.id}/groups/team` }
}

async function picture(): Promise<void> {
  const page = await own.newPage({ viewport: { width: 800, height: 500 } })
  await page.setContent(
    '<body style="margin:0;background:linear-gradient(135deg,#2162e1,#7444b4);font:600 44px sans-serif;color:#fff;display:grid;place-items:center;height:100vh">Settings',
  )
  write('shots/settings.png', await page.screenshot())
  await page.context().close()
}

const showing = (leadId: string, shown = true) =>
  server.call('PUT', `/api/lead/${leadId}/work-files`, { shown })
const dialog = (page: Page) => page.locator('dialog[open]')
const lastText = (page: Page) => page.locator('[data-message] .b').last()

test.skipIf(noBrowser)(
  'UI830, UI831, UI833 files that an agent names are chips and pictures once a person wants that, and words before and after',
  async () => {
    await picture()
    const crew = await talk()
    const page = await own.open(crew.chat, WIDE)
    await lastText(page).getByText('The screen after the change').waitFor()
    await lastText(page).locator('code', { hasText: 'src/config.ts:12' }).waitFor()
    expect(await lastText(page).getByRole('button').count(), 'off in a new crew').toBe(0)
    await lastText(page).getByText('the settings (shots/settings.png)').waitFor()

    await visit(page, `/leads/${crew.leadId}/crew`)
    await page.getByRole('button', { name: 'Permission rules' }).click()
    const setting = dialog(page).getByLabel('Show files that agents name in their messages')
    await dialog(page).getByText(`can then read files below ${folder}`).waitFor()
    expect(await setting.isChecked()).toBe(false)
    // It is checked once the server has it, for which check() does not wait.
    await setting.click()
    await expect.poll(() => setting.isChecked()).toBe(true)
    await shot(page, 'work-files-setting')
    await expect
      .poll(() => server.call('GET', `/api/lead/${crew.leadId}/snapshot`))
      .toMatchObject({ state: { workFiles: true } })
    expect(await violations(page)).toEqual([])

    await visit(page, crew.chat)
    const text = lastText(page)
    const image = text.getByRole('button', { name: 'Picture the settings' })
    const width = () => image.locator('img').evaluate((own: HTMLImageElement) => own.naturalWidth)
    await image.locator('img').waitFor()
    expect(await width()).toBe(800)
    await expect
      .poll(() => text.locator('.wf-chip').allInnerTexts())
      .toEqual(['src/config.ts:12', 'the plan', 'docs/map.svg', 'build/out.log', 'src/old.ts'])
    await expect
      .poll(() => text.locator('code').allInnerTexts())
      .toEqual(['npm test', 'console.log'])
    await shot(page, 'work-files-chat')
    expect(await violations(page)).toEqual([])
    // Another person takes it back: without a reload the words are as they were.
    await showing(crew.leadId, false)
    await text.locator('code', { hasText: 'src/config.ts:12' }).waitFor()
    expect(await text.getByRole('button').count()).toBe(0)
  },
)

test.skipIf(noBrowser)(
  'UI832 a file opens over the page: its line marked, a picture whole, the beginning of a long text, or why there is none',
  async () => {
    // One file is not there.
    own.watch.areFailuresExpected = true
    await picture()
    const crew = await talk()
    await showing(crew.leadId)
    for (const look of often(TWO_LOOKS.slice(1), TWO_LOOKS)) {
      const page = await own.open(crew.chat, look)
      const name = `${look.colorScheme}-${look.viewport.width}`
      const text = lastText(page)
      const chip = (words: string) => text.locator('.wf-chip', { hasText: words })
      await text.locator('.wf-shot img').waitFor()
      await shot(page, `work-files-chat-${name}`)
      await chip('src/config.ts:12').click()
      const lines = dialog(page).getByRole('group', {
        name: 'Content of config.ts, line 12 is marked',
      })
      await lines.locator('.hljs-keyword').first().waitFor()
      expect(await lines.locator('.wf-text').innerText()).toBe(CONFIG.join('\n'))
      await dialog(page)
        .getByText(/^[\d.]+ kB$/)
        .waitFor()
      const places = await lines.evaluate((box) => {
        const numbers = box.querySelector('.wf-numbers')?.getBoundingClientRect()
        const mark = box.querySelector('.wf-mark')?.getBoundingClientRect()
        return numbers && mark ? Math.round((mark.top - numbers.top - 12) / 20) : null
      })
      expect(places, 'over the twelfth').toBe(11)
      expect(await violations(page)).toEqual([])
      expect(await overflow(page)).toBe(0)
      await shot(page, `work-files-text-${name}`)
      await page.keyboard.press('Escape')
      await expect.poll(() => dialog(page).count()).toBe(0)
      await expect.poll(() => chip('config.ts').evaluate((own) => own === document.activeElement)).toBe(true) // prettier-ignore

      await chip('docs/map.svg').click()
      await dialog(page).getByText('<script>alert(1)</script>').waitFor()
      await page.keyboard.press('Escape')
      await chip('build/out.log').click()
      await dialog(page)
        .getByText(/^The first 256 KB of /)
        .waitFor()
      await page.keyboard.press('Escape')
      await chip('src/old.ts').click()
      await dialog(page).getByRole('alert').getByText('There is no such file any more.').waitFor()
      expect(await violations(page)).toEqual([])
      await shot(page, `work-files-none-${name}`)
      await page.keyboard.press('Escape')
      await text.locator('.wf-shot').click()
      await dialog(page).getByRole('img', { name: 'settings.png' }).waitFor()
      expect(await violations(page)).toEqual([])
      await shot(page, `work-files-picture-${name}`)
      await page.goBack()
      await expect.poll(() => dialog(page).count()).toBe(0)
    }
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI831 a picture that is not there says so in its place, and one that is a text is a chip',
  async () => {
    own.watch.areFailuresExpected = true
    const crew = await talk('![gone](shots/gone.png)\n\n![the map](docs/map.svg)')
    await showing(crew.leadId)
    const page = await own.open(crew.chat, WIDE)
    const text = lastText(page)
    await text.getByText('There is no such file any more.').waitFor()
    await text.locator('.wf-chip', { hasText: 'the map' }).waitFor()
    await shot(page, 'work-files-gone')

    renameSync(folder, `${folder}-kept`)
    cpSync(`${folder}-kept`, folder, { recursive: true })
    await text.locator('.wf-chip', { hasText: 'the map' }).click()
    await dialog(page).getByText('is not the one that was chosen').waitFor()
    await shot(page, 'work-files-replaced')
    expect(await violations(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Show files of this folder' }).click()
    await dialog(page).getByText('<script>').waitFor()
    rmSync(`${folder}-kept`, { recursive: true })
  },
)

test.skipIf(noBrowser)(
  'UI833, WK3 an observer sees the files and the setting, and cannot change it',
  async () => {
    // An observer leaves no marks.
    own.watch.areFailuresExpected = true
    const crew = await talk('Look at `src/config.ts:120`.')
    await showing(crew.leadId)
    const { observerToken } = JSON.parse(
      readFileSync(path.join(server.data, 'server.json'), 'utf8'),
    ) as { observerToken: string }
    const page = await own.newPage(WIDE)
    // No page that would be drawn first.
    await page.goto(`${server.url}/theme.js`)
    await page.evaluate((token) => localStorage.setItem('crewroom:token', token), observerToken)
    await page.goto(server.url + crew.chat)
    await lastText(page).locator('.wf-chip').click()
    const lines = dialog(page).getByRole('group', { name: /line 120 is marked$/ })
    await lines.waitFor()
    const isSeen = () =>
      lines.evaluate((box) => {
        const mark = box.querySelector('.wf-mark')?.getBoundingClientRect()
        const { top, bottom } = box.getBoundingClientRect()
        return mark !== undefined && mark.top >= top && mark.bottom <= bottom
      })
    await expect.poll(isSeen).toBe(true)
    await visit(page, `/leads/${crew.leadId}/crew?rules=1`)
    const setting = dialog(page).getByLabel('Show files that agents name in their messages')
    await setting.waitFor()
    expect([await setting.isChecked(), await setting.isDisabled()]).toEqual([true, true])
  },
)
