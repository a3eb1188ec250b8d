import { beyondRoom } from '@crewroom/shared/protocol/json-room'
import { JSON_ROOM, LIMITS } from '@crewroom/shared/protocol/limits'
import { RPC } from '@crewroom/shared/protocol/rpc/codes'
import type { Era, EraRequest } from './eras/era'
import { RpcRefusal } from './rpc-errors'

interface Wrong {
  readonly kind: 'wrong'
  readonly id: string | null
  readonly method: string | null
  readonly refusal: RpcRefusal
}

/** A frame as it was understood: a request; what asks for nothing; or what is refused, with the id that it seems to have. */
export type Understood =
  | { readonly kind: 'request'; readonly request: EraRequest }
  | { readonly kind: 'unasked'; readonly method: string | null }
  | Wrong

/** What is in a frame, whatever it means; or why nobody can read it. */
export function valueIn(
  text: string | null,
): { readonly kind: 'value'; readonly value: unknown } | Wrong {
  if (text === null) return wrong({}, RPC.parse, 'Frames are JSON text, and this one was binary.')
  if (Buffer.byteLength(text) > LIMITS.rpcFrameBytes) {
    const most = `A frame has at most ${LIMITS.rpcFrameBytes} bytes. Send it in parts.`
    return wrong({ id: idInLong(text) }, RPC.request, most, { code: 'too_large' })
  }
  const beyond = beyondRoom(text, JSON_ROOM.request)
  if (beyond !== null) {
    return wrong({ id: idInLong(text) }, RPC.request, `The frame ${beyond}.`, { code: 'too_large' })
  }
  try {
    return { kind: 'value', value: JSON.parse(text) as unknown }
  } catch {
    return wrong({}, RPC.parse, 'The frame is not valid JSON.')
  }
}

/** What a frame asks for in an era. */
export function understood(value: unknown, { request, unasked, form }: Era): Understood {
  const asked = request.safeParse(value)
  if (asked.success) return { kind: 'request', request: asked.data }
  if (Array.isArray(value)) {
    return wrong({}, RPC.request, 'Batches are not taken: send each request in a frame of its own.')
  }
  // Whoever notifies asks for no answer, and an answer is to nothing that was asked here.
  if (unasked.safeParse(value).success) {
    const isAnswer = typeof value === 'object' && value !== null && 'id' in value
    return { kind: 'unasked', method: isAnswer ? null : methodIn(value) }
  }
  return wrong(
    value,
    RPC.request,
    `A request is ${form}: the id is text, and there are no other members.`,
  )
}

/** So much of the beginning and the end of a long frame is looked at: reading all of it is what its limit is against. */
const LOOKED_AT = 512
const TEXT = '"(?:[^"\\\\]|\\\\.){0,128}"'
const ID_FIRST = new RegExp(
  `^\\s*\\{\\s*(?:"(?:jsonrpc|type|method)"\\s*:\\s*${TEXT}\\s*,\\s*){0,3}"id"\\s*:\\s*(${TEXT})`,
)
const ID_LAST = new RegExp(`,\\s*"id"\\s*:\\s*(${TEXT})\\s*\\}\\s*$`)

/** The id of a frame that is too long to be read, where it is before or behind its params. */
function idInLong(text: string): string | undefined {
  const [, id] =
    ID_FIRST.exec(text.slice(0, LOOKED_AT)) ?? ID_LAST.exec(text.slice(-LOOKED_AT)) ?? []
  try {
    return id === undefined ? undefined : (JSON.parse(id) as string)
  } catch {
    return undefined
  }
}

function wrong(
  value: unknown,
  error: typeof RPC.parse | typeof RPC.request,
  message: string,
  data: Readonly<Record<string, unknown>> = {},
): Wrong {
  const refusal = new RpcRefusal(error, message, data)
  return { kind: 'wrong', id: textIn(value, 'id'), method: methodIn(value), refusal }
}

const methodIn = (value: unknown) => textIn(value, 'method')

function textIn(value: unknown, field: 'id' | 'method'): string | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) return null
  const text = (value as Readonly<Record<string, unknown>>)[field]
  return typeof text === 'string' ? text : null
}
