import type { BodyOf } from '@crewroom/shared/client/http'
import { client } from '../request'

const ALL = '/api/lead/{id}/admissions'
const ONE = `${ALL}/{admissionId}` as const

/** Circles of a crew, and what programs say about them over JSON-RPC. */
export const admissions = {
  list: (id: string, cursor: string | null, signal?: AbortSignal) =>
    client.get(ALL, { path: { id }, query: { cursor, limit: 50 }, signal }),
  /** `conversation`: with all of them. */
  create: (id: string, body: BodyOf<'post', typeof ALL>) =>
    client.post(ALL, { path: { id }, body }),
  close: (id: string, admissionId: string) =>
    client.post(`${ONE}/close`, { path: { id, admissionId } }),
  admit: (id: string, admissionId: string, agentId: string) =>
    client.post(`${ONE}/admitted`, { path: { id, admissionId }, body: { agentId } }),
  dismiss: (id: string, admissionId: string, agentId: string) =>
    client.delete(`${ONE}/admitted/{agentId}`, { path: { id, admissionId, agentId } }),
  converse: (
    id: string,
    admissionId: string,
    body: BodyOf<'post', `${typeof ONE}/conversations`>,
  ) => client.post(`${ONE}/conversations`, { path: { id, admissionId }, body }),
  frames: (id: string, since: number, signal?: AbortSignal) =>
    client.get('/api/lead/{id}/rpc/frames', { path: { id }, query: { since }, signal }),
}
