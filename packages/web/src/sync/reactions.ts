import { type Reactions, withReaction } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { createStore } from 'zustand/vanilla'
import { toast } from '../ui/toasts'
import { api } from './api'
import type { Talk } from './api/groups'

/** What the person wants of an emoji on a message, until the server has answered. */
export type Wanted = Readonly<Record<string, boolean>>

export const wantedReactions = createStore<Wanted>(() => ({}))

export function wantedKey(messageId: string, emoji: string): string {
  return `${messageId} ${emoji}`
}

const busy = new Set<string>()
/** Those of which an event came while their answer was on its way. */
const heard = new Set<string>()

/** Notes the person's own reactions among the events that the lists have got. */
export function hearReactions(events: readonly CrewEvent[]): void {
  for (const event of events) {
    if (event.type !== 'group:reaction' && event.type !== 'session:reaction') continue
    if (event.agentId !== HUMAN_ID) continue
    const key = wantedKey(event.messageId, event.emoji)
    if (busy.has(key)) heard.add(key)
  }
}

/**
 * Sends the wanted end state, not a toggle: a double click or a repeat ends where the person left it. The answer
 * stands for the person's own reaction alone: events about the others may have overtaken it.
 */
export async function setReaction(
  target: Talk & { readonly messageId: string },
  emoji: string,
  wanted: boolean,
  change: (change: (reactions: Reactions) => Reactions) => void,
): Promise<void> {
  const key = wantedKey(target.messageId, emoji)
  wantedReactions.setState({ [key]: wanted })
  if (busy.has(key)) return
  busy.add(key)
  let now = wanted
  const hasChanged = () => {
    const before = now
    now = wantedReactions.getState()[key] ?? now
    return now !== before
  }
  try {
    for (;;) {
      try {
        heard.delete(key)
        await api.react(target, target.messageId, emoji, now)
        if (hasChanged()) continue
        const action = now ? 'add' : 'remove'
        // An event has said so already, and perhaps what another page of the person did after that.
        if (!heard.has(key)) {
          change((reactions) => withReaction(reactions, emoji, HUMAN_ID, action))
        }
        // Views of messages are notified in the next task; without the wish until then the reaction would flicker.
        await new Promise((resolve) => setTimeout(resolve))
        if (hasChanged()) continue
        return
      } catch {
        // The person may have changed their mind meanwhile: then that is what counts.
        if (hasChanged()) continue
        toast.problem("Couldn't react. Try again.")
        return
      }
    }
  } finally {
    busy.delete(key)
    heard.delete(key)
    wantedReactions.setState(({ [key]: _, ...rest }) => rest, true)
  }
}
