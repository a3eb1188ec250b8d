import type { BodyOf } from '@crewroom/shared/client/http'
import { client } from '../request'

const ALL = '/api/lead/{id}/agents'
const ONE = '/api/agents/{agentId}'

type NewAgent = BodyOf<'post', typeof ALL>
/** A driver as it is given to the server; what it is started with stays there. */
export type DriverInput = NonNullable<NewAgent['driver']>
/** What of an agent is to be another way; the rest stays. */
export type AgentEdit = BodyOf<'patch', `${typeof ONE}/setup`>

/** An agent: what it is set up as, told, tasked with, and what it emitted. */
export const agents = {
  createAgent: (id: string, body: NewAgent) => client.post(ALL, { path: { id }, body }),
  write: (agentId: string, content: string, clientId?: string) =>
    client.post(`${ONE}/messages`, {
      path: { agentId },
      body: clientId === undefined ? { content } : { content, clientId },
    }),
  interrupt: (agentId: string, content?: string) =>
    client.post(`${ONE}/interrupt`, {
      path: { agentId },
      body: content === undefined ? {} : { content },
    }),
  terminate: (agentId: string, reason?: string) =>
    client.post(`${ONE}/terminate`, {
      path: { agentId },
      body: reason === undefined ? {} : { reason },
    }),
  resumeAgent: (agentId: string) => client.post(`${ONE}/resume`, { path: { agentId } }),
  releaseAgent: (agentId: string) => client.post(`${ONE}/release`, { path: { agentId } }),
  delegate: (
    agentId: string,
    task: string,
    context: string | null = null,
    order: {
      readonly after?: readonly string[]
      readonly insteadOf?: string
      readonly again?: boolean
    } = {},
  ) =>
    client.post(`${ONE}/tasks`, {
      path: { agentId },
      body: {
        task,
        ...(context === null ? {} : { context }),
        ...(order.after && order.after.length > 0 ? { after: [...order.after] } : {}),
        ...(order.insteadOf === undefined ? {} : { insteadOf: order.insteadOf }),
        ...(order.again === true ? { again: true } : {}),
      },
    }),
  /** A waiting task is given to its agent now. */
  startTask: (id: string, taskId: string) =>
    client.post('/api/lead/{id}/tasks/{taskId}/start', { path: { id, taskId }, body: {} }),
  cancelTask: (id: string, taskId: string) =>
    client.post('/api/lead/{id}/tasks/{taskId}/cancel', { path: { id, taskId }, body: {} }),
  /** An open task goes from its agent to another, in one step. */
  reassign: (id: string, taskId: string, to: string) =>
    client.post('/api/lead/{id}/tasks/{taskId}/reassign', { path: { id, taskId }, body: { to } }),
  endTask: (agentId: string, status: 'completed' | 'failed', summary?: string) =>
    client.patch(ONE, {
      path: { agentId },
      body: { status, ...(summary === undefined ? {} : { summary }) },
    }),
  editAgent: (agentId: string, body: AgentEdit) =>
    client.patch(`${ONE}/setup`, { path: { agentId }, body }),
  instructions: (agentId: string) => client.get(`${ONE}/instructions`, { path: { agentId } }),
  newToken: (agentId: string) => client.post(`${ONE}/token`, { path: { agentId } }),
  rollout: (
    agentId: string,
    query: {
      readonly before?: number | null
      readonly after?: number | null
      readonly limit: number
    },
    signal?: AbortSignal,
  ) => client.get(`${ONE}/rollout`, { path: { agentId }, query, signal }),
}
