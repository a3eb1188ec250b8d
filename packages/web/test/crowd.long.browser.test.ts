import { expect, test } from 'vitest'
import { patience } from '../../shared/test/patience'
import { noBrowser } from './chromium'
import { crowd } from './lane-crowd'
import { setStage, shot, Stage } from './stage'
import { drawn } from './painted'

const MARKS = 10_000
const own = setStage(new Stage(), async () => {
  crew = await crowd(Date.now() - 10_000, 60, 100, MARKS).import(own.server)
})
let crew = ''

/** Each page of the crew, and what is there when it is shown. */
const PAGES: readonly (readonly [name: string, path: string, shown: string])[] = [
  ['overview', '', '.ov-rows [data-card]'],
  ['map', '/comms?view=map', '[data-node]'],
  ['map as a table', '/comms?view=map&table=1', '[data-node], table'],
  ['lanes', '/activity?view=lanes', '.l-item'],
  ['all of the story in lanes', '/activity?view=lanes&zoom=all', '.l-item'],
  ['feed', '/activity', '.f-row'],
  ['inbox', '/needs', 'h1, h2'],
  ['board', '/reports?view=board', '.bd-column'],
  ['reports', '/reports', 'li, tr'],
  ['groups', '/groups/group-1', '[data-message]'],
  ['search', '/search?q=message', '[data-message], mark'],
  ['usage', '/crew?view=usage', '.use-sum'],
]

test.skipIf(noBrowser)(
  'UI770 with 60 agents, 100 groups and 10,000 messages every page draws only what fits, and keeps answering',
  async () => {
    const page = await own.open(`/leads/${crew}/reports`, {
      viewport: { width: 1440, height: 900 },
    })
    await page.evaluate(() => {
      const tasks: number[] = []
      Object.assign(window, { tasks })
      new PerformanceObserver((list) =>
        tasks.push(...list.getEntries().map(({ duration }) => duration)),
      ).observe({ entryTypes: ['longtask'] })
    })
    for (const [name, path, shown] of PAGES) {
      await page.evaluate((to) => {
        ;(window as unknown as { tasks: number[] }).tasks.length = 0
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      }, `/leads/${crew}${path}`)
      await page.locator('main').locator(shown).first().waitFor()
      await page.mouse.move(700, 400)
      await page.mouse.wheel(0, 600)
      await drawn(page)
      const { longest, nodes } = await page.evaluate(() => ({
        longest: Math.max(0, ...(window as unknown as { tasks: number[] }).tasks),
        nodes: document.querySelectorAll('*').length,
      }))
      console.log(`${name}: the longest task took ${Math.round(longest)} ms, ${nodes} elements`)
      await shot(page, `crowd-${name.replaceAll(' ', '-')}`)
      expect.soft(nodes, name).toBeLessThan(6_000)
    }
  },
  patience(240_000),
)
