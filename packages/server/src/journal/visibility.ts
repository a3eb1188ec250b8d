import type { CrewEvent } from '@crewroom/shared/protocol/events'

/** Answers whether a participant was in a group at a journal number. */
export interface Stays {
  sees(agentId: string, groupName: string, seq: number): boolean
}

/**
 * The event as one viewer gets it, or null when it is not for that viewer. Null sees everything. The same for
 * live frames and for replay: decided by the membership interval that contains the number.
 */
export function eventFor(event: CrewEvent, viewer: string | null, stays: Stays): CrewEvent | null {
  if (event.type === 'group:member_added') {
    const mine = viewer !== null && event.agentId === viewer
    if (mine) return event
    if (viewer !== null && !stays.sees(viewer, event.group, event.seq)) return null
    const { state: _, ...rest } = event
    return rest
  }
  if (viewer === null) return event
  switch (event.type) {
    case 'group:created':
    case 'group:updated':
    case 'group:archived':
    case 'group:unarchived':
    case 'group:paused':
    case 'group:resumed':
    case 'group:held':
    case 'group:imported':
      return stays.sees(viewer, event.group.name, event.seq) ? event : null
    case 'group:member_removed':
      return stays.sees(viewer, event.group, event.seq) ? event : null
    case 'group:message':
    case 'group:reaction':
      return stays.sees(viewer, event.groupName, event.seq) ? event : null
    case 'need:opened':
    case 'need:closed':
      return null
    case 'direct:message': {
      const { from, to } = event.message
      return from === viewer || to === viewer || to === null ? event : null
    }
    case 'group:read':
      return event.readerId === viewer ? event : null
    default:
      return event
  }
}
