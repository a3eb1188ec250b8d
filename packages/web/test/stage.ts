import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { noBrowser, sharedBrowser, Watch } from './chromium'
import { closeContexts, closePages } from './kept-contexts'
import { ServerProcess } from './server-process'
import { patience } from '../../shared/test/patience'

const SHOTS = process.env['CREWROOM_SHOTS']

/** What the tests of a file share: one server, and the browser of the worker; and what each has for itself: pages and a watch. */
export class Stage {
  readonly server = new ServerProcess()
  browser!: Browser
  watch = new Watch()
  /** Tests find the files of the page in the browser's cache, if not their own data of an earlier one. */
  keepsContexts = process.env['CREWROOM_BROWSER'] === 'shell'

  newPage(options: BrowserContextOptions = {}): Promise<Page> {
    const all = { viewport: { width: 1280, height: 800 }, ...options }
    return this.watch.open(this.browser, this.server.url, all, this.keepsContexts)
  }

  /** A page of a browser of its own, signed in, at an address. */
  async open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.newPage(options)
    await page.goto(await this.server.link(path))
    await page.locator('main').first().waitFor({ state: 'attached' })
    return page
  }

  /** The person writes, as often as a test likes: agents have a rate that a test must not wait for. */
  async write(leadId: string, group: string, content: string): Promise<string> {
    const { message } = await this.server.call<{ message: { id: string } }>(
      'POST',
      `/api/lead/${leadId}/groups/${group}/messages`,
      { content },
    )
    return message.id
  }
}

/**
 * Starts a server, and a browser if the worker has none, for the tests of this file; `fill` makes what they share. After each test no page stays,
 * and nothing may have gone wrong on any.
 */
export function setStage<T extends Stage>(own: T, fill?: () => Promise<unknown>): T {
  beforeAll(async () => {
    if (noBrowser) return
    own.browser = await sharedBrowser()
    await own.server.start()
    await fill?.()
  }, patience(120_000))
  beforeEach(async () => {
    own.watch = new Watch()
    // Another one if a test has made it crash.
    if (!noBrowser) own.browser = await sharedBrowser()
  })
  afterEach(async () => {
    await closePages(own.browser)
    expect(own.watch.wrong).toEqual([])
  })
  afterAll(async () => {
    await closeContexts(own.server.url)
    await own.server.dispose()
  })
  return own
}

/** A picture to look at, where CREWROOM_SHOTS says. */
export async function shot(page: Page, name: string): Promise<void> {
  if (!SHOTS) return
  mkdirSync(SHOTS, { recursive: true })
  await page.screenshot({ path: join(SHOTS, `${name}.png`) })
}
