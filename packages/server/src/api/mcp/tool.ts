import type { CommandTool } from '@crewroom/shared/command/tools'
import type { RemoteInbox } from '../../delivery/remote-inbox'
import type { Intake } from '../../intake/intake'
import type { ToolCalls } from '../../intake/tool-calls'
import type { RemoteRollouts } from '../../rollouts/remote-rollouts'
import type { Shard } from '../../crew/shard'
import type { Retries } from '../retries/retries'
import type { Readers, RequestId } from './readers'

export interface ToolPorts {
  readonly shard: Shard
  readonly intake: Intake
  readonly toolCalls: ToolCalls
  readonly inbox: RemoteInbox
  readonly remoteRollouts: RemoteRollouts
  readonly readers: Readers
  readonly retries: Retries
}

/** Who calls: an agent whose program runs elsewhere, or one that the server runs and hands things itself. */
export interface Caller {
  readonly agentId: string
  readonly isLead: boolean
  readonly runsElsewhere: boolean
}

export interface Call {
  readonly caller: Caller
  /** The client's id of the request. */
  readonly request: RequestId
  /** The session in which that id is this request's alone; null: the client has opened none. */
  readonly session: string | null
  readonly args: Readonly<Record<string, unknown>>
  /** Aborted when nobody waits for the answer any more. */
  readonly gone: AbortSignal
  /** Says that it still waits, to clients that would otherwise give up. */
  readonly progress: (message: string) => void
}

export interface ToolAnswer {
  readonly text: string
  readonly isError: boolean
  /** Runs if the answer does not reach the client. */
  readonly lost?: () => void
}

/** A tool of the door: what a model sees of it, and what a call does. */
export interface DoorTool {
  readonly tool: CommandTool
  run(ports: ToolPorts, call: Call): Promise<ToolAnswer>
}
