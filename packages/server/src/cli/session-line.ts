import type { RoundResponse } from '@crewroom/shared/model/round'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { relayed } from '@crewroom/shared/text/relay'

/** An event of a session or of its rounds. */
export type SessionEvent = Extract<
  CrewEvent,
  { readonly type: `session:${string}` | `round:${string}` }
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
        const { from, kind, content } = event.message
        const who = kind === 'system' ? '' : ` ${wording.who(from)}:`
        return `${place(event.groupName)}${who} ${relayed(content)}`
      }
      case 'session:reaction': {
        const { agentId, action, emoji } = event
        return `${place(event.groupName)} ${wording.does(agentId, action === 'add' ? 'react' : 'remove')} ${emoji}`
      }
      case 'round:opened': {
        const { n, groupName, responses } = event.round
        const asked = responses.filter(({ status }) => status === 'thinking')
        const names = asked.map(({ agentId }) => wording.who(agentId)).join(', ')
        return `${place(groupName)} round ${n} asks ${names}`
      }
      case 'round:responded': {
        const { sessionId, n, response } = event
        const without = withoutAnswer(response, wording)
        const group = this.#known.get(sessionId)?.groupName
        return without && `${group === undefined ? 'session' : place(group)} round ${n}: ${without}`
      }
      case 'session:read':
      case 'round:closed':
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
          : event.sessionId
    const known = this.#known.get(id)
    return known ? ` "${relayed(known.title)}"` : ' (session)'
  }
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
    case 'thinking':
    case 'done':
      return null
    default:
      status satisfies never
      return null
  }
}
