import type { Message } from '@crewroom/shared/model/message'
import { placeOfSession, type SessionRecord } from '@crewroom/shared/model/session'
import type { InboxDelivery } from '../../src/delivery/inbox-page'
import { createGroup } from '../../src/groups/create-group'
import { createSession } from '../../src/sessions/create-session'
import { type PostedToSession, postToSession } from '../../src/sessions/post-to-session'
import { testCrew, type TestCrew, type TestCrewOptions } from './test-crew'

const AGENTS = { ana: 'developer', ben: 'architect', cy: 'qa-tester' } as const

/** A crew with a group `plan` of three agents, and what is done in its sessions. */
export class SessionCrew {
  readonly crew: TestCrew

  constructor(options: TestCrewOptions = {}) {
    this.crew = testCrew({ agents: AGENTS, ...options })
    const { shard, leadId } = this.crew
    createGroup(shard, shard.crew(leadId), this.crew.by('human'), {
      name: 'plan',
      members: Object.keys(AGENTS).map((name) => this.crew.id(name)),
    })
    this.crew.check()
  }

  /** Opens a session of these agents; of all but the lead when none are named. */
  open(title?: string, agents?: readonly string[], by = 'human'): SessionRecord {
    const { crew } = this
    const ids = agents?.map((name) => crew.id(name))
    return crew.act(() =>
      createSession(crew.shard, crew.crew, crew.by(by), { group: 'plan', title, agents: ids }),
    )
  }

  post(session: SessionRecord, who: string, content: string, more: object = {}): PostedToSession {
    const { crew } = this
    const input = { group: 'plan', session: session.id, content, ...more }
    return crew.act(() => postToSession(crew.shard, crew.crew, crew.by(who), input))
  }

  /**
   * An agent reads its inbox up to the round that it is asked to answer, and confirms that. It does not ask again: then it
   * would have passed.
   */
  async takes(who: string): Promise<readonly InboxDelivery[]> {
    const { crew } = this
    const { inbox } = crew.core
    const all: InboxDelivery[] = []
    for (;;) {
      const page = await inbox.fetch(crew.id(who), {})
      await inbox.ack(crew.id(who), page.cursor)
      all.push(...page.deliveries)
      if (page.deliveries.length === 0 || page.deliveries.some(({ round }) => round)) break
    }
    crew.check()
    return all
  }

  /** The same; the text of the round. */
  async question(who: string): Promise<string> {
    return (await this.takes(who)).find(({ round }) => round)?.text ?? ''
  }

  /** An agent says something and ends its turn, or not yet. */
  async says(who: string, text: string, endOfTurn = true): Promise<void> {
    const { crew } = this
    await crew.core.intake.output(crew.crew, crew.id(who), { text, stream: 'main', endOfTurn })
    crew.check()
  }

  /** What was said in a session, as memory has it. */
  messages(session: SessionRecord): readonly Message[] {
    return this.crew.crew.window(placeOfSession(session.id)).messages
  }

  /** The newest round of a session: who was asked, and what became of that. */
  round(session: SessionRecord) {
    const round = this.crew.crew.state.rounds[session.id]?.at(-1)
    if (!round) throw new Error('no round')
    const names = ['ana', 'ben', 'cy', 'lead']
    const nameOf = (id: string) => names.find((name) => this.crew.id(name) === id) ?? id
    return {
      n: round.n,
      closed: round.closed,
      responses: Object.fromEntries(
        round.responses.map(({ agentId, status }) => [nameOf(agentId), status]),
      ),
    }
  }

  session(session: SessionRecord): SessionRecord | undefined {
    return this.crew.crew.state.sessions[session.id]
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.crew[Symbol.asyncDispose]()
  }
}
