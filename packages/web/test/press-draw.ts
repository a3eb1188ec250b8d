import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Presses Draw until it says Hide: what a page still loads may move the button away between press and release. */
export async function pressDraw(within: Page | Locator): Promise<void> {
  const button = (name: string) => within.getByRole('button', { name, exact: true })
  await expect
    .poll(async () => {
      if ((await button('Hide').count()) > 0) return true
      await button('Draw').click()
      return (await button('Hide').count()) > 0
    })
    .toBe(true)
}
