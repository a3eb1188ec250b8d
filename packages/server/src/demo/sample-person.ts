import { HUMAN } from '@crewroom/shared/model/participant'
import { responseOf } from '@crewroom/shared/model/round'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import type { Envelope } from '../journal/facts'
import { createSession } from '../sessions/create-session'
import { postToSession } from '../sessions/post-to-session'
import type { Pace } from './pace'
import { type Next, SampleDiscussion } from './sample-discussion'
import { DEMO_TALK } from './talk'

const BY: By = { actor: HUMAN, cause: { kind: 'system' } }

/**
 * The person of sample crews, who starts a discussion of their agents and talks with some of them in a session. What it does next follows
 * from the crew's state, so that a restart does not stop it; each message has a `clientId`, so that none is posted twice.
 */
export class SamplePerson {
  readonly #shard: Shard
  /** How slowly it types; null for any other crew. */
  readonly #paceOf: (crew: Crew) => Pace | null
  /** Crews in which it is about to say something. */
  readonly #typing = new Set<string>()
  /** Crews in which it has said everything, as far as this run of the server knows. */
  readonly #done = new Set<string>()
  readonly #discussion: SampleDiscussion
  readonly #stop = new AbortController()

  constructor(shard: Shard, paceOf: (crew: Crew) => Pace | null) {
    this.#shard = shard
    this.#paceOf = paceOf
    this.#discussion = new SampleDiscussion(shard, BY)
  }

  published(entries: readonly Envelope[]): void {
    for (const leadId of new Set(entries.map((entry) => entry.leadId))) this.#look(leadId)
  }

  stop(): void {
    this.#stop.abort()
  }

  #look(leadId: string): void {
    if (this.#done.has(leadId) || this.#typing.has(leadId)) return
    const crew = this.#shard.findCrew(leadId)
    const pace = crew && this.#paceOf(crew)
    const next = pace && this.#next(crew)
    if (!next) return
    this.#typing.add(leadId)
    const { signal } = this.#stop
    void (next.isTurn ? pace.turn(signal) : pace.thinking(signal)).then(() => {
      this.#typing.delete(leadId)
      if (!signal.aborted) this.#act(leadId)
    })
  }

  /** What it does may not be what it was about to do: somebody else may have taken its turn. */
  #act(leadId: string): void {
    const crew = this.#shard.findCrew(leadId)
    try {
      if (crew) this.#next(crew)?.act()
    } catch (error) {
      // The one at the dashboard has made something else of the session, or nothing can be stored just now.
      if (!(error instanceof CrewError)) throw error
    }
  }

  #next(crew: Crew): Next | null {
    if (crew.state.lead.paused) return null
    const said = this.#discussion.next(crew)
    if (said) return said
    const round = nextOf(crew)
    return round === null ? null : { isTurn: false, act: () => this.#ask(crew, round) }
  }

  #ask(crew: Crew, at: 0 | 1): void {
    const { group, title, rounds } = DEMO_TALK
    const session = sessionIn(crew) ?? createSession(this.#shard, crew, BY, { group, title })
    postToSession(this.#shard, crew, BY, {
      group,
      session: session.id,
      content: rounds[at].asks,
      clientId: `sample-${at}`,
    })
    if (at === rounds.length - 1) this.#done.add(crew.state.lead.id)
  }
}

/** What is to be said now; null while there is something to wait for. */
function nextOf(crew: Crew): 0 | 1 | null {
  const group = crew.state.groups[DEMO_TALK.group]
  if (!group || group.archived) return null
  const session = sessionIn(crew)
  if (!session || session.rounds === 0) return group.messageCount === DEMO_TALK.begins ? 0 : null
  const first = crew.rounds.round(session.id, 1)
  if (!first || first.closed !== null) return 1
  const late = Object.values(crew.state.agents).find(({ name }) => name === DEMO_TALK.late)?.id
  const thinking = first.responses.filter(({ status }) => status === 'thinking')
  const isAlone = thinking.every(({ agentId }) => agentId === late)
  const answering = late && responseOf(first, late) ? crew.rounds.answering(late) : null
  return isAlone && answering?.n === 1 ? 1 : null
}

function sessionIn(crew: Crew) {
  const { group, title } = DEMO_TALK
  return Object.values(crew.state.sessions).find(
    (session) => session.groupName === group && session.title === title,
  )
}
