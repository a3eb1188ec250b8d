import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { LiveAgent } from '@crewroom/shared/state/crew-state'

/** Journal positions by lead: everything visible up to there was sent. */
export type Positions = Readonly<Record<string, number>>

export interface HelloFrame {
  readonly type: 'hello'
  readonly serverTime: string
  readonly version: string
  readonly epoch: string
  readonly at: Positions
}

export interface LiveAgentFrame extends LiveAgent {
  readonly type: 'live:agent'
  readonly leadId: string
  readonly agentId: string
}

export type ServerFrame =
  | HelloFrame
  | LiveAgentFrame
  | { readonly type: 'pong'; readonly serverTime: string; readonly at: Positions }
  | { readonly type: 'gap'; readonly leadId: string }
  | { readonly type: 'error'; readonly code: string; readonly message: string }
  | { readonly type: 'event'; readonly event: CrewEvent }

/** The frame of a text, or null for what this page does not know: newer servers send more. */
export function readServerFrame(text: string): ServerFrame | null {
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch {
    return null
  }
  if (!isRecord(frame) || typeof frame['type'] !== 'string') return null
  switch (frame['type']) {
    case 'hello':
    case 'pong':
      return isRecord(frame['at']) ? (frame as unknown as ServerFrame) : null
    case 'live:agent':
    case 'gap':
      return typeof frame['leadId'] === 'string' ? (frame as unknown as ServerFrame) : null
    case 'error':
      return frame as unknown as ServerFrame
    default:
      if (typeof frame['seq'] !== 'number' || typeof frame['leadId'] !== 'string') return null
      return { type: 'event', event: frame as unknown as CrewEvent }
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
