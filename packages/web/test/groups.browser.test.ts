import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { isLong } from './long'
import { focused, groupsFloor, menuItem, names, row, toast } from './groups-floor'
import { shot } from './stage'
import { settled } from './settled'
import { tellOnline, visit } from './visit'

const floor = groupsFloor()
const { server } = floor
const open = floor.openGroups.bind(floor)
const at = floor.at.bind(floor)
const api = floor.api.bind(floor)

test.skipIf(noBrowser)(
  'UI50 a row shows who asks for the person before what is unread; filters and Mark all read follow it',
  async () => {
    const page = await open()
    const badges = row(page, 'release-gate').locator('.badge')
    await expect
      .poll(() => badges.evaluateAll((all) => all.map((own) => own.ariaLabel)))
      .toEqual(['1 mention of you', '2 unread messages'])
    // The person, who made the group, the lead and two agents.
    await row(page, 'release-gate').getByText('4 members').waitFor()
    await page.getByRole('button', { name: 'Mentions', exact: true }).click()
    await expect.poll(() => names(page)).toEqual(['release-gate'])
    await page.getByRole('button', { name: 'Auto', exact: true }).click()
    await page.getByText('No automatic groups.').waitFor()
    await page.getByRole('button', { name: 'Unread', exact: true }).click()
    await expect.poll(async () => (await names(page)).length).toBe(4)
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await shot(page, 'list-1440')

    const own = await server.createLead('read-all')
    const own1 = await server.createAgent(own.id, 'developer')
    for (const name of ['one', 'two']) {
      await server.createGroup(own.id, name, [own1.id])
      await server.post(own1, name, '@human hello')
    }
    await visit(page, `/leads/${own.id}/groups`)
    await page.getByRole('button', { name: 'Mark all read' }).click()
    await expect.poll(() => page.locator('.list .badge, .nav .badge:not(.at)').count()).toBe(0)
    await page.getByRole('button', { name: 'Unread', exact: true }).click()
    await page.getByText("You're all caught up.").waitFor()
    await page.getByRole('button', { name: 'Mentions', exact: true }).click()
    await page.getByText('Nobody has mentioned you.').waitFor()
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI51 a pinned group stays at the top of its crew in this browser; the order waits while a pointer is in the list',
  async () => {
    const { dev2, lead, qa, writer } = floor
    const page = await open()
    await expect.poll(async () => (await names(page))[0]).toBe('config-team')
    await row(page, 'docs-pass').click({ button: 'right' })
    await menuItem(page, 'Pin to the top').click()
    await expect.poll(async () => (await names(page))[0]).toBe('docs-pass')
    await page.reload()
    await expect.poll(async () => (await names(page))[0]).toBe('docs-pass')
    const other = await server.createLead('other-crew')
    const stored = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.startsWith('crewroom:pinned:')),
    )
    expect(stored).toEqual([`crewroom:pinned:${lead.id}`])
    expect(other.id).not.toBe(lead.id)

    await row(page, 'empty-states').hover()
    const still = await settled(() => names(page))
    await server.post(dev2, 'empty-states', 'One more thing.')
    await row(page, 'empty-states').getByText('One more thing.').waitFor()
    expect(await names(page)).toEqual(still)
    await page.mouse.move(900, 400)
    await expect.poll(async () => (await names(page))[1]).toBe('empty-states')

    // The same while the keyboard is in it.
    await page.getByLabel('Filter groups').press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const kept = await settled(() => names(page))
    await server.post(writer, 'docs-pass', 'Reviewed.')
    await server.post(qa, 'release-gate', 'Green.')
    await row(page, 'release-gate').getByText('Green.').waitFor()
    expect(await names(page)).toEqual(kept)
    await page.locator('.jump').focus()
    await expect.poll(async () => (await names(page))[1]).toBe('release-gate')
  },
)

