import { isRecord } from './crewroom-error'
import type { ReplyOf } from './http'

type Page = ReplyOf<'get', '/api/agents/{agentId}/inbox'>
/** Something that an agent is owed: a message, a task, a report, or a question of a round. */
export type InboxItem = Page['deliveries'][number]
/** What became of one command in an output. */
export type CommandResult = ReplyOf<'post', '/api/agents/{agentId}/output'>['results'][number]

export interface HelloFrame {
  readonly type: 'hello'
  readonly agentId: string
  readonly leadId: string
  readonly epoch: string
}

export interface TurnFrame {
  readonly type: 'turn'
  readonly deliveries: readonly InboxItem[]
  readonly cursor: string
}

export interface OutputFrame {
  readonly type: 'output'
  readonly stream: string
  readonly offset: number
  readonly safe: number
  readonly results: readonly CommandResult[]
}

export interface ErrorFrame {
  readonly type: 'error'
  readonly code: string
  readonly message: string
  readonly details?: Readonly<Record<string, unknown>>
}

export type AgentServerFrame =
  | HelloFrame
  | TurnFrame
  | OutputFrame
  | ErrorFrame
  | { readonly type: 'acked'; readonly cursor: string }
  | { readonly type: 'answered'; readonly deliveryId: string; readonly status: string }
  | { readonly type: 'pong' }

const KNOWN: ReadonlySet<unknown> = new Set([
  'hello',
  'turn',
  'output',
  'error',
  'acked',
  'answered',
  'pong',
])

/** The frame of a text, or null for what this client does not know: newer servers may send more. */
export function readAgentFrame(text: string): AgentServerFrame | null {
  try {
    const frame: unknown = JSON.parse(text)
    return isRecord(frame) && KNOWN.has(frame['type'])
      ? (frame as unknown as AgentServerFrame)
      : null
  } catch {
    return null
  }
}
