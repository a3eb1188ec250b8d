import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'
import { shot } from './stage'
import { readInbox } from './work-crew'

const own = dashboard()

test.skipIf(noBrowser)(
  'UI296 before a message is sent the page says who has finished and will not read it, and wakes it there',
  async () => {
    const { server, lead, dev } = own
    for (const agent of [lead, dev]) await readInbox(server, agent)
    await server.call('PATCH', `/api/agents/${lead.id}`, { status: 'completed' })
    const page = await own.open(own.groups('config-team'))
    const note = page.locator('.comp-ended')
    const says = 'Project Lead has finished – it will not read this.'
    await note.getByText(says).waitFor()
    const note1 = page.locator('.comp .note')
    await expect.poll(() => note1.innerText()).toContain('Goes to 1 agent')
    await page.locator('#composer').fill('@lead are you there?')
    await page.locator('#composer').press('Enter')
    await readInbox(server, dev)
    // What its program asks for by itself holds nothing of the group.
    expect((await readInbox(server, lead)).join()).not.toContain('are you there?')
    const receipt = page.locator('.rcp button')
    await expect
      .poll(() => receipt.innerText())
      .toMatch(/^Read by Developer \(\w{8}\) · Project Lead has finished$/)
    await shot(page, 'ended-1280')
    await server.kill()
    own.watch.areFailuresExpected = true
    await server.start()
    await page.reload()
    await note.getByText(says).waitFor()
    await expect.poll(() => receipt.innerText()).toMatch(/ · Project Lead has finished$/)
    // Also by the @ menu, behind those that are there.
    await page.locator('#composer').fill('@')
    const options = page.getByRole('option')
    await expect.poll(() => options.count()).toBeGreaterThan(1)
    await expect
      .poll(() => options.filter({ hasText: 'Project Lead' }).innerText())
      .toContain('Done')
    await page.keyboard.press('Escape')
    await page.locator('#composer').fill('')
    await page.getByRole('button', { name: 'Wake it' }).click()
    await note.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('composer')
    await expect.poll(() => note1.innerText()).toContain('Goes to 2 agents')
    await expect
      .poll(async () => (await readInbox(server, lead)).join())
      .toContain('are you there?')
  },
)
