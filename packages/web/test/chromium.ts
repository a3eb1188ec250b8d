import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { contextFor, newContext } from './kept-contexts'
import { patience } from '../../shared/test/patience'

/** Draws as the others do, for less, but has no windows; only tests whose project asks for it run in it. */
const SHELL = '/usr/bin/chromium-headless-shell'
const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const isShell = process.env['CREWROOM_BROWSER'] === 'shell'
const WANTED = isShell ? [SHELL, ...WHOLE] : WHOLE
const CHROMIUM = WANTED.find((path) => existsSync(path))
const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(
    ' ',
  )
/** All pages of a context in one process, which then knows their scripts; what loads files in that of the browser. */
const FEW_PROCESSES = [
  '--process-per-site',
  // The last list of features counts: with those that playwright asks for.
  '--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface',
  // Scripts are not compiled while they arrive, which does it again for each page: what is compiled is used again.
  '--disable-features=ScriptStreaming,AvoidUnnecessaryBeforeUnloadCheckSync,HttpsUpgrades,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect',
]

/** Slows pages down by this factor: a test that does not wait for what it asks fails then. */
const SLOW = Number(process.env['CREWROOM_SLOW'] ?? 1)

/** Tests are skipped by name where there is no browser; in CI there must be one. */
export const noBrowser = CHROMIUM === undefined && !process.env['CI']

export function launch(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error('There is no Chromium, which CI must have.')
  return chromium.launch({
    executablePath: CHROMIUM,
    args: isShell ? [...FLAGS, ...FEW_PROCESSES] : FLAGS,
  })
}

let shared: Promise<Browser> | null = null

/**
 * The browser of this worker: test files that run in it one after the other share it, and each closes its own pages.
 * One that has crashed is replaced. It ends with the worker: playwright closes it when the process is told to stop, and
 * it goes by itself when nobody holds the other end of its pipe.
 */
export async function sharedBrowser(): Promise<Browser> {
  const before = await shared?.catch(() => null)
  if (before?.isConnected() === true) return before
  shared = launch()
  return shared
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW })
}

/** What must not happen on any page: errors in the console, and requests to somewhere else. */
export class Watch {
  wrong: string[] = []
  /** While the server is down, or refuses, the browser itself reports failed requests. */
  areFailuresExpected = false

  /** In a browser of its own, or in what is left of one that an earlier test used. */
  async open(
    browser: Browser,
    origin: string,
    options: BrowserContextOptions,
    isKept = false,
  ): Promise<Page> {
    const context = isKept
      ? await contextFor(browser, origin, options)
      : await newContext(browser, options)
    const page = await context.newPage()
    page.setDefaultTimeout(patience(30_000) * Math.max(1, SLOW / 2))
    if (SLOW > 1) await slowDown(page)
    page.on('console', (entry) => {
      const isExpected =
        this.areFailuresExpected && /Failed to load resource|WebSocket/.test(entry.text())
      if (['error', 'warning'].includes(entry.type()) && !isExpected) this.wrong.push(entry.text())
    })
    page.on('pageerror', (error) => this.wrong.push(error.message))
    page.on('request', (request) => {
      // What the page holds in memory of this origin comes from nowhere else.
      const url = request.url().replace(/^blob:/, '')
      if (!url.startsWith(`${origin}/`)) this.wrong.push(url)
    })
    return page
  }
}
