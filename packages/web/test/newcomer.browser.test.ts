import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { setStage, shot, Stage } from './stage'
import { pass, UNDO_MS } from './held-ends'

// The server of this file finds one coding agent, which writes a file for its task once it may.
const folder = mkdtempSync(join(tmpdir(), 'crewroom-newcomer-'))
const [bin, project] = [join(folder, 'bin'), join(folder, 'project')]
for (const one of [bin, project]) mkdirSync(one)
const PROGRAM = fileURLToPath(
  new URL('../../server/test/harness/programs/writes-a-file.mjs', import.meta.url),
)
const command = join(bin, 'claude-agent-acp')
writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}"\n`)
chmodSync(command, 0o755)

const own = setStage(new Stage())
own.server.environment = {
  PATH: [bin, '/usr/bin', '/bin', dirname(process.execPath)].join(delimiter),
}
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.skipIf(noBrowser)(
  'UI560 a newcomer starts a crew, allows a change, finds the file changed, the task done, and what it cost',
  async () => {
    const notes = join(project, 'NOTES.md')
    const page = await own.open('/')
    await page.getByRole('radio', { name: /^Claude Code/, checked: true }).waitFor({ state: 'attached' }) // prettier-ignore
    await page
      .getByRole('textbox', { name: 'What should your crew do?' })
      .fill('Write down how the parser works.')
    await page.locator('.fr-team', { hasText: 'Solo' }).click()
    await page.locator('.fr-chip').click()
    await page.getByLabel('Working folder, on the machine').fill(project)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Start the crew' }).click()
    await page.waitForURL(/\/leads\//)

    const badge = page.locator('.nav .badge.at')
    await badge.waitFor()
    await expect.poll(() => badge.getAttribute('aria-label')).toBe('1 thing needs you')
    expect(existsSync(notes), 'nothing is written before it is allowed').toBe(false)
    await badge.click()
    const ask = page.locator('[data-ask]:not([data-settled])')
    await ask.getByText('The parser reads one command at a time.').waitFor()
    await shot(page, 'newcomer-asked')
    const allow = ask.getByRole('button', { name: 'Allow', exact: true })
    await ask.locator('.yes[aria-disabled="false"]').waitFor()
    await allow.click()
    await pass(page, UNDO_MS)
    await expect.poll(() => existsSync(notes)).toBe(true)

    await page
      .getByRole('link', { name: /^Crew\b/ })
      .first()
      .click()
    await page.getByText('NOTES.md is there').first().waitFor()
    await page.getByText('$0.42').first().waitFor()
    await shot(page, 'newcomer-done')
  },
)
