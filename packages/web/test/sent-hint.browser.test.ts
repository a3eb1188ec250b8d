import { expect, test } from 'vitest'
import { overflow, TWO_LOOKS, violations } from './axe'
import { noBrowser } from './chromium'
import { often } from './long'
import { setStage, shot, Stage } from './stage'
import { visit } from './visit'

const own = setStage(new Stage())
const { server } = own

test.skipIf(noBrowser)(
  'UI871, UI900 what the answer says of those it is for appears where it was written, as a status, until the person writes again, and with a task and an interrupt',
  async () => {
    const lead = await server.createLead('away')
    const { agent } = await server.call<{ agent: { id: string } }>(
      'POST',
      `/api/lead/${lead.id}/agents`,
      {
        role: 'developer',
        name: 'Ada',
      },
    )
    await server.call('POST', `/api/lead/${lead.id}/agents`, { role: 'architect', name: 'Ben' })
    await server.call('POST', `/api/lead/${lead.id}/groups`, {
      name: 'team',
      memberIds: ['Ada', 'Ben'],
    })
    const { session } = await server.call<{ session: { id: string } }>(
      'POST',
      `/api/lead/${lead.id}/groups/team/sessions`,
      { title: 'Plan', agents: [agent.id] },
    )
    const page = await own.open(`/leads/${lead.id}/crew/${agent.id}`)
    const hint = page.getByRole('status').filter({ hasText: 'not connected' })
    const box = page.getByRole('textbox', { name: 'Write to Ada' })
    await box.fill('Hello.')
    await box.press('Enter')
    await hint.waitFor()
    await shot(page, 'hint-agent')
    await box.fill('A')
    await hint.waitFor({ state: 'detached' })

    const told = page.locator('.toast')
    const says = (what: RegExp) => expect.poll(() => told.last().innerText()).toMatch(what)
    await visit(page, `/leads/${lead.id}/crew/${agent.id}`)
    await page.getByRole('button', { name: 'Interrupt', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Interrupt' }).click()
    await says(/^Ada was interrupted\. .*not connected/)
    await shot(page, 'hint-interrupt')
    await page.getByRole('button', { name: 'Give a task' }).click()
    await dialog.getByRole('textbox', { name: 'Task' }).fill('Build it.')
    await dialog.getByRole('button', { name: 'Give the task' }).click()
    await says(/^Ada has the task\. .*not connected/)
    // Loaded again, the page has forgotten what it said before.
    await page.goto(await server.link(`/leads/${lead.id}/reports?agent=${agent.id}`))
    await page.getByRole('button', { name: 'New task' }).click()
    await dialog.getByRole('textbox', { name: 'What to do' }).fill('Test it.')
    await dialog.getByRole('button', { name: 'Give the task' }).click()
    await says(/^Ada has the task\. .*not connected/)

    await visit(page, `/leads/${lead.id}/groups/team/s/${session.id}`)
    const question = page.getByRole('textbox', { name: /^Message/ })
    await question.fill('@Ben what do you think?')
    await question.press('Enter')
    const said = page.getByRole('status').filter({ hasText: 'Ben is not asked' })
    await said.waitFor()
    expect(await said.innerText()).not.toContain('"agents"')
    for (const look of often(TWO_LOOKS.slice(1), TWO_LOOKS)) {
      await page.setViewportSize(look.viewport)
      await page.emulateMedia({ colorScheme: look.colorScheme })
      await expect.poll(() => violations(page)).toEqual([])
      await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
      await shot(page, `hint-session-${look.viewport.width}-${look.colorScheme}`)
    }
    await question.fill('And')
    await said.waitFor({ state: 'detached' })
  },
)
