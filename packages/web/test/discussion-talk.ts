import { SessionTalk, type SessionCrew } from './session-crew'
import type { CreatedAgent, ServerProcess } from './server-process'

interface Started {
  readonly run: { readonly id: string; readonly sessionId: string }
}

/** A discussion of a crew whose agents are remote: they answer when a test says so. */
export class DiscussionTalk {
  readonly #server: ServerProcess
  readonly talk: SessionTalk
  readonly runId: string

  private constructor(server: ServerProcess, talk: SessionTalk, runId: string) {
    this.#server = server
    this.talk = talk
    this.runId = runId
  }

  static async start(
    server: ServerProcess,
    crew: SessionCrew,
    body: object,
  ): Promise<DiscussionTalk> {
    const { lead, group } = crew
    const path = `/api/lead/${lead.id}/groups/${group}/discussions`
    const { run } = await server.call<Started>('POST', path, body)
    return new DiscussionTalk(server, SessionTalk.of(server, crew, run.sessionId), run.id)
  }

  /** One that was started on the page: the newest of the crew. */
  static async newest(server: ServerProcess, crew: SessionCrew): Promise<DiscussionTalk> {
    const { runs } = await server.call<{ runs: readonly Started['run'][] }>(
      'GET',
      `/api/runs?lead=${crew.lead.id}`,
    )
    const [run] = runs
    if (!run) throw new Error('no discussion')
    return new DiscussionTalk(server, SessionTalk.of(server, crew, run.sessionId), run.id)
  }

  get path(): string {
    return this.talk.path
  }

  answer(agent: CreatedAgent, text: string): Promise<void> {
    return this.talk.answer(agent, text)
  }

  /** The person answers or writes. */
  write(content: string): Promise<unknown> {
    return this.talk.call('POST', '/messages', { content })
  }

  do(verb: string, body: object = {}): Promise<unknown> {
    return this.#server.call('POST', `/api/runs/${this.runId}/${verb}`, body)
  }
}
