import * as z from 'zod'
import { RpcRequest, RpcServerFrame, RpcUnasked } from '@crewroom/shared/protocol/rpc/frames'
import { RPC_SHAPES, type RpcMethod } from '@crewroom/shared/protocol/rpc/methods'
import { TASK_VERSIONS } from '@crewroom/shared/protocol/rpc/version'
import type { MethodRow } from '../method'
import { METHOD_TABLE } from '../method-table'
import type { Era, EraMethod } from './era'

/** Tasks and their conversations, as the document of this door describes them. */
export const TASKS: Era = {
  name: 'tasks',
  versions: TASK_VERSIONS,
  connect: 'network/connect',
  begins: () => true,
  request: RpcRequest,
  unasked: z.union([RpcUnasked, RpcServerFrame]),
  form: '{"jsonrpc":"2.0","id":"…","method":"…","params":{…}}',
  methods: Object.fromEntries(
    Object.values(METHOD_TABLE).map((row) => [row.method, asItIs(row as MethodRow<RpcMethod>)]),
  ),
  hello: (result) => result,
  answer: (id, result) => ({ jsonrpc: '2.0', id, result }),
  refusal: (id, error) => ({ jsonrpc: '2.0', id, error }),
  told: ({ method, params }) => ({ name: method, frame: { jsonrpc: '2.0', method, params } }),
}

function asItIs({ method, reads, run }: MethodRow<RpcMethod>): EraMethod {
  return {
    params: RPC_SHAPES[method].params,
    ours: method,
    reads,
    run: run && ((caller, params) => run({ ...caller, params })),
  }
}
