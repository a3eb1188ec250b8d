import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'

const own = dashboard()
const NOWHERE = '11111111-2222-4333-8444-555555555555'

test.skipIf(noBrowser)(
  'UI373 an address that leads nowhere says so in place, with everything around it where it belongs',
  async () => {
    const height = 800
    const page = await own.open('/foo/bar', { viewport: { width: 1440, height } })
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
    await expect.poll(() => page.url()).toMatch(/\/foo\/bar$/)
    await expect.poll(() => page.getByTestId('not-found').innerText()).toContain('/foo/bar')
    const atBottom = async () => {
      const box = await page.locator('.side .me').boundingBox()
      expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(height - 10)
    }
    await atBottom()
    await page.goto(`${own.server.url}/leads/${own.lead.id}/foo`)
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
    await page.getByRole('link', { name: 'Go to the crew' }).click()
    await page.waitForURL((url) => url.pathname.startsWith(`/leads/${own.lead.id}`))
    await page.goto(`${own.server.url}/leads/${NOWHERE}/groups`)
    await page.getByRole('heading', { name: 'There is no such crew' }).waitFor()
    await atBottom()

    await page.setViewportSize({ width: 390, height })
    const tabs = page.getByRole('navigation', { name: 'Sections' })
    const box = await tabs.boundingBox()
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(height)
    await tabs.getByRole('link', { name: 'All crews' }).click()
    await page.getByRole('heading', { name: /^Crews/ }).waitFor()
  },
)

test.skipIf(noBrowser)(
  'UI373 a group that is not there can be created under the name it was looked for',
  async () => {
    const page = await own.open(own.groups('nope'), { viewport: { width: 1440, height: 800 } })
    await page.getByRole('button', { name: 'Create group “nope”' }).click()
    const dialog = page.getByRole('dialog', { name: 'New group' })
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('nope')
    // Why it cannot be created yet stands beside the button, and a press on that leads to what is missing.
    const create = dialog.getByRole('button', { name: 'Create group' })
    const reason = dialog.getByText('Pick at least one other member.')
    const [why, button] = [await reason.boundingBox(), await create.boundingBox()]
    expect(Math.abs((why?.y ?? 0) - (button?.y ?? 1_000))).toBeLessThan(40)
    await create.click({ force: true })
    await expect
      .poll(() =>
        dialog.evaluate((own) => own.querySelector('footer')?.contains(document.activeElement)),
      )
      .toBe(false)
    await dialog.getByRole('button', { name: /^Developer/ }).click()
    await create.click()
    await page.waitForURL('**/groups/nope')
    await page.locator('main.chat #composer').waitFor()
  },
)

test.skipIf(noBrowser)(
  'UI374 New group says what is missing from the beginning, and takes no name of signs alone',
  async () => {
    const page = await own.open(`${own.groups()}?new=group`)
    const dialog = page.getByRole('dialog', { name: 'New group' })
    const name = dialog.getByLabel('Name')
    await dialog.getByText('Give it a name.', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Create group' }).click({ force: true })
    await expect.poll(() => name.evaluate((box) => box === document.activeElement)).toBe(true)
    await name.fill('###')
    await dialog.getByText('Give it a name with a letter or a digit.').waitFor()
    await dialog.getByRole('button', { name: /^Developer/ }).click()
    await dialog.getByRole('button', { name: 'Create group' }).click({ force: true })
    await expect.poll(() => dialog.isVisible()).toBe(true)
    await name.fill('فريق')
    await expect.poll(() => dialog.getByText('Give it a name with').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Create group' }).click({ force: true })
    await page.locator('main.chat #composer').waitFor()
  },
)
