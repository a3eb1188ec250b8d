import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'

const own = dashboard()
const FILE = fileURLToPath(new URL('./look.json', import.meta.url))
/** `CREWROOM_LOOK=write` keeps what is there now as what is wanted; look at the pictures before. */
const isWriting = process.env['CREWROOM_LOOK'] === 'write'

const COLUMNS = 48
const ROWS = 32
/** Of 255, over all cells. Two runs differ by 0.02; a column of text that moved by 40 pixels by 0.5. */
const MEAN = 0.3
/** Cells that differ by more than a shade: a part of the page that moved or changed its colour is more than these. */
const SHADE = 8
const MOST_CELLS = 24

/** A picture as a coarse grid of colours, in hex: what a person sees with half-closed eyes. */
async function gridOf(page: Page): Promise<string> {
  const picture = (await page.screenshot()).toString('base64')
  return page.evaluate(
    async ({ source, columns, rows }) => {
      const image = new Image()
      image.src = `data:image/png;base64,${source}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = columns
      canvas.height = rows
      const context = canvas.getContext('2d')!
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, columns, rows)
      const { data } = context.getImageData(0, 0, columns, rows)
      const hex: string[] = []
      for (let at = 0; at < data.length; at += 4) {
        for (const part of data.slice(at, at + 3)) hex.push(part.toString(16).padStart(2, '0'))
      }
      return hex.join('')
    },
    { source: picture, columns: COLUMNS, rows: ROWS },
  )
}

const partsOf = (grid: string) => (grid.match(/../g) ?? []).map((part) => Number.parseInt(part, 16))

function difference(grid: string, wanted: string) {
  const [now, before] = [partsOf(grid), partsOf(wanted)]
  const parts = now.map((part, at) => Math.abs(part - (before[at] ?? 0)))
  const cells = Array.from({ length: COLUMNS * ROWS }, (_, at) =>
    Math.max(...parts.slice(at * 3, at * 3 + 3)),
  )
  return {
    mean: parts.reduce((sum, part) => sum + part, 0) / parts.length,
    cells: cells.filter((by) => by > SHADE).length,
  }
}

async function compare(page: Page, name: string, wanted: Record<string, string>): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  // Where the focus stands is not what is looked at.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.waitForTimeout(500)
  const grid = await gridOf(page)
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
      for (const [width, height] of [
        [1440, 900],
        [1024, 768],
        [390, 844],
      ] as const) {
        const name = `${width} ${colorScheme}`
        const page = await own.open(own.groups('config-team'), {
          viewport: { width, height },
          colorScheme,
        })
        await page.getByText('Say so in the docs').last().waitFor()
        await page.locator('pre .hljs-keyword, pre [class*="keyword"]').first().waitFor()
        if (width === 1440) await page.locator('.info .cmd').first().waitFor()
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
