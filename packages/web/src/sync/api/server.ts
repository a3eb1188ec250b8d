import type { QueryOf, ReplyOf } from '@crewroom/shared/client/http'
import { client } from '../request'

/** Where the server lives, and how a folder looks to programs that are started there. */
export type Machine = ReplyOf<'get', '/api/machine'>
/** A role that agents can be created with. */
export type RoleView = ReplyOf<'get', '/api/roles'>['roles'][number]

/** Whatever belongs to no crew: the viewer, the server's machine, its programs and its roles. */
export const server = {
  me: () => client.get('/api/me'),
  roles: () => client.get('/api/roles'),
  startSample: () => client.post('/api/sample'),
  imports: () => client.get('/api/imports'),
  /** All crews of the server go on. */
  resumeAll: () => client.post('/api/resume'),
  drivers: () => client.get('/api/drivers'),
  machine: (folder: string, signal?: AbortSignal) =>
    client.get('/api/machine', { query: { folder: folder || null }, signal }),
  /** Why a program could not be started on the server's machine; null when nothing is seen. */
  checkProgram: (query: QueryOf<'get', '/api/drivers/check'>, signal?: AbortSignal) =>
    client.get('/api/drivers/check', { query, signal }),
}
