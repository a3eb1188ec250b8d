import type { BodyOf, ReplyOf } from '@crewroom/shared/client/http'
import type { RunLimits } from '@crewroom/shared/model/run'
import { client } from '../request'
import { GROUP } from './groups'

const ALL = '/api/runs'
const ONE = `${ALL}/{runId}` as const

export type HistoryMessage = ReplyOf<'get', typeof ONE>['result']['history'][number]
/** A discussion with the names of its crew and its session. */
export type ListedRun = ReplyOf<'get', typeof ALL>['runs'][number]
export type NewRun = BodyOf<'post', `${typeof GROUP}/discussions`>

const post = (runId: string, verb: 'stop' | 'pause' | 'resume' | 'skip') =>
  client.post(`${ONE}/${verb}`, { path: { runId } })

/** Discussions: rounds that a policy opens. */
export const runs = {
  start: (id: string, name: string, body: NewRun) =>
    client.post(`${GROUP}/discussions`, { path: { id, name }, body }),
  one: (runId: string, signal?: AbortSignal) => client.get(ONE, { path: { runId }, signal }),
  list: (
    asked: {
      readonly status: 'live' | 'ended'
      readonly before?: string | null
      readonly q?: string
      readonly participant?: string
    },
    signal?: AbortSignal,
  ) => client.get(ALL, { query: { ...asked, limit: 50 }, signal }),
  stop: (runId: string) => post(runId, 'stop'),
  pause: (runId: string) => post(runId, 'pause'),
  resume: (runId: string) => post(runId, 'resume'),
  /** Passes over the person's turn. */
  skip: (runId: string) => post(runId, 'skip'),
  next: (runId: string, speaker: string) =>
    client.post(`${ONE}/next`, { path: { runId }, body: { speaker } }),
  goOn: (runId: string, limits: Partial<RunLimits>) =>
    client.post(`${ONE}/continue`, { path: { runId }, body: { limits } }),
  change: (runId: string, participants: readonly string[]) =>
    client.patch(ONE, { path: { runId }, body: { participants } }),
  /** The whole course as Markdown. */
  exported: async (runId: string): Promise<Blob> => {
    const response = await client.open(`${ONE}/export`, { path: { runId } })
    return response.blob()
  },
}
