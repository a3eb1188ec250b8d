import type { RpcMethod, RpcParams, RpcResult } from '@crewroom/shared/protocol/rpc/methods'
import type { RpcNotification } from '@crewroom/shared/protocol/rpc/notifications'
import type { PresenceBook } from '../../crew/presence'
import type { By, Shard } from '../../crew/shard'
import type { CommandResult } from '../../intake/command-sink'

/** A request that was understood, of an agent that has connected. */
export interface Asked<M extends RpcMethod> {
  readonly shard: Shard
  readonly by: By
  readonly presence: PresenceBook
  /** Runs a command of the agent, behind all that it said before; resolves when that is durable. */
  readonly call: (name: string, payload: unknown) => Promise<CommandResult>
  readonly params: RpcParams<M>
}

/** A result, and the crews from whose memory it was made: it leaves when what they hold now is durable. */
export interface Done<M extends RpcMethod> {
  readonly result: RpcResult<M>
  readonly leadIds: readonly string[]
}

/** One method, whole: what is served and what its document says come from this row and its shape. */
export interface MethodRow<M extends RpcMethod> {
  readonly method: M
  readonly summary: string
  /** Who may call it: the verb decides that, and this says it. */
  readonly who: string
  /** The verb that it translates to; null where there is nothing to decide. */
  readonly verb: string | null
  /** What it leads to. */
  readonly tells: readonly RpcNotification[]
  /** May be long, or has to wait: one after the other is made, and waits until the client has read the last one. */
  readonly reads?: true
  /** Not there: it is the first frame, and the connection answers it. */
  readonly run?: (asked: Asked<M>) => Done<M> | Promise<Done<M>>
}

export const method = <const M extends RpcMethod>(row: MethodRow<M>): MethodRow<M> => row
