import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflow, violations } from './axe'
import { noBrowser } from './chromium'
import {
  exploreFile,
  farInside,
  goesOn,
  hostile,
  longSession,
  wholeSession,
} from './transcript-session'
import { feed, feedSubagent, transcriptStage } from './transcript-stage'
import { isLong } from './long'
import { settled } from './settled'

const own = transcriptStage()
const SHOTS = process.env['CREWROOM_SHOTS']

async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return
  mkdirSync(SHOTS, { recursive: true })
  await page.screenshot({ path: path.join(SHOTS, `${name}.png`) })
}

const headers = (page: Page) => page.locator('.tv-ah')
const item = (page: Page, words: string) => page.locator('.tv-ih', { hasText: words })
const rows = (page: Page) => page.locator('.tv-row').count()
const log = (page: Page) => page.locator('#transcript')
const scrolledBy = (page: Page) =>
  log(page).evaluate((own) => own.scrollHeight - own.scrollTop - own.clientHeight)

/** A session with every kind of item, which goes on. */
async function shown(page: Page): Promise<void> {
  await feed(page, wholeSession() + goesOn())
  await feedSubagent(page, 'agent-explore1.jsonl', exploreFile())
  await headers(page).first().waitFor()
}

/** The group with most kinds of items. */
async function opened(page: Page): Promise<void> {
  await headers(page).nth(1).click()
  for (const words of ['Thinking', 'Edit', 'Bash', 'TodoWrite', 'Sub-agent', 'From Rhea'])
    await item(page, words).first().click()
  await page.getByText('7 more steps').waitFor()
}

test.skipIf(noBrowser || !isLong)(
  'TV20 closed, open and failed groups break no rule of WCAG 2.2 AA, in both themes, from 1440 to 390 pixels',
  async () => {
    const page = await own.open('', { viewport: { width: 1440, height: 1700 } })
    await shown(page)
    const found: string[] = []
    const look = async (name: string, width: number, theme: string, colourOnly = false) => {
      await page.setViewportSize({ width, height: 1700 })
      await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
      await shoot(page, `${name}-${width}-${theme}`)
      for (const line of await violations(page, { colourOnly }))
        found.push(`${name} ${width} ${theme}: ${line}`)
      await expect
        .poll(() => overflow(page), { message: `${name} ${width}` })
        .toBeLessThanOrEqual(0)
    }
    await look('closed', 1440, 'light')
    await opened(page)
    await look('open', 1440, 'light')
    await look('open', 1440, 'dark', true)
    await look('open', 1024, 'light', true)
    await look('open', 390, 'light', true)
    await look('open', 390, 'dark')
    expect(found).toEqual([])
  },
)

test.skipIf(noBrowser)(
  'TV21 the last output of a group is visible whether it is open or not, and each of the five kinds has its look',
  async () => {
    const page = await own.open('', { viewport: { width: 1440, height: 2400 } })
    await shown(page)
    const kinds = () =>
      page
        .locator('[data-last]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-last')))
    const all = ['plan_exit', 'text', 'interruption', 'tool_result', 'ongoing']
    await expect.poll(kinds).toEqual(all)
    const looks = await page
      .locator('.tv-last-box')
      .evaluateAll((boxes) =>
        boxes.map(
          (box) =>
            `${getComputedStyle(box).backgroundColor} ${getComputedStyle(box).boxShadow} ${box.querySelector('.tv-last-head')?.textContent ?? ''}`,
        ),
      )
    expect(new Set(looks).size).toBe(5)
    await page.getByRole('button', { name: 'Expand all' }).click()
    await item(page, 'Thinking').first().waitFor()
    await expect.poll(kinds).toEqual(all)
    await expect
      .poll(() =>
        headers(page).evaluateAll((buttons) =>
          buttons.map((one) => one.getAttribute('aria-expanded')),
        ),
      )
      .toEqual(all.map(() => 'true'))
  },
)

