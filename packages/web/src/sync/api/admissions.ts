import type * as shapes from '@crewroom/shared/protocol/routes/admissions'
import type { ReplyOf } from '@crewroom/shared/protocol/routes/shape'
import type { readRpcFrames } from '@crewroom/shared/protocol/routes/rpc-frames'
import { request } from '../request'
import { at, lead, query } from './paths'

const all = (leadId: string) => `${lead(leadId)}/admissions`
const one = (leadId: string, id: string) => `${all(leadId)}/${at(id)}`

/** Circles of a crew, and what programs say about them over JSON-RPC. */
export const admissions = {
  list: (leadId: string, cursor: string | null, signal?: AbortSignal) =>
    request<ReplyOf<typeof shapes.listAdmissions>>(
      'GET',
      all(leadId) + query({ cursor, limit: 50 }),
      { signal },
    ),
  create: (
    leadId: string,
    body: {
      readonly admitted: readonly string[]
      /** With all of them. */
      readonly conversation?: { readonly name?: string }
    },
  ) => request<ReplyOf<typeof shapes.createAdmission>>('POST', all(leadId), { body }),
  close: (leadId: string, id: string) => request('POST', `${one(leadId, id)}/close`, { body: {} }),
  admit: (leadId: string, id: string, agentId: string) =>
    request('POST', `${one(leadId, id)}/admitted`, { body: { agentId } }),
  dismiss: (leadId: string, id: string, agentId: string) =>
    request('DELETE', `${one(leadId, id)}/admitted/${at(agentId)}`),
  converse: (
    leadId: string,
    id: string,
    body: { readonly name?: string; readonly participants: readonly string[] },
  ) =>
    request<ReplyOf<typeof shapes.createConversation>>('POST', `${one(leadId, id)}/conversations`, {
      body,
    }),
  frames: (leadId: string, since: number, signal?: AbortSignal) =>
    request<ReplyOf<typeof readRpcFrames>>('GET', `${lead(leadId)}/rpc/frames${query({ since })}`, {
      signal,
    }),
}
