import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import type { CreatedAgent } from './server-process'
import { setStage, shot, Stage } from './stage'
import { readInbox } from './work-crew'

const own = setStage(new Stage())
const { server } = own

/** How a dot is drawn: what tells its state without its colour. */
const shape = (dot: Locator) =>
  dot.evaluate((element) => {
    const { borderWidth, borderStyle, borderRadius, height, boxShadow } = getComputedStyle(element)
    const { width } = element.getBoundingClientRect()
    const halo = boxShadow === 'none' ? '' : 'halo'
    return `${borderStyle} ${borderWidth} ${borderRadius} ${width}x${height} ${halo}`
  })

test.skipIf(noBrowser)(
  'UI43, UI291, UI292 who is not connected looks different from who is idle, wherever agents are listed',
  async () => {
    const lead = await server.createLead('states')
    const made = async (role: string): Promise<CreatedAgent> => server.createAgent(lead.id, role)
    const dev = await made('developer')
    const qa = await made('qa-tester')
    const writer = await made('technical-writer')
    const away = await made('architect')
    await server.createGroup(lead.id, 'config-team', [dev.id, qa.id, writer.id, away.id])
    // Who reads its inbox is connected.
    for (const agent of [lead, dev, qa]) await readInbox(server, agent)
    await server.say(dev, 'AGENT_MESSAGE', { to: 'human', content: 'Which of the two?' })
    await server.call('POST', `/api/agents/${writer.id}/terminate`, { reason: 'Not needed.' })

    const page = await own.open(`/leads/${lead.id}/groups/config-team?details=1`, {
      viewport: { width: 1440, height: 900 },
    })
    const places: Readonly<Record<string, (id: string) => Locator>> = {
      sidebar: (id) => page.locator(`.crew a[href$="/crew/${id}"] .st`),
      details: (id) => page.locator(`[data-member="${id}"] .st`),
      crew: (id) => page.locator(`[data-agent="${id}"] .st`),
      lanes: (id) => page.locator(`.l-who[href$="/crew/${id}"] .st`),
    }
    const seen = async (place: string, id: string) => {
      const status = places[place]?.(id)
      if (!status) throw new Error(place)
      await status.waitFor()
      return {
        word: await status.getAttribute('title'),
        shape: await shape(status.locator('.dot')),
      }
    }
    for (const place of ['sidebar', 'details', 'crew', 'lanes']) {
      if (place === 'crew') await page.goto(`${server.url}/leads/${lead.id}/crew`)
      if (place === 'lanes') await page.goto(`${server.url}/leads/${lead.id}/activity?view=lanes`)
      const idle = await seen(place, qa.id)
      const off = await seen(place, away.id)
      const asks = await seen(place, dev.id)
      expect([place, idle.word, off.word, asks.word]).toEqual([
        place,
        'Idle',
        'Not connected',
        'Waits for you',
      ])
      expect(off.shape).toMatch(/^dashed /)
      expect(idle.shape).toMatch(/^solid /)
      expect(new Set([idle.shape, off.shape, asks.shape]).size, place).toBe(3)
      await shot(page, `states-${place}`)
    }
    const head = page.locator('.side .h .cnt')
    await expect.poll(() => head.innerText()).toBe('1 not connected')
    await page.goto(`${server.url}/leads/${lead.id}/crew`)
    await expect.poll(() => page.locator('main .cnt').first().innerText()).toBe('1 not connected')
    const pills = page.getByRole('group', { name: 'Status' }).getByRole('button')
    await expect
      .poll(() => pills.allInnerTexts())
      .toEqual(['All 5', 'Waits for you 1', 'Idle 2', 'Not connected 1', 'Ended 1'])
    await page.getByRole('button', { name: 'Waits for you 1' }).click()
    await expect.poll(() => page.locator('.c-row').count()).toBe(1)
    await expect.poll(() => page.locator('.c-row').innerText()).toContain('Developer')
  },
)
