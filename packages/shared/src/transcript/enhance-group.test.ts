import { expect, test } from 'vitest'
import {
  aiGroup,
  at,
  call,
  record,
  result,
  said,
  subagent,
  thought,
  userGroup,
} from '../../test/made-transcripts'
import { enhanceGroup } from './enhance-group'
import type { AIGroup } from './groups'
import { buildSummary } from './items-summary'

const enhanced = (group: AIGroup, before: string | null = null) =>
  enhanceGroup(group, { before: before === null ? null : userGroup(before) })
const kinds = (group: AIGroup) =>
  enhanced(group).displayItems.map((item) => `${item.type} ${item.id}`)

test('TR31 a tool call has its result, previews of both, its time and the model that called it', () => {
  const input = { command: `echo ${'x'.repeat(200)}` }
  const responses = [
    record({ uuid: 'run-record', model: 'claude-opus-4-6' }),
    record({
      uuid: 'done',
      type: 'user',
      toolResults: [{ toolUseId: 'run', content: '', isError: true }],
      toolUseResult: { exitCode: 3 },
    }),
  ]
  const steps = [
    call(1, 'run', 'Bash', input),
    result(3, 'run', `\u001b[31m${'y'.repeat(300)}\u001b[0m`, true),
    call(4, 'lost', 'Read', { file_path: '/a' }),
    said(5),
  ]
  const tools = enhanced(aiGroup(steps, { responses })).linkedTools
  expect([...tools.keys()]).toEqual(['run', 'lost'])
  expect(tools.get('run')).toMatchObject({
    inputPreview: `{\n  "command": "echo ${'x'.repeat(79)}...`,
    outputPreview: `${'y'.repeat(200)}...`,
    isOrphaned: false,
    sourceModel: 'claude-opus-4-6',
    startTime: at(1),
    endTime: at(3),
    durationMs: 2000,
    result: { isError: true, toolUseResult: { exitCode: 3 } },
  })
  const lost = tools.get('lost')
  expect(lost).toMatchObject({ isOrphaned: true, inputPreview: '{\n  "file_path": "/a"\n}' })
  expect(Object.keys(lost ?? {})).not.toContain('result')
})

test('TR31 a preview of 100 characters is whole, and a character is never split', () => {
  const preview = (text: string) => {
    const group = aiGroup([call(1, 'a', 'Bash', {}), result(2, 'a', text)])
    return enhanced(group).linkedTools.get('a')?.outputPreview
  }
  expect(preview('a'.repeat(200))).toBe('a'.repeat(200))
  expect(preview('a'.repeat(201))).toBe(`${'a'.repeat(200)}...`)
  expect(preview(`${'a'.repeat(199)}😀b`)).toBe(`${'a'.repeat(199)}...`)
})

test('TR31 a result in blocks is the texts of its blocks', () => {
  const blocks = [
    { type: 'text', text: 'one' },
    { type: 'image', source: { data: 'AAAA' } },
    { type: 'text', text: 'two' },
  ]
  const group = aiGroup([call(1, 'a'), result(2, 'a', blocks)])
  expect(enhanced(group).linkedTools.get('a')?.outputPreview).toBe('one\ntwo')
  expect(enhanced(group).lastOutput?.toolResult).toBe('one\ntwo')
})

test('TR31 what stands beside several results of one record belongs to none of them', () => {
  const toolResults = ['a', 'b'].map((toolUseId) => ({ toolUseId, content: '', isError: false }))
  const responses = [record({ type: 'user', toolResults, toolUseResult: { exitCode: 3 } })]
  const steps = [call(1, 'a'), result(2, 'a'), call(1, 'b'), result(2, 'b')]
  const tools = enhanced(aiGroup(steps, { responses })).linkedTools
  expect([...tools.values()].map((tool) => tool.result?.toolUseResult)).toEqual([
    undefined,
    undefined,
  ])
})

test('TR31 calls without an id are calls of their own, without results', () => {
  const anonymous = (n: number) => {
    const step = call(n, `step-${n}`)
    return { ...step, content: { ...step.content, toolUseId: '', toolName: '' } }
  }
  const group = enhanced(aiGroup([anonymous(1), anonymous(2), said(3)]))
  expect([...group.linkedTools.values()]).toMatchObject([
    { id: 'step-1', name: 'unknown', isOrphaned: true },
    { id: 'step-2', name: 'unknown', isOrphaned: true },
  ])
  expect(group.displayItems).toHaveLength(2)
})

