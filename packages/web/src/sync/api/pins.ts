import { client } from '../request'

/** What was pinned in a group and its sessions. */
export const pins = {
  pinned: (id: string, name: string, signal?: AbortSignal) =>
    client.get('/api/lead/{id}/groups/{name}/pinned', { path: { id, name }, signal }),
}
