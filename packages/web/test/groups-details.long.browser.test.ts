import { expect, test } from 'vitest'
import { overflow, TWO_LOOKS, violations } from './axe'
import { noBrowser } from './chromium'
import { focused, groupsFloor, member, menuItem, row, toast } from './groups-floor'
import { pass, UNDO_MS } from './held-ends'
import { shot } from './stage'
import type { CreatedAgent } from './server-process'
import { isLong } from './long'

const floor = groupsFloor()
const { server } = floor
const open = floor.openGroups.bind(floor)
const at = floor.at.bind(floor)
const api = floor.api.bind(floor)

test.skipIf(noBrowser)(
  'UI62 details stand beside the chat, over it or on a page of their own, as there is room, and close again',
  async () => {
    const page = await open('/config-team')
    const panel = page.getByRole('complementary', { name: 'Group details' })
    const toggle = page.locator('.head-tools').getByRole('button', { name: 'Details' })
    await panel.getByRole('heading', { name: 'Members' }).waitFor()
    await expect.poll(() => toggle.getAttribute('aria-pressed')).toBe('true')
    await page.locator('.list h2').click()
    await page.keyboard.press('i')
    await panel.waitFor({ state: 'detached' })
    await page.reload()
    await toggle.waitFor()
    await expect.poll(() => panel.count(), { message: 'the choice is kept' }).toBe(0)
    await toggle.click()
    await panel.getByRole('button', { name: 'Close details' }).click()
    await expect.poll(() => focused(page)).toBe('Details')
    await page.keyboard.press('Enter')
    await panel.waitFor()
    await page.goto(at('/config-team?details=0'))
    await toggle.waitFor()
    await expect.poll(() => panel.count()).toBe(0)
    await page.locator('.head-tools').getByRole('button', { name: 'Find in group' }).click()
    await page.waitForURL(/config-team\?.*find=1/)

    await page.setViewportSize({ width: 1024, height: 768 })
    await page.goto(at('/config-team'))
    await toggle.click()
    await panel.getByRole('heading', { name: 'Members' }).waitFor()
    await expect.poll(() => page.url()).toMatch(/\/config-team\/members$/)
    await expect.poll(() => focused(page)).toBe('Close details')
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Details')
    await toggle.click()
    await panel.waitFor()
    await page.goBack()
    await panel.waitFor({ state: 'detached' })

    await page.setViewportSize({ width: 390, height: 844 })
    await toggle.click()
    await page.getByRole('main', { name: 'Group details' }).waitFor()
    await expect.poll(() => page.locator('.tabs').isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Back to the group' }).click()
    await page.getByLabel('Message config-team').waitFor()
    await expect.poll(() => page.url()).toMatch(/\/config-team$/)
  },
)

test.skipIf(noBrowser)(
  'UI63, UI66 members show who they are, what they do and what wakes them; the commands of agents can be copied',
  async () => {
    const { architect, dev, lead } = floor
    const page = await open('/config-team', { permissions: ['clipboard-read', 'clipboard-write'] })
    await member(page, lead).getByText('Lead', { exact: true }).waitFor()
    await member(page, dev).getByText(dev.id.slice(0, 8)).waitFor()
    await server.call(
      'POST',
      `/api/agents/${architect.id}/output`,
      {
        text: '⟦⟦ GROUP_MESSAGE {"group":"config-team","content":"I can move the',
        endOfTurn: false,
      },
      architect.token,
    )
    await member(page, architect).getByText('Writing').waitFor()
    await row(page, 'config-team').getByText('Architect is writing…').waitFor()
    await shot(page, 'chat-1440')
    await server.call(
      'POST',
      `/api/agents/${architect.id}/output`,
      { text: ' call sites."} ⟧⟧\n', endOfTurn: true },
      architect.token,
    )
    await row(page, 'config-team').getByText('I can move the call sites.').waitFor()
    await member(page, dev)
      .getByRole('button', { name: /^More for/ })
      .click()
    await page.getByRole('menuitemradio', { name: /^Mentions only/ }).waitFor()
    await expect
      .poll(() => page.getByRole('menuitemradio', { checked: true }).innerText())
      .toContain('All messages')
    await shot(page, 'member-menu-1440')
    const asked = page.waitForRequest((request) => request.method() === 'PATCH')
    // Whether this server knows the route or not: what it answers is what is shown then.
    floor.watch.areFailuresExpected = true
    await page.getByRole('menuitemradio', { name: /^Mentions only/ }).click()
    const request = await asked
    expect(request.postDataJSON()).toEqual({ wake: 'mentions' })
    await expect.poll(() => request.url()).toContain(`/groups/config-team/members/${dev.id}`)
    const isDone = (await request.response())?.ok() ?? false
    const sign = member(page, dev).locator('[data-wake="mentions"]')
    if (isDone) await sign.waitFor()
    else await toast(page, "Couldn't change what wakes Developer").waitFor()

    await page.getByRole('button', { name: 'Copy the command to write' }).click()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe('⟦⟦ GROUP_MESSAGE {"group":"config-team", "content":"…"} ⟧⟧')
  },
)

test.skipIf(noBrowser)(
  'UI64 members are added with the last messages, and removed after five seconds in which that can be taken back',
  async () => {
    const { lead, qa, writer } = floor
    const page = await open('/docs-pass')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Add to docs-pass' })
    await dialog.getByText('New members get the last 20 messages.').waitFor()
    await expect
      .poll(() => dialog.locator('.picks').innerText())
      .not.toContain(writer.id.slice(0, 8))
    await dialog.getByLabel('By agent').fill(qa.id.slice(0, 8))
    await page.keyboard.press('Enter')
    await dialog.getByText('1 more:').waitFor()
    await shot(page, 'add-1440')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await member(page, qa).waitFor()
    await expect.poll(() => focused(page)).toBe('BUTTON')
    await expect.poll(() => page.locator('.chat .sub').first().innerText()).toContain('4 members')

    await member(page, lead)
      .getByRole('button', { name: /^More for/ })
      .click()
    await menuItem(page, 'Open agent').waitFor()
    await expect
      .poll(() => menuItem(page, 'Remove from the group').count(), { message: 'the lead stays' })
      .toBe(0)
    await page.keyboard.press('Escape')

    const removeIt = async (agent: CreatedAgent) => {
      await member(page, agent)
        .getByRole('button', { name: /^More for/ })
        .click()
      await menuItem(page, 'Remove from the group').click()
      await member(page, agent).getByText('Removing…').waitFor()
    }
    const isMember = async (agent: CreatedAgent) => {
      const { members } = await server.call<{ members: { id: string }[] }>('GET', api('docs-pass'))
      return members.some(({ id }) => id === agent.id)
    }
    await removeIt(qa)
    await shot(page, 'removing-1440')
    await member(page, qa).getByRole('button', { name: 'Undo' }).click()
    await member(page, qa).getByText('Removing…').waitFor({ state: 'detached' })
    await removeIt(qa)
    // Elsewhere in the page it goes on.
    await row(page, 'config-team').click()
    await page.getByLabel('Message config-team').waitFor()
    expect(await isMember(qa), 'nothing is done while it can be taken back').toBe(true)
    await pass(page, UNDO_MS)
    await expect.poll(() => isMember(qa)).toBe(false)

    await server.call('POST', api('docs-pass/members'), { memberIds: [qa.id] })
    await row(page, 'docs-pass').click()
    await removeIt(qa)
    await page.close()
    // Who closes the page has decided.
    await expect.poll(() => isMember(qa)).toBe(false)
  },
)

test.skipIf(noBrowser)(
  'UI65 purpose and display name are edited in place; a group is paused, archived and taken back from its details',
  async () => {
    const page = await open('/release-gate')
    const info = page.locator('.info')
    await info.getByRole('button', { name: 'Edit purpose' }).click()
    const box = info.getByLabel('Purpose')
    await box.fill('x'.repeat(301))
    await info.getByText('1 characters too long.').waitFor()
    await box.fill('Ship 2.0 when it is green.')
    await page.keyboard.press('Control+Enter')
    await info.locator('.editable', { hasText: 'Ship 2.0 when it is green.' }).waitFor()
    await expect.poll(() => focused(page)).toBe('Edit purpose')
    await page.locator('.chat .purpose', { hasText: 'Ship 2.0' }).waitFor()
    await info.getByRole('button', { name: 'Edit name' }).click()
    await info.getByLabel('Name').fill('Never mind')
    await page.keyboard.press('Escape')
    await info.locator('.editable', { hasText: 'release-gate' }).waitFor()
    await info.getByRole('button', { name: 'Edit name' }).click()
    await info.getByLabel('Name').fill('Release Gate 🚦')
    await page.keyboard.press('Enter')
    await page.locator('.chat h1', { hasText: 'Release Gate 🚦' }).waitFor()
    await info.getByText('Agents call it release-gate').waitFor()
    await info.getByRole('button', { name: 'Pause group' }).click()
    await page.locator('.chat .ttl .tag', { hasText: 'Paused' }).waitFor()
    await info.getByRole('button', { name: 'Resume group' }).click()
    await page.locator('.chat .ttl .tag').waitFor({ state: 'detached' })
    await info.getByRole('button', { name: 'Archive group' }).click()
    await info.getByRole('button', { name: 'Unarchive group' }).waitFor()
    await expect.poll(() => info.getByRole('button', { name: 'Edit purpose' }).count()).toBe(0)
    await toast(page, 'Release Gate 🚦 is archived.').getByRole('button', { name: 'Undo' }).click()
    await info.getByRole('button', { name: 'Archive group' }).waitFor()
  },
)

test.skipIf(noBrowser || !isLong)(
  'UI69 menus and dialogs of groups pass axe, and the focus is where they were opened from after them',
  async () => {
    const { dev } = floor
    for (const { viewport, colorScheme } of TWO_LOOKS) {
      const page = await open('', { viewport, colorScheme })
      const look = async (name: string, within: string) => {
        await shot(page, `${name}-${viewport.width}-${colorScheme}`)
        expect(await violations(page, { within: [within] }), name).toEqual([])
        await expect
          .poll(() => overflow(page), { message: `${name} at ${viewport.width}` })
          .toBeLessThanOrEqual(0)
      }
      await row(page, 'config-team').click({ button: 'right' })
      await menuItem(page, 'Open').waitFor()
      await look('menu', '.menu')
      await page.keyboard.press('Escape')
      await expect.poll(() => focused(page)).toBe('config-team')
      await page.getByRole('button', { name: 'New group' }).click()
      const create = page.getByRole('dialog', { name: 'New group' })
      await create.getByLabel('Name').fill('Docs Pass')
      await create.getByRole('button', { name: /^Developer 2/ }).click()
      await create.getByLabel('By agent').fill('zz99')
      await page.keyboard.press('Enter')
      await create.getByText('no agent starts with zz99').waitFor()
      await look('create', 'dialog')
      await page.keyboard.press('Escape')
      await create.waitFor({ state: 'detached' })
      await expect.poll(() => focused(page)).toBe('BUTTON')
      await page.goto(at('/config-team/members'))
      const info = page.locator('.info')
      await info.getByRole('heading', { name: 'About' }).waitFor()
      await member(page, dev).hover()
      await member(page, dev).locator('.ib').click()
      await page.getByRole('menuitemradio').first().waitFor()
      await look('member-menu', '.menu')
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
      await expect.poll(() => focused(page)).toMatch(/^More for Developer/)
      await info.getByRole('button', { name: 'Edit purpose' }).click()
      await info.getByLabel('Purpose').fill('x'.repeat(301))
      await look('editing', '.info')
      await page.keyboard.press('Escape')
      await info.getByRole('button', { name: 'Add', exact: true }).click()
      const add = page.getByRole('dialog', { name: 'Add to config-team' })
      await add.getByLabel('By agent').waitFor()
      await look('add', 'dialog')
      await page.keyboard.press('Escape')
      await add.waitFor({ state: 'detached' })
      await expect.poll(() => focused(page)).toBe('BUTTON')
    }
  },
)
