import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflow, TWO_LOOKS, violations } from './axe'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'
import { shot } from './stage'

const own = dashboard()
const WIDE = { viewport: { width: 1440, height: 900 } } as const

interface Given {
  readonly name: string
  readonly type?: string
  /** What is in it; a number: so many bytes; a colour: a picture of it. */
  readonly content: string | number | { readonly color: string; readonly wide?: number }
}

/** Drags the files over the chat, and lets them go unless it is told to hold them there. */
async function drop(page: Page, files: readonly Given[], isHeld = false): Promise<void> {
  await page.locator('main.chat').first().waitFor()
  await page.evaluate(
    async ({ files, isHeld }) => {
      const data = new DataTransfer()
      for (const { name, type = '', content } of files) {
        let part: BlobPart
        if (typeof content === 'string') part = content
        else if (typeof content === 'number') part = new Uint8Array(content)
        else {
          const canvas = new OffscreenCanvas(content.wide ?? 320, 240)
          const context = canvas.getContext('2d')!
          context.fillStyle = content.color
          context.fillRect(0, 0, canvas.width, canvas.height)
          context.fillStyle = 'rgb(255 255 255 / 0.5)'
          context.arc(canvas.width / 2, 120, 70, 0, 7)
          context.fill()
          part = await canvas.convertToBlob()
        }
        data.items.add(new File([part], name, { type }))
      }
      const target = document.querySelector('main.chat .log-wrap, main.chat')!
      const tell = (kind: string) =>
        target.dispatchEvent(
          new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }),
        )
      tell('dragenter')
      tell('dragover')
      if (!isHeld) tell('drop')
    },
    { files, isHeld },
  )
}

const details = (page: Page) => page.getByRole('region', { name: /^Files( \d+)?/ })
const being = (page: Page) => page.getByRole('region', { name: 'Files being added' })
const rowOf = (page: Page, name: string) => being(page).locator('li', { hasText: name })
const thumb = (page: Page, name: string) =>
  page.getByRole('button', { name: `Picture ${name}`, exact: true })
const shownIn = (page: Page, name: string) =>
  thumb(page, name)
    .locator('img')
    .evaluate((image: HTMLImageElement) => image.naturalWidth)
const chatId = async () => {
  const { groups } = await own.server.call<{ groups: { id: string; name: string }[] }>(
    'GET',
    `/api/lead/${own.lead.id}/groups`,
  )
  return groups.find(({ name }) => name === 'config-team')?.id ?? ''
}

const PICTURES: readonly Given[] = [
  { name: 'map.png', type: 'image/png', content: { color: '#2b6cb0' } },
  { name: 'plan.png', type: 'image/png', content: { color: '#b7791f', wide: 900 } },
]

test.skipIf(noBrowser)(
  'UI604, UI605, UI606, UI607, UI610, UI612 files that are dropped on a chat are in the group’s details at once, in every window: pictures open large and go on by keys, files are downloaded',
  async () => {
    const page = await own.open(own.groups('config-team'), WIDE)
    const other = await own.open(own.groups('config-team'), WIDE)
    await details(page).getByText('No files yet. Drop some on the chat').waitFor()
    await shot(page, 'files-empty')
    const report: Given = { name: 'report.txt', content: 'All is well.' }
    await drop(page, [report], true)
    await page.locator('.fl-drop', { hasText: 'Add to config-team' }).waitFor()
    await shot(page, 'files-drop')
    await drop(page, [...PICTURES, report])
    await page.locator('.fl-drop').waitFor({ state: 'detached' })
    for (const window of [page, other]) {
      for (const { name } of PICTURES) {
        await expect.poll(() => shownIn(window, name)).toBe(192)
      }
      await details(window)
        .getByText(/12 B · You · /)
        .waitFor()
    }
    await shot(page, 'files-wide')

    // The newest first; both were sent at once.
    const names = await page.getByRole('list', { name: 'Pictures' }).getByRole('button').all()
    const [first = '', last = ''] = await Promise.all(
      names.map(async (one) => ((await one.getAttribute('aria-label')) ?? '').slice(8)),
    )
    await thumb(page, first).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: first }).waitFor()
    await dialog.getByText(/^1 of 2 · /).waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowRight')
    await dialog.getByRole('heading', { name: last }).waitFor()
    await dialog.locator(`img[alt="${last}"]`).waitFor()
    await shot(page, 'files-picture')
    expect(await violations(page, { within: ['dialog', '.info'] })).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => thumb(page, first).evaluate((one) => one.matches(':focus'))).toBe(true)

    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download report.txt' }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('report.txt')
    expect(readFileSync(await saved.path(), 'utf8')).toBe('All is well.')

    await page.getByRole('button', { name: 'Delete report.txt' }).click()
    await dialog.getByText('report.txt').waitFor()
    await page.getByRole('button', { name: 'Keep it' }).click()
    await thumb(page, first).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete picture' }).click()
    for (const window of [page, other]) await thumb(window, first).waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Download report.txt' }).count()).toBe(1)
  },
)

