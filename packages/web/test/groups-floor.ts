import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { launch, Watch } from './chromium'
import { type CreatedAgent, ServerProcess } from './server-process'

const SHOTS = process.env['CREWROOM_SHOTS']

/** One server with a crew like that of the design's pictures, and one browser, for the tests of the groups. */
export class GroupsFloor {
  readonly server = new ServerProcess()
  readonly watch = new Watch()
  browser!: Browser
  lead!: CreatedAgent
  architect!: CreatedAgent
  dev!: CreatedAgent
  dev2!: CreatedAgent
  reviewer!: CreatedAgent
  qa!: CreatedAgent
  writer!: CreatedAgent

  async start(): Promise<void> {
    const { server } = this
    this.browser = await launch()
    await server.start()
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

  /** After each test: no page stays, and nothing went wrong on any. */
  async sweep(): Promise<void> {
    for (const context of this.browser?.contexts() ?? []) await context.close()
    this.watch.areFailuresExpected = false
    expect(this.watch.wrong.splice(0)).toEqual([])
  }

  async dispose(): Promise<void> {
    await this.browser?.close()
    await this.server.dispose()
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
  async open(tail = '', options: BrowserContextOptions = {}, leadId = this.lead.id): Promise<Page> {
    const viewport = { width: 1440, height: 900 }
    const page = await this.watch.open(this.browser, this.server.url, { viewport, ...options })
    await page.goto(await this.server.link(`/leads/${leadId}/groups${tail}`))
    await page.locator('.list h2').waitFor({ state: 'attached' })
    return page
  }
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

export async function violations(page: Page, within: string): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .include(within)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return found.map((own) => `${own.id}: ${own.nodes.map(({ target }) => target).join(' ')}`)
}

/** A picture to look at, where CREWROOM_SHOTS says. */
export async function shot(page: Page, name: string): Promise<void> {
  if (!SHOTS) return
  mkdirSync(SHOTS, { recursive: true })
  await page.screenshot({ path: join(SHOTS, `${name}.png`) })
}
