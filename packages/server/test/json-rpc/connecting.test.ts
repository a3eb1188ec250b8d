import { expect, test } from 'vitest'
import { compareVersions } from '@crewroom/shared/protocol/rpc/version'
import { RpcRemote } from '../harness/rpc-remote'
import { TestServer } from '../harness/test-server'

const METHODS = ['network/ping', 'task/list', 'messages/send', 'no/such']

test('RP1 whatever comes before network/connect is refused with -32000, and the connection stays open', async () => {
  await using server = await TestServer.start()
  const { tokens, ids } = await server.crew('atlas', { ada: 'architect' })
  using remote = await RpcRemote.open(server)
  for (const method of METHODS) {
    const { error } = await remote.ask(method, {})
    expect(error).toMatchObject({ code: -32_000, data: { name: 'UnauthorizedError' } })
  }
  const { result } = await remote.hello({ agentKey: tokens['ada'] })
  expect(result).toEqual({
    protocolVersion: '2026.1122.0',
    agentId: ids['ada'],
    policy: {
      maxMessageBytes: 65_536,
      maxPartsPerMessage: 10,
      maxTextLength: 32_768,
      maxGroupParticipants: 100,
      heartbeatIntervalMs: 30_000,
      messagesPerMinute: 60,
      requestsPerMinute: 120,
    },
  })
  const { result: pong } = await remote.ask('network/ping')
  expect(Math.abs(Number(pong?.['ts']) - Date.now())).toBeLessThan(10_000)
  expect((await remote.ask('network/ping', { more: 1 })).error?.code).toBe(-32_602)
  const again = await remote.hello({ agentKey: tokens['ada'] })
  expect(again.error).toMatchObject({ code: -32_003, data: { name: 'ConflictError' } })
  expect(remote.unfit).toEqual([])
})

test('RP2 only the token of an agent connects: not those of people, no session, nothing else', async () => {
  await using server = await TestServer.start()
  const { tokens, leadId, ids } = await server.crew('atlas', { ada: 'architect', ben: 'developer' })
  await server.call('POST', `/api/agents/${ids['ben']}/terminate`)
  using remote = await RpcRemote.open(server)
  for (const agentKey of [server.owner, server.observer, 'nobody', tokens['ben']]) {
    const { error } = await remote.hello({ agentKey })
    expect(error, agentKey).toMatchObject({ code: -32_000, data: { name: 'UnauthorizedError' } })
  }
  const session = await remote.hello({ sessionToken: server.owner })
  expect(session.error?.code).toBe(-32_000)
  expect(session.error?.message).toContain('agentKey')
  const both = { agentKey: tokens['ada'], sessionToken: server.owner }
  for (const params of [both, {}, { agentKey: '' }, { agentKey: 5 }]) {
    expect((await remote.hello(params)).error?.code, JSON.stringify(params)).toBe(-32_602)
  }
  expect((await remote.hello({ agentKey: tokens['lead'] })).result?.['agentId']).toBe(leadId)
})

test('RP3 versions are compared number by number, all of the era are spoken, and a range without one is refused with its reason', async () => {
  const texts = ['2026.1122.9', '2026.1122.10', '2026.1123.0', '2026.200.5', '2027.1.0', '999.9.9']
  const order = ['999.9.9', '2026.200.5', '2026.1122.9', '2026.1122.10', '2026.1123.0', '2027.1.0']
  expect(texts.toSorted(compareVersions)).toEqual(order)
  await using server = await TestServer.start()
  const { tokens } = await server.crew('atlas', { ada: 'architect' })
  const agentKey = tokens['ada']
  for (const [minProtocol, maxProtocol, spoken] of [
    ['2026.1122.0', '2026.1122.0', '2026.1122.0'],
    ['2026.200.0', '2026.1122.10', '2026.1122.0'],
    // Clients give the one version that they were built with.
    ['2026.526.0', '2026.526.0', '2026.526.0'],
    ['2026.501.0', '2026.501.0', '2026.501.0'],
    ['2026.1231.99', '2026.1231.99', '2026.1231.99'],
    ['2026.200.0', '2026.600.0', '2026.600.0'],
    ['2026.1200.0', '2027.101.0', '2026.1200.0'],
  ] as const) {
    using remote = await RpcRemote.open(server)
    const { result } = await remote.hello({ agentKey, minProtocol, maxProtocol })
    expect(result?.['protocolVersion'], `${minProtocol} to ${maxProtocol}`).toBe(spoken)
    await remote.quiet()
  }
  using remote = await RpcRemote.open(server)
  for (const [minProtocol, maxProtocol, reason] of [
    ['2027.1.0', '2027.101.0', /older/],
    ['2027.0.0', '2027.0.0', /older/],
    ['2026.200.0', '2026.500.99', /newer/],
    ['2026.425.3', '2026.425.3', /newer/],
    ['2027.1.0', '2026.1.0', /range/],
  ] as const) {
    const { error } = await remote.hello({ agentKey, minProtocol, maxProtocol })
    expect(error).toMatchObject({ code: -32_008, data: { name: 'ProtocolMismatchError' } })
    expect(error?.data['reason']).toMatch(reason)
  }
  for (const minProtocol of ['2026.1122', 'v2026.1122.0', '2026.1122.0-beta', 2026, '1.2.x']) {
    const { error } = await remote.hello({ agentKey, minProtocol, maxProtocol: '2027.1.0' })
    expect(error?.code, String(minProtocol)).toBe(-32_602)
  }
  // Without a key nobody learns which versions there are.
  const stranger = { agentKey: 'x', minProtocol: '2027.1.0', maxProtocol: '2027.1.0' }
  expect((await remote.hello(stranger)).error?.code).toBe(-32_000)
})

test('RP4 guesses at keys are counted with those of all other doors', async () => {
  await using server = await TestServer.start()
  const { tokens } = await server.crew('atlas', { ada: 'architect' })
  using remote = await RpcRemote.open(server)
  const codes: (number | undefined)[] = []
  for (let n = 0; n < 22; n++) codes.push((await remote.hello({ agentKey: `x${n}` })).error?.code)
  expect(codes.slice(0, 20)).toEqual(Array(20).fill(-32_000))
  expect(codes.slice(20)).toEqual([-32_004, -32_004])
  const refused = await server.call('GET', '/api/me', undefined, { token: 'x' })
  expect(refused.status).toBe(429)
  expect((await remote.hello({ agentKey: tokens['ada'] })).result).toBeDefined()
})
