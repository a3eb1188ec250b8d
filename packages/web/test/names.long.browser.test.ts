import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import type { CreatedAgent } from './server-process'
import { setStage, shot, Stage } from './stage'

const own = setStage(new Stage(), fill)
const { server } = own
let lead: CreatedAgent
let layla: CreatedAgent
let kay: CreatedAgent

/** What people call the groups, and what agents do. */
const ARABIC = 'فريق-التصميم'
const JAPANESE = '設計チーム'
const COFFEE = 'Coffee Team ☕'
const SLUGS = { [ARABIC]: 'group-1', [JAPANESE]: 'group-2', [COFFEE]: 'coffee-team' }

const named = async (name: string): Promise<CreatedAgent> => {
  const made = await server.call<{ agent: { id: string }; token: string }>(
    'POST',
    `/api/lead/${lead.id}/agents`,
    { role: 'developer', name },
  )
  return { id: made.agent.id, token: made.token }
}

async function fill(): Promise<void> {
  lead = await server.createLead('names')
  layla = await named('ليلى')
  kay = await named('Kay')
  for (const name of Object.keys(SLUGS)) {
    await server.createGroup(lead.id, name, [layla.id, kay.id])
  }
  await server.post(layla, 'group-1', '12 files are done')
  await server.post(kay, 'group-2', '@human which one?')
  await server.post(kay, 'coffee-team', 'Espresso is fixed.')
}

/** Whether a person who looks at its middle sees it, and nothing above it. */
const isSeen = (of: Locator) =>
  of.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(left + Math.min(width, 40) / 2, top + height / 2)
    return width > 0 && hit !== null && (element.contains(hit) || hit.contains(element))
  })

const row = (page: Page, slug: string) => page.locator(`[data-group="${slug}"]`)

test.skipIf(noBrowser)(
  'UI294 groups are called what people named them, wherever one looks; agents’ short name is in the details',
  async () => {
    const page = await own.open(`/leads/${lead.id}/groups`, {
      viewport: { width: 1440, height: 900 },
    })
    for (const [name, slug] of Object.entries(SLUGS)) {
      const label = row(page, slug).locator('.n > span')
      await label.waitFor()
      await expect.poll(() => label.innerText()).toBe(name)
      await expect.poll(() => isSeen(label)).toBe(true)
      await expect.poll(() => row(page, slug).innerText()).not.toContain(slug)
      await row(page, slug).click()
      await page.locator('h1', { hasText: name }).waitFor()
      await expect.poll(() => isSeen(page.locator('.bar h1'))).toBe(true)
      await expect
        .poll(async () => (await page.title()).replace(/[\u2068\u2069]/g, ''))
        .toContain(`${name} · names`)
      const box = page.locator('#composer')
      const placeholder = (await box.getAttribute('placeholder')) ?? ''
      expect(placeholder.replace(/[\u2068\u2069]/g, '')).toBe(`Message ${name}`)
      const details = page.locator('.info')
      await details.getByText(`Agents call it ${slug}`).waitFor()
      await expect.poll(() => isSeen(details.locator('.called code'))).toBe(true)
      await details.locator('.editable', { hasText: 'Name' }).getByText(name).waitFor()
      await shot(page, `names-${slug}`)
    }
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.locator('input[role="combobox"]').fill('設計')
    const option = page.getByRole('option', { name: JAPANESE })
    await option.first().waitFor()
    await expect.poll(() => isSeen(option.first())).toBe(true)
    await page.locator('input[role="combobox"]').fill('coffee-team')
    await page.getByRole('option', { name: COFFEE }).first().waitFor()
    await page.keyboard.press('Escape')

    await page.goto(`${server.url}/leads/${lead.id}/activity`)
    const line = page.locator('.f-row', { hasText: 'Espresso is fixed.' })
    await line.getByRole('link', { name: COFFEE }).waitFor()
    const groups = page.getByLabel('Group', { exact: true })
    await expect
      .poll(() => groups.locator('option').allInnerTexts())
      .toEqual(expect.arrayContaining([ARABIC, JAPANESE, COFFEE]))
    await groups.selectOption({ label: COFFEE })
    await expect.poll(() => page.locator('.f-row', { hasText: 'which one?' }).count()).toBe(0)
    await line.waitFor()

    await page.goto(`${server.url}/leads/${lead.id}/needs`)
    await server.post(kay, 'group-2', '@human and which of these?')
    await page.getByText(`mentioned you in ${JAPANESE}`).waitFor()
    await page.goto(`${server.url}/leads/${lead.id}/crew/${kay.id}`)
    await page.locator('.a-fact', { hasText: COFFEE }).waitFor()

    await page.goto(`${server.url}/leads/${lead.id}/groups/coffee-team`)
    await page.getByRole('button', { name: 'More for this group' }).click()
    await page.getByRole('menuitem', { name: 'Pause' }).click()
    await page.getByText(`${COFFEE} is paused.`).waitFor()
    await server.call('POST', `/api/lead/${lead.id}/groups/coffee-team/resume`)
  },
)

