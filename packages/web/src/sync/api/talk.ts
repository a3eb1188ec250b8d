import { client } from '../request'

const TALK = '/api/lead/{id}/talk'

/** Who writes to whom. `since`: an instant, or null for all that is known. */
export const talk = {
  talk: (id: string, since: string | null, signal?: AbortSignal) =>
    client.get(TALK, { path: { id }, query: { since }, signal }),
  talkSteps: (id: string, since: string | null, signal?: AbortSignal) =>
    client.get(`${TALK}/steps`, { path: { id }, query: { since }, signal }),
  talkWords: (id: string, a: string, b: string, since: string | null, signal?: AbortSignal) =>
    client.get(`${TALK}/words`, { path: { id }, query: { a, b, since }, signal }),
}
