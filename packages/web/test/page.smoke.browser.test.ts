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
    const scripts = new Map<string, number>()
    let isPainted = false
    page.on('response', async (response) => {
      if (isPainted || response.request().resourceType() !== 'script') return
      scripts.set(response.url(), 0)
      scripts.set(response.url(), gzipSync(await response.body(), { level: 6 }).length)
    })
    const response = await page.goto(await own.server.link(own.groups('config-team')))
    await box(page).waitFor()
    isPainted = true
    const policy = response?.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'self';")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe')
    await expect.poll(() => [...scripts.values()].every((size) => size > 0)).toBe(true)
    const total = [...scripts.values()].reduce((sum, size) => sum + size, 0)
    console.log(`first paint: ${(total / 1000).toFixed(1)} kB of scripts, gzipped`)
    expect(total).toBeLessThanOrEqual(150_000)
    expect(own.watch.wrong).toEqual([])
  },
)
