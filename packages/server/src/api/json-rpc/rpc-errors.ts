import { CrewError, type ErrorCode, ERRORS } from '@crewroom/shared/protocol/errors'
import { RPC, type RpcError } from '@crewroom/shared/protocol/rpc/codes'
import { inOwnWords } from './own-words'

export interface RpcErrorObject {
  readonly code: number
  readonly message: string
  readonly data: { readonly name: string } & Readonly<Record<string, unknown>>
}

/** What only this door refuses: frames that are not requests, methods that nobody knows, versions that do not fit. */
export class RpcRefusal extends Error {
  readonly error: RpcError
  readonly data: Readonly<Record<string, unknown>>

  constructor(error: RpcError, message: string, data: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.name = 'RpcRefusal'
    this.error = error
    this.data = data
  }
}

/** The caller was terminated. An agent that a request names may have ended too, and is then not admitted. */
export class CallerEnded extends CrewError {
  constructor({ code, message, details }: CrewError) {
    super(code, message, details)
  }
}

/** One text whoever is not admitted, and for whatever reason: it shows nobody who is. */
const NOT_ADMITTED = 'Agent is not admitted to the task'

/** A refusal as the error of an answer. `data.name` names it, `data.code` is what other doors call it. */
export function rpcErrorOf(refused: CrewError | RpcRefusal): RpcErrorObject {
  if (refused instanceof RpcRefusal) {
    const { code, name } = refused.error
    return { code, message: refused.message, data: { ...refused.data, name } }
  }
  const { code, name } = errorOf(refused)
  if (code === RPC.notAdmitted.code) {
    return { code, message: NOT_ADMITTED, data: { name, code: 'not_admitted' } }
  }
  const { details = {} } = refused
  return { code, message: inOwnWords(refused), data: { ...details, name, code: refused.code } }
}

/** A conversation that is full has an error of its own; other limits are conflicts. */
function errorOf(refused: CrewError): RpcError {
  if (refused instanceof CallerEnded) return RPC.unauthorized
  const { code, details } = refused
  return code === 'limit_reached' && details?.['limit'] === 'members' ? RPC.full : ERRORS[code].rpc
}

/** The refusal as other doors count it. */
export function codeOf(refused: CrewError | RpcRefusal): ErrorCode {
  if (refused instanceof CrewError) return refused.code
  switch (refused.error) {
    case RPC.unauthorized:
      return 'unauthorized'
    case RPC.params:
      return 'validation'
    case RPC.rate:
      return 'rate_limited'
    case RPC.method:
      return 'not_found'
    default:
      return 'malformed'
  }
}
