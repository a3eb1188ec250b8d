import { describe, expect, test } from 'vitest'
import { groupsOf, read, result, said, text, told, use } from './session-lines'

const side = { isSidechain: true }
const own = (second: number, asked: string, ...more: readonly string[]) =>
  [told(second, asked, side), said(second + 1, [text('Done')], {}, side), ...more].join('')
const ran = (run: string, more: object = {}) => ({
  status: 'async_launched',
  runId: run,
  transcriptDir: `/home/ada/.claude/projects/atlas/s1/subagents/workflows/${run}`,
  ...more,
})
const file = (run: string, agent: string) => `subagents/workflows/${run}/agent-${agent}.jsonl`

function linked(lines: readonly string[], files: Readonly<Record<string, string>>) {
  const transcript = read(...lines)
  for (const [name, content] of Object.entries(files)) transcript.feedSubagent(name, content)
  return transcript
}
const linksOf = (...arguments_: Parameters<typeof linked>) =>
  Object.fromEntries(
    linked(...arguments_).processes.map(({ id, parentTaskId }) => [id, parentTaskId]),
  )
const called = said(1, [use('wf', 'Workflow', { script: 'await agent("Look")' })])

describe('TR18 sub-agents of a workflow belong to its call', () => {
  const files = { [file('wf_1', 'a')]: own(3, 'Look here'), [file('wf_1', 'b')]: own(4, 'Merge') }
  const both = { 'wf_1.a': 'wf', 'wf_1.b': 'wf' }

  /** What tells the folder of the agents' files. */
  test.each([
    ['the folder beside the result', [result('wf')], ran('wf_1')],
    ['a folder of another system', [result('wf')], { transcriptDir: String.raw`C:\p\wf_1` + '\\' }],
    ['the run alone', [result('wf')], { status: 'async_launched', runId: 'wf_1' }],
    [
      'the text alone',
      [
        result(
          'wf',
          'Workflow launched in background.\nTranscript dir: s1/subagents/workflows/wf_1',
        ),
      ],
      undefined,
    ],
  ])('by %s', (_what, content, beside) => {
    const lines = [called, told(2, content, beside === undefined ? {} : { toolUseResult: beside })]
    expect(linksOf(lines, files)).toEqual(both)
    const transcript = linked([called], files)
    expect(transcript.processes.map(({ parentTaskId }) => parentTaskId)).toEqual([null, null])
    transcript.feed(lines[1] ?? '')
    expect(transcript.processes.map(({ parentTaskId }) => parentTaskId)).toEqual(['wf', 'wf'])
  })

  test('and to no other, even of the same agents', () => {
    const lines = [
      said(1, [use('one', 'Workflow'), use('task', 'Task', { prompt: 'Fix' })]),
      told(2, [result('one')], { toolUseResult: ran('wf_1') }),
      said(3, [use('two', 'Workflow')]),
      told(4, [result('two')], { toolUseResult: ran('wf_2') }),
    ]
    expect(
      linksOf(lines, {
        [file('wf_2', 'a')]: own(5, 'x'),
        [file('wf_1', 'a')]: own(6, 'x'),
        [file('wf_3', 'c')]: own(7, 'y'),
        'agent-d.jsonl': own(8, 'z'),
      }),
    ).toEqual({ 'wf_2.a': 'two', 'wf_1.a': 'one', 'wf_3.c': null, d: 'task' })
  })

  test('and those that they started to theirs', () => {
    const lines = [called, told(2, [result('wf')], { toolUseResult: ran('wf_1') })]
    const inner = [
      said(5, [use('deep', 'Agent', { prompt: 'Deeper' })], {}, side),
      told(9, [result('deep')], { ...side, toolUseResult: { agentId: 'n' } }),
    ]
    const transcript = linked(lines, {
      [file('wf_1', 'a')]: own(3, 'Look', ...inner),
      [file('wf_1', 'n')]: own(6, 'Deeper'),
    })
    expect(transcript.processes.map(({ id, parentTaskId }) => [id, parentTaskId])).toEqual([
      ['wf_1.a', 'wf'],
      ['wf_1.n', 'deep'],
    ])
    expect(transcript.find('deeper', 9).hits.map(({ subagentIds }) => subagentIds)).toContainEqual([
      'wf_1.a',
      'wf_1.n',
    ])
  })
})

test('TR33 a workflow’s call is shown with the sub-agents that its script started', () => {
  const lines = [
    told(0, 'Go'),
    called,
    told(2, [result('wf', 'Workflow launched')], {
      toolUseResult: ran('wf_1', { workflowName: 'review' }),
    }),
    said(9, [text('It runs.')]),
  ]
  const transcript = linked(lines, {
    [file('wf_1', 'b')]: own(4, `${'Merge '.repeat(40)}\nnow`),
    [file('wf_1', 'a')]: own(3, '\n Look here\nand there'),
  })
  const [group] = groupsOf(transcript)
  const enhanced = transcript.enhanced(group?.id ?? '')
  expect(enhanced?.displayItems.map(({ id }) => id)).toEqual(['wf', 'wf_1.a', 'wf_1.b'])
  expect(enhanced?.itemsSummary).toBe('1 tool call, 2 subagents')
  expect(transcript.page({ limit: 9 }).totals).toMatchObject({ tools: 1, orphans: 0, subagents: 2 })
  const [a, b] = transcript.processes
  expect(a).toMatchObject({ description: 'Look here', subagentType: 'review', source: 'file' })
  expect([b?.description?.length, b?.description?.startsWith('Merge Merge')]).toEqual([100, true])
})
