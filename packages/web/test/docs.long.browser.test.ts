import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { launch, noBrowser, Watch } from './chromium'
import { ServerProcess } from './server-process'

let server: ServerProcess
let browser: Browser

beforeAll(async () => {
  if (!noBrowser) browser = await launch()
})
afterAll(() => browser?.close())
beforeEach(async () => {
  if (noBrowser) return
  server = new ServerProcess()
  await server.start()
})
afterEach(() => (noBrowser ? undefined : server.dispose()))

test.skipIf(noBrowser)(
  'OA5, OA11 the documentation is shown with files of this server only, and no inline script runs',
  async () => {
    const watch = new Watch()
    const page = await watch.open(browser, server.url, { viewport: { width: 1280, height: 900 } })
    const response = await page.goto(`${server.url}/api/docs`)
    const policy = response?.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("default-src 'self';")
    await page.getByRole('heading', { name: 'Crewroom', exact: true }).waitFor()
    await page.getByText('WebSocket /ws').first().waitFor()
    await page
      .getByRole('button', { name: /Groups/ })
      .first()
      .click()
    await page.getByText('Creates a group; members by id, prefix, name or role').first().waitFor()
    await page.getByText('Creates a group; members by id, prefix, name or role').first().click()
    // Its example, as it is sent.
    await page.getByText('"Release Gate"').first().waitFor()
    // What follows the first view is drawn, and fetched, as one gets to it.
    for (let n = 0; n < 20; n++) await page.mouse.wheel(0, 4_000)
    await page.evaluate(() => {
      const inline = document.createElement('script')
      inline.textContent = 'globalThis.inlineRan = true'
      document.body.append(inline)
    })
    expect(await page.evaluate(() => 'inlineRan' in globalThis)).toBe(false)
    const refused = watch.wrong.filter((text) => /inline script/i.test(text))
    expect(refused).toHaveLength(1)
    expect(watch.wrong.filter((text) => !refused.includes(text))).toEqual([])
    await page.context().close()
  },
)
