import type { CrewEvent } from '../protocol/events'
import type { LiveAgent } from '../state/crew-state'
import type { TranscriptChange } from '../transcript/views'
import { isRecord } from './crewroom-error'

/** Journal positions by lead: everything visible up to there was sent. */
export type Positions = Readonly<Record<string, number>>

export interface HelloFrame {
  readonly type: 'hello'
  readonly serverTime: string
  readonly version: string
  readonly epoch: string
  /** Whether a person has paused all crews of the server. */
  readonly paused?: boolean
  readonly at: Positions
}

export interface LiveAgentFrame extends LiveAgent {
  readonly type: 'live:agent'
  readonly leadId: string
  readonly agentId: string
}

interface OfAgent {
  readonly leadId: string
  readonly agentId: string
}

/** What an agent says to nobody in particular, as it says it. */
export interface LiveTextFrame extends OfAgent {
  readonly type: 'live:text'
  readonly delta: string
}

/** An agent is writing a message to a group. */
export interface LiveComposingFrame extends OfAgent {
  readonly type: 'live:composing'
  readonly groupName: string
  /** What it has written so far, where the server tells. */
  readonly text?: string
  /** The message is written, or was given up. */
  readonly done?: boolean
}

/** Up to where a group's messages were handed to an agent, and up to where it has confirmed them. */
export interface LiveReceiptFrame extends OfAgent {
  readonly type: 'live:receipt'
  readonly groupName: string
  readonly sentSeq: number
  readonly seenSeq: number
}

export type LiveFrame = LiveAgentFrame | LiveTextFrame | LiveComposingFrame | LiveReceiptFrame

export type ServerFrame =
  | HelloFrame
  | LiveFrame
  | { readonly type: 'live:server'; readonly paused: boolean }
  | ({ readonly type: 'live:transcript' } & TranscriptChange)
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
    case 'live:text':
    case 'live:composing':
    case 'live:receipt':
    case 'gap':
      return typeof frame['leadId'] === 'string' ? (frame as unknown as ServerFrame) : null
    case 'live:server':
    case 'live:transcript':
    case 'error':
      return frame as unknown as ServerFrame
    default:
      if (typeof frame['seq'] !== 'number' || typeof frame['leadId'] !== 'string') return null
      return { type: 'event', event: frame as unknown as CrewEvent }
  }
}
