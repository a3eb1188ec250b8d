import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { launch, noBrowser, Watch } from './chromium'
import { type CreatedAgent, ServerProcess } from './server-process'

/** What the tests of a file share: one server and one browser; and what each has for itself: a crew and a watch. */
export class Dashboard {
  readonly server = new ServerProcess()
  browser!: Browser
  watch = new Watch()
  lead!: CreatedAgent
  /** A developer, a remote agent, in both groups: `config-team` and `release-gate`. */
  dev!: CreatedAgent

  /** The address of the groups, or of one. */
  groups(name = ''): string {
    return `/leads/${this.lead.id}/groups${name && `/${name}`}`
  }

  newPage(options: BrowserContextOptions = {}): Promise<Page> {
    return this.watch.open(this.browser, this.server.url, {
      viewport: { width: 1280, height: 800 },
      ...options,
    })
  }

  /** A page of a browser of its own, signed in, at an address. */
  async open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.newPage(options)
    await page.goto(await this.server.link(path))
    await page.locator('main').first().waitFor({ state: 'attached' })
    return page
  }

  /** The developer writes: at most 120 at once and 60 in a minute. */
  say(group: string, content: string): Promise<void> {
    return this.server.post(this.dev, group, content)
  }

  /** The person writes, as often as a test likes. */
  async write(group: string, content: string): Promise<void> {
    const path = `/api/lead/${this.lead.id}/groups/${group}/messages`
    await this.server.call('POST', path, { content })
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
    this.watch = new Watch()
    this.lead = await this.server.createLead('atlas-refactor')
    this.dev = await this.server.createAgent(this.lead.id, 'developer')
    for (const name of ['config-team', 'release-gate']) {
      await this.server.createGroup(this.lead.id, name, [this.dev.id])
    }
  }
}

/** Registers what keeps a dashboard for the tests of this file. */
export function dashboard(): Dashboard {
  const own = new Dashboard()
  beforeAll(async () => {
    if (noBrowser) return
    own.browser = await launch()
    await own.server.start()
  })
  beforeEach(() => (noBrowser ? undefined : own.begin()))
  afterEach(async () => {
    for (const context of own.browser?.contexts() ?? []) await context.close()
  })
  afterAll(async () => {
    await own.browser?.close()
    await own.server.dispose()
  })
  return own
}

export const messageTexts = (page: Page) => page.locator('[data-message] .b').allInnerTexts()
