import type {
  AcpDriver,
  DriverSpec,
  ModelDriver,
  TerminalStatus,
} from '@crewroom/shared/model/agent'
import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import type { RolloutEntry } from '@crewroom/shared/model/rollout'
import type { TaskRecord } from '@crewroom/shared/model/task'
import type { AgentView } from '@crewroom/shared/protocol/views'
import { request } from '../request'
import { agent, lead, query } from './paths'

/** A driver as it is given to the server; what it is started with stays there. */
export type DriverInput =
  | Exclude<DriverSpec, AcpDriver | ModelDriver>
  | (Omit<ModelDriver, 'envNames'> & { readonly apiKey?: string })
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

export interface NewAgent {
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

/** An agent: what it is set up as, told, tasked with, and what it emitted. */
export const agents = {
  createAgent: (leadId: string, body: NewAgent & { readonly role: string }) =>
    request<{ agent: AgentView; token?: string }>('POST', `${lead(leadId)}/agents`, { body }),
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
}