test.skipIf(noBrowser)(
  'UI606, UI607, UI608, UI609, UI611, UI613 hostile and unfit files do no harm: each is refused or kept as a file, the others are added, and nothing in any of them runs',
  async () => {
    const page = await own.open(own.groups('config-team'), WIDE)
    // The server refuses some of them.
    own.watch.areFailuresExpected = true
    const script = 'window.hacked = 1; parent.hacked = 1'
    await drop(page, [
      { name: 'drawing.svg', type: 'image/svg+xml', content: `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script></svg>` }, // prettier-ignore
      { name: 'page.html', type: 'text/html', content: `<script>${script}</script>` },
      { name: 'fake.png', type: 'image/png', content: `<script>${script}</script>` },
      { name: 'huge.bin', content: 10 * 1024 * 1024 + 1 },
      { name: '../escaped.txt', content: 'out' },
      { name: 'photo\u202Egnp.exe', content: 'MZ' },
      { name: '..', content: 'up' },
      { name: 'last.png', content: { color: '#276749' } },
    ])
    await expect.poll(() => shownIn(page, 'last.png')).toBe(192)
    for (const [name, why] of [
      ['huge.bin', 'A file may have at most 10 MB'],
      ['photo', 'it has a control or invisible character'],
      ['escaped.txt', 'it has a'],
      ['..', 'it begins with a dot'],
    ] as const) {
      await rowOf(page, name).getByText(why).first().waitFor()
    }
    expect(await rowOf(page, 'photo').first().innerText()).toContain('⟪U+202E⟫')
    await shot(page, 'files-refused')
    expect(await violations(page, { within: ['.fl-uploads', '.info'] })).toEqual([])
    for (const name of ['drawing.svg', 'page.html', 'fake.png']) {
      await page.getByRole('button', { name: `Download ${name}` }).waitFor()
    }
    expect(await page.getByRole('list', { name: 'Pictures' }).getByRole('button').count()).toBe(1)

    // Opened by its address, with a token or without, none of them is a page.
    const id = await chatId()
    for (const name of ['drawing.svg', 'page.html', 'fake.png']) {
      const address = `${own.server.url}/api/group-chats/${id}/files/${name}`
      expect((await fetch(address)).status).toBe(401)
      const answer = await fetch(address, { headers: { authorization: `Bearer ${own.server.token}` } }) // prettier-ignore
      expect(answer.headers.get('content-type')).toBe('application/octet-stream')
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
    }
    const alone = await own.newPage()
    const opened = await alone.goto(`${own.server.url}/api/group-chats/${id}/files/page.html`)
    expect(opened?.status()).toBe(401)
    for (const one of [page, alone]) {
      await expect.poll(() => one.evaluate(() => 'hacked' in window)).toBe(false)
    }

    // Words and links are no files; beside the chat the browser would leave the page for one.
    const isKept = await page.evaluate(() => {
      const words = new DataTransfer()
      words.setData('text/uri-list', 'https://example.org/')
      words.setData('text/plain', 'words')
      const beside = new DataTransfer()
      beside.items.add(new File(['words'], 'beside.txt'))
      const isKeptBy = (place: string, dataTransfer: DataTransfer) => {
        const options = { dataTransfer, bubbles: true, cancelable: true }
        return !document.querySelector(place)!.dispatchEvent(new DragEvent('drop', options))
      }
      return [isKeptBy('main.chat', words), isKeptBy('.list', beside)]
    })
    expect(isKept).toEqual([false, true])
    // A picture in the clipboard is one; what has words is pasted as words.
    await page.getByRole('textbox', { name: 'Message config-team' }).evaluate(async (box) => {
      const canvas = new OffscreenCanvas(40, 40)
      canvas.getContext('2d')!.fillRect(0, 0, 40, 40)
      const bytes = await canvas.convertToBlob()
      const paste = (words: string | null, name: string) => {
        const data = new DataTransfer()
        data.items.add(new File([bytes], name, { type: 'image/png' }))
        if (words !== null) data.setData('text/plain', words)
        box.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        )
      }
      paste('a table', 'table.png')
      paste(null, 'pasted.png')
    })
    await expect.poll(() => shownIn(page, 'pasted.png')).toBe(192)
    expect(await thumb(page, 'table.png').count()).toBe(0)
    const listed = await own.server.call<{ files: { name: string }[] }>(
      'GET',
      `/api/group-chats/${id}/files`,
    )
    expect(listed.files.map(({ name }) => name).toSorted()).toEqual([
      'drawing.svg',
      'fake.png',
      'page.html',
    ])
  },
)