test('TR32 the instructions of a skill belong to its call', () => {
  const follow = (more: object) =>
    record({ type: 'user', isMeta: true, sourceToolUseID: 'a', ...more })
  const instructionsOf = (name: string, text: string, more = {}) =>
    enhanced(
      aiGroup([call(1, 'a', name)], { responses: [follow({ content: text, ...more })] }),
    ).linkedTools.get('a')
  const base = 'Base directory for this skill: /s\nDo it.'
  expect(instructionsOf('Task', base)).toMatchObject({
    skillInstructions: base,
    skillInstructionsTokenCount: Math.ceil(base.length / 4),
  })
  expect(instructionsOf('Skill', 'Review it.')?.skillInstructions).toBe('Review it.')
  expect(instructionsOf('Read', '[Image: 20x20]')?.skillInstructions).toBeUndefined()
  expect(instructionsOf('Skill', base, { isMeta: false })?.skillInstructions).toBeUndefined()
})

test('TR33 display items are in the order of time, each once, without what the last output shows', () => {
  const steps = [
    thought(1),
    said(2, 'I look.'),
    call(3, 'read', 'Read'),
    call(3, 'grep', 'Grep'),
    result(4, 'read'),
    result(5, 'grep'),
    // The record of a call was written twice.
    call(6, 'read', 'Read'),
    said(7, 'Found.'),
  ]
  expect(kinds(aiGroup(steps))).toEqual([
    'thinking thought-1',
    'output said-2',
    'tool read',
    'tool grep',
  ])
  const late = subagent('s1', { startTime: at(2.5) })
  expect(kinds(aiGroup(steps, { processes: [late] }))).toEqual([
    'thinking thought-1',
    'output said-2',
    'subagent s1',
    'tool read',
    'tool grep',
  ])
})

test('TR33 a call that started a sub-agent is shown by the sub-agent', () => {
  const steps = [call(1, 'task-1', 'Task'), call(1, 'task-2', 'Agent'), result(5, 'task-1')]
  const group = aiGroup(steps, { processes: [subagent('s1', { parentTaskId: 'task-1' })] })
  expect(kinds(group)).toEqual(['subagent s1', 'tool task-2'])
  expect(enhanced(group).linkedTools.size).toBe(2)
})

test('TR33 at the same moment, sub-agents stand where they were called', () => {
  const steps = [said(1, 'a'), call(1, 'task-1', 'Task'), call(1, 'run'), call(1, 'task-2', 'Task')]
  const processes = [
    subagent('s2', { parentTaskId: 'task-2', startTime: at(1) }),
    subagent('s1', { parentTaskId: 'task-1', startTime: at(1) }),
    subagent('s3', { startTime: at(1) }),
    subagent('s4', { parentTaskId: 'elsewhere', startTime: at(1) }),
    subagent('s1 again', { parentTaskId: 'task-1', startTime: at(1) }),
  ]
  expect(kinds(aiGroup([...steps, said(2)], { processes }))).toEqual([
    'output said-1',
    'subagent s1',
    'subagent s1 again',
    'tool run',
    'subagent s2',
    'subagent s3',
    'subagent s4',
  ])
})

test('TR33 the last output that is a result leaves its call to be seen', () => {
  const group = aiGroup([call(1, 'a'), result(2, 'a', 'Shut down.')])
  expect(enhanced(group).lastOutput).toMatchObject({ type: 'tool_result', toolName: 'Bash' })
  expect(kinds(group)).toEqual(['tool a'])
})

test('TR33 steps of a sub-agent inside the group are not its own', () => {
  const inner = { ...said(2, 'inner'), context: 'subagent' as const }
  expect(kinds(aiGroup([said(1, 'a'), inner, said(3, 'b')]))).toEqual(['output said-1'])
})

test('TR34 the slash command before a group is its first item, with what it put into the context', () => {
  const typed =
    '<command-message>review is running</command-message>\n<command-name>/review</command-name>\n<command-args>src</command-args>'
  const followUp = record({
    type: 'user',
    isMeta: true,
    parentUuid: 'user-record',
    content: [{ type: 'text', text: 'Review the code.' }],
  })
  const group = aiGroup([said(2, 'a'), said(3, 'b')], { responses: [followUp] })
  const [first, ...others] = enhanced(group, typed).displayItems
  expect(first).toEqual({
    type: 'slash',
    id: 'slash-user-record',
    slash: {
      id: 'slash-user-record',
      name: 'review',
      args: 'src',
      message: 'review is running',
      instructions: 'Review the code.',
      instructionsTokenCount: 4,
      timestamp: at(0),
    },
  })
  expect(others).toHaveLength(1)
  expect(enhanced(group, 'no command').displayItems).toHaveLength(1)
  const elsewhere = enhanced(
    aiGroup([said(2)], { responses: [{ ...followUp, parentUuid: 'other' }] }),
    typed,
  ).displayItems
  expect(elsewhere[0]?.type === 'slash' && elsewhere[0].slash.instructions).toBeUndefined()
  const ofTool = { ...followUp, sourceToolUseID: 'a' }
  const other = enhanced(aiGroup([said(2)], { responses: [ofTool] }), typed).displayItems
  expect(other[0]?.type === 'slash' && other[0].slash.instructions).toBeUndefined()
})

