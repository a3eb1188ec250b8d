import { readFileSync } from 'node:fs'
import type { Download, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { setStage, shot, Stage } from './stage'
import { createWorkCrew } from './work-crew'
import { isLong } from './long'

const own = setStage(new Stage())
const { server } = own

async function exported(leadId: string, query = ''): Promise<string> {
  const response = await fetch(`${server.url}/api/lead/${leadId}/export${query}`, {
    headers: { authorization: `Bearer ${server.token}` },
  })
  return response.text()
}

async function textOf(download: Download): Promise<string> {
  return readFileSync(await download.path(), 'utf8')
}

/** The page reads the first half of an export, and the other when a test says so. */
async function readsHalf(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const real = globalThis.fetch
    const goOn = new Promise<void>((resolve) => Object.assign(globalThis, { goOn: resolve }))
    globalThis.fetch = async (...given) => {
      const response = await real(...given)
      if (!response.url.includes('/export') || !response.body) return response
      const whole = new Uint8Array(await response.arrayBuffer())
      const body = new ReadableStream({
        async start(controller) {
          controller.enqueue(whole.subarray(0, whole.length / 2))
          await goOn
          controller.enqueue(whole.subarray(whole.length / 2))
          controller.close()
        },
      })
      return new Response(body, { status: response.status, headers: response.headers })
    }
  })
  return () => page.evaluate(() => (globalThis as unknown as { goOn(): void }).goOn())
}

test.skipIf(noBrowser || !isLong)(
  'EX31 a crew and a group are exported from their menus, as the server writes them',
  async () => {
    const { lead, dev } = await createWorkCrew(server, 'leaving')
    await server.createGroup(lead.id, 'plan', [dev.id])
    await server.post(dev, 'plan', 'To be kept')
    const page = await own.open('/?all')
    const menu = page.locator('[data-crew="leaving"]').getByLabel('Actions for leaving')
    await menu.click()
    const [crewFile] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export', exact: true }).click(),
    ])
    expect(crewFile.suggestedFilename()).toBe(`crewroom-${lead.id.slice(0, 8)}.ndjson`)
    expect(await textOf(crewFile)).toBe(await exported(lead.id))
    await expect
      .poll(() => page.locator('.xp').count(), { message: 'what is done is not shown any more' })
      .toBe(0)

    await page.goto(`${server.url}/leads/${lead.id}/groups`)
    await page.locator('[data-group="plan"]').click({ button: 'right' })
    const [groupFile] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export', exact: true }).click(),
    ])
    expect(groupFile.suggestedFilename()).toBe('crewroom-plan.ndjson')
    expect(await textOf(groupFile)).toBe(await exported(lead.id, '?group=plan'))
  },
)

