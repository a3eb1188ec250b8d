import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { violations } from './axe'
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
