import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { contrast } from '../src/crew/role-shades'
import { noBrowser } from './chromium'
import { setStage, shot, Stage } from './stage'

// A yellow that nobody could read on white, and a blue that nobody could read on black.
const ROLES = {
  'data-engineer': { name: 'Pipeline Engineer', color: '#FFF000', prompt: 'Move the data.' },
  'night-watch': { color: '#000030' },
  developer: { name: 'Coder' },
}
const own = new Stage()
own.server.settings = { roles: ROLES }
setStage(own)
const { server } = own

/** Contrast of the letters of a role's badge, as it is painted. */
async function badgeContrast(page: Page, role: string): Promise<number> {
  const painted = await page
    .getByRole('dialog')
    .locator('.role-chip', { hasText: role })
    .locator('.av')
    .evaluate((badge) => {
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
      if (!canvas) throw new Error('no canvas')
      const hex = (color: string) => {
        canvas.fillStyle = color
        canvas.fillRect(0, 0, 1, 1)
        const [r = 0, g = 0, b = 0] = canvas.getImageData(0, 0, 1, 1).data
        return `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
      }
      const { color, backgroundColor } = getComputedStyle(badge)
      return [hex(color), hex(backgroundColor)] as const
    })
  return contrast(...painted)
}

test.skipIf(noBrowser)(
  'UI520, UI521 configured roles are offered by their names, in colours that are legible in both themes, and kept',
  async () => {
    const lead = await server.createLead('crew of roles')
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await own.open(`/leads/${lead.id}/crew?new=agent`, { colorScheme })
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Pipeline Engineer').waitFor()
      const names = await dialog.locator('.role-chip').allInnerTexts()
      const ends = names.map((name) => name.split('\n').at(-1))
      expect(ends).toContain('Coder')
      expect(ends).toContain('Night Watch')
      expect(ends).not.toContain('Developer')
      for (const role of ['Pipeline Engineer', 'Night Watch', 'Coder']) {
        await expect
          .poll(() => badgeContrast(page, role), { message: `${role}, ${colorScheme}` })
          .toBeGreaterThan(4.5)
      }
      await shot(page, `roles-${colorScheme}`)
    }
    const page = await own.open(`/leads/${lead.id}/crew?new=agent`)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Pipeline Engineer').click()
    await dialog.getByRole('radio', { name: 'Connects on its own (token)' }).check()
    await dialog.getByRole('button', { name: 'Add agent' }).click()
    await dialog.getByRole('button', { name: 'I have them' }).click()
    const { agents } = await server.call<{ agents: { roleName: string; color: string }[] }>(
      'GET',
      `/api/lead/${lead.id}/agents`,
    )
    expect(agents.at(-1)).toMatchObject({ roleName: 'Pipeline Engineer', color: '#FFF000' })
    // New crew offers the same.
    await page.goto(`${server.url}/?new=crew`)
    await dialog.locator('.role-chip', { hasText: 'Pipeline Engineer' }).waitFor()
  },
)