test.skipIf(noBrowser)(
  'UI880 a group is exported as Markdown from its menu; a document that was cut off is not saved',
  async () => {
    const { lead, dev } = await createWorkCrew(server, 'readable')
    await server.createGroup(lead.id, 'plan', [dev.id])
    await server.post(dev, 'plan', 'To be read')
    const page = await own.open(`/leads/${lead.id}/groups`)
    const saved: Download[] = []
    page.on('download', (download) => saved.push(download))
    const start = async () => {
      await page.locator('[data-group="plan"]').click({ button: 'right' })
      await shot(page, 'export-markdown')
      await page.getByRole('menuitem', { name: 'Export as Markdown' }).click()
    }
    const [file] = await Promise.all([page.waitForEvent('download'), start()])
    expect(file.suggestedFilename()).toBe('crewroom-plan.md')
    const text = await textOf(file)
    expect(text).toMatch(/^# plan\n\n- Crew: readable\n- Group: plan\n/)
    expect(text).toMatch(/\n### .*Z \(#1\)\n\n> To be read\n\n---\n\n\*End: 1 message\*\n$/)

    own.watch.areFailuresExpected = true
    await page.route('**/markdown?*', (route) =>
      route.fulfill({ status: 200, body: text.slice(0, -2) }),
    )
    await start()
    await expect
      .poll(() => page.locator('.xp').innerText())
      .toContain('The server ended the file before it was whole. No file was saved.')
    expect(saved).toHaveLength(1)
  },
)

test.skipIf(noBrowser || !isLong)(
  'EX30, EX31 an export says how far it is, can be given up, and saves nothing that is not whole',
  async () => {
    const { lead, dev } = await createWorkCrew(server, 'slowly')
    await server.createGroup(lead.id, 'plan', [dev.id])
    for (let n = 0; n < 20; n++) await own.write(lead.id, 'plan', `line ${n}`)
    const lines = (await exported(lead.id)).split('\n').length - 1
    const page = await own.newPage()
    const saved: Download[] = []
    page.on('download', (download) => saved.push(download))
    const goOn = await readsHalf(page)
    await page.goto(await server.link('/?all'))
    const start = async () => {
      await page.locator('[data-crew="slowly"]').getByLabel('Actions for slowly').click()
      await page.getByRole('menuitem', { name: 'Export', exact: true }).click()
    }
    await start()
    const far = page.locator('.xp .pr-far')
    await expect.poll(() => far.innerText()).toMatch(new RegExp(`^[1-9]\\d* of ${lines} lines, `))
    const box = await page.locator('.xp .pr-bar').boundingBox()
    expect(box?.width).toBeGreaterThan(100)
    await shot(page, 'export-progress')
    await page.locator('.xp').getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => page.locator('.xp').count()).toBe(0)
    await goOn()

    own.watch.areFailuresExpected = true
    await page.route('**/export', (route) =>
      route.fulfill({ status: 200, body: '{"seq":9}\n{"a":' }),
    )
    await start()
    await page.locator('.xp', { hasText: 'slowly was not exported.' }).waitFor()
    await expect
      .poll(() => page.locator('.xp').innerText())
      .toContain('The server ended the file before it was whole. No file was saved.')
    expect(saved).toEqual([])
  },
)

test.skipIf(noBrowser || !isLong)(
  'EX32 before a crew is deleted it can be exported where that is asked, and not while it is being read',
  async () => {
    const { lead } = await createWorkCrew(server, 'going')
    const page = await own.newPage()
    const goOn = await readsHalf(page)
    await page.goto(await server.link('/?all'))
    await page.locator('[data-crew="going"]').getByLabel('Actions for going').click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    const dialog = page.getByRole('dialog')
    await expect
      .poll(() => dialog.innerText())
      .toContain(`npm run crewroom export -- --lead ${lead.id}`)
    await dialog.locator('#delete-name').fill('going')
    const remove = dialog.getByRole('button', { name: 'Delete crew' })
    const before = await exported(lead.id)
    await dialog.getByRole('button', { name: 'Export first' }).click()
    await dialog.locator('.xp-job').waitFor()
    await expect.poll(() => remove.getAttribute('aria-disabled')).toBe('true')
    await shot(page, 'export-first')
    const [file] = await Promise.all([page.waitForEvent('download'), goOn()])
    expect(await textOf(file)).toBe(before)
    await dialog.getByText('A copy is in your downloads.').waitFor()
    await remove.click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('[data-crew="going"]').count()).toBe(0)
  },
)

test.skipIf(noBrowser)(
  'UI317 a deletion that takes its time says what it is at, and for how long',
  async () => {
    await createWorkCrew(server, 'big')
    const page = await own.open('/?all')
    let goOn = () => {}
    const held = new Promise<void>((resolve) => (goOn = resolve))
    await page.route('**/api/lead/*', async (route) => {
      if (route.request().method() !== 'DELETE') return route.continue()
      await held
      return route.continue()
    })
    await page.locator('[data-crew="big"]').getByLabel('Actions for big').click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.locator('#delete-name').fill('big')
    await page.getByRole('button', { name: 'Delete crew' }).click()
    const line = page.getByRole('dialog').locator('.pr-words')
    await expect.poll(() => line.innerText()).toMatch(/^Removing everything it has…\s+[1-9]\d* s$/)
    goOn()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText('big is deleted.').waitFor()
  },
)
