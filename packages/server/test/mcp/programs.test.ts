import { expect, test } from 'vitest'
import { AgentFloor } from '../harness/agent-floor'
import { FakeClock } from '../harness/fake-clock'

const ON = { agentTools: true }
const CALLS = {
  mcp: 'lists',
  // As a program asks before it calls a tool.
  permissions: [
    {
      toolCall: { toolCallId: 'mcp_crewroom_1', title: 'group_message (crewroom MCP Server)' },
      options: [
        { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
        { optionId: 'no', name: 'Reject', kind: 'reject_once' },
      ],
    },
  ],
  rules: [
    {
      when: 'Post it',
      call: { name: 'group_message', args: { group: 'ben', content: 'By a tool.' } },
    },
  ],
}

const called = (floor: AgentFloor, name: string) =>
  floor.programs.notes(name).flatMap((note) => ('called' in note ? [note['called']] : []))

test('MC30, MC32 a program that takes tools is given them and its manifest has no commands; its calls are its own', async () => {
  // Time stands still: a program has 5 s to ask for its tools, however slow the machine.
  await using floor = await AgentFloor.open(ON, undefined, new FakeClock())
  await floor.agent('ben', CALLS)
  await floor.agent('cy', { mcp: 'lists' })
  await floor.tell('ben', 'Post it.')
  const first = await floor.programs.prompt('ben', 1)
  expect(first).toContain('== TOOLS ==')
  expect(first, 'nothing to write').not.toMatch(/⟦⟦/)
  const [tools] = floor.programs
    .notes('ben')
    .flatMap((note) => ('tools' in note ? [note['tools']] : []))
  expect(tools).toContain('group_message')
  expect(tools, 'what it reads comes with its prompts').not.toContain('read_inbox')
  expect(tools).not.toContain('answer')
  await floor.until('it was answered', () => called(floor, 'ben').length === 1)
  expect(floor.programs.notes('ben')).toContainEqual(
    expect.objectContaining({ answered: { outcome: { outcome: 'selected', optionId: 'yes' } } }),
  )
  expect(called(floor, 'ben')).toEqual([
    expect.stringMatching(/^\[System\] Message delivered to 2 group members\./),
  ])
  const { body } = await floor.server.call('GET', `/api/lead/${floor.leadId}/groups/ben/messages`)
  expect(body['messages']).toMatchObject([{ from: floor.id('ben'), content: 'By a tool.' }])
})

test('MC31 a program that does not ask for tools in time is taught commands, and its token opens nothing more', async () => {
  const clock = new FakeClock()
  await using floor = await AgentFloor.open(ON, undefined, clock)
  await floor.agent('ben', { ...CALLS, mcp: 'ignores' })
  await floor.tell('ben', 'Post it.')
  await floor.until('its tools are waited for', () => {
    if (floor.programs.asked('ben', 'session/new') === 0) return false
    clock.advance(1_000)
    return floor.programs.prompts('ben').length > 0
  })
  const first = await floor.programs.prompt('ben', 1)
  expect(first).toContain('== COMMANDS ==')
  expect(first).not.toContain('== TOOLS ==')
  await floor.until('it was refused', () => called(floor, 'ben').length === 1)
  expect(called(floor, 'ben')).toEqual([{ status: 401 }])
  const notes = (await floor.recorded('ben')).filter(({ kind }) => kind === 'note')
  expect(notes.map(({ text }) => text)).toEqual([
    'Its program did not ask for the tools that it was offered, so it writes commands.',
  ])
})

test('MC30 without the setting, or for a program that cannot use them, no tools are offered', async () => {
  await using off = await AgentFloor.open()
  await off.agent('ben', { mcp: 'lists' })
  await off.tell('ben', 'Hello.')
  await off.programs.prompt('ben', 1)
  await using on = await AgentFloor.open(ON)
  await on.agent('ben', {})
  await on.tell('ben', 'Hello.')
  expect(await on.programs.prompt('ben', 1)).not.toContain('== TOOLS ==')
  for (const floor of [off, on]) {
    const opened = floor.programs.notes('ben').find(({ method }) => method === 'session/new')
    expect(opened).toMatchObject({ params: { mcpServers: [] } })
  }
})
