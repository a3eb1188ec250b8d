import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { CrewState, LiveAgent } from '@crewroom/shared/state/crew-state'
import type { DiscussionParts } from '../discussions/discussions-later'
import { createContext, useContext } from 'react'
import type { RoundsByNumber } from './round-words'
import type { Layout } from './use-layout'

/** What every part of a session's chat knows of it. */
export interface SessionScope {
  readonly group: GroupRecord
  readonly session: SessionRecord
  readonly crew: Pick<CrewState, 'lead' | 'agents' | 'workFiles'>
  readonly live: Readonly<Record<string, LiveAgent>>
  readonly personName: string
  /** Nothing is written, reacted to, stopped or asked again. */
  readonly isReadOnly: boolean
  /** Ids of the agents that can be asked now. */
  readonly speakers: readonly string[]
  readonly rounds: RoundsByNumber
  readonly layout: Layout
  /** Journal number of the last message that was read before this visit; null: nothing was new. */
  readonly unreadAfter: number | null
  /** What shows discussions; null while it is not there. */
  readonly parts: DiscussionParts | null
  readonly onReply: ((message: Message) => void) | undefined
  readonly onMarkUnread: (message: Message) => void
  /** Brings a message into view and points it out. */
  readonly onShow: (messageId: string) => void
}

export const Scope = createContext<SessionScope | null>(null)

export function useScope(): SessionScope {
  const scope = useContext(Scope)
  if (!scope) throw new Error('a part of a session outside of one')
  return scope
}
