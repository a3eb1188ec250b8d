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

interface Axe {
  run(
    within: Document | { readonly include: readonly (readonly [string])[] },
    options: object,
  ): Promise<{
    readonly violations: readonly {
      readonly id: string
      readonly nodes: readonly { readonly html: string }[]
    }[]
  }>
}

/**
 * Where the page breaks WCAG 2.2 A and AA, one line each. Asked for itself: there are no frames whose answers the builder
 * of Axe would put together, which costs nearly as much as the rules.
 */
export async function violations(page: Page, look: Look = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const options = {
    resultTypes: ['violations'],
    runOnly: look.colourOnly ? { type: 'rule', values: COLOUR_RULES } : { type: 'tag', values: AA },
    rules: Object.fromEntries((look.without ?? []).map((rule) => [rule, { enabled: false }])),
  }
  return page.evaluate(
    async ([selectors, how]) => {
      const { axe } = globalThis as unknown as { axe: Axe }
      const include = selectors.map((selector) => [selector] as const)
      const { violations: found } = await axe.run(include.length > 0 ? { include } : document, how)
      return found.flatMap(({ id, nodes }) => nodes.slice(0, 2).map(({ html }) => `${id}: ${html}`))
    },
    [look.within ?? [], options] as const,
  )
}

export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
