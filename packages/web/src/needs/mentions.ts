import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { MAIN_SESSION } from '@crewroom/shared/model/session'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { useQuery } from '@tanstack/react-query'
import { api } from '../sync/api'
import { liveLists } from '../sync/live-lists'
import { oneByOne } from '../sync/live-queries'

export interface MentionList {
  readonly messages: readonly Message[]
  readonly asOf: number
}

/** The unread mentions of the person after an event: new ones come, those that were read go. */
export function withMentionEvent(list: MentionList, event: CrewEvent): MentionList {
  if (event.seq <= list.asOf) return list
  if (event.type === 'group:message' || event.type === 'session:message') {
    const { message } = event
    const isNew =
      message.mentions.includes(HUMAN_ID) && !list.messages.some(({ id }) => id === message.id)
    return isNew ? { ...list, messages: [...list.messages, message] } : list
  }
  if (event.type === 'group:read' && event.readerId === HUMAN_ID) {
    return without(
      list,
      ({ group, sessionId, n }) =>
        group === event.groupName && sessionId === MAIN_SESSION && n <= event.n,
    )
  }
  if (event.type === 'session:read' && event.readerId === HUMAN_ID) {
    return without(list, ({ sessionId, n }) => sessionId === event.sessionId && n <= event.n)
  }
  return list
}

function without(list: MentionList, isRead: (message: Message) => boolean): MentionList {
  const messages = list.messages.filter((message) => !isRead(message))
  return messages.length === list.messages.length ? list : { ...list, messages }
}

/** The messages that mention the person and were not read, kept true by events. */
export function useMentions(leadId: string) {
  const queryKey = ['lead', leadId, 'mentions'] as const
  return useQuery({
    queryKey,
    queryFn: ({ signal }): Promise<MentionList> => {
      liveLists.begin<MentionList>(leadId, queryKey, oneByOne(withMentionEvent))
      return api.mentions(leadId, signal)
    },
    staleTime: Infinity,
    retry: false,
  })
}
