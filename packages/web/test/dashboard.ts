import type { Page } from 'playwright-core'
import { beforeEach } from 'vitest'
import { noBrowser } from './chromium'
import type { CreatedAgent } from './server-process'
import { setStage, Stage } from './stage'

/** A stage on which each test has a small crew of its own. */
export class Dashboard extends Stage {
  lead!: CreatedAgent
  /** A developer, a remote agent, in both groups: `config-team` and `release-gate`. */
  dev!: CreatedAgent

  /** The address of the groups, or of one. */
  groups(name = ''): string {
    return `/leads/${this.lead.id}/groups${name && `/${name}`}`
  }

  /** The developer writes: at most 120 at once and 60 in a minute. */
  say(group: string, content: string): Promise<void> {
    return this.server.post(this.dev, group, content)
  }

  /** The person writes to a group of this crew. */
  writeTo(group: string, content: string): Promise<string> {
    return this.write(this.lead.id, group, content)
  }

  /** Texts of a group as the server has them. */
  async stored(group: string): Promise<string[]> {
    const { messages } = await this.server.call<{ messages: { content: string }[] }>(
      'GET',
      `/api/lead/${this.lead.id}/groups/${group}/messages?limit=200`,
    )
    return messages.map(({ content }) => content)
  }

  async begin(): Promise<void> {
    this.lead = await this.server.createLead('atlas-refactor')
    this.dev = await this.server.createAgent(this.lead.id, 'developer')
    for (const name of ['config-team', 'release-gate']) {
      await this.server.createGroup(this.lead.id, name, [this.dev.id])
    }
  }
}

/** Registers what keeps a dashboard for the tests of this file. */
export function dashboard(): Dashboard {
  const own = setStage(new Dashboard())
  beforeEach(() => (noBrowser ? undefined : own.begin()))
  return own
}

export const messageTexts = (page: Page) => page.locator('[data-message] .b').allInnerTexts()
export const totalBadge = (page: Page) => page.locator('.nav .badge:not(.at)')
export const rowBadge = (page: Page, name: string) =>
  page.locator(`[data-group="${name}"] .badge:not(.at)`)
