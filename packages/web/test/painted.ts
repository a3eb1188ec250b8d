import type { Page } from 'playwright-core'
import { settled } from './settled'

/** Two frames: what the page was told by then, such as where it is scrolled to, is drawn. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )

/** A picture of a page on which nothing comes or moves any more; seconds may go on. */
export async function stillPicture(page: Page): Promise<Buffer> {
  const places = () =>
    page.locator('body *').evaluateAll((all) =>
      all.map((one) => {
        const { top, height } = one.getBoundingClientRect()
        return `${Math.round(top)} ${Math.round(height)}`
      }),
    )
  await settled(places)
  return page.screenshot()
}
