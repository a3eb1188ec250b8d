import { expect, test } from 'vitest'
import { ERRORS } from '@crewroom/shared/protocol/errors'
import { RPC } from '@crewroom/shared/protocol/rpc/codes'
import { RPC_SHAPES } from '@crewroom/shared/protocol/rpc/methods'
import { RPC_NOTIFICATIONS } from '@crewroom/shared/protocol/rpc/notifications'
import { TestServer } from '../harness/test-server'

interface Method {
  readonly name: string
  readonly summary: string
  readonly params: readonly { readonly name: string; readonly required: boolean }[]
  readonly result: { readonly schema: { readonly type?: string } }
  readonly errors: readonly { readonly code: number; readonly message: string }[]
}

test('RP16 /api/openrpc.json describes every method, notification and error, and needs no token', async () => {
  await using server = await TestServer.start()
  const { status, body } = await server.call('GET', '/api/openrpc.json', undefined, { token: null })
  expect(status).toBe(200)
  expect(body['openrpc']).toBe('1.3.2')
  const methods = body['methods'] as Method[]
  expect(methods.map(({ name }) => name)).toEqual(Object.keys(RPC_SHAPES))
  for (const { summary, result } of methods) {
    expect(summary).not.toBe('')
    expect(result.schema.type).toBe('object')
  }
  const send = methods.find(({ name }) => name === 'messages/send')
  expect(send?.params.map(({ name, required }) => `${name} ${required}`)).toEqual([
    'taskId true',
    'conversationId true',
    'parts true',
    'replyToId false',
    'dispatchLeaseId false',
  ])
  const codes = send?.errors.map(({ code, message }) => ({ code, name: message })) ?? []
  expect(codes.toSorted((a, b) => a.code - b.code)).toEqual(
    Object.values(RPC).toSorted((a, b) => a.code - b.code),
  )
  const told = body['x-notifications'] as { readonly name: string }[]
  expect(told.map(({ name }) => name)).toEqual(Object.keys(RPC_NOTIFICATIONS))
  const [april, tasks] = body['x-eras'] as {
    readonly name: string
    readonly methods: readonly { readonly name: string; readonly ours: string; params?: object }[]
  }[]
  expect([april?.name, tasks?.name]).toEqual(['april-2026', 'tasks'])
  expect(tasks?.methods).toEqual(Object.keys(RPC_SHAPES).map((name) => ({ name, ours: name })))
  expect(april?.methods.find(({ name }) => name === 'conversations/archive')).toMatchObject({
    ours: 'task/conversation/archive',
    params: { required: ['conversationId'] },
  })
  const docs = await server.call('GET', '/api/openapi.json', undefined, { token: null })
  expect(docs.body['info'].description).toContain('/api/openrpc.json')
})

test('RP17 every refusal of the product has its error here, and those of the protocol have their codes', () => {
  const table = Object.fromEntries(Object.values(RPC).map(({ name, code }) => [name, code]))
  expect(table).toEqual({
    ParseError: -32_700,
    InvalidRequestError: -32_600,
    MethodNotFoundError: -32_601,
    InvalidParamsError: -32_602,
    InternalError: -32_603,
    UnauthorizedError: -32_000,
    ForbiddenError: -32_001,
    NotFoundError: -32_002,
    ConflictError: -32_003,
    RateLimitedError: -32_004,
    ConversationFullError: -32_007,
    ProtocolMismatchError: -32_008,
    TaskClosedError: -32_020,
    TaskNotFoundError: -32_021,
    ConversationArchivedError: -32_022,
    ParticipantNotAdmittedError: -32_023,
  })
  const codeOf = (code: keyof typeof ERRORS) => ERRORS[code].rpc.code
  expect(codeOf('rate_limited')).toBe(-32_004)
  expect([codeOf('busy'), codeOf('storage_failed')]).toEqual([-32_603, -32_603])
  expect(codeOf('group_exists')).toBe(-32_003)
  expect([codeOf('group_not_found'), codeOf('message_not_found')]).toEqual([-32_002, -32_002])
  expect(codeOf('admission_not_found')).toBe(-32_021)
  expect([codeOf('admission_closed'), codeOf('group_archived')]).toEqual([-32_020, -32_022])
  expect(codeOf('not_admitted')).toBe(-32_023)
})
