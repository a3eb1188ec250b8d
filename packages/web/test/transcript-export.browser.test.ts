import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { overflow } from './axe'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'
import { compactedSession, Sessions } from './session-files'
import { shot } from './stage'

const files = new Sessions()
const own = dashboard()
const id = files.write('projects/-home-ada-atlas/config.jsonl', compactedSession())
own.server.settings = { transcripts: { roots: [files.at('projects')] } }
afterAll(() => files[Symbol.dispose]())

test.skipIf(noBrowser)(
  'UI880 a session of a program’s own file is saved as Markdown from its tab',
  async () => {
    const page = await own.open(`/leads/${own.lead.id}/transcripts/${id}`)
    await page.getByText('Answer 29').waitFor()
    const button = page.getByRole('button', { name: 'Export as Markdown' })
    for (const [width, scheme] of [
      [1440, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: scheme })
      await button.waitFor()
      await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
      await shot(page, `transcript-export-${width}-${scheme}`)
    }
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
    expect(file.suggestedFilename()).toMatch(/^crewroom-session-[\w-]+\.md$/)
    const text = readFileSync(await file.path(), 'utf8')
    expect(text).toMatch(/^# Make loading the config fast\\?\.\n/)
    expect(text).toMatch(/\n\*End: \d+ messages\*\n$/)
  },
)
