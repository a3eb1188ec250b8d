import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'

const own = dashboard()

const ALONE = { timeout: 60_000 }
const composer = (page: Page) => page.locator('#composer')
const row = (page: Page, name: string) => page.locator(`.list a[href$="/groups/${name}"]`).first()

/** What somebody found who tried to break the dashboard. */
describe.skipIf(noBrowser)('a dashboard that was broken once', () => {
  afterEach(() => {
    expect(own.watch.wrong).toEqual([])
  })

  test('UI176 what agents do is told again after the connection was lost', ALONE, async () => {
    const { server, dev, lead } = own
    const inbox = () =>
      server.call('GET', `/api/agents/${dev.id}/inbox?wait=0`, undefined, dev.token)
    await inbox()
    const page = await own.open(`/leads/${lead.id}/crew`)
    const said = () => page.locator(`[data-agent="${dev.id}"] .c-side`).innerText()
    await expect.poll(said).toMatch(/Idle|Waiting/)
    own.watch.areFailuresExpected = true
    await server.kill()
    await server.start()
    // Its program has not been heard of since.
    await expect.poll(said).toContain('Not connected')
  })
})
