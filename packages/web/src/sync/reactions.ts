import type { Reactions } from '@crewroom/shared/model/message'
import { createStore } from 'zustand/vanilla'
import { toast } from '../ui/toasts'
import { api } from './api'

/** What the person wants of an emoji on a message, until the server has answered. */
export type Wanted = Readonly<Record<string, boolean>>

export const wantedReactions = createStore<Wanted>(() => ({}))

export function wantedKey(messageId: string, emoji: string): string {
  return `${messageId} ${emoji}`
}

const busy = new Set<string>()

/** Sends the wanted end state, not a toggle: a double click or a repeat ends where the person left it. */
export async function setReaction(
  target: { readonly leadId: string; readonly group: string; readonly messageId: string },
  emoji: string,
  wanted: boolean,
  done: (reactions: Reactions) => void,
): Promise<void> {
  const key = wantedKey(target.messageId, emoji)
  wantedReactions.setState({ [key]: wanted })
  if (busy.has(key)) return
  busy.add(key)
  const { leadId, group, messageId } = target
  let now = wanted
  const hasChanged = () => {
    const before = now
    now = wantedReactions.getState()[key] ?? now
    return now !== before
  }
  try {
    for (;;) {
      try {
        const { reactions } = await api.react(leadId, group, messageId, emoji, now)
        if (hasChanged()) continue
        done(reactions)
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
    wantedReactions.setState(({ [key]: _, ...rest }) => rest, true)
  }
}