test.skipIf(noBrowser)(
  'TV22 at most 60 rows are in the document however long the transcript is and whatever is open',
  async () => {
    const page = await own.open()
    await feed(page, longSession(250, 20))
    await headers(page).last().waitFor()
    await expect.poll(() => rows(page)).toBeLessThanOrEqual(60)
    await page.getByRole('button', { name: 'Expand all' }).click()
    await item(page, 'Read').first().waitFor()
    let most = 0
    // To the beginning, part by part.
    const isAtBeginning = async () => {
      most = Math.max(most, await rows(page))
      const [top, isFirst] = await log(page).evaluate((own) => {
        own.scrollTop -= own.clientHeight * 8
        return [own.scrollTop, own.querySelector('[data-index="0"]') !== null] as const
      })
      return top <= 0 && isFirst && (await page.getByText('Loading what was before').count()) === 0
    }
    await expect.poll(isAtBeginning).toBe(true)
    expect(most).toBeLessThanOrEqual(60)
    await page.getByText('Question 0 of the session').waitFor()
  },
)

test.skipIf(noBrowser)(
  'TV23 what is added is followed at the end; elsewhere nothing moves or closes, and a pill counts what is new',
  async () => {
    const page = await own.open()
    await feed(page, longSession(60, 6))
    await headers(page).last().waitFor()
    await expect.poll(() => scrolledBy(page)).toBeLessThanOrEqual(1)
    await feed(page, longSession(2, 2, 60))
    await page.getByText('Question 61 of the session').waitFor()
    await expect.poll(() => scrolledBy(page)).toBeLessThanOrEqual(1)

    await page.setViewportSize({ width: 1440, height: 600 })
    await expect.poll(() => log(page).evaluate((own) => own.clientHeight)).toBeLessThan(600)
    expect(await settled(() => scrolledBy(page)), 'in a smaller view').toBeLessThanOrEqual(1)
    await page.setViewportSize({ width: 1440, height: 900 })

    await log(page).evaluate((own) => (own.scrollTop -= 2_000))
    await expect.poll(() => page.getByRole('button', { name: 'Latest' }).count()).toBe(1)
    const header = headers(page).nth(3)
    await header.click()
    await item(page, 'Read').first().click()
    const body = page.locator('.tv-body').first()
    await body.waitFor()
    const topOf = () => body.evaluate((own) => Math.round(own.getBoundingClientRect().top))
    const before = await settled(topOf)
    await body.evaluate((own) => own.setAttribute('data-mine', 'yes'))
    await feed(page, longSession(3, 2, 70))
    await page.getByRole('button', { name: '6 new' }).waitFor()
    expect(await topOf()).toBe(before)
    expect(await page.locator('[data-mine=yes]').count(), 'the same element').toBe(1)
    await page.getByRole('button', { name: '6 new' }).click()
    await page.getByText('Question 72 of the session').waitFor()
    await expect.poll(() => scrolledBy(page)).toBeLessThanOrEqual(1)
  },
)

test.skipIf(noBrowser)(
  'TV24 two tabs of a transcript stay apart, and each is as it was left after a reload',
  async () => {
    const page = await own.open('?tab=one')
    const text = longSession(30, 6)
    const again = async (query: string) => {
      await page.goto(`${own.origin}/${query}`)
      await feed(page, text)
      await headers(page).first().waitFor()
    }
    const state = async () => ({
      open: await headers(page).evaluateAll((all) =>
        all
          .filter((one) => one.getAttribute('aria-expanded') === 'true')
          .map((one) => one.getAttribute('data-group')),
      ),
      items: await page.locator('.tv-body').count(),
      first: await log(page).evaluate((own) =>
        Math.round(own.querySelector('[aria-expanded=true]')?.getBoundingClientRect().top ?? 0),
      ),
    })
    await again('?tab=one')
    await log(page).evaluate((own) => (own.scrollTop = own.scrollHeight / 2))
    const group = await settled(() => headers(page).nth(4).getAttribute('data-group'))
    await page.locator(`[data-group="${group}"]`).click()
    await item(page, 'Read').first().click()
    await page.locator('.tv-body').waitFor()
    const one = await settled(state)
    expect(one.open).toEqual([group])

    await again('?tab=two')
    await expect.poll(() => scrolledBy(page)).toBeLessThanOrEqual(1)
    await expect.poll(() => state()).toMatchObject({ open: [], items: 0 })
    await again('?tab=one')
    await expect.poll(state).toEqual(one)
    await page.reload()
    await feed(page, text)
    await expect.poll(state).toEqual(one)
  },
)

