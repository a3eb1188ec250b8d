import { expect, test } from 'vitest'
import { violations } from './axe'
import { noBrowser } from './chromium'
import { setStage, shot, Stage } from './stage'
import { createWorkCrew, readInbox } from './work-crew'

const own = setStage(new Stage())
const { server } = own

test.skipIf(noBrowser)(
  'UI522, UI523 the crew’s page says what its work took, for all of it and by task, in both themes and on a phone',
  async () => {
    const { lead, dev, qa } = await createWorkCrew(server, 'counted')
    const crewPage = `/leads/${lead.id}/crew`
    const before = await own.open(crewPage)
    await before.getByRole('list', { name: 'Agents' }).waitFor()
    await expect
      .poll(() => before.locator('.c-effect').count(), { message: 'nothing before a turn' })
      .toBe(0)
    for (const agent of [lead, dev, qa]) await readInbox(server, agent)

    const task = 'Write the parser and its tests'
    await server.call('POST', `/api/agents/${dev.id}/tasks`, { task })
    await server.createGroup(lead.id, 'room', [dev.id, qa.id])
    await own.write(lead.id, 'room', 'Begin with the grammar.')
    for (const agent of [dev, qa]) await readInbox(server, agent)
    await server.post(dev, 'room', 'The grammar is in src/grammar.ts, who reads it first?')
    await readInbox(server, qa)
    await server.post(qa, 'room', 'It has no case for a comment at the end of the file.')
    interface Counted {
      readonly turns: number
      readonly emptyWakes: number
      readonly openings: number
      readonly answers: number
    }
    const address = `/api/lead/${lead.id}/effect`
    const { turns, emptyWakes, openings, answers } = await server.call<Counted>('GET', address)
    expect([openings, answers, emptyWakes], 'one of three is an answer').toEqual([2, 1, 0])

    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 1280],
      ['light', 390],
      ['dark', 390],
    ] as const) {
      const page = await own.open(crewPage, { colorScheme, viewport: { width, height: 800 } })
      const strip = page.locator('.c-effect')
      await strip.waitFor()
      const figure = (id: string) => strip.locator(`> dl [data-figure="${id}"]`).innerText()
      const words = async (id: string) => (await figure(id)).replace(/\s+/g, ' ')
      await expect.poll(() => words('turns')).toBe(`${turns} turns`)
      await expect.poll(() => words('empty')).toBe('0 empty wakes')
      await expect.poll(() => words('answers')).toBe('0.5 answers per message')
      await expect.poll(() => words('read')).toMatch(/^(<0\.1|\d+(\.\d)?) s until read$/)
      await expect
        .poll(() => strip.locator('> dl [data-figure="tokens"]').count(), {
          message: 'nobody tells',
        })
        .toBe(0)
      await expect.poll(() => strip.getByText(task).isVisible(), { message: 'folded' }).toBe(false)
      await strip.getByText('By task').click()
      const row = strip.locator('li', { hasText: task })
      await expect
        .poll(async () =>
          (await row.locator('[data-figure="turns"]').innerText()).replace(/\s+/g, ' '),
        )
        .toMatch(/^[1-9]\d* turns?$/)
      const isWider = await page.evaluate(() => document.body.scrollWidth > innerWidth)
      expect(isWider, `${width}, ${colorScheme}`).toBe(false)
      expect(await violations(page)).toEqual([])
      await shot(page, `effect-${width}-${colorScheme}`)
    }
  },
)
