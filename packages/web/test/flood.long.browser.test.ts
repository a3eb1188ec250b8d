import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { gap } from './log-place'
import type { CreatedAgent } from './server-process'
import { setStage, Stage } from './stage'
import { settled } from './settled'

const own = setStage(new Stage(), fill)
const { server } = own
let lead: CreatedAgent

async function fill(): Promise<void> {
  lead = await server.createLead('atlas-refactor')
  const dev = await server.createAgent(lead.id, 'developer')
  await server.createGroup(lead.id, 'config-team', [dev.id])
}

const path = () => `/api/lead/${lead.id}/groups/config-team/messages`
const groupPath = () => `/leads/${lead.id}/groups/config-team`

async function open(): Promise<Page> {
  const page = await own.newPage()
  await page.addInitScript(() => {
    const tasks: number[] = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    }).observe({ type: 'longtask' })
    Object.assign(globalThis, { longTasks: tasks })
  })
  await page.goto(await server.link(groupPath()))
  await page.getByLabel('Message config-team').waitFor()
  return page
}

interface WithTasks {
  readonly longTasks: number[]
}

test.skipIf(noBrowser)(
  'UI149 two hundred messages a second for ten seconds are followed, each once and in order',
  async () => {
    const PER_SECOND = 200
    const SECONDS = 10
    const page = await open()
    await settled(() => gap(page))
    await page.evaluate(() => (globalThis as unknown as WithTasks).longTasks.splice(0))
    const from = Date.now()
    const sent: Promise<unknown>[] = []
    let count = 0
    while (Date.now() - from < SECONDS * 1000) {
      const due = Math.min(
        PER_SECOND * SECONDS,
        Math.floor(((Date.now() - from) / 1000) * PER_SECOND),
      )
      for (; count < due; count++) {
        sent.push(server.call('POST', path(), { content: `flood ${count + 1}` }))
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await Promise.all(sent)
    await page.getByText(`flood ${count}`, { exact: true }).last().waitFor()
    const tasks = await page.evaluate(() => (globalThis as unknown as WithTasks).longTasks)
    const sorted = tasks.toSorted((a, b) => a - b)
    const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0
    console.log(
      `${count} messages in ${SECONDS} s: ${tasks.length} long tasks, p95 ${Math.round(p95)} ms, longest ${Math.round(sorted.at(-1) ?? 0)} ms`,
    )
    await expect.poll(() => gap(page)).toBeLessThanOrEqual(1)
    const texts = await page.locator('[data-message] .b').allInnerTexts()
    expect(new Set(texts).size).toBe(texts.length)
    const { messages } = await server.call<{ messages: { content: string }[] }>('GET', path())
    const wanted = messages.map(({ content }) => content)
    expect(texts.slice(-10)).toEqual(wanted.slice(-10))
  },
)

test.skipIf(noBrowser)(
  'UI150 going from group to group two hundred times does not fill the memory',
  async () => {
    const names = ['one', 'two', 'three', 'four']
    for (const name of names) {
      await server.createGroup(lead.id, name, [])
      for (let n = 0; n < 60; n++) {
        await server.call('POST', `/api/lead/${lead.id}/groups/${name}/messages`, {
          content: `${name} ${n}`,
        })
      }
    }
    const page = await open()
    const cdp = await page.context().newCDPSession(page)
    const heap = async () => {
      await cdp.send('HeapProfiler.collectGarbage')
      const { usedSize } = await cdp.send('Runtime.getHeapUsage')
      return usedSize
    }
    const visit = async (times: number) => {
      for (let n = 0; n < times; n++) {
        const name = names[n % names.length] ?? ''
        await page.locator(`[data-group="${name}"]`).click()
        await page.getByLabel(`Message ${name}`).waitFor()
      }
    }
    await visit(20)
    const before = await heap()
    await visit(200)
    const grown = ((await heap()) - before) / 1_000_000
    console.log(`200 visits of groups: the heap grew by ${grown.toFixed(1)} MB`)
    expect(grown).toBeLessThan(10)
  },
)
