import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { difference, gridOf, isWriting, MEAN, MOST_CELLS } from './coarse-look'
import { stillPicture } from './painted'
import { createOverviewCrew } from './overview-crew'
import { setStage, Stage } from './stage'

const LARGEST = 200_000

let leadId = ''
const own = setStage(new Stage(), async () => {
  const { lead } = await createOverviewCrew(own.server)
  leadId = lead.id
})

test.skipIf(noBrowser)(
  'UI440 the README shows the overview in both themes as it looks now',
  async () => {
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
    for (const colorScheme of ['light', 'dark'] as const) {
      const name = `docs/dashboard-${colorScheme}.png`
      const file = fileURLToPath(new URL(`../../../${name}`, import.meta.url))
      const page = await own.open(`/leads/${leadId}`, {
        viewport: { width: 1280, height: 680 },
        colorScheme,
      })
      // Cards come to their places only after two seconds of rest.
      await expect
        .poll(() => page.locator('[data-card]').allTextContents())
        .toEqual(['Dora', 'Ada', 'Quinn', 'Rhea', 'Project Lead', 'Wren', 'Noor', 'Kay'])
      await page.getByText('their signature').first().waitFor()
      await page.locator('.ov-story').first().waitFor()
      await page.evaluate(() => document.fonts.ready)
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      const now = await stillPicture(page)
      if (isWriting) writeFileSync(file, now)
      const kept = readFileSync(file)
      expect(kept.length, `${name}: bytes`).toBeLessThanOrEqual(LARGEST)
      expect(readme, 'the README shows it').toContain(name)
      const { mean, cells } = difference(await gridOf(page, now), await gridOf(page, kept))
      expect.soft(mean, `${name}: mean difference`).toBeLessThanOrEqual(MEAN)
      expect.soft(cells, `${name}: cells that differ`).toBeLessThanOrEqual(MOST_CELLS)
      await page.context().close()
    }
  },
)
