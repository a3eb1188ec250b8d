import { describe, expect, test } from 'vitest'
import { COMMAND_HELP } from '@crewroom/shared/command/help'
import { TestServer } from '../harness/test-server'
import { MCP_CLIENTS, mcpClient } from '../harness/mcp-clients'

const MEMBER = [
  'read_inbox',
  'answer',
  'group_message',
  'agent_message',
  'read_group',
  'query_groups',
  'query_crew',
  'react',
  'create_group',
  'add_to_group',
  'complete_task',
  'run_command',
]
const LEAD = [
  'delegate',
  'create_agent',
  'interrupt',
  'terminate_agent',
  'broadcast',
  'release_hold',
]

const tokenOf = (tokens: Readonly<Record<string, string>>, name: string) => tokens[name] ?? ''

describe.each(MCP_CLIENTS)('the official client %s', (kind) => {
  test('MC1, MC3, MC5 goes the whole way: reads, writes, reacts, reports, and is refused in words', async () => {
    await using server = await TestServer.start()
    const crew = await server.crew('atlas', { ben: 'developer', cleo: 'qa-tester' })
    await using ben = await mcpClient(server, kind, tokenOf(crew.tokens, 'ben'))
    await using cleo = await mcpClient(server, kind, tokenOf(crew.tokens, 'cleo'))
    if (kind === 'v2 pinned') expect(ben.protocol).toBe('2026-07-28')

    const created = await ben.call('create_group', { name: 'plan', members: ['cleo'] })
    expect(created.isError).toBe(false)
    expect(created.text).toMatch(/^\[System\] Group "plan" created with 3 members \(you \+ /)
    const joined = await cleo.call('read_inbox', { wait: 0 })
    expect(joined.text).toMatch(/^\[System\] You've been added to group "plan"\. Members: /)

    // It waits, and a message ends the wait.
    const waits = cleo.call('read_inbox', { wait: 20 })
    const sent = await ben.call('group_message', { group: 'plan', content: 'Who takes it?' })
    expect(sent).toEqual({
      isError: false,
      text: expect.stringMatching(/^\[System\] Message delivered to 2 group members\./) as string,
    })
    const short = crew.ids['ben']?.slice(0, 8)
    expect((await waits).text).toBe(
      `[Group "plan" — Developer (${short})]: Who takes it?\n[System] Above: #1 of "plan".`,
    )
    expect((await cleo.call('react', { group: 'plan', emoji: '👍' })).isError).toBe(false)
    const { body } = await server.call('GET', `/api/lead/${crew.leadId}/groups/plan/messages`)
    expect(body['messages'][0].reactions).toEqual({ '👍': [crew.ids['cleo']] })

    // What a tool has returned is in no inbox, and what was read does not come again.
    expect((await cleo.call('read_inbox', { wait: 0 })).text).toMatch(/^\[System\] Nothing new\./)
    expect((await ben.call('read_inbox', { wait: 0 })).text).toMatch(/^\[System\] Nothing new\./)

    await server.call('POST', `/api/agents/${crew.ids['cleo']}/tasks`, { task: 'Test it.' })
    expect((await cleo.call('read_inbox')).text).toBe('[Task from Human (human)]: Test it.')
    const done = await cleo.call('complete_task', { summary: 'It is green.' })
    expect(done.isError).toBe(false)
    const tasks = await server.call('GET', `/api/lead/${crew.leadId}/tasks?status=completed`)
    expect(tasks.body['tasks'][0].summary).toBe('It is green.')

    const refused = await ben.call('group_message', { group: 'nope', content: 'hello' })
    expect(refused.isError).toBe(true)
    expect(refused.text).toBe(
      '[System] GROUP_MESSAGE refused: there is no group "nope". Your groups: plan.',
    )
    expect((await ben.call('group_message', { group: 'plan' })).text).toMatch(
      /^\[System\] GROUP_MESSAGE refused: content: /,
    )
    const unknown = await ben.call('send', {})
    expect(unknown).toEqual({
      isError: true,
      text: expect.stringContaining('There is no tool "send"') as string,
    })
    // What has no tool of its own goes through one for all.
    const left = await cleo.call('run_command', {
      command: 'leave_group',
      payload: { group: 'plan' },
    })
    expect(left).toEqual({ isError: false, text: '[System] You left group "plan".' })
    const delegated = await ben.call('run_command', {
      command: 'DELEGATE',
      payload: { to: 'cleo', task: 'x' },
    })
    expect(delegated.isError, 'a right that it does not have').toBe(true)
  })

  test('MC2 a member is listed twelve tools, a lead those of leads as well, each small and described', async () => {
    await using server = await TestServer.start()
    const crew = await server.crew('atlas', { ben: 'developer' })
    await using ben = await mcpClient(server, kind, tokenOf(crew.tokens, 'ben'))
    await using lead = await mcpClient(server, kind, tokenOf(crew.tokens, 'lead'))
    const ofBen = await ben.tools()
    expect(ofBen.map(({ name }) => name)).toEqual(MEMBER)
    const ofLead = (await lead.tools()).map(({ name }) => name)
    expect(new Set(ofLead)).toEqual(new Set([...MEMBER, ...LEAD]))
    expect(JSON.stringify(ofBen).length, 'paid for with every request').toBeLessThan(6_000)
    for (const tool of ofBen) {
      expect(tool.description ?? '', tool.name).not.toBe('')
      expect(Object.keys(tool)).not.toContain('outputSchema')
    }
    // Every command is a tool or behind run_command.
    const { inputSchema } = ofBen.find(({ name }) => name === 'run_command') ?? {}
    const others = (inputSchema as { properties: { command: { enum: string[] } } }).properties
      .command.enum
    const own = MEMBER.map((name) => name.toUpperCase())
    const forMembers = Object.entries(COMMAND_HELP).flatMap(([name, help]) =>
      help.ofLeads ? [] : name,
    )
    expect(new Set([...others, ...own.filter((name) => name in COMMAND_HELP)])).toEqual(
      new Set(forMembers),
    )
  })
})

test('MC3, CM8 run_command loses no field, and HELP through it teaches calls, not what to write', async () => {
  await using server = await TestServer.start()
  const crew = await server.crew('atlas', { cleo: 'qa-tester' })
  await using cleo = await mcpClient(server, 'v2', tokenOf(crew.tokens, 'cleo'))
  await server.call('POST', `/api/agents/${crew.ids['cleo']}/tasks`, { task: 'Test it.' })
  await cleo.call('read_inbox')
  // Where a model puts a field beside the payload, it counts as well, or is refused.
  const failed = { command: 'COMPLETE_TASK', status: 'failed', summary: 'It is red.' }
  expect((await cleo.call('run_command', failed)).isError).toBe(false)
  const { body } = await server.call('GET', `/api/lead/${crew.leadId}/tasks?status=failed`)
  expect(body['tasks']).toMatchObject([{ summary: 'It is red.' }])
  const strange = await cleo.call('run_command', { command: 'QUERY_CREW', arguments: {} })
  expect(strange.text).toMatch(/^\[System\] QUERY_CREW refused: .*"arguments"/)

  const all = await cleo.call('run_command', { command: 'HELP' })
  expect(all.text).toMatch(/^\[System\] Commands\. Call each as the tool /)
  const one = { command: 'HELP', payload: { command: 'REACT' } }
  const ofOne = await cleo.call('run_command', one)
  expect(ofOne.text).toMatch(/^\[System\] REACT \{"group"/)
  expect(all.text + ofOne.text).not.toMatch(/⟦|your ordinary output/)
})

test('MC8 a client is given the manifest without commands to write, and how many items wait', async () => {
  await using server = await TestServer.start()
  const crew = await server.crew('atlas', { ben: 'developer', cleo: 'qa-tester' })
  const owner = { members: [crew.ids['ben'], crew.ids['cleo']] }
  await server.call('POST', `/api/lead/${crew.leadId}/groups`, {
    name: 'plan',
    memberIds: owner.members,
  })
  for (const content of ['One.', 'Two.']) {
    await server.call('POST', `/api/lead/${crew.leadId}/groups/plan/messages`, { content })
  }
  for (const kind of MCP_CLIENTS) {
    await using ben = await mcpClient(server, kind, tokenOf(crew.tokens, 'ben'))
    expect(ben.instructions).toMatch(
      /^3 items wait in your inbox: call read_inbox first\.\n\n== YOU ==\n/,
    )
    expect(ben.instructions).toContain('- "plan" (4 members: ')
    expect(ben.instructions).toContain('== TOOLS ==')
    expect(ben.instructions, 'nothing to write').not.toMatch(/[⟦⟧]/u)
    expect(ben.instructions).toContain('nothing can wake you')
  }
})
