import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'

const own = dashboard()

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
