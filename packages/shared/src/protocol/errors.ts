import { LIMITS } from './limits'

/**
 * Every refusal the product can give, with its HTTP status and WebSocket close code. One table for all doors:
 * what the code means never depends on where it is met.
 */
export const ERRORS = {
  malformed: { status: 400 },
  unauthorized: { status: 401, close: 4001 },
  forbidden: { status: 403, close: 4003 },
  host_not_allowed: { status: 403 },
  origin_not_allowed: { status: 403 },
  not_a_member: { status: 403 },
  not_found: { status: 404 },
  lead_not_found: { status: 404 },
  group_not_found: { status: 404 },
  session_not_found: { status: 404 },
  round_not_found: { status: 404 },
  message_not_found: { status: 404 },
  file_not_found: { status: 404 },
  agent_not_found: { status: 404 },
  need_not_found: { status: 404 },
  rule_not_found: { status: 404 },
  transcript_not_found: { status: 404 },
  workspace_not_found: { status: 404 },
  upload_too_slow: { status: 408 },
  already_answered: { status: 409 },
  group_exists: { status: 409 },
  group_archived: { status: 409 },
  session_archived: { status: 409 },
  round_over: { status: 409 },
  read_only_view: { status: 409 },
  member_exists: { status: 409 },
  crew_exists: { status: 409 },
  has_sub_leads: { status: 409 },
  no_open_task: { status: 409 },
  lead_cannot_leave: { status: 409 },
  files_off: { status: 409 },
  idempotency_conflict: { status: 409 },
  offset_conflict: { status: 409 },
  file_content_missing: { status: 410 },
  too_large: { status: 413, close: 1009 },
  file_too_large: { status: 413 },
  unsupported_media_type: { status: 415 },
  validation: { status: 422 },
  bad_file: { status: 422 },
  invalid_file_name: { status: 422 },
  not_a_picture: { status: 422 },
  chat_files_full: { status: 422 },
  other_crew: { status: 422 },
  ambiguous_member: { status: 422 },
  one_person: { status: 422 },
  agent_terminal: { status: 422, close: 4003 },
  limit_reached: { status: 422 },
  wrong_driver: { status: 422 },
  rate_limited: { status: 429 },
  busy: { status: 503 },
  storage_failed: { status: 503, close: 1013 },
  files_not_written: { status: 503 },
  disk_full: { status: 507 },
  internal: { status: 500, close: 1011 },
  /** Commands only. */
  unknown_command: { status: 422 },
  not_json: { status: 422 },
  unclosed: { status: 422 },
  bad_name: { status: 422 },
  in_code: { status: 422 },
  example: { status: 422 },
} as const satisfies Record<string, { status: number; close?: number }>

export type ErrorCode = keyof typeof ERRORS

/** Close codes that are not errors of one request. */
export const CLOSE = {
  /** The client did not read fast enough; it resumes with `since`. */
  slowConsumer: 4008,
  /** A newer connection took over this agent. */
  replaced: 4009,
  helloTimeout: 4002,
  newEpoch: 4010,
  goingAway: 1001,
} as const

export type ErrorDetails = Readonly<Record<string, unknown>>

/**
 * A refusal: `message` says what happened and what to do next, in words a person or an agent can use as they
 * are. `details` is for programs. Anything that is not a CrewError leaves the process as `internal` without text.
 */
export class CrewError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails | undefined

  constructor(code: ErrorCode, message: string, details?: ErrorDetails) {
    super(message)
    this.name = 'CrewError'
    this.code = code
    this.details = details
  }

  get status(): number {
    return ERRORS[this.code].status
  }
}

function tooLong(field: string, limit: number): string {
  // Not `toLocaleString`: every server would load some megabytes of language data for this one sentence.
  const grouped = `${limit}`.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return `${field} is longer than ${grouped} characters; shorten it or split it.`
}

export const CONTENT_TOO_LONG = tooLong('content', LIMITS.content)
