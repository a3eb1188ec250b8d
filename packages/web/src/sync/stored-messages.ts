import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewEvent } from '@crewroom/shared/protocol/events'

type Listener = (clientId: string) => void

const listeners = new Set<Listener>()

/** Announces the person's messages that the server has, by the ids that pages gave them. */
export function onStored(listener: Listener): void {
  listeners.add(listener)
}

export function tellStored(events: readonly CrewEvent[]): void {
  for (const event of events) {
    if (!('message' in event)) continue
    const { from, clientId } = event.message
    if (from !== HUMAN_ID || clientId === undefined) continue
    for (const listener of listeners) listener(clientId)
  }
}
