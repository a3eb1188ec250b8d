import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { difference, gridOf, isWriting, MEAN, MOST_CELLS } from './coarse-look'
import { stillPicture } from './painted'

const LARGEST = 300_000

/** A page of the documentation shows this picture, and the page looks like it. */
export async function documented(page: Page, picture: string, of: string): Promise<void> {
  const at = (name: string) => fileURLToPath(new URL(`../../../docs/${name}`, import.meta.url))
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const now = await stillPicture(page)
  if (isWriting) writeFileSync(at(picture), now)
  const kept = readFileSync(at(picture))
  expect(kept.length, `${picture}: bytes`).toBeLessThanOrEqual(LARGEST)
  expect(readFileSync(at(of), 'utf8'), `${of} shows it`).toContain(`](${picture})`)
  const { mean, cells } = difference(await gridOf(page, now), await gridOf(page, kept))
  expect.soft(mean, `${picture}: mean difference`).toBeLessThanOrEqual(1.5 * MEAN)
  expect.soft(cells, `${picture}: cells that differ`).toBeLessThanOrEqual(1.5 * MOST_CELLS)
}
