import type { Page } from 'playwright-core'

/** Presses Tab until what has the focus is called so; the way there is a keyboard's too. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  const called = () =>
    page.evaluate(() => {
      const { activeElement } = document
      const labels = (activeElement as HTMLInputElement | null)?.labels
      return (
        activeElement?.getAttribute('aria-label') ||
        labels?.[0]?.textContent ||
        activeElement?.textContent ||
        ''
      )
    })
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press('Tab')
    if (name.test(await called())) return
  }
  throw new Error(`Tab does not come to ${name}`)
}
