import { AxeBuilder } from '@axe-core/playwright'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const ofBuilder = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))
const AXE = readFileSync(ofBuilder.resolve('axe-core/axe.min.js'), 'utf8')

const AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules whose answer depends on the theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** What has no address is looked at twice: wide and light, narrow and dark. */
export const TWO_LOOKS = [
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const

interface Look {
  readonly within?: readonly string[]
  readonly without?: readonly string[]
  readonly colourOnly?: boolean
}

/** Where the page breaks WCAG 2.2 A and AA, one line each. */
export async function violations(page: Page, look: Look = {}): Promise<string[]> {
  // Once a document: the builder would run the long form of it twice for every look.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const builder = new AxeBuilder({ page, axeSource: 'null' })
    // There are no frames: no second page is needed to put their answers together.
    .setLegacyMode()
    .options({
      resultTypes: ['violations'],
      runOnly: look.colourOnly
        ? { type: 'rule', values: COLOUR_RULES }
        : { type: 'tag', values: AA },
    })
  for (const selector of look.within ?? []) builder.include(selector)
  if (look.without) builder.disableRules([...look.without])
  const { violations: found } = await builder.analyze()
  return found.flatMap(({ id, nodes }) => nodes.slice(0, 2).map(({ html }) => `${id}: ${html}`))
}

export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
