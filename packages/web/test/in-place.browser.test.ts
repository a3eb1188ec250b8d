import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { createWorkCrew, fillWorkCrew, type WorkCrew } from './work-crew'
import { setStage, Stage } from './stage'

let crew: WorkCrew
const own = setStage(new Stage(), async () => {
  crew = await createWorkCrew(own.server, 'in-place')
  await fillWorkCrew(own.server, crew)
})
const open = (section: string, width = 1440): Promise<Page> =>
  own.open(`/leads/${crew.lead.id}/${section}`, { viewport: { width, height: 900 } })
test.skipIf(noBrowser)(
  'UI380 the name of the crew leads to the others, to all crews and to a new one, with its key',
  async () => {
    const page = await open('crew')
    await page.getByRole('button', { name: /Switch crew/ }).click()
    const menu = page.locator('.leads-menu')
    expect(await menu.getByRole('link', { name: 'All crews' }).innerText()).toMatch(/G\s+H/)
    await menu.getByRole('link', { name: 'New crew' }).click()
    await page.getByRole('dialog', { name: 'New crew' }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: /Switch crew/ }).click()
    await menu.getByRole('link', { name: 'All crews' }).click()
    await page.getByRole('heading', { name: /^Crews/ }).waitFor()
  },
)