test.skipIf(noBrowser)(
  'TV20, TV25 a search counts its hits, opens what they are in, and marks the current one',
  async () => {
    const page = await own.open('', { viewport: { width: 1440, height: 1200 } })
    await shown(page)
    await page.keyboard.press('f')
    await page.getByRole('textbox', { name: 'Find in the transcript' }).fill('copystat')
    const hits = page.locator('.tv-hits')
    await expect.poll(() => hits.innerText()).toMatch(/^\d+$/)
    const count = Number(await hits.innerText())
    expect(count).toBeGreaterThan(9)
    const current = () =>
      page.evaluate(() => {
        const [range] = CSS.highlights.get('transcript-current') ?? []
        return range instanceof Range ? range.toString().toLowerCase() : ''
      })
    for (let at = 1; at <= 5; at++) {
      await page.keyboard.press('Enter')
      await expect.poll(() => hits.innerText()).toBe(`${at} of ${count}`)
      await expect.poll(current).toBe('copystat')
    }
    await shoot(page, 'search')
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Previous hit' }).click()
    await expect.poll(() => hits.innerText()).toBe(`4 of ${count}`)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.tv-find').count()).toBe(0)
    await expect.poll(() => page.evaluate(() => CSS.highlights.size)).toBe(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('transcript')
  },
)

test.skipIf(noBrowser)(
  'TV29 a hit in what is folded, or was cut on its way, is loaded, unfolded and brought into view',
  async () => {
    const page = await own.open()
    await feed(page, longSession(30, 3) + farInside('the needle') + longSession(30, 3, 30))
    await headers(page).last().waitFor()
    await page.keyboard.press('f')
    await page.getByRole('textbox', { name: 'Find in the transcript' }).fill('needle')
    const current = () =>
      page.evaluate(() => {
        const [range] = CSS.highlights.get('transcript-current') ?? []
        if (!(range instanceof Range)) return null
        const { top, bottom } = range.getBoundingClientRect()
        const inPre = range.startContainer.parentElement?.closest('pre')?.getBoundingClientRect()
        return {
          words: range.toString(),
          isSeen:
            top > (inPre?.top ?? 0) &&
            bottom < (inPre?.bottom ?? innerHeight) &&
            bottom < innerHeight,
          isResult: inPre !== undefined,
        }
      })
    await expect.poll(() => page.locator('.tv-hits').innerText()).toBe('2')
    await page.keyboard.press('Enter')
    await expect.poll(current).toEqual({ words: 'needle', isSeen: true, isResult: true })
    await page.keyboard.press('Enter')
    await expect.poll(current).toEqual({ words: 'needle', isSeen: true, isResult: false })
  },
)

test.skipIf(noBrowser)(
  'TV26 a link to a failed call far back loads, opens and points it out, and "next error" goes on from there',
  async () => {
    const text = longSession(260, 3)
    const page = await own.open()
    await feed(page, text)
    await headers(page).last().waitFor()
    await page.getByRole('button', { name: 'Next error' }).waitFor()
    const target = await page.evaluate(async () => {
      const { transcript } = window as unknown as {
        transcript: { context(): Promise<{ errors: { itemId: string; displayItemId: string }[] }> }
      }
      return (await transcript.context()).errors
    })
    const [first, second] = target
    await page.goto(`${own.origin}/?item=${first?.itemId}&tool=${first?.displayItemId}`)
    await feed(page, text)
    const failed = (own: { displayItemId: string } | undefined) =>
      page.locator(`[data-key$="${own?.displayItemId}"]`)
    await failed(first).locator('.tv-fail').waitFor()
    await expect.poll(() => failed(first).locator('.tv-body').count()).toBe(1)
    const inView = (own: { displayItemId: string } | undefined) =>
      failed(own).evaluate((row) => {
        const { top } = row.getBoundingClientRect()
        return top > 0 && top < innerHeight
      })
    await expect.poll(() => inView(first)).toBe(true)
    await page.keyboard.press('n')
    await expect.poll(() => failed(second).locator('.tv-body').count()).toBe(1)
    await expect.poll(() => inView(second)).toBe(true)
    await expect
      .poll(() =>
        page.evaluate(() =>
          document.activeElement?.closest('[data-key]')?.getAttribute('data-key'),
        ),
      )
      .toContain(second?.displayItemId)
    await page.goto(`${own.origin}/?item=ai-gone`)
    await feed(page, text)
    await page.getByText('has no such item any more').waitFor()
  },
)

test.skipIf(noBrowser)(
  'TV27 with keys alone one goes from group to group, opens groups and items, and nothing moves that one looks at',
  async () => {
    const page = await own.open()
    await feed(page, longSession(40, 6))
    await headers(page).last().waitFor()
    const last = headers(page).last()
    const topOfLast = () => last.evaluate((own) => Math.round(own.getBoundingClientRect().top))
    await expect.poll(() => scrolledBy(page)).toBeLessThanOrEqual(1)
    const atEnd = await settled(topOfLast)
    await last.click()
    await item(page, 'Read').first().waitFor()
    expect(await settled(topOfLast), 'at the end, which it does not follow now').toBe(atEnd)
    await last.click()
    await item(page, 'Read').first().waitFor({ state: 'detached' })
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-group'))
    const pressed = await focused()
    await page.keyboard.press('k')
    await expect.poll(focused).not.toBe(pressed)
    const first = await focused()
    expect(first).toMatch(/^ai-/)
    await page.keyboard.press('k')
    await expect.poll(focused).not.toBe(first)
    const before = await focused()
    await page.keyboard.press('j')
    await expect.poll(focused, { message: 'forward again' }).toBe(first)
    await page.keyboard.press('k')
    await expect.poll(focused, { message: 'and back' }).toBe(before)
    const top = () =>
      page.evaluate(() => Math.round(document.activeElement?.getBoundingClientRect().top ?? -1))
    const was = await settled(top)
    await page.keyboard.press('e')
    await item(page, 'Read').first().waitFor()
    expect(await settled(top)).toBe(was)
    await page.keyboard.press('o')
    await page.locator('.tv-body').waitFor()
    await page.keyboard.press('Shift+E')
    await expect.poll(() => page.getByRole('button', { name: 'Collapse all' }).count()).toBe(1)
    await page.keyboard.press('f')
    await expect.poll(() => page.locator('.tv-find').count()).toBe(1)
  },
)

test.skipIf(noBrowser)(
  'TV28 images of a record are shown when they are asked for, and texts of a record are texts',
  async () => {
    const page = await own.open()
    await shown(page)
    await log(page).evaluate((own) => (own.scrollTop = 0))
    await page.getByRole('button', { name: /Show the image/ }).click()
    await expect
      .poll(() =>
        page
          .getByRole('img', { name: 'Image 1' })
          .evaluate((own) => (own as HTMLCanvasElement).width),
      )
      .toBe(1)
    const bad =
      '<img src=x onerror="window.ran=1"><script>window.ran=1</script>[x](javascript:window.ran=1)'
    await feed(page, hostile(bad))
    await page.getByText('window.ran=1').first().waitFor()
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
    await expect
      .poll(() =>
        page
          .locator('#transcript img, #transcript script, #transcript a[href^="javascript"]')
          .count(),
      )
      .toBe(0)
  },
)
