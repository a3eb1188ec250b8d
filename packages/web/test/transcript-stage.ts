import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import path from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { build, preview, type PreviewServer } from 'vite'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { noBrowser, sharedBrowser, Watch } from './chromium'
import type { TranscriptPageWindow } from './transcript-page/main'
import { patience } from '../../shared/test/patience'

const PAGE = path.join(import.meta.dirname, 'transcript-page')

/** The view of a transcript alone, with a transcript that a test feeds. */
export class TranscriptStage {
  browser!: Browser
  server!: PreviewServer
  origin = ''
  readonly watch = new Watch()

  async open(query = '', options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.watch.open(this.browser, this.origin, {
      viewport: { width: 1440, height: 900 },
      ...options,
    })
    await page.goto(`${this.origin}/${query}`)
    await page.waitForFunction(() => 'transcript' in window)
    return page
  }
}

type Fed = Window & TranscriptPageWindow

export const feed = (page: Page, text: string): Promise<void> =>
  page.evaluate((own) => (window as unknown as Fed).transcript.feed(own), text)

export const feedSubagent = (page: Page, name: string, text: string): Promise<void> =>
  page.evaluate(([of, own]) => (window as unknown as Fed).transcript.feedSubagent(of, own), [
    name,
    text,
  ] as const)

/** Registers what keeps the stage for the tests of this file. */
export function transcriptStage(): TranscriptStage {
  const own = new TranscriptStage()
  beforeAll(async () => {
    if (noBrowser) return
    const outDir = path.join(import.meta.dirname, '../node_modules/.transcript-page')
    const page = { configFile: false, logLevel: 'error', root: PAGE } as const
    // As it is shipped; the tests' own mode would build it for development.
    vi.stubEnv('NODE_ENV', 'production')
    await build({
      ...page,
      plugins: [react(), tailwindcss()],
      build: { outDir, emptyOutDir: true, minify: false, reportCompressedSize: false },
    })
    vi.unstubAllEnvs()
    own.server = await preview({
      ...page,
      build: { outDir },
      preview: { port: 0, host: '127.0.0.1' },
    })
    own.origin = (own.server.resolvedUrls?.local[0] ?? '').replace(/\/$/, '')
    own.browser = await sharedBrowser()
  }, patience(120_000))
  afterAll(async () => {
    await own.server?.close()
  })
  afterEach(async () => {
    for (const context of own.browser?.contexts() ?? []) await context.close()
    const { wrong } = own.watch
    own.watch.wrong = []
    expect(wrong).toEqual([])
  })
  return own
}
