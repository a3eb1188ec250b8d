import type { BrowserContextOptions, Page } from 'playwright-core'
import type { CreatedAgent } from './server-process'
import { setStage, Stage } from './stage'

/** A stage with a crew like that of the design's pictures, for the tests of the groups. */
export class GroupsFloor extends Stage {
  lead!: CreatedAgent
  architect!: CreatedAgent
  dev!: CreatedAgent
  dev2!: CreatedAgent
  reviewer!: CreatedAgent
  qa!: CreatedAgent
  writer!: CreatedAgent

  async fill(): Promise<void> {
    const { server } = this
    const lead = await server.createLead('atlas-refactor')
    const join = (role: string) => server.createAgent(lead.id, role)
    this.lead = lead
    this.architect = await join('architect')
    this.dev = await join('developer')
    this.dev2 = await join('developer')
    this.reviewer = await join('code-reviewer')
    this.qa = await join('qa-tester')
    this.writer = await join('technical-writer')
    const { architect, dev, dev2, reviewer, qa, writer } = this
    await server.createGroup(lead.id, 'empty-states', [dev2.id])
    await server.post(dev2, 'empty-states', 'Agreed. Shipping the quieter version.')
    await server.createGroup(lead.id, 'old-plans', [dev.id])
    await server.post(dev, 'old-plans', 'This was the plan.')
    await server.call('POST', this.api('old-plans/archive'), {})
    await server.createGroup(lead.id, 'docs-pass', [writer.id])
    await server.post(writer, 'docs-pass', 'Migration guide is up for review.')
    await server.createGroup(lead.id, 'release-gate', [qa.id, reviewer.id])
    await server.post(qa, 'release-gate', '3 of 214 flaky on arm64, none on x86. Rerunning.')
    await server.post(qa, 'release-gate', '@human do we ship with these?')
    await server.createGroup(lead.id, 'config-team', [architect.id, dev.id, reviewer.id])
    await server.post(dev, 'config-team', 'Understood. I will wait for the extraction.')
  }

  /** The server's path of what belongs to a group. */
  api(tail: string): string {
    return `/api/lead/${this.lead.id}/groups/${tail}`
  }

  /** The page's address of a group. */
  at(tail = ''): string {
    return `${this.server.url}/leads/${this.lead.id}/groups${tail}`
  }

  /** A signed-in page of the groups of a crew. */
  async openGroups(
    tail = '',
    options: BrowserContextOptions = {},
    leadId = this.lead.id,
  ): Promise<Page> {
    const viewport = { width: 1440, height: 900 }
    const page = await this.open(`/leads/${leadId}/groups${tail}`, { viewport, ...options })
    await page.locator('.list h2').waitFor({ state: 'attached' })
    return page
  }
}

/** Registers what keeps the groups' floor for the tests of this file. */
export function groupsFloor(): GroupsFloor {
  const floor: GroupsFloor = setStage(new GroupsFloor(), () => floor.fill())
  return floor
}

export const row = (page: Page, name: string) => page.locator(`[data-group="${name}"]`)
export const names = (page: Page) =>
  page
    .locator('.list .g')
    .evaluateAll((all) => all.map((own) => (own as HTMLElement).dataset['group']))
export const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text })
export const menuItem = (page: Page, name: string) =>
  page.getByRole('menuitem', { name, exact: true })
export const member = (page: Page, agent: { readonly id: string }) =>
  page.locator(`[data-member="${agent.id}"]`)

/** What has the focus: a group's row, a label, or the kind of element. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const own = document.activeElement as HTMLElement | null
    return own?.dataset['group'] ?? own?.getAttribute('aria-label') ?? own?.tagName ?? ''
  })