test.skipIf(noBrowser)(
  'UI604, UI606, UI612, UI613 a session shows the files of its group and adds some by keys; who only reads is offered neither, and a picture that is gone says so',
  async () => {
    const { session } = await own.server.call<{ session: { id: string } }>(
      'POST',
      `/api/lead/${own.lead.id}/groups/config-team/sessions`,
      { title: 'Rewrite plan' },
    )
    const at = own.groups(`config-team/s/${session.id}`)
    const page = await own.open(at, TWO_LOOKS[1])
    await drop(page, PICTURES)
    await page.getByRole('button', { name: /^Session: / }).click()
    await page.getByRole('button', { name: 'Files of the group' }).click()
    const dialog = page.getByRole('dialog', { name: 'Files of config-team' })
    for (const { name } of PICTURES) await expect.poll(() => shownIn(page, name)).toBe(192)
    const add = dialog.getByRole('button', { name: 'Add files…' })
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      add.focus().then(() => page.keyboard.press('Enter')),
    ])
    expect(chooser.isMultiple()).toBe(true)
    const buffer = Buffer.from('words')
    await chooser.setFiles(
      ['one.md', 'two.md'].map((name) => ({ name, mimeType: 'text/markdown', buffer })),
    )
    for (const name of ['one.md', 'two.md']) {
      await dialog.getByRole('button', { name: `Download ${name}` }).waitFor()
    }
    await shot(page, 'files-session-390')
    expect(await violations(page, { within: ['dialog'] })).toEqual([])
    expect(await overflow(page)).toBe(0)

    const reader = await own.newPage(WIDE)
    const { observerToken } = JSON.parse(
      readFileSync(join(own.server.data, 'server.json'), 'utf8'),
    ) as { observerToken: string }
    // One picture is not on the server any more.
    own.watch.areFailuresExpected = true
    await reader.route('**/pictures/map.png', (route) =>
      route.fulfill({
        status: 410,
        contentType: 'application/json',
        body: JSON.stringify({
          error: { code: 'file_content_missing', message: 'Missing. POST it again.' },
        }),
      }),
    )
    await reader.addInitScript(
      (token) => localStorage.setItem('crewroom:token', token),
      observerToken,
    )
    await reader.goto(own.server.url + own.groups('config-team'))
    await expect.poll(() => shownIn(reader, 'plan.png')).toBe(192)
    await reader.getByRole('button', { name: 'Picture map.png: Its content is not on' }).click()
    await reader.getByRole('dialog').getByText('Its content is not on this server:').waitFor()
    await shot(reader, 'files-missing')
    await reader.keyboard.press('Escape')
    await drop(reader, PICTURES)
    await reader.getByRole('button', { name: 'Download one.md' }).waitFor()
    expect(
      await details(reader)
        .getByRole('button', { name: /^(Add|Delete)/ })
        .count(),
    ).toBe(0)
    expect(await being(reader).count()).toBe(0)

    await own.server.call('POST', `/api/lead/${own.lead.id}/groups/config-team/archive`, {})
    await add.waitFor({ state: 'detached' })
    expect(await dialog.getByRole('button', { name: 'Delete one.md' }).count()).toBe(1)
  },
)

test.skipIf(noBrowser)(
  'UI614 a chat stays in use when what shows its files cannot be loaded',
  async () => {
    const page = await own.newPage(WIDE)
    own.watch.areFailuresExpected = true
    await page.route('**/assets/group-files-*', (route) => route.abort())
    await page.goto(await own.server.link(own.groups('config-team')))
    const about = page.getByRole('heading', { name: 'About' })
    await about.waitFor()
    await drop(page, [{ name: 'a.txt', content: 'a' }])
    const box = page.getByRole('textbox', { name: /^Message / })
    await box.fill('Still here')
    await page.keyboard.press('Enter')
    await page.locator('article[data-message]', { hasText: 'Still here' }).waitFor()
    expect(await about.count()).toBe(1)

    await page.route('**/assets/GroupDetails-*', (route) => route.abort())
    await page.reload()
    await box.fill('Here without details, too')
    await page.keyboard.press('Enter')
    await page.locator('article[data-message]', { hasText: 'without details' }).waitFor()
    expect(await about.count()).toBe(0)
  },
)
