import type { LeadRecord } from '@crewroom/shared/model/agent'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { applyEvent } from '@crewroom/shared/state/apply-event'
import { type CrewState, emptyCrewState } from '@crewroom/shared/state/crew-state'
import type { Crew } from '../crew/crew'
import { GoneBook } from '../crew/gone-book'

/** What nothing in the files comes from is left out: this is a second copy of the crew. */
const LEFT_OUT: ReadonlySet<CrewEvent['type']> = new Set<CrewEvent['type']>([
  'group:read',
  'group:reaction',
  'session:read',
  'session:reaction',
  'task:created',
  'task:given',
  'task:updated',
  'task:completed',
  'task:failed',
  'task:cancelled',
  'need:opened',
  'need:closed',
  'direct:message',
])

/**
 * A crew as it was after some fact. The crew in memory is ahead of what is written: a line has the names of its moment, and
 * files that are made again are the same.
 */
export class CrewBook {
  readonly state: CrewState
  readonly gone: GoneBook

  private constructor(state: CrewState, gone: GoneBook) {
    this.state = state
    this.gone = gone
  }

  /** Before its first fact. */
  static empty(lead: LeadRecord): CrewBook {
    return new CrewBook(emptyCrewState(lead, 0, null), new GoneBook(new Map()))
  }

  /** As it is in memory now. */
  static of(crew: Crew): CrewBook {
    const { seq, lead, agents, groups, sessions, rounds, files } = crew.state
    const copy = emptyCrewState(lead, seq, null)
    Object.assign(copy.agents, agents)
    Object.assign(copy.groups, groups)
    Object.assign(copy.sessions, sessions)
    Object.assign(copy.rounds, rounds)
    Object.assign(copy.files, files)
    return new CrewBook(copy, new GoneBook(crew.gone.all()))
  }

  apply(event: CrewEvent): void {
    if (LEFT_OUT.has(event.type)) {
      this.state.seq = Math.max(this.state.seq, event.seq)
      return
    }
    applyEvent(this.state, event)
    if (event.type === 'group:member_removed') this.gone.left(event.group, event.at)
    else if (event.type === 'session:updated') this.gone.changed(event.session)
  }
}