test('TR35 each message of a teammate is an item, linked to the message that it answers', () => {
  const text =
    '<teammate-message teammate_id="ada" color="blue" summary="Tests pass">All 12 pass.\n</teammate-message>\n' +
    '<teammate-message teammate_id="ben">{"type":"idle"}</teammate-message>'
  const steps = [
    call(1, 'all', 'SendMessage', { type: 'broadcast', summary: 'Begin' }),
    call(2, 'to-ada', 'SendMessage', { type: 'message', recipient: 'ada', summary: 'Run them' }),
    call(9, 'later', 'SendMessage', { type: 'broadcast' }),
    said(10),
  ]
  const answer = record({ uuid: 'answer', type: 'user', timestamp: at(5), content: text })
  const items = enhanced(aiGroup(steps, { responses: [answer] })).displayItems
  expect(items.filter(({ type }) => type === 'teammate_message')).toEqual([
    {
      type: 'teammate_message',
      id: 'answer-teammate-0',
      teammateMessage: {
        id: 'answer-teammate-0',
        teammateId: 'ada',
        color: 'blue',
        summary: 'Tests pass',
        content: 'All 12 pass.',
        timestamp: at(5),
        tokenCount: 3,
        replyToToolId: 'to-ada',
        replyToSummary: 'Run them',
      },
    },
    {
      type: 'teammate_message',
      id: 'answer-teammate-1',
      teammateMessage: {
        id: 'answer-teammate-1',
        teammateId: 'ben',
        content: '{"type":"idle"}',
        timestamp: at(5),
        tokenCount: 4,
        replyToToolId: 'all',
        replyToSummary: 'Begin',
      },
    },
  ])
  expect(items.map(({ id }) => id)).toEqual([
    'all',
    'to-ada',
    'answer-teammate-0',
    'answer-teammate-1',
    'later',
  ])
})

test('TR35 a tag that a teammate quotes is a part of its text', () => {
  const quoted = 'He wrote <teammate-message teammate_id="ben">x'
  const content = `<teammate-message teammate_id="ada">${quoted}</teammate-message>`
  const group = aiGroup([], { responses: [record({ type: 'user', content })] })
  expect(enhanced(group).displayItems).toMatchObject([
    { teammateMessage: { teammateId: 'ada', content: quoted } },
  ])
})

test('TR38 the summary counts in a fixed order, in singular and plural, and people once', () => {
  const team = (memberName: string) => ({ team: { memberName } })
  const processes = [
    subagent('s1', { startTime: at(1) }),
    subagent('t1', team('ada')),
    subagent('t2', team('ada')),
    subagent('t3', team('ben')),
  ]
  const message = (uuid: string) =>
    record({
      uuid,
      type: 'user',
      timestamp: at(3),
      content: '<teammate-message teammate_id="ada">Hi</teammate-message>',
    })
  const one = aiGroup([thought(1), said(2), call(3, 'a'), said(4)], {
    processes,
    responses: [message('m1')],
  })
  expect(enhanced(one, '<command-name>/x</command-name>').itemsSummary).toBe(
    '1 thinking, 1 tool call, 1 message, 2 teammates, 1 subagent, 1 slash, 1 teammate message',
  )
  const two = aiGroup(
    [thought(1), thought(2), said(2), said(3), call(4, 'a'), call(5, 'b'), said(6)],
    {
      processes: [subagent('s1'), subagent('s2'), subagent('t1', team('ada'))],
      responses: [message('m1'), message('m2')],
    },
  )
  expect(enhanced(two).itemsSummary).toBe(
    '2 thinking, 2 tool calls, 2 messages, 1 teammate, 2 subagents, 2 teammate messages',
  )
  expect(enhanced(aiGroup([said(1)])).itemsSummary).toBe('No items')
  const typed = enhanced(aiGroup([]), '<command-name>/x</command-name>').displayItems
  expect(buildSummary([...typed, ...typed], 2)).toBe('2 slashes, 2 compactions')
  expect(buildSummary([], 1)).toBe('1 compaction')
})
