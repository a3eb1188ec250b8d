import { LIMITS } from './limits'
import { RPC, type RpcError } from './rpc/codes'

/**
 * Every refusal the product can give, with its HTTP status, WebSocket close code and JSON-RPC error. One table for all doors:
 * what the code means never depends on where it is met.
 */
export const ERRORS = {
  malformed: { status: 400, rpc: RPC.request },
  unauthorized: { status: 401, close: 4001, rpc: RPC.unauthorized },
  forbidden: { status: 403, close: 4003, rpc: RPC.forbidden },
  host_not_allowed: { status: 403, rpc: RPC.forbidden },
  origin_not_allowed: { status: 403, rpc: RPC.forbidden },
  not_a_member: { status: 403, rpc: RPC.forbidden },
  not_found: { status: 404, rpc: RPC.notFound },
  method_not_allowed: { status: 405, rpc: RPC.notFound },
  lead_not_found: { status: 404, rpc: RPC.taskNotFound },
  group_not_found: { status: 404, rpc: RPC.notFound },
  session_not_found: { status: 404, rpc: RPC.notFound },
  round_not_found: { status: 404, rpc: RPC.notFound },
  run_not_found: { status: 404, rpc: RPC.notFound },
  message_not_found: { status: 404, rpc: RPC.notFound },
  admission_not_found: { status: 404, rpc: RPC.taskNotFound },
  invite_not_found: { status: 404, rpc: RPC.notFound },
  file_not_found: { status: 404, rpc: RPC.notFound },
  agent_not_found: { status: 404, rpc: RPC.notFound },
  task_not_found: { status: 404, rpc: RPC.notFound },
  need_not_found: { status: 404, rpc: RPC.notFound },
  rule_not_found: { status: 404, rpc: RPC.notFound },
  transcript_not_found: { status: 404, rpc: RPC.notFound },
  workspace_not_found: { status: 404, rpc: RPC.notFound },
  upload_too_slow: { status: 408, rpc: RPC.internal },
  already_answered: { status: 409, rpc: RPC.conflict },
  group_exists: { status: 409, rpc: RPC.conflict },
  group_archived: { status: 409, rpc: RPC.archived },
  session_archived: { status: 409, rpc: RPC.archived },
  message_deleted: { status: 409, rpc: RPC.conflict },
  round_over: { status: 409, rpc: RPC.conflict },
  run_active: { status: 409, rpc: RPC.conflict },
  run_over: { status: 409, rpc: RPC.conflict },
  no_turn: { status: 409, rpc: RPC.conflict },
  too_deep: { status: 409, rpc: RPC.conflict },
  held: { status: 409, rpc: RPC.conflict },
  read_only_view: { status: 409, rpc: RPC.conflict },
  admission_closed: { status: 409, rpc: RPC.taskClosed },
  member_exists: { status: 409, rpc: RPC.conflict },
  name_taken: { status: 409, rpc: RPC.conflict },
  crew_exists: { status: 409, rpc: RPC.conflict },
  has_sub_leads: { status: 409, rpc: RPC.conflict },
  no_open_task: { status: 409, rpc: RPC.conflict },
  task_given: { status: 409, rpc: RPC.conflict },
  task_failed: { status: 409, rpc: RPC.conflict },
  lead_cannot_leave: { status: 409, rpc: RPC.conflict },
  files_off: { status: 409, rpc: RPC.conflict },
  work_files_off: { status: 409, rpc: RPC.conflict },
  idempotency_conflict: { status: 409, rpc: RPC.conflict },
  request_under_way: { status: 409, rpc: RPC.conflict },
  offset_conflict: { status: 409, rpc: RPC.conflict },
  answer_gone: { status: 410, rpc: RPC.notFound },
  file_content_missing: { status: 410, rpc: RPC.notFound },
  too_large: { status: 413, close: 1009, rpc: RPC.request },
  file_too_large: { status: 413, rpc: RPC.params },
  unsupported_media_type: { status: 415, rpc: RPC.request },
  validation: { status: 422, rpc: RPC.params },
  bad_file: { status: 422, rpc: RPC.params },
  invalid_file_name: { status: 422, rpc: RPC.params },
  not_a_picture: { status: 422, rpc: RPC.params },
  not_shown: { status: 422, rpc: RPC.params },
  chat_files_full: { status: 422, rpc: RPC.conflict },
  not_admitted: { status: 422, rpc: RPC.notAdmitted },
  other_crew: { status: 422, rpc: RPC.notFound },
  work_folder_changed: { status: 410, rpc: RPC.notFound },
  ambiguous_member: { status: 422, rpc: RPC.params },
  one_person: { status: 422, rpc: RPC.params },
  agent_terminal: { status: 422, close: 4003, rpc: RPC.notAdmitted },
  limit_reached: { status: 422, rpc: RPC.conflict },
  wrong_driver: { status: 422, rpc: RPC.params },
  rate_limited: { status: 429, rpc: RPC.rate },
  busy: { status: 503, rpc: RPC.internal },
  storage_failed: { status: 503, close: 1013, rpc: RPC.internal },
  files_not_written: { status: 503, rpc: RPC.internal },
  disk_full: { status: 507, rpc: RPC.internal },
  internal: { status: 500, close: 1011, rpc: RPC.internal },
  /** Commands only. */
  unknown_command: { status: 422, rpc: RPC.method },
  not_json: { status: 422, rpc: RPC.parse },
  unclosed: { status: 422, rpc: RPC.parse },
  bad_name: { status: 422, rpc: RPC.params },
  in_code: { status: 422, rpc: RPC.request },
  example: { status: 422, rpc: RPC.request },
} as const satisfies Record<string, { status: number; close?: number; rpc: RpcError }>

export type ErrorCode = keyof typeof ERRORS

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
