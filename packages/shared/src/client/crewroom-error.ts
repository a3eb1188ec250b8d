import type { ErrorCode } from '../protocol/errors'

/** 0: no answer; 502 and 504 are of proxies, 503 of a server that is away, starting or busy. */
const PASSING: readonly number[] = [0, 429, 502, 503, 504]

/** Codes of the API's document, and the client's own; a newer server may have more. */
export type CrewroomErrorCode =
  | ErrorCode
  | 'network'
  | 'closed'
  | 'buffer_full'
  | 'stream_lost'
  | 'no_websocket'
  | (string & {})

type ErrorDetails = Readonly<Record<string, unknown>>

/**
 * Something that was refused, in the server's words. `code` is one of the codes in the API's document, or one of the
 * client's own: `network` (no answer that can be read came), `closed`, `buffer_full` and `stream_lost`. `status` is 0 where
 * no answer came over HTTP.
 */
export class CrewroomError extends Error {
  readonly status: number
  readonly code: CrewroomErrorCode
  /** The faults that the server found, by field of the request. */
  readonly details: ErrorDetails

  constructor(
    status: number,
    code: CrewroomErrorCode,
    message: string,
    details: ErrorDetails = {},
  ) {
    super(message)
    this.name = 'CrewroomError'
    this.status = status
    this.code = code
    this.details = details
  }

  /** Whether nobody refused: no answer, that of a proxy, or that of a server which has too much to do. */
  get passing(): boolean {
    return PASSING.includes(this.status)
  }

  /** After how many seconds the server wants to be asked again; null if it does not say. */
  get retryAfter(): number | null {
    const { retryAfter } = this.details
    return typeof retryAfter === 'number' ? retryAfter : null
  }
}

export const noAnswer = () => new CrewroomError(0, 'network', 'The server does not answer.')
export const notReadable = () =>
  new CrewroomError(0, 'network', 'The server’s answer cannot be read.')

/** The refusal in an answer; `retryAfter` is the header of that name. */
export function refusalIn(
  status: number,
  body: unknown,
  retryAfter?: string | null,
): CrewroomError {
  const seconds = retryAfter ? Number(retryAfter) : Number.NaN
  const waits = Number.isFinite(seconds) ? { retryAfter: seconds } : {}
  const error = isRecord(body) && isRecord(body['error']) ? body['error'] : null
  if (error === null || !('code' in error) || !('message' in error)) {
    return new CrewroomError(status, 'unknown', `The server answered ${status}.`, waits)
  }
  const details = isRecord(error['details']) ? error['details'] : {}
  const { code, message } = error as { code: unknown; message: unknown }
  return new CrewroomError(status, String(code), String(message), { ...waits, ...details })
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
