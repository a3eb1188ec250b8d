import type { Policy, RunLimits, RunRecord } from '@crewroom/shared/model/run'
import { openStream, request } from '../request'
import { at, group, query } from './paths'

export interface HistoryMessage {
  readonly id: string
  readonly timestamp: string
  readonly role: 'user' | 'agent' | 'system'
  readonly name?: string
  readonly content: string
}

export interface RunDetail {
  readonly run: RunRecord
  readonly result: {
    readonly history: readonly HistoryMessage[]
    readonly hasEarlier: boolean
  }
  readonly asOf: number
}

/** A discussion with the names of its crew and its session. */
export type ListedRun = RunRecord & { readonly leadName: string; readonly title: string }

export interface RunsPage {
  readonly runs: readonly ListedRun[]
  readonly next: string | null
}

export interface NewRun {
  readonly goal: string
  readonly policy: Policy
  readonly participants: readonly string[]
  readonly terminationCondition?: string
  readonly limits: Partial<RunLimits>
}

const one = (runId: string) => `/api/runs/${at(runId)}`
const post = (runId: string, verb: string, body: object = {}) =>
  request<{ run: RunRecord }>('POST', `${one(runId)}/${verb}`, { body })

/** Discussions: rounds that a policy opens. */
export const runs = {
  start: (leadId: string, groupName: string, body: NewRun) =>
    request<{ run: RunRecord }>('POST', `${group(leadId, groupName)}/discussions`, { body }),
  one: (runId: string, signal?: AbortSignal) => request<RunDetail>('GET', one(runId), { signal }),
  list: (
    asked: { readonly status: 'live' | 'ended'; readonly before?: string | null },
    signal?: AbortSignal,
  ) => request<RunsPage>('GET', `/api/runs${query({ ...asked, limit: 50 })}`, { signal }),
  stop: (runId: string) => post(runId, 'stop'),
  pause: (runId: string) => post(runId, 'pause'),
  resume: (runId: string) => post(runId, 'resume'),
  /** Passes over the person's turn. */
  skip: (runId: string) => post(runId, 'skip'),
  next: (runId: string, speaker: string) => post(runId, 'next', { speaker }),
  goOn: (runId: string, limits: Partial<RunLimits>) => post(runId, 'continue', { limits }),
  change: (runId: string, participants: readonly string[]) =>
    request<{ run: RunRecord }>('PATCH', one(runId), { body: { participants } }),
  /** The whole course as Markdown. */
  exported: async (runId: string): Promise<Blob> => {
    const response = await openStream(`${one(runId)}/export`, new AbortController().signal)
    return response.blob()
  },
}