test.skipIf(noBrowser)(
  'UI294 a name that is written from the right turns nothing that stands beside it',
  async () => {
    const page = await own.open(`/leads/${lead.id}/groups/group-1`, {
      viewport: { width: 1440, height: 900 },
    })
    const preview = row(page, 'group-1').locator('.p')
    await preview.getByText('12 files').waitFor()
    const order = await preview.evaluate((element) => {
      const [name, said] = element.querySelectorAll('bdi')
      return [name, said].map((own) => own?.getBoundingClientRect().left ?? 0)
    })
    // Without isolation digits behind a name from the right stand left of it.
    expect(order[0]).toBeLessThan(order[1] ?? 0)
    const head = await page
      .locator('.bar .ttl')
      .evaluate((element) =>
        [...element.children].map((child) => child.getBoundingClientRect().left),
      )
    expect(head).toEqual(head.toSorted((a, b) => a - b))
    await page.goto(`${server.url}/leads/${lead.id}/activity`)
    const sentence = page.locator('.f-row', { hasText: '12 files are done' }).locator('p')
    await sentence.waitFor()
    const places = await sentence.evaluate((element) =>
      [...element.querySelectorAll('bdi')].map((own) => own.getBoundingClientRect().left),
    )
    expect(places).toHaveLength(2)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  },
)

test.skipIf(noBrowser)(
  'UI295 previews and who is writing name the agent, and its avatar has letters of that name',
  async () => {
    const page = await own.open(`/leads/${lead.id}/groups`, {
      viewport: { width: 1440, height: 900 },
    })
    const preview = row(page, 'coffee-team').locator('.p')
    await expect.poll(() => preview.innerText()).toBe('Kay: Espresso is fixed.')
    const faces = row(page, 'coffee-team').locator('.stack .av')
    await expect.poll(() => faces.allInnerTexts()).toEqual(['PL', 'You', 'لي', 'Ka'])
    await server.call(
      'POST',
      `/api/agents/${kay.id}/output`,
      {
        stream: 'typing',
        offset: 0,
        text: '⟦⟦ GROUP_MESSAGE {"group":"coffee-team","content":"Now',
      },
      kay.token,
    )
    await expect.poll(() => preview.innerText()).toBe('Kay is writing…')
    await expect.poll(() => isSeen(preview.locator('b'))).toBe(true)
  },
)

