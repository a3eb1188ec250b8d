import { expect, test } from 'vitest'
import { TWO_LOOKS, violations } from './axe'
import { noBrowser } from './chromium'
import { often } from './long'
import { setStage, shot, Stage } from './stage'
import { visit } from './visit'

interface Chat {
  readonly id: string
  readonly lead_id: string
  readonly group: string
}

const own = setStage(new Stage(), async () => {
  await own.server.createLead('atlas')
})
const { server } = own

test.skipIf(noBrowser)(
  'UI603, VB1 a workspace is listed below the crews, and its placeholder is shown nowhere',
  async () => {
    const chat = await server.call<Chat>('POST', '/api/workspaces/ws-1/group-chats', {
      name: 'Code Review Discussion',
      members: [
        { type: 'human', id: 'user-1', display_name: 'John' },
        { type: 'agent', id: 'reader-1', display_name: 'Reader One' },
        { type: 'agent', id: 'reader-2', display_name: 'Reader Two' },
      ],
    })
    for (const look of often(TWO_LOOKS.slice(1), TWO_LOOKS)) {
      const page = await own.open('/', look)
      await page.getByRole('heading', { level: 2, name: 'Workspaces' }).waitFor()
      await expect
        .poll(() => page.locator('.crew-card h2, .home-part').allInnerTexts())
        .toEqual(['atlas', 'Workspaces', 'ws-1'])
      await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Crews 1')
      await expect.poll(() => page.locator('[data-crew="ws-1"]').innerText()).toContain('2 agents')
      expect(await violations(page)).toEqual([])
      await shot(page, `workspaces-${look.viewport.width}`)
    }
    const page = await own.open(`/leads/${chat.lead_id}/groups/${chat.group}`, {
      viewport: { width: 1440, height: 900 },
    })
    await page.getByText('Goes to 2 agents').waitFor()
    await page.getByRole('heading', { name: /^Members/ }).waitFor()
    await shot(page, 'workspace-group')
    await expect.poll(() => page.locator('body').innerText()).not.toContain('Project Lead')
    await visit(page, `/leads/${chat.lead_id}`)
    await expect.poll(() => page.locator('[data-card]').allInnerTexts()).toHaveLength(2)
    await expect.poll(() => page.locator('body').innerText()).not.toContain('Project Lead')
    await shot(page, 'workspace-overview')
  },
)
