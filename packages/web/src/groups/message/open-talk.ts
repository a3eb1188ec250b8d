import { createContext } from 'react'

/** The talk that is on the screen: a group's main one or a session. */
interface Talk {
  readonly sessionId: string
  /** Brings a message into view and points it out; false: it is not loaded. */
  readonly show: (messageId: string) => boolean
}

export const OpenTalk = createContext<Talk | null>(null)
