import { HUMAN } from '@crewroom/shared/model/participant'
import { responseOf } from '@crewroom/shared/model/round'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import type { Envelope } from '../journal/facts'
import { createSession } from '../sessions/create-session'
import { postToSession } from '../sessions/post-to-session'
import type { Pace } from './pace'
import { DEMO_TALK } from './talk'

const BY: By = { actor: HUMAN, cause: { kind: 'system' } }

/**
 * The person of sample crews, who talks with their agents in a session. What it says next follows from the crew's state,
 * so that a restart does not stop it; each message has a `clientId`, so that none is posted twice.
 */
export class SamplePerson {
  readonly #shard: Shard
  /** How slowly it types; null for any other crew. */
  readonly #paceOf: (crew: Crew) => Pace | null
  /** Crews in which it is about to say something. */
  readonly #typing = new Set<string>()
  /** Crews in which it has said everything, as far as this run of the server knows. */
  readonly #done = new Set<string>()
  readonly #stop = new AbortController()

  constructor(shard: Shard, paceOf: (crew: Crew) => Pace | null) {
    this.#shard = shard
    this.#paceOf = paceOf
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
    if (!crew || !pace || nextOf(crew) === null) return
    this.#typing.add(leadId)
    void pace.thinking(this.#stop.signal).then(() => {
      this.#typing.delete(leadId)
      if (!this.#stop.signal.aborted) this.#speak(leadId)
    })
  }

  #speak(leadId: string): void {
    const crew = this.#shard.findCrew(leadId)
    const next = crew && nextOf(crew)
    if (!crew || next === null || next === undefined) return
    try {
      const { group, title, rounds } = DEMO_TALK
      const session = sessionIn(crew) ?? createSession(this.#shard, crew, BY, { group, title })
      postToSession(this.#shard, crew, BY, {
        group,
        session: session.id,
        content: rounds[next].asks,
        clientId: `sample-${next}`,
      })
      if (next === rounds.length - 1) this.#done.add(leadId)
    } catch (error) {
      // The one at the dashboard has made something else of the session, or nothing can be stored just now.
      if (!(error instanceof CrewError)) throw error
    }
  }
}

/** What is to be said now; null while there is something to wait for. */
function nextOf(crew: Crew): 0 | 1 | null {
  const group = crew.state.groups[DEMO_TALK.group]
  if (!group || group.archived || crew.state.lead.paused) return null
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
