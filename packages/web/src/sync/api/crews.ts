import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import type { Message } from '@crewroom/shared/model/message'
import type { CrewOverview } from '@crewroom/shared/model/overview'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { ReplyOf } from '@crewroom/shared/protocol/routes/shape'
import type * as work from '@crewroom/shared/protocol/routes/work'
import type { LeadView } from '@crewroom/shared/protocol/views'
import type { CrewState, LiveState } from '@crewroom/shared/state/crew-state'
import type { NewAgent } from './agents'
import { request } from '../request'
import { lead, query } from './paths'

export interface Snapshot {
  readonly seq: number
  readonly epoch: string
  readonly state: CrewState
  readonly live: LiveState
}

export interface SearchHit {
  readonly message: Message
  readonly snippet: readonly { readonly text: string; readonly hit: boolean }[]
}

/** A crew: what it is, what it did, and what is said in all of it. */
export const crews = {
  createLead: (body: NewAgent & { readonly name: string }) =>
    request<{ lead: LeadView; token?: string }>('POST', '/api/lead', { body }),
  snapshot: (leadId: string, signal?: AbortSignal) =>
    request<Snapshot>('GET', `${lead(leadId)}/snapshot`, { signal }),
  overview: (leadId: string, signal?: AbortSignal) =>
    request<CrewOverview & { readonly asOf: number }>('GET', `${lead(leadId)}/overview`, {
      signal,
    }),
  pauseCrew: (leadId: string, paused: boolean) =>
    request('POST', `${lead(leadId)}/${paused ? 'pause' : 'resume'}`, { body: {} }),
  updateCrew: (leadId: string, body: { readonly autoGroups: boolean }) =>
    request('PATCH', lead(leadId), { body }),
  deleteCrew: (leadId: string, confirm: string) =>
    request('DELETE', lead(leadId), { body: { confirm } }),
  tasks: (leadId: string, ask: { readonly before?: string | undefined }, signal?: AbortSignal) =>
    request<ReplyOf<typeof work.listTasks>>('GET', `${lead(leadId)}/tasks${query({ ...ask })}`, {
      signal,
    }),
  comms: (
    leadId: string,
    ask: { readonly agent?: string; readonly before?: number | null; readonly limit?: number },
    signal?: AbortSignal,
  ) =>
    request<{ messages: readonly DirectMessage[]; hasMore: boolean; asOf: number }>(
      'GET',
      `${lead(leadId)}/comms${query({ ...ask })}`,
      { signal },
    ),
  events: (
    leadId: string,
    ask: { readonly before: number; readonly limit: number },
    signal?: AbortSignal,
  ) =>
    request<{ events: readonly CrewEvent[]; hasBefore: boolean }>(
      'GET',
      `/api/events${query({ lead: leadId, ...ask })}`,
      { signal },
    ),
  effect: (leadId: string) =>
    request<ReplyOf<typeof work.getEffect>>('GET', `${lead(leadId)}/effect`),
  turns: (
    leadId: string,
    ask: { readonly since: string; readonly before?: string | null; readonly limit: number },
    signal?: AbortSignal,
  ) =>
    request<ReplyOf<typeof work.listTurns>>('GET', `${lead(leadId)}/turns${query({ ...ask })}`, {
      signal,
    }),
  search: (
    leadId: string,
    ask: { readonly q: string; readonly before?: number | null; readonly limit?: number },
    signal?: AbortSignal,
  ) =>
    request<{
      hits: readonly SearchHit[]
      hasMore: boolean
      complete: boolean
      asOf: number
    }>('GET', `${lead(leadId)}/search${query({ ...ask })}`, { signal }),
  mentions: (leadId: string, signal?: AbortSignal) =>
    request<{ messages: readonly Message[]; asOf: number }>('GET', `${lead(leadId)}/mentions`, {
      signal,
    }),
  broadcast: (leadId: string, content: string, clientId: string) =>
    request<{ message: DirectMessage; recipients: readonly string[] }>(
      'POST',
      `${lead(leadId)}/broadcast`,
      { body: { content, clientId } },
    ),
}
