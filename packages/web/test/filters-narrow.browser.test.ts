import { expect, test } from 'vitest'
import { violations } from './axe'
import { noBrowser } from './chromium'
import { groupsFloor } from './groups-floor'
import { shot } from './stage'
import { visit } from './visit'
import { createBrokenAgent } from './work-crew'

const floor = groupsFloor()

test.skipIf(noBrowser)(
  'UI284 on a phone filters are one line that scrolls: no words are cut, and the last is reached',
  async () => {
    const { server, lead, writer } = floor
    const at = `/leads/${lead.id}`
    // Each state there is has a filter: here they are more than there is room for.
    await server.call('POST', `/api/agents/${writer.id}/terminate`, {})
    await createBrokenAgent(server, lead.id, 'architect')
    const scrolling: string[] = []
    const page = await floor.open(at, { viewport: { width: 390, height: 844 } })
    for (const [name, path, ready] of [
      ['crew', `${at}/crew`, '.pills :text("Failed")'],
      ['reports', `${at}/reports`, 'main h1'],
      ['activity', `${at}/activity`, '.f-row'],
    ] as const) {
      await visit(page, path)
      await page.locator(ready).first().waitFor()
      const line = page.locator('main .seg.pills')
      const buttons = await line.getByRole('button').evaluateAll((all) =>
        all.map((own) => {
          const { top, height } = own.getBoundingClientRect()
          const range = document.createRange()
          range.selectNodeContents(own)
          const lines = new Set(
            Array.from(range.getClientRects(), ({ bottom }) => Math.round(bottom)),
          )
          const words = range.getBoundingClientRect()
          return {
            top,
            isOneLine: words.height < 24 && lines.size <= 2,
            isWhole: words.top >= top && words.bottom <= top + height,
          }
        }),
      )
      expect(buttons.length, name).toBeGreaterThan(3)
      if (await line.evaluate((own) => own.scrollWidth > own.clientWidth)) scrolling.push(name)
      for (const own of buttons) {
        expect([name, own]).toEqual([
          name,
          { top: buttons[0]?.top, isOneLine: true, isWhole: true },
        ])
      }
      await shot(page, `filters-${name}`)
      expect(await violations(page, { within: ['main'] }), name).toEqual([])

      // By keyboard to the last one: it is in sight, whole, before the fade.
      const last = line.getByRole('button').last()
      await last.focus()
      const box = await line.boundingBox()
      await expect
        .poll(async () => {
          const own = await last.boundingBox()
          return own && box && own.x >= box.x && own.x + own.width <= box.x + box.width - 20
        })
        .toBe(true)
      const isHit = await last.evaluate((own) => {
        const { left, top, width, height } = own.getBoundingClientRect()
        return own.contains(document.elementFromPoint(left + width - 6, top + height / 2))
      })
      expect(isHit, name).toBe(true)
      await shot(page, `filters-${name}-end`)
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    }
    expect(scrolling).toContain('crew')
  },
)
