import type { ImportJob, LeadView } from '@crewroom/shared/protocol/views'
import { request } from '../request'
import { query } from './paths'

/** What came out of a file: a crew, or one group of a crew that was named. */
export interface Imported {
  readonly kind: 'crew' | 'group'
  readonly leadId: string
  readonly name?: string
  readonly agents?: number
  readonly groups?: number
  readonly messages?: number
  /** What would be started when the crew is resumed. */
  readonly programs?: readonly {
    readonly agentId: string
    readonly name: string
    readonly runs: string
  }[]
}

/** Where the server lives, and how a folder looks to programs that are started there. */
export interface Machine {
  readonly data: string
  readonly home: string
  readonly folder: {
    readonly path: string
    readonly state: 'ok' | 'missing' | 'not_a_folder' | 'read_only'
    readonly git: 'clean' | 'changed' | 'none' | 'unknown'
  }
}

/** A role that agents can be created with. */
export interface RoleView {
  readonly id: string
  readonly name: string
  readonly color: string
  /** How its agents work, as they are told it. */
  readonly prompt: string | null
}

/** Whatever belongs to no crew: the viewer, the server's machine, its programs and its roles. */
export const server = {
  me: () => request<{ name?: string; principal?: string; transcripts?: boolean }>('GET', '/api/me'),
  roles: () => request<{ roles: readonly RoleView[] }>('GET', '/api/roles'),
  startSample: () => request<{ lead: LeadView }>('POST', '/api/sample', { body: {} }),
  imports: () => request<{ imports: readonly ImportJob[] }>('GET', '/api/imports'),
  /** All crews of the server go on. */
  resumeAll: () => request('POST', '/api/resume', { body: {} }),
  drivers: () =>
    request<{
      presets: readonly {
        id: string
        name: string
        command: string
        installed: boolean
        configured: boolean
        install: string | null
        login: string | null
        modes: readonly { id: string; label: string; does: string; unasked: boolean }[]
      }[]
    }>('GET', '/api/drivers'),
  machine: (folder: string, signal?: AbortSignal) =>
    request<Machine>('GET', `/api/machine${query({ folder: folder || null })}`, { signal }),
  /** Why a program could not be started on the server's machine; null when nothing is seen. */
  checkProgram: (
    ask: { readonly preset?: string; readonly command?: string; readonly cwd?: string },
    signal?: AbortSignal,
  ) =>
    request<{ problem: string | null }>('GET', `/api/drivers/check${query({ ...ask })}`, {
      signal,
    }),
}
