import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { isLong } from './long'
import { difference, gridOf, isWriting, MEAN, MOST_CELLS } from './coarse-look'
import { dashboard } from './dashboard'
import { stillPicture } from './painted'

const own = dashboard()
const FILE = fileURLToPath(new URL('./look.json', import.meta.url))

const SIZES = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const
/** Usually the wide one in light and the narrow one in dark. */
const isEvery = isLong || isWriting

async function compare(page: Page, name: string, wanted: Record<string, string>): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  // Where the focus stands is not what is looked at.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const grid = await gridOf(page, await stillPicture(page))
  if (isWriting) {
    wanted[name] = grid
    return
  }
  const { mean, cells } = difference(grid, wanted[name] ?? '')
  expect.soft(mean, `${name}: mean difference`).toBeLessThanOrEqual(MEAN)
  expect.soft(cells, `${name}: cells that differ`).toBeLessThanOrEqual(MOST_CELLS)
}

test.skipIf(noBrowser)(
  'UI166 groups, chat, details and the parts of the page look as when somebody last looked at them',
  async () => {
    const { server, lead, dev } = own
    const qa = await server.createAgent(lead.id, 'qa-tester')
    await server.createGroup(lead.id, 'parser-team', [dev.id, qa.id])
    await own.say(
      'config-team',
      'Understood. I wait for the extraction before I touch `_configs.py`.',
    )
    await own.say('config-team', '```python\nclass RoPEConfig:\n    theta: float = 10_000.0\n```')
    await server.say(dev, 'REACT', { group: 'config-team', emoji: '👍', messageId: '#1' })
    await own.say(
      'config-team',
      '@human one decision for you: does `None` mean *off* or *inherit*?',
    )
    await own.writeTo('config-team', 'It means **off**. Say so in the docs, please.')
    await own.say('release-gate', '3 of 214 are flaky on arm64, none on x86.')
    const wanted = (
      existsSync(FILE) && !isWriting ? JSON.parse(readFileSync(FILE, 'utf8')) : {}
    ) as Record<string, string>
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [width, height] of SIZES) {
        if (!isEvery && width !== (colorScheme === 'light' ? 1440 : 390)) continue
        const name = `${width} ${colorScheme}`
        const page = await own.open(own.groups('config-team'), {
          viewport: { width, height },
          colorScheme,
        })
        await page.getByText('Say so in the docs').last().waitFor()
        await page.locator('pre .hljs-keyword, pre [class*="keyword"]').first().waitFor()
        if (width === 1440) {
          await page.locator('.info .cmd').first().waitFor()
          await page.locator('.fl-empty').waitFor()
        }
        await compare(page, name, wanted)
        if (width === 1440) {
          await page.setViewportSize({ width, height: 1600 })
          await page.goto(`${server.url}/design`)
          await page.locator('.design pre [class*="keyword"]').first().waitFor()
          await compare(page, `design ${colorScheme}`, wanted)
        }
        await page.context().close()
      }
    }
    if (isWriting) writeFileSync(FILE, `${JSON.stringify(wanted, null, 2)}\n`)
  },
)
