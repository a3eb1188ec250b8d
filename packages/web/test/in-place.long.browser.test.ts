import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { createBrokenAgent, createWorkCrew, fillWorkCrew, type WorkCrew } from './work-crew'
import { setStage, Stage } from './stage'

let crew: WorkCrew
const own = setStage(new Stage(), async () => {
  crew = await createWorkCrew(own.server, 'in-place')
  await fillWorkCrew(own.server, crew)
})
const open = (section: string, width = 1440): Promise<Page> =>
  own.open(`/leads/${crew.lead.id}/${section}`, { viewport: { width, height: 900 } })
const boxOf = async (of: Locator) => {
  const box = await of.boundingBox()
  if (!box) throw new Error('It is not to be seen.')
  return box
}

test.skipIf(noBrowser)(
  'UI380 the name of the crew leads to the others, to all crews and to a new one, with its key',
  async () => {
    const page = await open('crew')
    await page.getByRole('button', { name: /Switch crew/ }).click()
    const menu = page.locator('.leads-menu')
    await expect
      .poll(() => menu.getByRole('link', { name: 'All crews' }).innerText())
      .toMatch(/G\s+H/)
    await menu.getByRole('link', { name: 'New crew' }).click()
    await page.getByRole('main', { name: 'New crew' }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: /Switch crew/ }).click()
    await menu.getByRole('link', { name: 'All crews' }).click()
    await page.getByRole('heading', { name: /^Crews/ }).waitFor()
  },
)

test.skipIf(noBrowser)(
  'UI381 what folds a report stands at the same place in every row, and a task that was begun is kept',
  async () => {
    const page = await open('reports')
    await page.locator('.task-row .unfold').nth(3).waitFor()
    const lefts = new Set<number>()
    for (const fold of await page.locator('.task-row .unfold > svg').all()) {
      lefts.add(Math.round((await boxOf(fold)).x))
    }
    expect(lefts.size).toBe(1)

    await page.getByRole('button', { name: 'New task' }).click()
    // Whom to give it to is chosen from faces; the last of them is not the one chosen first.
    const other = page.getByRole('radiogroup', { name: 'Assign to' }).getByRole('radio').last()
    await expect.poll(() => other.isChecked()).toBe(false)
    await other.check()
    await page.getByLabel('What to do').fill('Begun')
    await page.keyboard.press('Escape')
    await page.reload()
    await page.getByRole('button', { name: 'New task' }).click()
    await expect.poll(() => page.getByLabel('What to do').inputValue()).toBe('Begun')
    await expect.poll(() => other.isChecked()).toBe(true)

    await page.goto(`${own.server.url}/leads/${crew.lead.id}/crew/${crew.dev.id}`)
    await page.getByRole('button', { name: 'Give a task' }).click()
    await page.getByLabel('Task', { exact: true }).fill('For the developer')
    // The dialog is in the address: it is open again, with what was begun.
    await page.reload()
    await expect
      .poll(() => page.getByLabel('Task', { exact: true }).inputValue())
      .toBe('For the developer')
  },
)

test.skipIf(noBrowser)(
  'UI382 an agent that has ended has nothing red to end it with, and one at work has',
  async () => {
    const id = await createBrokenAgent(own.server, crew.lead.id, 'architect')
    const page = await open(`crew/${id}`)
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    const colour = (name: string) =>
      page
        .getByRole('button', { name, exact: true })
        .evaluate((button) => getComputedStyle(button).color)
    await expect.poll(() => colour('End')).toBe(await colour('Give a task'))
    await page.goto(`${own.server.url}/leads/${crew.lead.id}/crew/${crew.dev.id}`)
    await page.getByRole('button', { name: 'Interrupt' }).waitFor()
    await expect.poll(() => colour('End')).not.toBe(await colour('Give a task'))
    await page.getByText('Waiting for it').waitFor()
    await expect.poll(() => page.getByText('Owed').count()).toBe(0)
  },
)

test.skipIf(noBrowser)('UI383 the list says what automatic groups are', async () => {
  const page = await open('groups')
  await page.getByRole('button', { name: 'Auto', exact: true }).click()
  await page.getByText(/^Crewroom creates an automatic group when/).waitFor()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect
    .poll(() => page.getByText(/^Crewroom creates an automatic group when/).count())
    .toBe(0)
})

test.skipIf(noBrowser)(
  'UI384 on a wide screen what is read in one column stands in the middle, and a status near its name',
  async () => {
    const ROWS = {
      activity: '.log-rows',
      reports: '.task-row',
      needs: '.need',
      crew: '.c-row',
    } as const
    for (const [section, row] of Object.entries(ROWS)) {
      const page = await open(section, 1920)
      await page.locator(row).first().waitFor()
      const card = await boxOf(page.locator('main.card'))
      const own = await boxOf(page.locator(row).first())
      const left = own.x - card.x
      const right = card.x + card.width - (own.x + own.width)
      expect(Math.abs(left - right), `${section}: ${left} and ${right}`).toBeLessThan(30)
      expect(own.width, section).toBeLessThanOrEqual(1080)
      // What stands above the rows begins where they begin.
      for (const above of await page.locator('.bar h1, .f-find').all()) {
        await expect
          .poll(async () => Math.abs((await boxOf(above)).x - own.x), { message: section })
          .toBeLessThan(24)
      }
      await page.close()
    }
    const page = await open('crew', 1920)
    await page.locator('.c-row').first().waitFor()
    for (const row of await page.locator('.c-row').all()) {
      const [name, status] = [await boxOf(row.locator('.c-name')), await boxOf(row.locator('.st'))]
      expect(status.x - name.x).toBeLessThan(680)
    }
  },
)