test.skipIf(noBrowser)(
  'UI85, MN20 a message that calls @You stands out in amber, counts, and waits in Needs you',
  async () => {
    const crew = await server.createLead('asking')
    const dev = await server.createAgent(crew.id, 'developer')
    await server.createGroup(crew.id, 'config-team', [dev.id])
    const page = await own.open(`/leads/${crew.id}/crew`)
    await server.post(dev, 'config-team', '@You which of the two do you want, **A** or B?')
    await server.post(dev, 'config-team', '@Project Lead will know, too')
    const needs = page.locator('.nav a', { hasText: 'Needs you' })
    await expect.poll(() => needs.innerText()).toMatch(/1$/)
    await needs.click()
    const need = page.locator('.need', { hasText: 'which of the two do you want' })
    await need.getByRole('link', { name: 'Open message' }).click()
    const called = page.locator('.m-row', { hasText: 'which of the two' })
    const chip = called.locator('.at-me')
    await chip.waitFor()
    await expect.poll(() => chip.innerText()).toBe('@You')
    await expect.poll(() => isSeen(chip)).toBe(true)
    await expect
      .poll(() => called.evaluate((element) => element.classList.contains('mention')))
      .toBe(true)
    const amber = await page.evaluate(() => {
      const probe = document.createElement('i')
      probe.style.color = 'var(--you)'
      document.body.append(probe)
      return getComputedStyle(probe).color
    })
    await expect.poll(() => chip.evaluate((element) => getComputedStyle(element).color)).toBe(amber)
    const other = page.locator('.m-row', { hasText: 'will know, too' })
    await expect.poll(() => other.locator('.at-x').innerText()).toBe('@Project Lead')
    await expect.poll(() => other.locator('.b').innerText()).toBe('@Project Lead will know, too')
  },
)

test.skipIf(noBrowser)(
  'UI301 two agents of one name are told apart where one chooses, and the one that was chosen is meant',
  async () => {
    const crew = await server.createLead('namesakes')
    const made = async (name: string, role: string) => {
      const { agent } = await server.call<{ agent: { id: string } }>(
        'POST',
        `/api/lead/${crew.id}/agents`,
        { role, name },
      )
      return agent.id
    }
    const ids = [await made('Ann', 'developer'), await made('Ann', 'qa-tester')]
    await made('Bob', 'developer')
    await server.createGroup(crew.id, 'both', ids)
    const page = await own.open(`/leads/${crew.id}/reports?new=task`)
    const list = page.getByRole('radiogroup', { name: 'Assign to' })
    await list.locator('label').first().waitFor()
    const rows = await list.locator('label').allInnerTexts()
    const short = (id: string | undefined) => (id ?? '').slice(0, 8)
    const line = (text: string) => text.replace(/\s+/g, ' ')
    expect(rows.map(line)).toEqual([
      `An Ann ${short(ids[0])} Developer Not connected`,
      `An Ann ${short(ids[1])} QA Tester Not connected`,
      'Bo Bob Developer Not connected',
      'PL Project Lead Lead Not connected',
    ])
    const second = list.locator('label').nth(1)
    await expect.poll(() => isSeen(second.locator('.mono'))).toBe(true)
    await second.click()
    await shot(page, 'names-picker')
    await page.getByLabel('What to do').fill('Run the slow tests')
    await page.getByRole('button', { name: 'Give the task' }).click()
    await page.getByText(`Ann (${short(ids[1])}) has the task.`).waitFor()
    const task = page.locator('.task-row', { hasText: 'Run the slow tests' })
    await expect.poll(() => task.innerText()).toContain(short(ids[1]))
    await page.goto(`${server.url}/leads/${crew.id}/reports?new=task`)
    await list.getByText('Project Lead').click()
    await page.getByLabel('What to do').fill('Plan the release')
    await page.getByRole('button', { name: 'Give the task' }).click()
    await page.locator('.task-row', { hasText: 'Plan the release' }).waitFor()

    await page.goto(`${server.url}/leads/${crew.id}/groups/both`)
    const box = page.locator('#composer')
    await box.fill('@ann')
    const options = page.locator('[role="option"]')
    await expect.poll(() => options.count()).toBe(2)
    await expect
      .poll(async () => (await options.allInnerTexts()).map(line))
      .toEqual([expect.stringContaining(short(ids[0])), expect.stringContaining(short(ids[1]))])
    await options.nth(1).click()
    await box.press('End')
    await page.keyboard.type('look')
    await expect
      .poll(() => page.locator('.wakes .names').innerText())
      .toContain(`Ann (${short(ids[1])})`)
    await page.keyboard.press('Enter')
    await expect
      .poll(async () => {
        const { messages } = await server.call<{ messages: { mentions: string[] }[] }>(
          'GET',
          `/api/lead/${crew.id}/groups/both/messages`,
        )
        return messages.at(-1)?.mentions
      })
      .toEqual([ids[1]])
  },
)
