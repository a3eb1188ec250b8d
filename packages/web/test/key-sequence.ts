import type { Page } from 'playwright-core'

/** Two keys that belong together, in one task: on a busy machine the second one may come too late. */
export const sequence = (page: Page, ...keys: readonly string[]): Promise<void> =>
  page.evaluate((all) => {
    for (const key of all) {
      const pressed = { key, code: `Key${key.toUpperCase()}`, bubbles: true, cancelable: true }
      for (const type of ['keydown', 'keyup'])
        (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent(type, pressed))
    }
  }, keys)
