import type { ReplyOf } from '@crewroom/shared/protocol/routes/shape'
import type * as routes from '@crewroom/shared/protocol/routes/talk'
import { request } from '../request'
import { lead, query } from './paths'

/** Who writes to whom. `since`: an instant, or null for all that is known. */
export const talk = {
  talk: (leadId: string, since: string | null, signal?: AbortSignal) =>
    request<ReplyOf<typeof routes.readTalk>>('GET', `${lead(leadId)}/talk${query({ since })}`, {
      signal,
    }),
  talkSteps: (leadId: string, since: string | null, signal?: AbortSignal) =>
    request<ReplyOf<typeof routes.listTalkSteps>>(
      'GET',
      `${lead(leadId)}/talk/steps${query({ since })}`,
      { signal },
    ),
  talkWords: (leadId: string, a: string, b: string, since: string | null, signal?: AbortSignal) =>
    request<ReplyOf<typeof routes.listTalkWords>>(
      'GET',
      `${lead(leadId)}/talk/words${query({ a, b, since })}`,
      { signal },
    ),
}
