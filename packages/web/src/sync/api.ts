import type { AcpDriver, DriverSpec, TerminalStatus } from '@crewroom/shared/model/agent'
import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import type { WakeLevel } from '@crewroom/shared/model/group'
import type { Message, Reactions } from '@crewroom/shared/model/message'
import type { CrewOverview } from '@crewroom/shared/model/overview'
import type { RolloutEntry } from '@crewroom/shared/model/rollout'
import type { TaskRecord } from '@crewroom/shared/model/task'
import type { TimelineRow } from '@crewroom/shared/model/timeline'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type * as permissions from '@crewroom/shared/protocol/routes/permissions'
import type { BodyOf, ReplyOf } from '@crewroom/shared/protocol/routes/shape'
import type * as work from '@crewroom/shared/protocol/routes/work'
import type { AgentView, GroupView, ImportJob, LeadView } from '@crewroom/shared/protocol/views'
import type { CrewState, LiveState } from '@crewroom/shared/state/crew-state'
import { request } from './request'

export interface Snapshot {
  readonly seq: number
  readonly epoch: string
  readonly state: CrewState
  readonly live: LiveState
}

/** Where a page of a group's history begins: its newest part, or beside a journal number, or around a message. */
export type PageFrom =
  | { readonly at: 'latest' }
  | { readonly at: 'before' | 'after'; readonly seq: number }
  | { readonly at: 'around'; readonly messageId: string }

export interface TimelinePage {
  /** Ascending. */
  readonly rows: readonly TimelineRow[]
  readonly hasBefore: boolean
  readonly hasAfter: boolean
  /** Everything up to this journal number is in the page. */
  readonly asOf: number
}

export interface Receipt {
  readonly agentId: string
  readonly state: 'waiting' | 'sent' | 'seen' | 'gone'
  readonly reason?: 'starting' | 'disconnected' | 'busy' | 'paused'
  readonly at: string | null
}

export interface SearchHit {
  readonly message: Message
  readonly snippet: readonly { readonly text: string; readonly hit: boolean }[]
}

/** A driver as it is given to the server; what it is started with stays there. */
export type DriverInput =
  | Exclude<DriverSpec, AcpDriver>
  | {
      readonly kind: 'acp'
      readonly preset: string
      readonly args: readonly string[]
      readonly command?: string
      readonly mode?: string
    }
  | {
      readonly kind: 'acp'
      readonly command: string
      readonly args: readonly string[]
      readonly mode?: string
    }

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

interface NewAgent {
  readonly name?: string
  readonly role?: string
  readonly task?: string
  readonly driver?: DriverInput
  readonly cwd?: string
}

/** What of an agent is to be another way; the rest stays. */
export interface AgentEdit {
  readonly name?: string
  readonly role?: string
  readonly driver?: DriverInput
  /** Null: what it has when none is chosen. */
  readonly mode?: string | null
  readonly cwd?: string | null
  /** Null takes a variable away. */
  readonly env?: Readonly<Record<string, string | null>>
  readonly resume?: boolean
}

const at = encodeURIComponent
const lead = (leadId: string) => `/api/lead/${at(leadId)}`
const group = (leadId: string, name: string) => `${lead(leadId)}/groups/${at(name)}`
const agent = (agentId: string) => `/api/agents/${at(agentId)}`

function query(values: Readonly<Record<string, string | number | null | undefined>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined)
  return given.length === 0
    ? ''
    : `?${given.map(([key, value]) => `${key}=${at(String(value))}`).join('&')}`
}

