import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { focused, groupsFloor, names, row } from './groups-floor'
import { shot } from './stage'

const floor = groupsFloor()
const { server } = floor
const open = floor.openGroups.bind(floor)

test.skipIf(noBrowser)(
  'UI58, UI59 a group is made by agents and by role, has an address while it is made, and is written to at once',
  async () => {
    const crew = await server.createLead('making')
    const one = await server.createAgent(crew.id, 'developer')
    const two = await server.createAgent(crew.id, 'developer')
    const ended = await server.createAgent(crew.id, 'developer')
    const tester = await server.createAgent(crew.id, 'qa-tester')
    await server.call('POST', `/api/agents/${ended.id}/terminate`, {})
    const page = await open('', {}, crew.id)
    await page.getByRole('button', { name: 'New group' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New group' })
    await dialog.waitFor()
    await expect.poll(() => page.url()).toContain('?new=group')
    await page.reload()
    await dialog.waitFor()
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })
    await page.goForward()
    await dialog.waitFor()
    await expect.poll(() => focused(page)).toBe('INPUT')

    await dialog.getByLabel('Name').fill('Config Team!')
    await dialog.getByText('Agents call it config-team.').waitFor()
    const submit = dialog.getByRole('button', { name: 'Create group' })
    await expect.poll(() => submit.getAttribute('aria-disabled')).toBe('true')
    await dialog.getByText('Pick at least one other member.').waitFor()
    const leadRow = dialog.locator('.pickable', { hasText: 'always included' })
    await expect.poll(() => leadRow.locator('input').isChecked()).toBe(true)
    await expect.poll(() => leadRow.locator('input').isDisabled()).toBe(true)
    await expect
      .poll(() => dialog.locator('.picks').innerText())
      .not.toContain(ended.id.slice(0, 8))
    await dialog.getByRole('button', { name: 'Developer 2 agents' }).click()
    await dialog.getByText('4 members:').waitFor()
    await dialog.getByLabel('By agent').fill(tester.id.slice(0, 4))
    await page.keyboard.press('Enter')
    await dialog.getByText('5 members:').waitFor()
    await dialog.getByLabel('Purpose').fill('Settle the configuration.')
    await shot(page, 'create-1440')
    await submit.click()
    await page.waitForURL(`**/groups/config-team`)
    await expect.poll(() => focused(page)).toBe('Message Config Team!')
    await expect
      .poll(() => names(page), { message: 'its event does not double it' })
      .toEqual(['config-team'])
    const { group } = await server.call<{ group: { memberIds: string[]; roles: string[] } }>(
      'GET',
      `/api/lead/${crew.id}/groups/config-team`,
    )
    const expected = ['human', crew.id, one.id, two.id, tester.id]
    expect(group.memberIds.toSorted()).toEqual(expected.toSorted())
    expect(group.roles).toEqual(['developer'])
    await page.goBack()
    await expect
      .poll(() => page.url(), { message: 'Back does not ask for a group again' })
      .not.toContain('new=')
  },
)

