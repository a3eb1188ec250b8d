import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
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
  if (event.type === 'group:message') {
    const { message } = event
    const isNew =
      message.mentions.includes(HUMAN_ID) && !list.messages.some(({ id }) => id === message.id)
    return isNew ? { ...list, messages: [...list.messages, message] } : list
  }
  if (event.type === 'group:read' && event.readerId === HUMAN_ID) {
    const left = list.messages.filter(({ group, n }) => group !== event.groupName || n > event.n)
    return left.length === list.messages.length ? list : { ...list, messages: left }
  }
  return list
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
