import type { Message } from '@crewroom/shared/model/message'
import { placeOfSession } from '@crewroom/shared/model/session'
import type { TimelineEvent, TimelineEventName, TimelineRow } from '@crewroom/shared/model/timeline'
import type { CrewEvent, GroupObjectEvent, GroupUpdated } from '@crewroom/shared/protocol/events'

type GroupChanged = GroupObjectEvent | GroupUpdated

const NAMES: Readonly<Record<GroupChanged['type'], TimelineEventName>> = {
  'group:created': 'created',
  'group:updated': 'updated',
  'group:archived': 'archived',
  'group:unarchived': 'unarchived',
  'group:paused': 'paused',
  'group:resumed': 'resumed',
  'group:held': 'held',
  'group:imported': 'imported',
}

/** The group or session (its key: `model/session.ts`) whose timeline an event changes. */
export function placeOfEvent(event: CrewEvent): string | undefined {
  switch (event.type) {
    case 'group:message_edited':
    case 'group:message_deleted':
    case 'group:reaction':
      return event.groupName
    case 'session:reaction':
      return placeOfSession(event.sessionId)
    default:
      return rowOfEvent(event)?.place
  }
}

/** The place whose timeline an event belongs to, and the row that it adds there; null when it adds none. */
export function rowOfEvent(
  event: CrewEvent,
): { readonly place: string; readonly row: TimelineRow } | null {
  switch (event.type) {
    case 'group:message':
      return { place: event.groupName, row: rowOfMessage(event.message) }
    case 'session:message':
      return { place: placeOfSession(event.sessionId), row: rowOfMessage(event.message) }
    case 'group:member_added':
      return {
        place: event.group,
        row: { ...happened(event, 'joined', event.by), memberIds: [event.agentId] },
      }
    case 'group:member_removed':
      return {
        place: event.group,
        row: { ...happened(event, event.reason, event.by), memberIds: [event.agentId] },
      }
    case 'group:created':
    case 'group:updated':
    case 'group:archived':
    case 'group:unarchived':
    case 'group:paused':
    case 'group:resumed':
    case 'group:held':
    case 'group:imported': {
      // How a member works is not what happened to the group.
      if (event.type === 'group:updated' && event.wakeOf !== undefined) return null
      const { group } = event
      const name = NAMES[event.type]
      const isNamed = name === 'created' || name === 'updated'
      return {
        place: group.name,
        row: {
          ...happened(event, name, byOf(event)),
          memberIds: name === 'created' ? group.memberIds : [],
          displayName: isNamed ? group.displayName : null,
          purpose: isNamed ? group.purpose : null,
        },
      }
    }
    default:
      return null
  }
}

export function rowOfMessage(message: Message): TimelineRow {
  return { kind: message.kind, seq: message.seq, message }
}

/** Live events do not say who did it, except where the group itself knows. */
function byOf({ type, group }: GroupChanged): string {
  if (type === 'group:created') return group.createdBy
  return type === 'group:archived' ? (group.archivedBy ?? '') : ''
}

function happened(
  { seq, at }: { readonly seq: number; readonly at: string },
  event: TimelineEventName,
  by: string,
): TimelineEvent {
  return { kind: 'event', seq, at, event, by, memberIds: [], displayName: null, purpose: null }
}
