import { appendFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { overflow, violations } from './axe'
import { noBrowser } from './chromium'
import { setStage, shot, Stage } from './stage'

const own = setStage(new Stage())
const PROGRAM = fileURLToPath(
  new URL('../../server/test/harness/programs/acp-agent.mjs', import.meta.url),
)

test.skipIf(noBrowser)(
  'UI500 a sleeping agent is shown as asleep, not as lost, and a message from the page wakes it',
  async () => {
    const { server } = own
    const lead = await server.createLead('night shift')
    const prompts = `${server.data}/prompts`
    appendFileSync(prompts, '')
    const env = {
      ACP_BEHAVIOUR: JSON.stringify({ loadSession: true, log: prompts, chunks: ['I am up.'] }),
    }
    const { agent } = await server.call<{ agent: { id: string } }>(
      'POST',
      `/api/lead/${lead.id}/agents`,
      {
        role: 'developer',
        name: 'Dora',
        driver: { kind: 'acp', command: process.execPath, args: [PROGRAM], env },
      },
    )
    // A server that starts leaves whoever has nothing to do asleep.
    await server.kill('SIGTERM')
    await server.start()
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1440, 390]) {
        const page = await own.open(`/leads/${lead.id}/crew/${agent.id}`, {
          colorScheme,
          viewport: { width, height: 900 },
        })
        await page.locator('.st[data-state="asleep"]:visible').first().waitFor()
        await expect
          .poll(() => page.locator('.a-why').innerText())
          .toBe('Wakes with the next message')
        await expect.poll(() => page.locator('main').innerText()).not.toContain('Not connected')
        await shot(page, `asleep-agent-${colorScheme}-${width}`)
        expect(await violations(page)).toEqual([])
        await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
        await page.goto(`${server.url}/leads/${lead.id}/crew`)
        await page.locator('.st[data-state="asleep"]:visible').first().waitFor()
        await shot(page, `asleep-crew-${colorScheme}-${width}`)
        await page.context().close()
      }
    }
    const page = await own.open(`/leads/${lead.id}/crew/${agent.id}`)
    await page.getByLabel('Write to Dora').fill('Good morning')
    await page.keyboard.press('Enter')
    await page.getByText('I am up.').first().waitFor()
    await page.locator('.st[data-state="idle"]:visible').first().waitFor()
  },
)
