import * as z from 'zod'

/** A request, exactly: an id that is text, and no member beside these. */
export const RpcRequest = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.string(),
  method: z.string().min(1),
  params: z.unknown().optional(),
})
export type RpcRequest = z.output<typeof RpcRequest>

/** What asks for no answer, and gets none. */
export const RpcUnasked = z.strictObject({
  jsonrpc: z.literal('2.0'),
  method: z.string().min(1),
  params: z.unknown().optional(),
})

const rpcErrorObject = z.strictObject({
  code: z.number().int(),
  message: z.string().min(1),
  data: z.looseObject({ name: z.string().min(1) }),
})

/** What the server sends: an answer, with a result or an error, or a notification. */
export const RpcServerFrame = z.union([
  z.strictObject({ jsonrpc: z.literal('2.0'), id: z.string(), result: z.looseObject({}) }),
  z.strictObject({ jsonrpc: z.literal('2.0'), id: z.string().nullable(), error: rpcErrorObject }),
  z.strictObject({
    jsonrpc: z.literal('2.0'),
    method: z.string().min(1),
    params: z.looseObject({}),
  }),
])
export type RpcServerFrame = z.output<typeof RpcServerFrame>
