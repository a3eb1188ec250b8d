import type { Page } from 'playwright-core'
import { settled } from './settled'

/** How far the log is from its end. */
export const gap = (page: Page) =>
  page.locator('.log').evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight)

export interface Anchor {
  readonly id: string | undefined
  readonly y: number
}

/** Where the first row that is wholly visible stands. */
const anchor = (page: Page): Promise<Anchor> =>
  page.locator('.log').evaluate((log) => {
    const top = log.getBoundingClientRect().top
    const rows = [...log.querySelectorAll<HTMLElement>('[data-message]')]
    const row = rows
      .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
      .find((own) => own.getBoundingClientRect().top >= top)
    return { id: row?.dataset['message'], y: (row?.getBoundingClientRect().top ?? 0) - top }
  })

/** The same, once the log stands still. */
export const stillAnchor = (page: Page): Promise<Anchor> => settled(() => anchor(page))

export const placeOf = (page: Page, id: string | undefined) =>
  page
    .locator('.log')
    .evaluate(
      (log, wanted) =>
        (log.querySelector(`[data-message="${wanted}"]`)?.getBoundingClientRect().top ?? 0) -
        log.getBoundingClientRect().top,
      id,
    )

/**
 * Scrolls by `step` until `isDone`, and returns the largest way that a row moved by itself meanwhile, in pixels.
 */
export async function driftWhile(
  page: Page,
  step: number,
  isDone: () => Promise<boolean>,
): Promise<number> {
  let drift = 0
  for (let n = 0; n < 400 && !(await isDone()); n++) {
    drift = Math.max(drift, await driftOfStep(page, step))
  }
  return drift
}

/** In one go: a question to the page for each part would take longer than what is drawn. */
const driftOfStep = (page: Page, step: number): Promise<number> =>
  page.locator('.log').evaluate(async (log, by) => {
    const frame = () => new Promise<unknown>((done) => requestAnimationFrame(done))
    const top = () => log.getBoundingClientRect().top
    log.scrollBy(0, by)
    await frame()
    await frame()
    const rows = [...log.querySelectorAll<HTMLElement>('[data-message]')].map((row) => ({
      id: row.dataset['message'],
      y: row.getBoundingClientRect().top - top(),
    }))
    const before = rows.toSorted((a, b) => a.y - b.y).find(({ y }) => y >= 0)
    await frame()
    await frame()
    const row = log.querySelector(`[data-message="${before?.id}"]`)
    return before ? Math.abs((row?.getBoundingClientRect().top ?? 0) - top() - before.y) : 0
  }, step)
