import type { CreatedAgent, ServerProcess } from './server-process'

interface Round {
  readonly n: number
  readonly responses: readonly { readonly agentId: string; readonly status: string }[]
}

/** A crew whose agents are remote: they answer when a test says so. */
export interface SessionCrew {
  readonly lead: CreatedAgent
  readonly ada: CreatedAgent
  readonly dora: CreatedAgent
  readonly rhea: CreatedAgent
  readonly group: string
}

export async function createSessionCrew(server: ServerProcess): Promise<SessionCrew> {
  const lead = await server.createLead('atlas-refactor')
  const agent = async (name: string, role: string): Promise<CreatedAgent> => {
    const made = await server.call<{ agent: { id: string }; token: string }>(
      'POST',
      `/api/lead/${lead.id}/agents`,
      { name, role },
    )
    return { id: made.agent.id, token: made.token }
  }
  const ada = await agent('Ada', 'architect')
  const dora = await agent('Dora', 'developer')
  const rhea = await agent('Rhea', 'code-reviewer')
  await server.createGroup(lead.id, 'config-team', [ada.id, dora.id, rhea.id])
  return { lead, ada, dora, rhea, group: 'config-team' }
}

/** One session of such a crew, as a person and its agents use it. */
export class SessionTalk {
  readonly #server: ServerProcess
  readonly crew: SessionCrew
  readonly id: string
  readonly #cursors = new Map<string, string>()

  private constructor(server: ServerProcess, crew: SessionCrew, id: string) {
    this.#server = server
    this.crew = crew
    this.id = id
  }

  static async open(
    server: ServerProcess,
    crew: SessionCrew,
    body: { readonly title?: string; readonly agents?: readonly string[] } = {},
  ): Promise<SessionTalk> {
    const made = await server.call<{ session: { id: string } }>(
      'POST',
      `/api/lead/${crew.lead.id}/groups/${crew.group}/sessions`,
      body,
    )
    return new SessionTalk(server, crew, made.session.id)
  }

  /** A session that is there already. */
  static of(server: ServerProcess, crew: SessionCrew, id: string): SessionTalk {
    return new SessionTalk(server, crew, id)
  }

  /** Its address on the page. */
  get path(): string {
    return `/leads/${this.crew.lead.id}/groups/${this.crew.group}/s/${this.id}`
  }

  async ask(content: string, asks?: readonly CreatedAgent[]): Promise<string> {
    const ids = asks?.map(({ id }) => id)
    const { message } = await this.call<{ message: { id: string } }>('POST', '/messages', {
      content,
      ...(ids ? { asks: ids } : {}),
    })
    return message.id
  }

  /** The agent takes what it is owed, such as a question; its texts. */
  async take(agent: CreatedAgent): Promise<string[]> {
    const page = await this.#server.call<{ cursor: string; deliveries: { text: string }[] }>(
      'GET',
      `/api/agents/${agent.id}/inbox`,
      undefined,
      agent.token,
    )
    this.#cursors.set(agent.id, page.cursor)
    return page.deliveries.map(({ text }) => text)
  }

  /** The agent ends its turn with these words; blank: it passes. */
  async say(agent: CreatedAgent, text: string): Promise<void> {
    const path = `/api/agents/${agent.id}`
    if (text !== '') {
      await this.#server.call('POST', `${path}/output`, { text: `${text}\n` }, agent.token)
    }
    const cursor = this.#cursors.get(agent.id)
    await this.#server.call('POST', `${path}/inbox/ack`, { cursor }, agent.token)
  }

  /** The agent takes the question and answers it. */
  async answer(agent: CreatedAgent, text: string): Promise<void> {
    await this.take(agent)
    await this.say(agent, text)
  }

  async rounds(): Promise<readonly Round[]> {
    const { rounds } = await this.call<{ rounds: readonly Round[] }>('GET', '/rounds')
    return rounds
  }

  call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { lead, group } = this.crew
    const base = `/api/lead/${lead.id}/groups/${group}/sessions/${this.id}`
    return this.#server.call<T>(method, `${base}${path}`, body)
  }
}
