import { request } from 'node:http'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { isLong } from './long'
import { setStage, shot, Stage } from './stage'

const own = setStage(new Stage())
const { server } = own

interface Sent {
  readonly status: number
  readonly body: string
}

/** A file that reaches the server as far as the test sends it. */
class SlowUpload {
  readonly #request: ReturnType<typeof request>
  readonly answer: Promise<Sent>

  constructor(id: string) {
    this.#request = request(`${server.url}/api/import?id=${id}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.token}`,
        'content-type': 'application/x-ndjson',
      },
    })
    this.answer = new Promise((resolve, reject) => {
      this.#request.on('error', reject)
      this.#request.on('response', (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (text: string) => (body += text))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      })
    })
    this.answer.catch(() => {})
  }

  send(text: string): void {
    this.#request.write(text)
  }

  end(text: string): Promise<Sent> {
    this.#request.end(text)
    return this.answer
  }
}

/** A crew as a file, which is not here any more. */
async function fileOf(name: string): Promise<readonly string[]> {
  const lead = await server.createLead(name)
  const dev = await server.createAgent(lead.id, 'developer')
  await server.createGroup(lead.id, 'plan', [dev.id])
  for (let n = 0; n < 12; n++) await own.write(lead.id, 'plan', `line ${n}`)
  const response = await fetch(`${server.url}/api/lead/${lead.id}/export`, {
    headers: { authorization: `Bearer ${server.token}` },
  })
  const lines = (await response.text()).split('\n').slice(0, -1)
  await server.call('DELETE', `/api/lead/${lead.id}`, { confirm: name })
  return lines.map((line) => `${line}\n`)
}

/** On an empty server the button stands among the other ways to a crew. */
async function chooseFile(page: Page, name: string, lines: readonly string[]): Promise<void> {
  await page.getByText('Other ways: import a crew').click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import a crew’s file' }).click()
  await (
    await chooser
  ).setFiles({
    name,
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(lines.join('')),
  })
}

const ID = '11111111-2222-4333-8444-555555555555'

test.skipIf(noBrowser || !isLong)(
  'EX34 an import says how much was sent and how many lines the server has read, and shows what came of it',
  async () => {
    const lines = await fileOf('watched')
    const page = await own.newPage()
    await page.addInitScript((id) => {
      crypto.randomUUID = () => id as ReturnType<typeof crypto.randomUUID>
    }, ID)
    await page.goto(await server.link('/?all'))
    // What the page sends goes to the server line by line.
    let upload: SlowUpload | null = null
    await page.route('**/api/import?*', async (route) => {
      upload = new SlowUpload(ID)
      const { status, body } = await upload.answer
      await route.fulfill({ status, body, contentType: 'application/json' })
    })
    await chooseFile(page, 'watched.ndjson', lines)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Import' }).click()
    await dialog.getByText('Sending watched.ndjson…').waitFor()
    await expect.poll(() => upload !== null).toBe(true)
    const sent = upload as unknown as SlowUpload
    const far = dialog.locator('.pr-far')
    const bar = dialog.getByRole('progressbar')
    for (const [from, to] of [
      [0, 8],
      [8, 15],
    ] as const) {
      sent.send(lines.slice(from, to).join(''))
      await expect.poll(() => far.innerText()).toBe(`${to} of ${lines.length} lines`)
      await expect
        .poll(async () => Number(await bar.getAttribute('value')))
        .toBeCloseTo(to / lines.length)
    }
    await expect.poll(() => dialog.locator('.pr-words b').innerText()).toBe('Importing…')
    await shot(page, 'import-progress')
    // It goes on behind the page.
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Importing…' }).click()
    await expect.poll(() => far.innerText()).toBe(`15 of ${lines.length} lines`)
    void sent.end(lines.slice(15).join(''))
    await page.getByRole('heading', { name: 'watched was imported' }).waitFor()
    await expect
      .poll(() => dialog.innerText())
      .toContain('2 agents, 1 group, 12 messages. It is paused.')
  },
)

test.skipIf(noBrowser || !isLong)(
  'EX34 an import is followed after a reload, and one that is given up leaves nothing',
  async () => {
    const lines = await fileOf('followed')
    const upload = new SlowUpload('begun-by-another-page')
    upload.send(lines.slice(0, 10).join(''))
    const page = await own.open('/?all')
    const dialog = page.getByRole('dialog')
    await expect
      .poll(() => dialog.locator('.pr-far').innerText())
      .toBe(`10 of ${lines.length} lines`)
    await page.reload()
    await expect
      .poll(() => dialog.locator('.pr-far').innerText())
      .toBe(`10 of ${lines.length} lines`)
    expect((await upload.end(lines.slice(10).join(''))).status).toBe(201)
    await page.getByRole('heading', { name: 'followed was imported' }).waitFor()
    await dialog.getByRole('link', { name: 'Open the crew' }).click()
    await page.waitForURL('**/leads/**')

    const other = await fileOf('given-up')
    await page.goto(`${server.url}/?all`)
    own.watch.areFailuresExpected = true
    await page.route('**/api/import?*', () => {})
    await page.getByTestId('import-file').setInputFiles({
      name: 'given-up.ndjson',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(other.join('')),
    })
    await dialog.getByRole('button', { name: 'Import' }).click()
    await dialog.getByText('Sending given-up.ndjson…').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: 'Import', exact: true }).waitFor()
    const { leads } = await server.call<{ leads: { name: string }[] }>('GET', '/api/lead')
    expect(leads.map(({ name }) => name)).not.toContain('given-up')
  },
)