function pageQuery(from: PageFrom, limit: number): string {
  switch (from.at) {
    case 'latest':
      return query({ limit })
    case 'before':
      return query({ limit, before: from.seq })
    case 'after':
      return query({ limit, after: from.seq })
    case 'around':
      return query({ limit, around: from.messageId })
    default:
      return from satisfies never
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

/** What the page asks of the server. Paths and bodies are those of the OpenAPI document. */
export const api = {
  me: () => request<{ name?: string; principal?: string }>('GET', '/api/me'),
  roles: () => request<{ roles: readonly RoleView[] }>('GET', '/api/roles'),

  createLead: (body: NewAgent & { readonly name: string }) =>
    request<{ lead: LeadView; token?: string }>('POST', '/api/lead', { body }),
  startSample: () => request<{ lead: LeadView }>('POST', '/api/sample', { body: {} }),
  createAgent: (leadId: string, body: NewAgent & { readonly role: string }) =>
    request<{ agent: AgentView; token?: string }>('POST', `${lead(leadId)}/agents`, { body }),
  imports: () => request<{ imports: readonly ImportJob[] }>('GET', '/api/imports'),
  snapshot: (leadId: string, signal?: AbortSignal) =>
    request<Snapshot>('GET', `${lead(leadId)}/snapshot`, { signal }),
  overview: (leadId: string, signal?: AbortSignal) =>
    request<CrewOverview & { readonly asOf: number }>('GET', `${lead(leadId)}/overview`, {
      signal,
    }),
  pauseCrew: (leadId: string, paused: boolean) =>
    request('POST', `${lead(leadId)}/${paused ? 'pause' : 'resume'}`, { body: {} }),
  /** All crews of the server go on. */
  resumeAll: () => request('POST', '/api/resume', { body: {} }),
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
  answerNeed: (needId: string, action: BodyOf<typeof work.closeNeed>['action']) =>
    request<ReplyOf<typeof work.closeNeed>>('POST', `/api/needs/${at(needId)}`, {
      body: { action },
    }),
  answerPermission: (
    leadId: string,
    needId: string,
    body: BodyOf<typeof permissions.answerPermission>,
  ) =>
    request<ReplyOf<typeof permissions.answerPermission>>(
      'POST',
      `${lead(leadId)}/needs/${at(needId)}/permission`,
      { body },
    ),
  permissionRules: (leadId: string, signal?: AbortSignal) =>
    request<ReplyOf<typeof permissions.listPermissionRules>>(
      'GET',
      `${lead(leadId)}/permission-rules`,
      { signal },
    ),
  createPermissionRule: (leadId: string, body: BodyOf<typeof permissions.createPermissionRule>) =>
    request<ReplyOf<typeof permissions.createPermissionRule>>(
      'POST',
      `${lead(leadId)}/permission-rules`,
      { body },
    ),
  deletePermissionRule: (leadId: string, ruleId: string) =>
    request<ReplyOf<typeof permissions.deletePermissionRule>>(
      'DELETE',
      `${lead(leadId)}/permission-rules/${at(ruleId)}`,
      { body: {} },
    ),
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

  write: (agentId: string, content: string, clientId?: string) =>
    request<{ message: DirectMessage }>('POST', `${agent(agentId)}/messages`, {
      body: clientId === undefined ? { content } : { content, clientId },
    }),
  interrupt: (agentId: string, content?: string) =>
    request('POST', `${agent(agentId)}/interrupt`, {
      body: content === undefined ? {} : { content },
    }),
  terminate: (agentId: string, reason?: string) =>
    request('POST', `${agent(agentId)}/terminate`, {
      body: reason === undefined ? {} : { reason },
    }),
  resumeAgent: (agentId: string) => request('POST', `${agent(agentId)}/resume`, { body: {} }),
  releaseAgent: (agentId: string) => request('POST', `${agent(agentId)}/release`, { body: {} }),
  delegate: (agentId: string, task: string) =>
    request<{ task: TaskRecord }>('POST', `${agent(agentId)}/tasks`, { body: { task } }),
  endTask: (agentId: string, status: Exclude<TerminalStatus, 'terminated'>, summary?: string) =>
    request('PATCH', agent(agentId), {
      body: { status, ...(summary === undefined ? {} : { summary }) },
    }),
  editAgent: (agentId: string, body: AgentEdit) =>
    request<{ agent: AgentView }>('PATCH', `${agent(agentId)}/setup`, { body }),
  /** Why a program could not be started on the server's machine; null when nothing is seen. */
  checkProgram: (
    ask: { readonly preset?: string; readonly command?: string; readonly cwd?: string },
    signal?: AbortSignal,
  ) =>
    request<{ problem: string | null }>('GET', `/api/drivers/check${query({ ...ask })}`, {
      signal,
    }),
  newToken: (agentId: string) =>
    request<{ token: string }>('POST', `${agent(agentId)}/token`, { body: {} }),
  rollout: (
    agentId: string,
    ask: {
      readonly before?: number | null
      readonly after?: number | null
      readonly limit: number
    },
    signal?: AbortSignal,
  ) =>
    request<{
      entries: readonly RolloutEntry[]
      hasBefore: boolean
      hasAfter: boolean
      removed: number
      pending: number
    }>('GET', `${agent(agentId)}/rollout${query({ ...ask })}`, { signal }),

  createGroup: (
    leadId: string,
    body: {
      readonly name: string
      readonly purpose?: string
      readonly memberIds?: readonly string[]
      readonly roles?: readonly string[]
    },
  ) => request<{ group: GroupView }>('POST', `${lead(leadId)}/groups`, { body }),
  updateGroup: (
    leadId: string,
    name: string,
    body: { readonly displayName?: string; readonly purpose?: string | null },
  ) => request<{ group: GroupView }>('PATCH', group(leadId, name), { body }),
  addMembers: (
    leadId: string,
    name: string,
    body: { readonly memberIds?: readonly string[]; readonly roles?: readonly string[] },
  ) => request<{ added: readonly string[] }>('POST', `${group(leadId, name)}/members`, { body }),
  removeMember: (leadId: string, name: string, memberId: string) =>
    request('DELETE', `${group(leadId, name)}/members/${at(memberId)}`),
  setWake: (leadId: string, name: string, memberId: string, wake: WakeLevel) =>
    request('PATCH', `${group(leadId, name)}/members/${at(memberId)}`, { body: { wake } }),
  archive: (leadId: string, name: string, archived: boolean) =>
    request('POST', `${group(leadId, name)}/${archived ? 'archive' : 'unarchive'}`, { body: {} }),
  pause: (leadId: string, name: string) =>
    request('POST', `${group(leadId, name)}/pause`, { body: {} }),
  resume: (leadId: string, name: string) =>
    request('POST', `${group(leadId, name)}/resume`, { body: {} }),

  timeline: (leadId: string, name: string, from: PageFrom, signal?: AbortSignal) =>
    request<TimelinePage>('GET', `${group(leadId, name)}/timeline${pageQuery(from, 50)}`, {
      signal,
    }),
  post: (leadId: string, name: string, body: { content: string; clientId: string }) =>
    request<{ message: Message; wakes: readonly string[] }>(
      'POST',
      `${group(leadId, name)}/messages`,
      { body },
    ),
  receipts: (leadId: string, name: string, messageId: string, signal?: AbortSignal) =>
    request<{ receipts: readonly Receipt[] }>(
      'GET',
      `${group(leadId, name)}/messages/${at(messageId)}/receipts`,
      { signal },
    ),
  react: (leadId: string, name: string, messageId: string, emoji: string, wanted: boolean) => {
    const path = `${group(leadId, name)}/messages/${at(messageId)}/reactions`
    return wanted
      ? request<{ reactions: Reactions }>('POST', path, { body: { emoji } })
      : request<{ reactions: Reactions }>('DELETE', `${path}/${at(emoji)}`)
  },
  read: (leadId: string, name: string, seq: number, force = false) =>
    request<{ lastSeq: number }>('PUT', `${group(leadId, name)}/read`, {
      body: { seq, ...(force ? { force } : {}) },
    }),
}
