import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { placeOf, MAIN_SESSION } from '@crewroom/shared/model/session'
import { sendDirect } from '../agents/direct-messages'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { startRun } from '../discussions/start-run'
import { postToSession } from '../sessions/post-to-session'
import { DEMO_DISCUSSION } from './discussion'

/** What the person of a sample crew does next. */
export interface Next {
  /** A turn, which somebody at the dashboard may take first. */
  readonly isTurn: boolean
  readonly act: () => void
}

const { group, begins, title, goal, terminationCondition, participants } = DEMO_DISCUSSION
const { rounds, turns, goOn, ends } = DEMO_DISCUSSION

/**
 * The part of the person of sample crews in their discussion: starts it, takes the turn, and lets the story go on when it has ended, whoever
 * ended it.
 */
export class SampleDiscussion {
  readonly #shard: Shard
  readonly #by: By
  /** Crews in which this run of the server has started it. */
  readonly #started = new Set<string>()
  /** Crews that were told to go on: again would be the same message. */
  readonly #told = new Set<string>()

  constructor(shard: Shard, by: By) {
    this.#shard = shard
    this.#by = by
  }

  /** Null while there is something to wait for, before it and behind it. */
  next(crew: Crew): Next | null {
    const leadId = crew.state.lead.id
    if (!hasWritten(crew, begins) || hasWritten(crew, ends) || this.#told.has(leadId)) return null
    const session = sessionIn(crew)
    if (!session && !this.#started.has(leadId)) {
      return { isTurn: false, act: () => this.#start(crew) }
    }
    const run = session?.runId === undefined ? undefined : crew.state.runs[session.runId]
    if (!session || !run) return { isTurn: false, act: () => this.#goOn(crew) }
    const waits = Object.values(crew.state.needs).some(
      ({ turn }) => turn?.runId === run.id && turn.asks === 'answer',
    )
    return waits ? { isTurn: true, act: () => this.#answer(crew, session.id) } : null
  }

  #start(crew: Crew): void {
    const leadId = crew.state.lead.id
    const members = crew.state.groups[group]?.memberIds ?? []
    // By ids: one that has completed comes back, and a name stands for those alone that have not.
    const idOf = (name: string) => members.find((id) => crew.state.agents[id]?.name === name)
    startRun(this.#shard, crew, this.#by, {
      group,
      title,
      goal,
      terminationCondition,
      policy: { kind: 'selection', by: leadId },
      participants: participants.flatMap((name) =>
        name === HUMAN_ID ? [HUMAN_ID] : (idOf(name) ?? []),
      ),
      limits: { rounds },
    })
    this.#started.add(leadId)
  }

  #answer(crew: Crew, session: string): void {
    const content = turns.find(({ speaker }) => speaker === HUMAN_ID)?.says ?? ''
    postToSession(this.#shard, crew, this.#by, { group, session, content, clientId: 'sample-turn' })
  }

  #goOn(crew: Crew): void {
    const leadId = crew.state.lead.id
    sendDirect(this.#shard, crew, this.#by, { to: leadId, content: goOn, clientId: 'sample-go-on' })
    this.#told.add(leadId)
  }
}

/** Whether the lead has written this in the group. */
function hasWritten(crew: Crew, text: string): boolean {
  const { messages } = crew.window(placeOf(group, MAIN_SESSION))
  return messages.some(({ from, content }) => from === crew.state.lead.id && content === text)
}

function sessionIn(crew: Crew) {
  return Object.values(crew.state.sessions).find(
    (session) => session.groupName === group && session.title === title,
  )
}
