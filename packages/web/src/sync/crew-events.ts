import type { CrewEvent } from '@crewroom/shared/protocol/events'

type Listener = (event: CrewEvent) => void

const listeners = new Map<string, Set<Listener>>()

/** Announces every event of a crew as it is drawn. */
export function onCrewEvents(leadId: string, listener: Listener): () => void {
  const own = listeners.get(leadId) ?? new Set()
  listeners.set(leadId, own)
  own.add(listener)
  return () => {
    own.delete(listener)
    if (own.size === 0 && listeners.get(leadId) === own) listeners.delete(leadId)
  }
}

export function tellCrewEvents(leadId: string, events: readonly CrewEvent[]): void {
  for (const listener of listeners.get(leadId) ?? []) events.forEach(listener)
}
