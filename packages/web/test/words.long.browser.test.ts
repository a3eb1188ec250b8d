import path from 'node:path'
import { expect, test } from 'vitest'
import { overflow, violations } from './axe'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'
import { shot } from './stage'

const own = dashboard()

test.skipIf(noBrowser)(
  'UI298 an agent’s record is read as sentences, with what was written behind a button',
  async () => {
    const { server, lead, dev } = own
    await server.call('PATCH', `/api/lead/${lead.id}/groups/config-team`, {
      displayName: 'Config Team',
    })
    await server.call('POST', `/api/agents/${dev.id}/tasks`, { task: 'Split the loader.' })
    const inbox = `/api/agents/${dev.id}/inbox`
    const { cursor } = await server.call<{ cursor: string }>('GET', inbox, undefined, dev.token)
    await server.call('POST', `${inbox}/ack`, { cursor }, dev.token)
    await server.post(dev, 'config-team', 'I pin it first.')
    const page = await own.open(`/leads/${lead.id}/crew/${dev.id}?record=raw`)
    const record = page.locator('.a-rollout')
    await record.getByText('Task from You:').waitFor()
    await record.getByText('Split the loader.').waitFor()
    await expect.poll(() => record.innerText()).not.toContain('Human (human)')
    const card = record.locator('.rollout-card', { hasText: 'Wrote in Config Team:' })
    await card.getByText('I pin it first.').waitFor()
    await expect.poll(() => record.innerText()).not.toContain('⟦⟦')
    await shot(page, 'words-record')
    const raw = card.getByRole('button', { name: 'As it was written' })
    await raw.click()
    await expect
      .poll(() => card.locator('.rollout-code').innerText())
      .toContain('⟦⟦ GROUP_MESSAGE {"group":')
    await raw.click()
    await card.locator('.rollout-code').waitFor({ state: 'detached' })
    expect(await violations(page, { within: ['.a-rollout'] })).toEqual([])
  },
)

test.skipIf(noBrowser)(
  'UI297 an agent whose program ended says when it starts again, and counts down',
  async () => {
    const { server, lead } = own
    const { agent } = await server.call<{ agent: { id: string } }>(
      'POST',
      `/api/lead/${lead.id}/agents`,
      {
        role: 'architect',
        driver: {
          kind: 'pipe',
          command: process.execPath,
          args: [path.join('/', 'no', 'such.mjs')],
        },
      },
    )
    await server.call('POST', `/api/agents/${agent.id}/messages`, { content: 'Begin.' })
    const page = await own.open(`/leads/${lead.id}/crew/${agent.id}`)
    const why = page.locator('.a-why')
    await expect.poll(() => why.innerText()).toMatch(/Starting again( in \d+ s)? \(\d of \d\)/)
    expect(await why.innerText()).not.toMatch(/\d{4}-\d\d-\d\dT/)
  },
)

test.skipIf(noBrowser)(
  'UI300 who is signed out is given the command to copy and a field for the link',
  async () => {
    const page = await own.newPage()
    await page.goto(own.server.url)
    const main = page.getByTestId('signed-out')
    await main.getByText('npm run crewroom open').waitFor()
    await main.getByRole('button', { name: /copy/i }).waitFor()
    const field = main.getByLabel('Or paste a link')
    await field.fill('http://127.0.0.1:1/#code=abcdefgh')
    await field.press('Enter')
    await main.getByText('This link is for another server').waitFor()
    await shot(page, 'words-sign-in')
    expect(await violations(page)).toEqual([])
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
    await field.fill(await own.server.link(own.groups()))
    await field.press('Enter')
    await page.locator('[data-group]').first().waitFor()
    await expect.poll(() => page.url()).not.toContain('code=')
    // The same at the address where one is.
    const other = await own.newPage()
    await other.goto(own.server.url + own.groups())
    await other.getByLabel('Or paste a link').fill(await own.server.link(own.groups()))
    await other.getByRole('button', { name: 'Sign in' }).click()
    await other.locator('[data-group]').first().waitFor()
  },
)