test.skipIf(noBrowser)(
  'UI60, UI61 what cannot be is said where it was written: a name that is taken, ids of nobody, a refusal of the server',
  async () => {
    const { dev, qa } = floor
    const page = await open('?new=group')
    const dialog = page.getByRole('dialog', { name: 'New group' })
    await dialog.getByLabel('Name').fill('Docs Pass')
    await dialog.getByText('docs-pass exists.').waitFor()
    await expect.poll(() => dialog.getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
    const box = dialog.getByLabel('By agent')
    await box.fill('zz99')
    await page.keyboard.press('Enter')
    await dialog.getByText('no agent starts with zz99').waitFor()
    await box.evaluate(
      (own, text) => {
        const data = new DataTransfer()
        data.setData('text', text)
        const event = new ClipboardEvent('paste', {
          clipboardData: data,
          bubbles: true,
          cancelable: true,
        })
        own.dispatchEvent(event)
      },
      `${dev.id}, ${qa.id.slice(0, 8)} yy88`,
    )
    await dialog.getByText('no agent starts with yy88').waitFor()
    await dialog.getByText('4 members:').waitFor()
    await dialog.getByRole('button', { name: 'Remove zz99' }).click()
    await dialog.getByText('no agent starts with zz99').waitFor({ state: 'detached' })
    await dialog.getByLabel('Name').fill('Old plans')
    await dialog.getByText('Creating it brings it back, with its history.').waitFor()

    await dialog.getByLabel('Name').fill('Too late')
    floor.watch.areFailuresExpected = true
    // Somebody else makes it between the look and the click.
    const error = { code: 'group_exists', message: 'group "too-late" exists already', details: {} }
    await page.route(
      '**/api/lead/*/groups',
      (route) => route.fulfill({ status: 409, json: { error } }),
      { times: 1 },
    )
    await dialog.getByRole('button', { name: 'Create group' }).click()
    await dialog.locator('.field', { hasText: 'group "too-late" exists already' }).waitFor()
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Too late')
    await dialog.getByLabel('Name').fill('Docs Pass')
    await dialog.getByRole('link', { name: 'Open it' }).click()
    await page.getByLabel('Message docs-pass').waitFor()
    await expect.poll(() => dialog.count()).toBe(0)
  },
)

test.skipIf(noBrowser)(
  'UI67 a group that came by itself says so and why, in its row, its details and its first message',
  async () => {
    const crew = await server.createLead('parallel')
    for (const task of ['Timeline brush', 'Timeline keyboard nav', 'Timeline zoom']) {
      await server.createAgent(crew.id, 'developer', task)
    }
    const page = await open('/timeline-team', {}, crew.id)
    const tag = row(page, 'timeline-team').locator('.tag', { hasText: 'Auto' })
    await expect
      .poll(() => tag.getAttribute('title'))
      .toBe('Created because 3 agents share ‘timeline’')
    await page.locator('.info').getByText('Created because 3 agents share ‘timeline’').waitFor()
    await page
      .locator('.chat')
      .getByText('Auto-created coordination group for parallel timeline work')
      .waitFor()
    await page.getByRole('button', { name: 'Auto', exact: true }).click()
    await expect.poll(() => names(page)).toEqual(['timeline-team'])
    await shot(page, 'auto-1440')
  },
)

interface Drawn {
  readonly took: number
  readonly names: readonly string[]
}

test.skipIf(noBrowser)(
  'UI52, UI68 two hundred groups: headings, few rows in the document, a still order, an instant filter, rows of one line',
  async () => {
    const crew = await server.createLead('many-groups')
    const one = await server.createAgent(crew.id, 'developer')
    const make = (n: number) => server.createGroup(crew.id, `group-${n}`, [one.id])
    for (let n = 0; n < 200; n += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, index) => make(n + index)))
    }
    for (const n of [3, 77, 150]) {
      await server.call('POST', `/api/lead/${crew.id}/groups/group-${n}/messages`, { content: 'x' })
      await server.post(one, `group-${n}`, 'Something new.')
    }
    const page = await open('', {}, crew.id)
    await row(page, 'group-150').waitFor()
    await expect.poll(() => page.locator('.sec').allInnerTexts()).toEqual(['Unread', 'Others'])
    const inDocument = () => page.locator('.list .g').count()
    await expect.poll(() => inDocument()).toBeLessThanOrEqual(80)
    const before = await names(page)
    await row(page, 'group-77').hover()
    await server.post(one, before.at(-1) ?? '', 'Up, later.')
    await server.post(one, 'group-3', 'Up, later too.')
    await row(page, 'group-3').getByText('Up, later too.').waitFor()
    expect(await names(page), 'frozen while hovered').toEqual(before)
    await page.mouse.move(900, 500)
    await expect.poll(async () => (await names(page))[0]).toBe('group-3')

    // The keyboard reaches rows that were not in the document, and keeps the focus.
    await page.getByLabel('Filter groups').press('ArrowDown')
    await page.keyboard.press('End')
    await expect.poll(() => focused(page)).toMatch(/^group-/)
    await page.locator('.rows').evaluate((rows) => rows.scrollTo(0, 0))
    await expect.poll(() => row(page, 'group-3').isVisible()).toBe(true)
    expect(await focused(page), 'what has the focus stays in the document').toMatch(/^group-/)
    await expect.poll(() => inDocument()).toBeLessThanOrEqual(80)

    await page.getByLabel('Filter groups').focus()
    const times: number[] = []
    let typed = ''
    for (const key of ['g', 'r', 'o', 'u', 'p', '-', '1', ...Array<string>(7).fill('Backspace')]) {
      // From the key to the frame after it, and what is in the list then.
      await page.evaluate(() => {
        const own = window as unknown as { drawn: Promise<Drawn> }
        own.drawn = new Promise((resolve) => {
          addEventListener(
            'keydown',
            () => {
              const from = performance.now()
              const look = () => {
                const rows = [...document.querySelectorAll<HTMLElement>('.list [data-group]')]
                const names = rows.map((own) => own.dataset['group'] ?? '')
                resolve({ took: performance.now() - from, names })
              }
              requestAnimationFrame(() => setTimeout(look))
            },
            { once: true, capture: true },
          )
        })
      })
      await page.keyboard.press(key)
      typed = key === 'Backspace' ? typed.slice(0, -1) : typed + key
      const { took, names: drawn } = await page.evaluate(
        () => (window as unknown as { drawn: Promise<Drawn> }).drawn,
      )
      times.push(took)
      expect(drawn.length, typed).toBeGreaterThan(10)
      expect(
        drawn.filter((name) => !name.includes(typed)),
        typed,
      ).toEqual([])
    }
    const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
    console.log(
      `200 groups: filter keystroke ${median.toFixed(1)} ms (median), ${await inDocument()} rows in the document`,
    )

    await page.evaluate(() => localStorage.setItem('crewroom:prefs', '{"density":"compact"}'))
    await page.reload()
    await row(page, 'group-3').waitFor()
    await expect.poll(async () => (await row(page, 'group-3').boundingBox())?.height).toBe(36)
    await shot(page, 'compact-1440')
  },
)
