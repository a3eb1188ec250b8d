import { LIMITS } from '@crewroom/shared/protocol/limits'
import { RPC } from '@crewroom/shared/protocol/rpc/codes'
import { RpcRequest, RpcServerFrame, RpcUnasked } from '@crewroom/shared/protocol/rpc/frames'
import { RpcRefusal } from './rpc-errors'

/** A frame as it was understood: a request; what asks for nothing; or what is refused, with the id that it seems to have. */
export type Understood =
  | { readonly kind: 'request'; readonly request: RpcRequest }
  | { readonly kind: 'unasked'; readonly method: string | null }
  | {
      readonly kind: 'wrong'
      readonly id: string | null
      readonly method: string | null
      readonly refusal: RpcRefusal
    }

export function readRequest(text: string | null): Understood {
  if (text === null) return wrong({}, RPC.parse, 'Frames are JSON text, and this one was binary.')
  if (Buffer.byteLength(text) > LIMITS.rpcFrameBytes) {
    const most = `A frame has at most ${LIMITS.rpcFrameBytes} bytes. Send it in parts.`
    return wrong({}, RPC.request, most, { code: 'too_large' })
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return wrong({}, RPC.parse, 'The frame is not valid JSON.')
  }
  const request = RpcRequest.safeParse(value)
  if (request.success) return { kind: 'request', request: request.data }
  if (Array.isArray(value)) {
    return wrong({}, RPC.request, 'Batches are not taken: send each request in a frame of its own.')
  }
  // Whoever notifies asks for no answer, and an answer is to nothing that was asked here.
  if (RpcUnasked.safeParse(value).success) return { kind: 'unasked', method: methodIn(value) }
  if (RpcServerFrame.safeParse(value).success) return { kind: 'unasked', method: null }
  return wrong(
    value,
    RPC.request,
    'A request is {"jsonrpc":"2.0","id":"…","method":"…","params":{…}}: the id is text, and there are no other members.',
  )
}

function wrong(
  value: unknown,
  error: typeof RPC.parse | typeof RPC.request,
  message: string,
  data: Readonly<Record<string, unknown>> = {},
): Understood {
  const refusal = new RpcRefusal(error, message, data)
  return { kind: 'wrong', id: textIn(value, 'id'), method: methodIn(value), refusal }
}

const methodIn = (value: unknown) => textIn(value, 'method')

function textIn(value: unknown, field: 'id' | 'method'): string | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) return null
  const text = (value as Readonly<Record<string, unknown>>)[field]
  return typeof text === 'string' ? text : null
}
