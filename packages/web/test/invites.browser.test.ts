import { expect, test } from 'vitest'
import { inviteLines } from '@crewroom/shared/text/invite-lines'
import { inviteJoinLines } from '@crewroom/shared/text/join-lines'
import { overflow, TWO_LOOKS, violations } from './axe'
import { noBrowser } from './chromium'
import { setStage, shot, Stage } from './stage'

const own = setStage(new Stage())
const { server } = own

interface Open {
  readonly invites: readonly {
    readonly roleId: string | null
    readonly uses: number
    readonly used: number
    readonly createdAt: string
    readonly expiresAt: string
  }[]
}

test.skipIf(noBrowser)(
  'UI660, UI661, UI662, UI663, UI870 an invitation is made, its code and its lines shown once, its use seen, and it is withdrawn',
  async () => {
    const lead = await server.createLead('inviting')
    const open = async () =>
      (await server.call<Open>('GET', `/api/lead/${lead.id}/invites`)).invites
    const page = await own.open(`/leads/${lead.id}/crew`, TWO_LOOKS[0])
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite agents' })
    await dialog.getByText('There are none.').waitFor()
    await shot(page, 'invite-1440-light-before')
    await dialog.getByLabel('Role').selectOption({ label: 'QA Tester' })
    const count = dialog.getByLabel('For how many agents')
    await count.fill('1001')
    await dialog.getByText('A whole number from 1 to 1,000.').waitFor()
    await count.fill('2')
    await dialog.getByLabel('Open for').selectOption({ label: 'an hour' })
    const instructions = dialog.getByLabel('Instructions (optional)')
    await instructions.fill('w'.repeat(16_001))
    await dialog.getByText(/these have 16,001\.$/).waitFor()
    await instructions.fill('Report what fails.')
    await dialog
      .getByText(/^About 5 tokens, with every session\. It reads those of QA Tester/)
      .waitFor()
    await dialog.getByRole('button', { name: 'Make a code' }).click()
    const made = dialog.getByRole('region', { name: 'The code' })
    const code = (await made.locator('pre').first().innerText()).trim()
    expect(code).toMatch(/^crew_invite_[\w-]{43}$/)
    const [invite] = await open()
    expect(invite).toMatchObject({ roleId: 'qa-tester', uses: 2, used: 0 })
    const { createdAt = '', expiresAt = '' } = invite ?? {}
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(3_600_000)
    const lines = [...inviteJoinLines(server.url, code), ...inviteLines(server.url, code)]
    for (const { title, text } of lines) {
      await made.getByRole('button', { name: title, exact: true }).click()
      expect((await made.locator('pre').last().innerText()).trim()).toBe(text.trim())
    }
    await made.getByRole('button', { name: 'Claude Code', exact: true }).click()
    await shot(page, 'invite-1440-light')
    expect(page.url()).not.toContain(code)
    const row = dialog.getByRole('listitem').filter({ hasText: 'QA Tester' })
    await row.getByText(/^0 of 2 used · 5\d min left$/).waitFor()
    const joined = await fetch(`${server.url}/api/v1/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'ivy', inviteCode: code }),
    })
    await row.getByText(/^1 of 2 used/).waitFor()
    const { agentId } = (await joined.json()) as { readonly agentId: string }
    const told = await server.call<{ own: string }>('GET', `/api/agents/${agentId}/instructions`)
    expect(told.own).toBe('Report what fails.')

    // What has no address is looked at twice.
    for (const look of TWO_LOOKS) {
      await page.setViewportSize(look.viewport)
      await page.emulateMedia({ colorScheme: look.colorScheme })
      await expect.poll(() => violations(page, { within: ['dialog'] })).toEqual([])
      await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
    }
    await shot(page, 'invite-390-dark')
    await row.getByRole('button', { name: 'Withdraw the invitation for QA Tester' }).click()
    await dialog.getByText('There are none.').waitFor()
    expect(await open()).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await dialog.getByText('There are none.').waitFor()
    expect(await dialog.getByText(code).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('link', { name: /ivy/ }).first().waitFor()
    await shot(page, 'crew-390-dark')
    await page.setViewportSize(TWO_LOOKS[0].viewport)
    await page.emulateMedia({ colorScheme: 'light' })
    await shot(page, 'crew-1440-light')
  },
)
