import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { holdEnds } from './held-ends'

/** A context that the tests of a file use one after the other, each finding nothing of those before it. */
interface Kept {
  readonly context: BrowserContext
  /** Stays open between tests, and with it the process that knows the page's scripts: each test loads them for less. */
  readonly anchor: Page
  readonly origin: string
  isUsed: boolean
}

const kept = new Map<string, Kept>()

/** One that nobody uses now, or a new one: of two devices in a test each has its own. */
export async function contextFor(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const key = JSON.stringify([origin, options])
  const own = kept.get(key)
  if (own?.isUsed === false) {
    own.isUsed = true
    await forget(own)
    return own.context
  }
  const context = await newContext(browser, options)
  if (own) return context
  const anchor = await context.newPage()
  await anchor.goto(`${origin}/theme.js`)
  kept.set(key, { context, anchor, origin, isUsed: true })
  context.once('close', () => kept.delete(key))
  return context
}

export async function newContext(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  await holdEnds(context)
  return context
}

/** Closes all pages of a browser; what a test did to a context that stays ends with them. */
export async function closePages(browser: Browser | undefined): Promise<void> {
  for (const context of browser?.contexts() ?? []) {
    const own = [...kept.values()].find((one) => one.context === context)
    if (!own) {
      await context.close()
      continue
    }
    for (const page of context.pages()) if (page !== own.anchor) await page.close()
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    own.isUsed = false
  }
}

/** Those of a server that goes. */
export async function closeContexts(origin: string): Promise<void> {
  for (const own of kept.values()) if (own.origin === origin) await own.context.close()
}

/** Drafts, places, tokens, permissions: as a browser that has never been here. Files of the page may stay. */
async function forget({ context, anchor, origin }: Kept): Promise<void> {
  const session = await context.newCDPSession(anchor)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.detach()
  await context.clearPermissions()
}
