import type { Reactions } from '@crewroom/shared/model/message'
import { createStore } from 'zustand/vanilla'
import { api } from './api'

/** What the person wants of an emoji on a message, until the server has answered. */
export type Wanted = Readonly<Record<string, boolean>>

export const wantedReactions = createStore<Wanted>(() => ({}))
export const reactionProblem = createStore<{ readonly text: string | null }>(() => ({ text: null }))

export function wantedKey(messageId: string, emoji: string): string {
  return `${messageId} ${emoji}`
}

const PROBLEM_MS = 5_000
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
  try {
    for (;;) {
      const now = wantedReactions.getState()[key] ?? wanted
      const { leadId, group, messageId } = target
      const { reactions } = await api.react(leadId, group, messageId, emoji, now)
      if ((wantedReactions.getState()[key] ?? now) !== now) continue
      done(reactions)
      return
    }
  } catch {
    reactionProblem.setState({ text: "Couldn't react. Try again." })
    setTimeout(() => reactionProblem.setState({ text: null }), PROBLEM_MS)
  } finally {
    busy.delete(key)
    wantedReactions.setState(({ [key]: _, ...rest }) => rest, true)
  }
}
