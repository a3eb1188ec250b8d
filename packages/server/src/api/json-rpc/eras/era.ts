import type * as z from 'zod'
import type { RpcMethod, RpcParams, RpcResult } from '@crewroom/shared/protocol/rpc/methods'
import type { VersionRange } from '@crewroom/shared/protocol/rpc/version'
import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Asked, Done, MethodRow } from '../method'
import type { Told } from '../notifications'
import type { RpcErrorObject } from '../rpc-errors'

/** A request as every era has it. */
export interface EraRequest {
  readonly id: string
  readonly method: string
  readonly params?: unknown
}

/** The caller of a request, without its parameters. */
export type Caller = Omit<Asked<RpcMethod>, 'params'>

/** A result in the words of an era, and the crews from whose memory it was made. */
export interface EraDone {
  readonly result: object
  readonly leadIds: readonly string[]
}

/** One method of an era. Its params are read with its own schema. */
export interface EraMethod {
  readonly params: z.ZodType
  /** The method that it translates to; null: one of its own, over a verb. */
  readonly ours: RpcMethod | null
  readonly reads?: true | undefined
  /** Not there: it is the first frame, and the connection answers it. */
  readonly run?: ((caller: Caller, params: never) => EraDone | Promise<EraDone>) | undefined
}

/** What a notification is made of besides its params. */
export interface Happened {
  /** Who did it. */
  readonly by: string
  /** A conversation as it is now; undefined: it is gone. */
  readonly group: (conversationId: string) => GroupRecord | undefined
}

/** How the clients of one time speak: their frames, and their names and shapes for the methods and notifications of this door. */
export interface Era {
  readonly name: string
  readonly versions: VersionRange
  /** The method that comes first. Its params are those of `network/connect`. */
  readonly connect: string
  /** Whether the first frame of a connection is one of theirs. */
  readonly begins: (frame: object) => boolean
  readonly request: z.ZodType<EraRequest>
  /** Frames that ask for nothing: notifications, and answers. */
  readonly unasked: z.ZodType
  /** A request, in words. */
  readonly form: string
  readonly methods: Readonly<Record<string, EraMethod>>
  /** The answer to its first request. */
  readonly hello: (result: RpcResult<'network/connect'>, caller: Caller) => object
  readonly answer: (id: string | null, result: object) => object
  readonly refusal: (id: string | null, error: RpcErrorObject) => object
  /** A notification under its name there; null: it has none. */
  readonly told: (told: Told, happened: Happened) => { name: string; frame: object } | null
}

interface Translated<M extends RpcMethod, P> {
  readonly ours: MethodRow<M>
  readonly params: z.ZodType<P>
  /** Another request that has to succeed before. */
  readonly first?: (caller: Caller, params: P) => void
  readonly asks: (params: P, caller: Caller) => RpcParams<M>
  readonly gives?: (result: RpcResult<M>, params: P, caller: Caller) => object
}

/** A method that is one of ours under another name, with other params and another result. */
export function translated<const M extends RpcMethod, P>(row: Translated<M, P>): EraMethod {
  const { ours, params, first, asks, gives } = row
  const { run } = ours
  if (!run) throw new Error(`${ours.method} has nothing to run`)
  return {
    params,
    ours: ours.method,
    reads: ours.reads,
    run: (caller: Caller, given: P) => {
      first?.(caller, given)
      const done = run({ ...caller, params: asks(given, caller) })
      const told = ({ result, leadIds }: Done<M>): EraDone => ({
        result: gives ? gives(result, given, caller) : result,
        leadIds,
      })
      return done instanceof Promise ? done.then(told) : told(done)
    },
  }
}

/** A method that we have no other of: it is made of a verb. */
export function ofVerb<P>(row: {
  readonly params: z.ZodType<P>
  readonly reads?: true
  readonly run: (caller: Caller, params: P) => EraDone | Promise<EraDone>
}): EraMethod {
  return { ...row, ours: null }
}
