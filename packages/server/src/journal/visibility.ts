import type { CrewEvent, CrewEventType } from '@crewroom/shared/protocol/events'
import { FACT_TYPES, rowOf } from './fact-table'
import type { Envelope, FactData, FactType } from './facts'

/** Answers whether a participant was in a group at a journal number. */
export interface Stays {
  sees(agentId: string, groupName: string, seq: number): boolean
}

/** Answers whether an event that a participant was shown when it happened is hidden from it now. */
export interface Past {
  hides(agentId: string, groupName: string, seq: number): boolean
}

/** The types that clients see; the rest is for restarts. */
export const PUBLIC: readonly FactType[] = FACT_TYPES.filter(isPublic)

function isPublic(type: FactType): type is CrewEventType {
  return rowOf(type).audience !== 'private'
}

/** The event that clients see for an envelope, or null for what is remembered only for restarts. */
export function crewEvent(envelope: Envelope): CrewEvent | null {
  if (!isPublic(envelope.type)) return null
  return {
    type: envelope.type,
    seq: envelope.seq,
    leadId: envelope.leadId,
    at: envelope.at,
    ...envelope.data,
  } as CrewEvent
}

/**
 * The event as one viewer gets it, or null when it is not for that viewer. Null sees everything. The same for
 * live frames and for replay: decided by the membership interval that contains the number.
 */
export function eventFor(event: CrewEvent, viewer: string | null, stays: Stays): CrewEvent | null {
  if (hasOwnForm(event, viewer)) return event
  if (viewer !== null && !isTold(event, viewer, stays)) return null
  const row = rowOf(event.type)
  if (row.audience !== 'group' || !row.aside) return event
  const { [row.aside.field]: _, ...rest } = event as CrewEvent & Record<string, unknown>
  return rest as unknown as CrewEvent
}

/** Whether the viewer does not see an event afterwards, whatever it saw when that happened. */
export function isHidden(event: CrewEvent, viewer: string | null, past: Past): boolean {
  const row = rowOf(event.type)
  if (viewer === null || row.audience !== 'group') return false
  return past.hides(viewer, row.group(dataOf(event)), event.seq)
}

/** Whether the viewer is the one who is sent a part of it that others are not. */
export function hasOwnForm(event: CrewEvent, viewer: string | null): boolean {
  const row = rowOf(event.type)
  return row.audience === 'group' && viewer !== null && row.aside?.to(dataOf(event)) === viewer
}

function isTold(event: CrewEvent, viewer: string, stays: Stays): boolean {
  const row = rowOf(event.type)
  switch (row.audience) {
    case 'everyone':
      return true
    case 'people':
      return false
    case 'named':
      return row.named(dataOf(event))?.includes(viewer) ?? true
    case 'group':
      return stays.sees(viewer, row.group(dataOf(event)), event.seq)
    case 'private':
      return false
    default:
      row satisfies never
      throw new Error('an audience that nobody knows')
  }
}

/** An event is its fact's data with stamps. */
function dataOf(event: CrewEvent): FactData[CrewEventType] {
  return event as FactData[CrewEventType]
}