test.skipIf(noBrowser)(
  'UI53, UI272 the keyboard goes through the list and from group to group, to the filter and to a new group',
  async () => {
    const { dev, dev2, writer } = floor
    const page = await open()
    await page.keyboard.press('/')
    await expect.poll(() => focused(page)).toBe('Filter groups')
    await page.keyboard.press('ArrowDown')
    const all = await names(page)
    await expect.poll(() => focused(page)).toBe(all[0])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('j')
    await expect.poll(() => focused(page)).toBe(all[2])
    await page.keyboard.press('k')
    await expect.poll(() => focused(page)).toBe(all[1])
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/groups/${all[1]}`)
    await page.keyboard.press('Alt+ArrowDown')
    await page.waitForURL(`**/groups/${all[2]}`)
    await page.keyboard.press('Alt+ArrowUp')
    await page.waitForURL(`**/groups/${all[1]}`)
    // The only one that waits, wherever in the list it is.
    await page.getByRole('button', { name: 'Mark all read' }).click()
    await expect.poll(() => page.locator('.list .badge').count()).toBe(0)
    const last = all.at(-1) ?? ''
    const from = last === 'docs-pass' ? writer : last === 'empty-states' ? dev2 : dev
    await server.post(from, last, 'News.')
    await row(page, last).locator('.badge').waitFor()
    await page.keyboard.press('n')
    await page.waitForURL(`**/groups/${last}`)
    // It is drawn: what opening it does to the focus is done before the click.
    await page.locator('[data-message]', { hasText: 'News.' }).waitFor()
    await page.locator('.list h2').click()
    await page.keyboard.press('c')
    await page.getByRole('dialog', { name: 'New group' }).waitFor()
    await expect.poll(() => page.url()).toContain(`/${last}?new=group`)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => page.url()).not.toContain('new=')
    // Two keys before the page is drawn again: the second one counts where the first one led.
    const next = last === 'config-team' ? 'docs-pass' : 'config-team'
    await server.post(next === 'docs-pass' ? writer : dev, next, 'More.')
    await row(page, next).locator('.badge').waitFor()
    await page.evaluate(() => {
      for (const key of ['n', 'c'])
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    })
    await page.getByRole('dialog', { name: 'New group' }).waitFor()
    await expect.poll(() => page.url()).toContain(`/${next}?new=group`)
  },
)

test.skipIf(noBrowser)(
  'UI54 the menu of a group opens by right click, by its button, by the keyboard and by a long press, and gives the focus back',
  async () => {
    const { dev } = floor
    const page = await open('', { permissions: ['clipboard-read', 'clipboard-write'] })
    await server.post(dev, 'config-team', 'Something to read.')
    await row(page, 'config-team').locator('.badge').waitFor()
    await row(page, 'config-team').click({ button: 'right' })
    const items = () => page.getByRole('menuitem').allInnerTexts()
    await expect
      .poll(items)
      .toEqual([
        'Open',
        'Copy link',
        'Mark read',
        'Pin to the top',
        'Members',
        'Export',
        'Export as Markdown',
        'Pause',
        'Archive',
      ])
    await shot(page, 'menu-1440')
    await menuItem(page, 'Copy link').click()
    await toast(page, 'Link copied.').waitFor()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(at('/config-team'))
    await row(page, 'config-team').hover()
    await page.getByRole('button', { name: 'More for config-team' }).click()
    await menuItem(page, 'Pause').click()
    await row(page, 'config-team').getByText('Paused').waitFor()
    await row(page, 'config-team').focus()
    await page.keyboard.press('Shift+F10')
    await menuItem(page, 'Resume').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('config-team')
    await server.call('POST', api('config-team/resume'), {})
    await page.getByRole('menu').waitFor({ state: 'detached' })

    const touch = await open('', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    const box = await row(touch, 'docs-pass').boundingBox()
    const cdp = await touch.context().newCDPSession(touch)
    const point = { x: (box?.x ?? 0) + 60, y: (box?.y ?? 0) + 20 }
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
    await menuItem(touch, 'Open').waitFor()
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    expect(touch.url(), 'the tap that it would have been opens nothing').toMatch(/\/groups$/)
    expect(await menuItem(touch, 'Open').isVisible()).toBe(true)
    await touch.context().close()

    // From one row's menu straight to another's.
    await row(page, 'docs-pass').click({ button: 'right' })
    await page.getByRole('menu', { name: 'Group docs-pass' }).waitFor()
    await row(page, 'config-team').click({ button: 'right' })
    await page.getByRole('menu', { name: 'Group config-team' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  },
)

test.skipIf(noBrowser)(
  'UI55, UI138 an archived group leaves the total and goes into the fold, where it is found and read',
  async () => {
    const { dev, lead } = floor
    const page = await open()
    await server.createGroup(lead.id, 'short-lived', [dev.id])
    await server.post(dev, 'short-lived', 'Nobody reads this in time.')
    await row(page, 'short-lived').locator('.badge').waitFor()
    const total = async () =>
      Number((await page.locator('.nav .badge:not(.at)').allInnerTexts()).join('') || '0')
    const before = await total()
    await row(page, 'short-lived').click({ button: 'right' })
    await menuItem(page, 'Archive').click()
    await toast(page, 'short-lived is archived.').waitFor()
    await row(page, 'short-lived').waitFor({ state: 'detached' })
    await expect.poll(total).toBe(before - 1)
    const fold = page.getByRole('button', { name: /^Archived/ })
    await expect.poll(() => fold.innerText()).toMatch(/Archived\s+2/)
    await fold.click()
    await row(page, 'old-plans').waitFor()
    await fold.click()
    await row(page, 'old-plans').waitFor({ state: 'detached' })
    await page.getByLabel('Filter groups').fill('plan')
    await expect.poll(() => names(page)).toEqual(['old-plans'])
    await row(page, 'old-plans').click()
    await page.locator('.chat').getByText('This was the plan.').waitFor()
    await page.locator('[data-event="archived"]').waitFor()
    await expect.poll(() => page.locator('.chat textarea').count()).toBe(0)

    await page.goto(at('/archived'))
    await row(page, 'old-plans').waitFor()
    await page.getByRole('heading', { name: 'Open a group' }).waitFor()
    await visit(page, at('/archived/old-plans'))
    await page.locator('.chat').getByText('This was the plan.').waitFor()
    await shot(page, 'archived-1440')
    await server.call('POST', api('short-lived/unarchive'), {})
    await row(page, 'short-lived').waitFor()
    await server.call('POST', api('short-lived/archive'), {})
  },
)

test.skipIf(noBrowser)(
  'UI56, UI57 an empty list says how groups come to be; offline a new one is not offered, and why',
  async () => {
    const empty = await server.createLead('empty-crew')
    const page = await open('', {}, empty.id)
    await page.getByText('No groups yet.').waitFor()
    await page.locator('.none .btn').click()
    await page.getByRole('dialog', { name: 'New group' }).waitFor()
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await visit(page, at())
    await page.getByLabel('Filter groups').fill('conf')
    await expect.poll(() => names(page)).toEqual(['config-team'])
    await page.getByLabel('Filter groups').fill('nothing-like-it')
    await page.getByText('No group matches ‘nothing-like-it’.').waitFor()
    await page.getByRole('button', { name: 'Clear filter' }).last().click()
    await row(page, 'config-team').waitFor()

    floor.watch.areFailuresExpected = true
    await server.kill()
    const create = page.getByRole('button', { name: 'New group' })
    await expect.poll(() => create.getAttribute('aria-disabled')).toBe('true')
    // Playwright does not click what says that it is disabled; people do.
    await create.click({ force: true })
    await toast(page, 'You can create groups when the connection is back').waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => names(page), { message: 'the list stays' }).toContain('config-team')
    await server.start()
    await tellOnline(page)
    await expect.poll(() => create.getAttribute('aria-disabled')).toBe('false')
  },
)
