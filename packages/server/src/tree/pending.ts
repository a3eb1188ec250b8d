import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { GroupRecord } from '@crewroom/shared/model/group'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { memberNames } from '../group-chats/member-names'
import type { CrewBook } from './crew-book'
import { changesOf, type SessionChange } from './tree-lines'

/** What is to be written of one session. */
export interface SessionPending {
  /** All since the session was opened: nothing that is there is needed. */
  isWhole: boolean
  /** What every agent was given and did may have to be written in another way. */
  isEveryRecord: boolean
  /** Agents of which more was recorded. */
  readonly records: Set<string>
  readonly changes: { readonly seq: number; readonly change: SessionChange }[]
}

/** What facts have changed in the files of a crew, until it is written. */
export class Pending {
  readonly sessions = new Map<string, SessionPending>()
  /** Names of groups of which something was changed. */
  readonly groups = new Set<string>()
  /** Sessions that were deleted, with the ids of their group chats. */
  readonly deleted = new Map<string, string>()
  readonly #personName: string

  constructor(personName: string) {
    this.#personName = personName
  }

  ofSession(id: string): SessionPending {
    let pending = this.sessions.get(id)
    if (pending) return pending
    pending = { isWhole: false, isEveryRecord: false, records: new Set(), changes: [] }
    this.sessions.set(id, pending)
    return pending
  }

  /** Changes the book by an event, and notes what follows for the files. */
  take(book: CrewBook, event: CrewEvent): void {
    const { state } = book
    const before = 'group' in event && typeof event.group === 'object' ? state.groups[event.group.name] : undefined // prettier-ignore
    book.apply(event)
    const names = (groupName: string) => {
      const group = state.groups[groupName]
      return group ? memberNames({ state }, group, this.#personName) : null
    }
    for (const { sessionId, change } of changesOf(event, state, names)) {
      this.ofSession(sessionId).changes.push({ seq: event.seq, change })
    }
    switch (event.type) {
      case 'session:created':
        this.ofSession(event.session.id).isWhole = true
        this.groups.add(event.session.groupName)
        return
      case 'session:updated':
        this.groups.add(event.session.groupName)
        this.#updated(state, event.session)
        return
      case 'session:message':
        this.groups.add(event.groupName)
        return
      case 'round:opened':
        this.#touched(state, event.round.sessionId)
        return
      case 'round:responded':
        this.#touched(state, event.sessionId)
        if (event.response.agentId !== HUMAN_ID) {
          this.ofSession(event.sessionId).records.add(event.response.agentId)
        }
        return
      case 'round:closed':
        this.#touched(state, event.sessionId)
        return
      case 'group:message':
      case 'file:added':
      case 'file:removed':
        this.groups.add(event.groupName)
        return
      case 'group:member_added':
      case 'group:member_removed':
        this.groups.add(event.group)
        return
      case 'group:created':
      case 'group:updated':
      case 'group:archived':
      case 'group:unarchived':
      case 'group:imported':
        this.groups.add(event.group.name)
        if (showsOtherwise(before, event.group)) this.#everyRecord(state, event.group)
        return
      case 'agent:updated':
        for (const group of Object.values(state.groups)) {
          if (group.memberIds.includes(event.agent.id)) this.groups.add(group.name)
        }
        return
      default:
        return
    }
  }

  #updated(state: CrewState, { id, groupName, status }: SessionRecord): void {
    if (status !== 'deleted') {
      this.ofSession(id)
      return
    }
    this.sessions.delete(id)
    const group = state.groups[groupName]
    if (group) this.deleted.set(id, group.id)
  }

  #touched({ sessions }: CrewState, sessionId: string): void {
    const session = sessions[sessionId]
    if (!session) return
    this.ofSession(sessionId)
    this.groups.add(session.groupName)
  }

  #everyRecord({ sessions }: CrewState, { name }: GroupRecord): void {
    for (const { id, groupName } of Object.values(sessions)) {
      if (groupName === name) this.ofSession(id).isEveryRecord = true
    }
  }
}

/** Whether what agents were given and did is written in another way than before. */
function showsOtherwise(before: GroupRecord | undefined, { chat }: GroupRecord): boolean {
  return (
    before?.chat?.showThinking !== chat?.showThinking ||
    before?.chat?.person?.displayName !== chat?.person?.displayName
  )
}
