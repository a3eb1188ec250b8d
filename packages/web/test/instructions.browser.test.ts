import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { overflow, TWO_LOOKS, violations } from './axe'
import { noBrowser } from './chromium'
import { setStage, shot, Stage } from './stage'

const folder = mkdtempSync(join(tmpdir(), 'crewroom-roles-'))
writeFileSync(
  join(folder, 'security-reviewer.md'),
  '---\nname: security-reviewer\ndescription: Looks for holes before a release.\ntools: Read, Grep\nmodel: opus\n---\nReport each hole.',
)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const own = setStage(new Stage())
own.server.environment = { CREWROOM_ROLES_DIR: folder }
const { server } = own

const instructionsOf = async (id: string) =>
  (await server.call<{ own: string | null }>('GET', `/api/agents/${id}/instructions`)).own

test.skipIf(noBrowser)(
  'UI795, UI520 Add agent gives an agent instructions and says what they cost, and what a file says of its role',
  async () => {
    const lead = await server.createLead('described')
    const page = await own.open(`/leads/${lead.id}/crew?new=agent`)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Security Reviewer').click()
    await expect
      .poll(() => dialog.getByText('Defined in security-reviewer.md').innerText())
      .toBe(
        'Looks for holes before a release. Defined in security-reviewer.md. Tools: Read, Grep; you are asked about any other. Model opus: kept, but unused.',
      )
    const field = dialog.getByLabel('Instructions (optional)')
    await field.fill('w'.repeat(16_001))
    await dialog
      .getByText('Instructions have at most 16,000 characters; these have 16,001.')
      .waitFor()
    await field.fill('Be brief, and name every file.')
    await dialog
      .getByText(
        'About 8 tokens, with every session. It reads those of Security Reviewer (about 5 tokens) first.',
      )
      .waitFor()
    await dialog.getByText('Connects on its own').first().click()
    await shot(page, 'add-agent-instructions')
    await expect.poll(() => violations(page, { within: ['dialog'] })).toEqual([])
    await dialog.getByRole('button', { name: 'Add agent' }).click()
    await dialog.getByText('I have them').waitFor()
    const { agents } = await server.call<{ agents: { id: string; role: string }[] }>(
      'GET',
      `/api/lead/${lead.id}/agents`,
    )
    const made = agents.find(({ role }) => role === 'security-reviewer')
    expect(await instructionsOf(made?.id ?? '')).toBe('Be brief, and name every file.')
  },
)

test.skipIf(noBrowser)(
  'UI795 Edit agent shows an agent’s own instructions, changes them without restarting anything, and takes them away',
  async () => {
    const lead = await server.createLead('edited')
    const { agent } = await server.call<{ agent: { id: string } }>(
      'POST',
      `/api/lead/${lead.id}/agents`,
      { role: 'developer', name: 'Ada', instructions: 'Be brief.' },
    )
    const edit = `/leads/${lead.id}/crew/${agent.id}?edit=1`
    const page = await own.open(edit)
    const dialog = page.getByRole('dialog')
    const field = dialog.getByLabel('Instructions (optional)')
    await expect.poll(() => field.inputValue()).toBe('Be brief.')
    await field.fill('Be kind.')
    await shot(page, 'edit-agent-instructions')
    await expect.poll(() => violations(page, { within: ['dialog'] })).toEqual([])
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await instructionsOf(agent.id)).toBe('Be kind.')
    await page.goto(await server.link(edit))
    await expect.poll(() => field.inputValue()).toBe('Be kind.')
    await field.fill('')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await instructionsOf(agent.id)).toBeNull()
  },
)

test.skipIf(noBrowser)(
  'UI870 New crew gives instructions to the lead and to the agents of a role, and says what they cost',
  async () => {
    const page = await own.open('/?new=crew')
    const dialog = page.getByRole('dialog', { name: 'New crew' })
    await dialog.getByLabel('Name', { exact: true }).fill('told')
    await dialog.getByText('Connects on its own').first().click()
    const ofLead = dialog.getByLabel('Instructions of the lead (optional)')
    await ofLead.fill('w'.repeat(16_001))
    await dialog.getByRole('button', { name: /Developer/ }).click()
    await dialog.getByLabel('Developer: instructions of its own').check()
    const ofDeveloper = dialog.getByLabel('Instructions of Developer')
    await ofDeveloper.fill('Write tests first.')
    await dialog.getByRole('button', { name: 'One Developer more' }).click()
    await dialog
      .getByText(/^About 5 tokens, with every session\. It reads those of Developer/)
      .waitFor()
    await dialog.getByRole('button', { name: 'Create crew' }).click()
    await dialog.getByText(/these have 16,001\.$/).waitFor()
    await ofLead.fill('Keep it small.')
    for (const look of TWO_LOOKS) {
      await page.setViewportSize(look.viewport)
      await page.emulateMedia({ colorScheme: look.colorScheme })
      await expect.poll(() => violations(page, { within: ['dialog'] })).toEqual([])
      await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
      await shot(page, `new-crew-instructions-${look.viewport.width}-${look.colorScheme}`)
    }
    await dialog.getByRole('button', { name: 'Create crew' }).click()
    await page.getByRole('dialog', { name: 'told is ready' }).waitFor()
    const { leads } = await server.call<{ leads: { id: string; name: string }[] }>(
      'GET',
      '/api/lead',
    )
    const lead = leads.find(({ name }) => name === 'told')
    const { agents } = await server.call<{ agents: { id: string }[] }>(
      'GET',
      `/api/lead/${lead?.id}/agents`,
    )
    const told = await Promise.all(agents.map(({ id }) => instructionsOf(id)))
    expect(new Set(told)).toEqual(new Set(['Keep it small.', 'Write tests first.']))
  },
)
