import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { overflow, violations } from './axe'
import { noBrowser } from './chromium'
import { setStage, shot, Stage } from './stage'

// The server of this file finds two coding agents, whatever is installed on this machine.
const bin = mkdtempSync(join(tmpdir(), 'crewroom-bin-'))
for (const name of ['claude-agent-acp', 'opencode']) {
  writeFileSync(join(bin, name), '#!/bin/sh\nexec cat\n')
  chmodSync(join(bin, name), 0o755)
}
afterAll(() => rmSync(bin, { recursive: true, force: true }))

const own = setStage(new Stage())
own.server.environment = { PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` }

test.skipIf(noBrowser)(
  'UI502 modes are offered with what they do, and one that acts unasked says so where it is chosen',
  async () => {
    const { server } = own
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1440, 390]) {
        const page = await own.open('/?new=crew', {
          colorScheme,
          viewport: { width, height: 900 },
        })
        const dialog = page.getByRole('dialog')
        const mode = dialog.locator('.pc-mode').first()
        await mode.waitFor()
        await expect
          .poll(() => mode.locator('option').allInnerTexts())
          .toContain('Accept edits: changes files unasked; asks before it runs a command')
        await expect
          .poll(() => mode.locator('small').innerText())
          .toBe('It asks before it changes a file or runs a command.')
        await dialog.locator('.pc-agent', { hasText: 'OpenCode' }).first().click()
        await mode.locator('.pc-unasked').waitFor()
        await expect
          .poll(() => mode.locator('small').innerText())
          .toBe('Without asking you, it changes files and runs commands.')
        await mode.scrollIntoViewIfNeeded()
        await shot(page, `modes-${colorScheme}-${width}`)
        expect(await violations(page)).toEqual([])
        await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
        await page.context().close()
      }
    }
    const lead = await server.createLead('modes')
    const { agent } = await server.call<{ agent: { id: string } }>(
      'POST',
      `/api/lead/${lead.id}/agents`,
      { role: 'developer', name: 'Dora', driver: { kind: 'acp', preset: 'claude', mode: 'plan' } },
    )
    const page = await own.open(`/leads/${lead.id}/crew/${agent.id}`)
    await page.getByRole('link', { name: 'Edit its program, name and role' }).click()
    const dialog = page.getByRole('dialog')
    const select = dialog.locator('.pc-mode select')
    await expect.poll(() => select.inputValue()).toBe('plan')
    await select.selectOption('acceptEdits')
    await dialog.getByRole('button', { name: /^Save/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Edit its program, name and role' }).click()
    await expect.poll(() => select.inputValue()).toBe('acceptEdits')
  },
)
