/** Errors of the JSON-RPC door: the code, and the name that `error.data.name` says. */
export const RPC = {
  parse: { code: -32_700, name: 'ParseError' },
  request: { code: -32_600, name: 'InvalidRequestError' },
  method: { code: -32_601, name: 'MethodNotFoundError' },
  params: { code: -32_602, name: 'InvalidParamsError' },
  internal: { code: -32_603, name: 'InternalError' },
  unauthorized: { code: -32_000, name: 'UnauthorizedError' },
  forbidden: { code: -32_001, name: 'ForbiddenError' },
  notFound: { code: -32_002, name: 'NotFoundError' },
  conflict: { code: -32_003, name: 'ConflictError' },
  rate: { code: -32_004, name: 'RateLimitedError' },
  full: { code: -32_007, name: 'ConversationFullError' },
  protocol: { code: -32_008, name: 'ProtocolMismatchError' },
  taskClosed: { code: -32_020, name: 'TaskClosedError' },
  taskNotFound: { code: -32_021, name: 'TaskNotFoundError' },
  archived: { code: -32_022, name: 'ConversationArchivedError' },
  notAdmitted: { code: -32_023, name: 'ParticipantNotAdmittedError' },
} as const

export type RpcError = (typeof RPC)[keyof typeof RPC]
