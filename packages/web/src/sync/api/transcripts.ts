import type { ReplyOf } from '@crewroom/shared/protocol/routes/shape'
import type * as transcripts from '@crewroom/shared/protocol/routes/transcripts'
import type {
  ContextView,
  FoundTexts,
  ItemDetails,
  TimelineView,
  TranscriptPage,
} from '@crewroom/shared/transcript/views'
import { request } from '../request'
import { agent, at, query, talk } from './paths'
import type { SessionAt } from './sessions'

/** Which part of an item's details: one display item alone and uncut, or those that follow one. */
export type PartOfDetails = { readonly piece: string } | { readonly after: string }

/**
 * One transcript on the server, below its own address. Sections that show transcripts ask here, not through the one
 * `api`: that is in the first load of every page.
 */
export const transcriptAt = (path: string) => ({
  page: (ask: { readonly before?: string; readonly limit: number }, signal?: AbortSignal) =>
    request<TranscriptPage>('GET', `${path}${query({ ...ask })}`, { signal }),
  details: (itemId: string, part?: PartOfDetails, signal?: AbortSignal) =>
    request<ItemDetails>('GET', `${path}/items/${at(itemId)}${query({ ...part })}`, { signal }),
  context: (signal?: AbortSignal) => request<ContextView>('GET', `${path}/context`, { signal }),
  timeline: (signal?: AbortSignal) => request<TimelineView>('GET', `${path}/timeline`, { signal }),
  find: (words: string, limit: number, signal?: AbortSignal) =>
    request<FoundTexts>('GET', `${path}/find${query({ q: words, limit })}`, { signal }),
})

export const filePath = (id: string): string => `/api/transcripts/${at(id)}`
export const sessionPath = ({ leadId, groupName, id }: SessionAt, agentId: string): string =>
  `${talk(leadId, groupName, id)}/agents/${at(agentId)}/transcript`
export const agentPath = (agentId: string): string => `${agent(agentId)}/transcript`

/** The session file that an agent's program keeps itself; null where there is none. */
export const sessionOfAgent = (agentId: string, signal?: AbortSignal) =>
  request<{ id: string | null }>('GET', `${agentPath(agentId)}/session`, { signal })

/** All session files below the server's folders. */
export const transcriptFiles = {
  list: (signal?: AbortSignal) =>
    request<ReplyOf<typeof transcripts.listTranscripts>>('GET', '/api/transcripts', { signal }),
  search: (words: string, limit: number, signal?: AbortSignal) =>
    request<ReplyOf<typeof transcripts.searchTranscripts>>(
      'GET',
      `/api/transcripts/search${query({ q: words, limit })}`,
      { signal },
    ),
}
