import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { benchFolder } from '../bench-crew'
import { type BenchServer, startServer, stopServer } from '../bench-server'
import { type BenchResult, median, round } from '../measure'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (file) => existsSync(file),
)
const OPENINGS = 5
const WHEELS = 120
const WHEEL_PX = 2_500
const MB = 1024 * 1024

/** What this needs of the driver of browsers that the page's tests use. */
interface Page {
  goto(url: string): Promise<unknown>
  goBack(): Promise<unknown>
  evaluate<T>(script: string): Promise<T>
  locator(selector: string): {
    first(): { waitFor(): Promise<void>; click(): Promise<void> }
    count(): Promise<number>
  }
  readonly mouse: {
    move(x: number, y: number): Promise<void>
    wheel(x: number, y: number): Promise<void>
  }
}
interface Driver {
  readonly chromium: {
    launch(options: object): Promise<{
      newContext(options: object): Promise<{
        addInitScript(script: string): Promise<void>
        newPage(): Promise<Page>
      }>
      close(): Promise<void>
    }>
  }
}

/** A long session on the page: the first screen once its file was read, memory, and tasks that hold the page up while one scrolls. */
export async function inBrowser(text: string): Promise<BenchResult[]> {
  if (CHROMIUM === undefined) {
    process.stdout.write('skipped: transcripts in the browser, because there is no Chromium\n')
    return []
  }
  const roots = benchFolder()
  mkdirSync(path.join(roots, 'long'))
  writeFileSync(path.join(roots, 'long', 'session.jsonl'), text)
  const server = await startServer(benchFolder(), { CREWROOM_TRANSCRIPTS_ROOTS: roots })
  try {
    return await measured(server, CHROMIUM)
  } finally {
    await stopServer(server)
    rmSync(roots, { recursive: true })
    rmSync(server.folder, { recursive: true })
  }
}

async function measured(server: BenchServer, executablePath: string): Promise<BenchResult[]> {
  const load = createRequire(path.join(process.cwd(), 'packages/web/package.json'))
  const { chromium } = load('playwright-core') as Driver
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--enable-precise-memory-info',
    '--js-flags=--expose-gc',
  ]
  const browser = await chromium.launch({ executablePath, args })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addInitScript(
      `localStorage.setItem('crewroom:token', ${JSON.stringify(server.token)})`,
    )
    const page = await context.newPage()
    await page.goto(`${server.url}/transcripts`)
    const firsts: number[] = []
    for (let n = 0; n <= OPENINGS; n++) {
      const entry = page.locator('a[href*="/transcripts/"]').first()
      await entry.waitFor()
      const began = performance.now()
      await entry.click()
      await page.locator('.tv-row').first().waitFor()
      // The first time its file is read.
      if (n > 0) firsts.push(performance.now() - began)
      if (n < OPENINGS) await page.goto(`${server.url}/transcripts`)
    }
    await sleep(1_000)
    const closed = await scrolled(page)
    await page.evaluate(
      `[...document.querySelectorAll('button')].find((own) => /^Expand all/.test(own.textContent.trim()))?.click()`,
    )
    await sleep(1_000)
    const open = await scrolled(page)
    const bytes = await page.evaluate<number>('gc(), performance.memory.usedJSHeapSize')
    const rows = await page.locator('.tv-row').count()
    const ms = median(firsts)
    const longest = Math.max(closed.longest, open.longest)
    const detail = { closed: closed.text, expanded: open.text, rows }
    return [
      {
        name: 'transcripts: first screen of a session of 50 MB that was read, in ms',
        ratio: round(ms, 0),
        bound: '< 1000',
        ok: ms < 1_000,
        detail: { most: round(Math.max(...firsts), 0) },
      },
      {
        name: 'transcripts: longest task of the page while one scrolls through 50 MB, in ms',
        ratio: longest,
        bound: '<= 200',
        ok: longest <= 200 && closed.px > 0 && open.px > 0,
        detail,
      },
      {
        name: 'transcripts: memory of the page after that, in MB',
        ratio: round(bytes / MB, 0),
        bound: '< 300',
        ok: bytes < 300 * MB,
        detail: {},
      },
    ]
  } finally {
    await browser.close()
  }
}

/** Turns the wheel upwards; how far that went, and the longest task meanwhile. */
async function scrolled(page: Page) {
  await page.evaluate(`(() => {
    window.tasks = []
    window.watch?.disconnect()
    window.watch = new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((one) => Math.round(one.duration))))
    window.watch.observe({ entryTypes: ['longtask'] })
    window.place = document.querySelector('.log-rows').parentElement
    while (window.place.scrollHeight <= window.place.clientHeight && window.place.parentElement) window.place = window.place.parentElement
    window.place.scrollTop = window.place.scrollHeight
  })()`)
  await sleep(500)
  await page.mouse.move(700, 500)
  let px = 0
  let before = await page.evaluate<number>('window.place.scrollTop')
  for (let n = 0; n < WHEELS; n++) {
    await page.mouse.wheel(0, -WHEEL_PX)
    await sleep(50)
    const now = await page.evaluate<number>('window.place.scrollTop')
    px += Math.max(0, before - now)
    before = now
  }
  const tasks = await page.evaluate<number[]>('window.tasks')
  const longest = Math.max(0, ...tasks)
  return { px, longest, text: `${Math.round(px)} px, ${tasks.length} tasks above 50 ms` }
}
