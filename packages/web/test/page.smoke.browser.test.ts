import { gzipSync } from 'node:zlib'
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'

const own = dashboard()
// What comes over the wire is counted: nothing is there yet.
own.keepsContexts = false

const box = (page: Page) => page.getByLabel('Message config-team')

test.skipIf(noBrowser)(
  'UI157 the first paint needs at most 150 kB of gzipped scripts, all from this server, none inline',
  async () => {
    const page = await own.newPage()
    const arrived = new Map<string, number>()
    page.on('response', async (response) => {
      if (response.request().resourceType() !== 'script') return
      const body = await response.body().catch(() => Buffer.alloc(0))
      arrived.set(response.url(), gzipSync(body, { level: 6 }).length)
    })
    const response = await page.goto(await own.server.link(own.groups('config-team')))
    await box(page).waitFor()
    const policy = response?.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'self';")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe')
    // What the document names is there before anything is painted; the rest comes while one looks.
    const html = (await response?.text()) ?? ''
    const first = [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(
      ([, path]) => own.server.url + path,
    )
    expect(first.length).toBeGreaterThan(2)
    // The one that says the order of the layers: a sheet before it would turn the order round, and undo the others.
    const sheets = [...html.matchAll(/href="([^"]+\.css)"/g)].map(([, path]) => path)
    // The order of the layers comes before every rule.
    expect(sheets[0]).toBe('/layers.css')
    expect(sheets.at(-1)).toMatch(/\/index-[^/]+\.css$/)
    await expect.poll(() => first.filter((url) => !arrived.has(url))).toEqual([])
    const sum = (urls: readonly string[]) =>
      urls.reduce((size, url) => size + (arrived.get(url) ?? 0), 0)
    const total = sum(first)
    const kB = (size: number) => (size / 1000).toFixed(1)
    console.log(
      `scripts, gzipped: first paint ${kB(total)} kB, chat ${kB(sum([...arrived.keys()]))} kB`,
    )
    expect(total).toBeLessThanOrEqual(150_000)
  },
)

interface Loaded {
  readonly files: number
  /** The bytes that the network gave, without headers. */
  readonly wire: number
  readonly gzip: number
}

/** The scripts that come until an address is shown, but for those that are withheld. */
async function scriptsOf(
  page: Page,
  path: string,
  isShown: () => Promise<unknown>,
  withheld?: RegExp,
): Promise<Loaded> {
  let underWay = 0
  const arrived: Request[] = []
  const isScript = (request: Request) =>
    request.resourceType() === 'script' && !withheld?.test(request.url())
  page.on('request', (request) => (underWay += isScript(request) ? 1 : 0))
  page.on('requestfinished', (request) => isScript(request) && arrived.push(request))
  if (withheld) await page.route(withheld, () => {})
  await page.goto(await own.server.link(path))
  await isShown()
  await expect.poll(() => underWay - arrived.length).toBe(0)
  const sizes = arrived.map(async (request) => {
    const body = await (await request.response())?.body()
    const { responseBodySize } = await request.sizes()
    return { wire: responseBodySize, gzip: gzipSync(body ?? '', { level: 9 }).length }
  })
  const all = await Promise.all(sizes)
  const sum = (of: 'wire' | 'gzip') => all.reduce((total, size) => total + size[of], 0)
  return { files: all.length, wire: sum('wire'), gzip: sum('gzip') }
}

test.skipIf(noBrowser)(
  'UI281 a crew, a chat and what happened are shown with at most 153 kB of scripts over the wire',
  async () => {
    await own.say('config-team', 'Some **bold** words and `code`.')
    const crew = `/leads/${own.lead.id}`
    const see = (selector: string) => (page: Page) => page.locator(selector).first().waitFor()
    const rows = [
      { name: 'landing page', path: crew, isShown: see('main h1') },
      { name: 'Activity', path: `${crew}/activity`, isShown: see('.f-row') },
      {
        name: 'chat',
        path: own.groups('config-team'),
        // Messages are read and written before markdown, details and costs are there, with what only those need.
        withheld:
          /\/assets\/(rich-text|highlight|GroupDetails|CrewCost|group-files|parts)-[^/]+\.js$/,
        isShown: async (page: Page) => {
          await page.getByRole('article').getByText('Some **bold** words').waitFor()
          await box(page).fill('An answer')
        },
      },
    ]
    for (const { name, path, isShown, withheld } of rows) {
      const page = await own.newPage({ viewport: { width: 1440, height: 900 } })
      const { files, wire, gzip } = await scriptsOf(page, path, () => isShown(page), withheld)
      const kB = (size: number) => (size / 1000).toFixed(1)
      console.log(`${name}: ${files} scripts, ${kB(wire)} kB over the wire, by gzip ${kB(gzip)} kB`)
      expect(wire, name).toBeLessThanOrEqual(153_000)
      expect(wire, 'they come compressed').toBeLessThan(gzip)
    }
  },
)
