import type { RoundAsk, RoundResponse } from '@crewroom/shared/model/round'
import { STOP_WORDS } from '@crewroom/shared/model/stop-words'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { replying } from '@crewroom/shared/text/names'
import { relayed } from '@crewroom/shared/text/relay'

/** An event of a session, of its rounds or of its discussions. */
export type SessionEvent = Extract<
  CrewEvent,
  { readonly type: `session:${string}` | `round:${string}` | `run:${string}` }
>

/** How people and places are written in a line. */
export interface Wording {
  who(id: string): string
  /** Somebody and what they do: the verb as it follows "You". */
  does(id: string, verb: string): string
  group(name: string): string
}

/** Says what happens in sessions in words. Knows the ones that it has heard about, as they were last. */
export class SessionLines {
  readonly #known = new Map<string, SessionRecord>()
  /** Discussions that are paused. */
  readonly #paused = new Set<string>()

  know(session: SessionRecord): void {
    if (session.status === 'deleted') this.#known.delete(session.id)
    else this.#known.set(session.id, session)
  }

  /** Null for what another line says. */
  text(event: SessionEvent, wording: Wording): string | null {
    const place = (group: string) => `${wording.group(group)}${this.#title(event)}`
    switch (event.type) {
      case 'session:created': {
        const { createdBy, title, groupName } = event.session
        this.know(event.session)
        return `${wording.does(createdBy, 'open')} session "${relayed(title)}" in ${wording.group(groupName)}`
      }
      case 'session:updated': {
        const before = this.#known.get(event.session.id)
        this.know(event.session)
        return changed(event.session, before, wording)
      }
      case 'session:message': {
        const { from, kind, content, replyTo } = event.message
        const who = kind === 'system' ? '' : ` ${wording.who(from)}${replying(replyTo)}:`
        return `${place(event.groupName)}${who} ${relayed(content)}`
      }
      case 'session:reaction': {
        const { agentId, action, emoji } = event
        return `${place(event.groupName)} ${wording.does(agentId, action === 'add' ? 'react' : 'remove')} ${emoji}`
      }
      case 'round:opened': {
        const { n, ask, groupName, responses } = event.round
        if (ask === 'human') return `${place(groupName)} round ${n}: it is your turn`
        const asked = responses.filter(({ status }) => status === 'thinking')
        const names = asked.map(({ agentId }) => wording.who(agentId)).join(', ')
        return `${place(groupName)} round ${n} asks ${names}${ASKED[ask]}`
      }
      case 'round:responded': {
        const { sessionId, n, response } = event
        const without = withoutAnswer(response, wording)
        const group = this.#known.get(sessionId)?.groupName
        return without && `${group === undefined ? 'session' : place(group)} round ${n}: ${without}`
      }
      case 'run:started': {
        const { startedBy, goal, groupName } = event.run
        return `${place(groupName)} ${wording.does(startedBy, 'start')} a discussion: ${relayed(goal)}`
      }
      case 'run:updated': {
        const { id, status, groupName } = event.run
        const wasPaused = this.#paused.delete(id)
        if (status === 'paused') {
          this.#paused.add(id)
          return wasPaused ? null : `${place(groupName)} the discussion is paused`
        }
        return wasPaused ? `${place(groupName)} the discussion is resumed` : null
      }
      case 'run:ended': {
        const { id, stopReason, groupName } = event.run
        this.#paused.delete(id)
        const why = stopReason === null ? '' : `: ${STOP_WORDS[stopReason]}`
        return `${place(groupName)} the discussion has ended${why}`
      }
      case 'session:read':
      case 'round:closed':
      case 'run:stepped':
        return null
      default:
        event satisfies never
        // A newer server may say more than this program knows.
        return null
    }
  }

  /** The title of the session that an event is about; of one that is not known, nothing. */
  #title(event: SessionEvent): string {
    const id =
      'session' in event
        ? event.session.id
        : 'round' in event
          ? event.round.sessionId
          : 'run' in event
            ? event.run.sessionId
            : event.sessionId
    const known = this.#known.get(id)
    return known ? ` "${relayed(known.title)}"` : ' (session)'
  }
}

/** What a round asks for, behind those who are asked. */
const ASKED: Readonly<Record<Exclude<RoundAsk, 'human'>, string>> = {
  answer: '',
  select: ' who speaks next',
  aggregate: ' to sum up',
  manage: ' whom to ask next',
}

function changed(
  { title, groupName, status }: SessionRecord,
  before: SessionRecord | undefined,
  { group }: Wording,
): string | null {
  const named = `session "${relayed(before?.title ?? title)}" in ${group(groupName)}`
  if (status !== (before?.status ?? 'active')) {
    return `${named} is ${status === 'active' ? 'in use again' : status}`
  }
  if (before && before.title !== title) return `${named} is now called "${relayed(title)}"`
  return null
}

/** Why there is no answer; null where there is one, or where the agent is asked again. */
function withoutAnswer(
  { agentId, status, error, stoppedBy }: RoundResponse,
  { who, does }: Wording,
): string | null {
  const why = error === null ? '' : `: ${relayed(error)}`
  switch (status) {
    case 'passed':
      return `${who(agentId)} has nothing to add`
    case 'interrupted':
      return stoppedBy === undefined
        ? `the answer of ${who(agentId)} is stopped${why}`
        : `${does(stoppedBy, 'stop')} the answer of ${who(agentId)}`
    case 'error':
      return `no answer from ${who(agentId)}${why}`
    case 'skipped':
      return error === null ? null : `${who(agentId)} did not get the question${why}`
    case 'nested':
      return `${who(agentId)} answers when the discussion that it started has ended`
    case 'thinking':
    case 'done':
      return null
    default:
      status satisfies never
      return null
  }
}
