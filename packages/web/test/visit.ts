import type { Page } from 'playwright-core'

/** Goes to an address the way a link does: what is loaded stays loaded, which costs a fraction of a new document. */
export const visit = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** As a browser does when its network is back: the page tries to connect at once, and not after a longer and longer time. */
export const tellOnline = (page: Page): Promise<boolean> =>
  page.evaluate(() => dispatchEvent(new Event('online')))
