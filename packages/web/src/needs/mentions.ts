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

/** Texts of messages that mention the person, after an event. Which of them wait is the crew's state to say. */
export function withMentionEvent(list: MentionList, event: CrewEvent): MentionList {
  if (event.seq <= list.asOf) return list
  if (event.type !== 'group:message' && event.type !== 'session:message') return list
  const { message } = event
  const isNew =
    message.mentions.includes(HUMAN_ID) && !list.messages.some(({ id }) => id === message.id)
  return isNew ? { ...list, messages: [...list.messages, message] } : list
}

/** The messages that wait for the person's answer, with those that came since. */
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
