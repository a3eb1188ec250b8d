import { describe, expect, test } from 'vitest'
import { at, groupsOf, read, result, said, text, thought, told, use } from './session-lines'

const task = (id: string, input: object = {}, name = 'Task') => use(id, name, input)
/** The file of a sub-agent. */
const own = (second: number, asked: string, ...more: readonly string[]) =>
  [told(second, asked, { isSidechain: true }), ...more].join('')
const side = { isSidechain: true }

function linked(lines: readonly string[], files: Readonly<Record<string, string>>) {
  const transcript = read(...lines)
  for (const [name, content] of Object.entries(files))
    transcript.feedSubagent(`agent-${name}.jsonl`, content)
  return transcript
}
const linksOf = (...arguments_: Parameters<typeof linked>) =>
  Object.fromEntries(
    linked(...arguments_).processes.map(({ id, parentTaskId }) => [id, parentTaskId]),
  )

describe('TR18 a sub-agent belongs to the call', () => {
  const two = [said(1, [task('one', { prompt: 'A' }), task('two', { prompt: 'B' }, 'Agent')])]

  test('whose result names it', () => {
    const lines = [
      ...two,
      told(9, [result('one')], { toolUseResult: { agentId: 'y' } }),
      told(9.5, [result('two')], { toolUseResult: { agent_id: 'x' } }),
    ]
    expect(linksOf(lines, { x: own(2, 'A'), y: own(3, 'B') })).toEqual({ x: 'two', y: 'one' })
  })

  test('that asked what it was asked', () => {
    expect(linksOf(two, { x: own(2, 'B'), y: own(3, 'A') })).toEqual({ x: 'two', y: 'one' })
  })

  test('that describes the member of a team', () => {
    const mail = (summary: string) =>
      `<teammate-message teammate_id="lead" summary="${summary}">Go</teammate-message>`
    const lines = [
      said(1, [
        task('one', { description: 'Build', name: 'ada', team_name: 'crew' }),
        task('two', { description: 'Test', name: 'bob' }),
      ]),
      told(2, [result('one')], {
        toolUseResult: { status: 'teammate_spawned', agent_id: 'ada@crew', color: 'blue' },
      }),
    ]
    const transcript = linked(lines, {
      x: own(3, mail('Test')),
      y: own(4, mail('Build')),
      z: own(5, mail('Other')),
    })
    expect(
      transcript.processes.map(({ id, parentTaskId, team = null }) => [id, parentTaskId, team]),
    ).toEqual([
      ['x', 'two', { memberName: 'bob' }],
      ['y', 'one', { memberName: 'ada', name: 'crew', memberColor: 'blue' }],
      ['z', null, null],
    ])
  })

  test('of the one that it goes on for', () => {
    const more = told(5, 'Go on', { ...side, parentUuid: 'u2' })
    expect(linksOf(two, { x: own(2, 'B'), y: more })).toEqual({ x: 'two', y: 'two' })
  })

  test('that was the first before it without another', () => {
    expect(linksOf(two, { x: own(2, 'C'), y: own(3, 'D'), z: own(4, 'E') })).toEqual({
      x: 'one',
      y: 'two',
      z: null,
    })
    // A call whose result named another did not start it, and neither did one that came later.
    const named = told(9, [result('one')], { toolUseResult: { agentId: 'gone' } })
    expect(linksOf([...two, named], { x: own(2, 'C') })).toEqual({ x: 'two' })
    expect(linksOf([said(5, [task('one')])], { x: own(2, 'C') })).toEqual({ x: null })
  })
})

describe('TR19', () => {
  test('a sub-agent has what its call and its records tell', () => {
    const usage = (output: number) => ({
      usage: { input_tokens: 5, output_tokens: output },
      model: 'claude-haiku-4-5',
    })
    const [process] = linked(
      [said(1, [task('one', { prompt: 'A', description: 'Look', subagent_type: 'Explore' })])],
      {
        x: own(
          2,
          'A',
          said(3, [text('So')], usage(2), { ...side, requestId: 'r' }),
          said(4, [text('So')], usage(9), { ...side, requestId: 'r' }),
        ),
      },
    ).processes
    expect(process).toMatchObject({
      id: 'x',
      description: 'Look',
      subagentType: 'Explore',
      model: 'claude-haiku-4-5',
      startTime: at(2),
      endTime: at(4),
      durationMs: 2_000,
      isParallel: false,
      isOngoing: false,
      source: 'file',
    })
    expect(process?.metrics).toMatchObject({ totalTokens: 14, messageCount: 3 })
    expect(process?.messages).toHaveLength(3)
  })

  test('it goes on until it ended, or its call has a result', () => {
    const working = own(2, 'A', said(3, [thought('Hm')], {}, side))
    const call = said(1, [task('one', { prompt: 'A' })])
    const ongoing = (...lines: readonly string[]) =>
      linked([call, ...lines], { x: working }).processes[0]?.isOngoing
    expect(ongoing()).toBe(true)
    expect(ongoing(told(9, [result('one')]))).toBe(false)
    expect(
      ongoing(
        told(9, [result('one')], { toolUseResult: { status: 'async_launched', agentId: 'x' } }),
      ),
    ).toBe(true)
  })

  test('those that began within 100 ms of each other work side by side', () => {
    const files = { a: own(1, 'A'), b: own(1.1, 'B'), c: own(1.201, 'C') }
    expect(linked([], files).processes.map(({ isParallel }) => isParallel)).toEqual([
      true,
      true,
      false,
    ])
  })

  test('warm-ups, summaries of contexts and empty files are none', () => {
    const files = { a: own(1, 'Warmup'), 'acompact-1': own(2, 'Summary'), b: '', c: own(3, 'A') }
    expect(linked([], files).processes.map(({ id }) => id)).toEqual(['c'])
  })

  test('it is in the group of its call, else in the one during or after which it began', () => {
    const lines = [
      said(1, [task('one', { prompt: 'A' })]),
      told(5, 'Next'),
      said(6, [text('So')]),
      said(8, [text('On')]),
    ]
    const transcript = linked(lines, { x: own(7, 'A'), y: own(7.5, 'B'), z: own(20, 'C') })
    const shown = () => groupsOf(transcript).map(({ processes }) => processes.map(({ id }) => id))
    expect(shown()).toEqual([['x'], ['y', 'z']])
    transcript.feed(said(30, [text('End')]))
    expect(shown()).toEqual([['x'], ['y', 'z']])
    const [, group] = groupsOf(transcript)
    expect(group?.steps.map(({ id, context, durationMs }) => [id, context, durationMs])).toEqual([
      ['a6-0', 'main', 2_000],
      ['y', 'subagent', 0],
      ['a8-0', 'main', 22_000],
      ['z', 'subagent', 0],
      ['a30-0', 'main', 0],
    ])
  })

  test('side chains in the session’s file are sub-agents by their parents', () => {
    const chain = (second: number, parentUuid: string | null) => ({
      ...side,
      parentUuid,
      uuid: `c${second}`,
    })
    const transcript = read(
      told(0, 'Go'),
      said(1, [task('one', { prompt: 'A' }), task('two', { prompt: 'B' })]),
      told(2, 'B', chain(2, null)),
      told(3, 'A', chain(3, null)),
      said(4, [text('b')], {}, chain(4, 'c2')),
      said(5, [text('a')], {}, chain(5, 'c3')),
      told(6, [result('x')], chain(6, 'c4')),
      said(7, [text('Done')]),
    )
    expect(
      transcript.processes.map(({ id, parentTaskId, messages, source }) => [
        id,
        parentTaskId,
        messages.length,
        source,
      ]),
    ).toEqual([
      ['c2', 'two', 3, 'inline'],
      ['c3', 'one', 2, 'inline'],
    ])
    expect(groupsOf(transcript)).toHaveLength(1)
    expect(groupsOf(transcript)[0]?.responses).toHaveLength(2)
    // Its records are not those of the session's own conversation.
    expect(transcript.metrics.messageCount).toBe(3)
  })

  test('a sub-agent’s own file is a conversation', () => {
    const transcript = read(
      own(1, 'Look', said(2, [text('So')], { model: 'claude-haiku-4-5' }, side)),
    )
    expect(transcript.conversation).toMatchObject({ totalUserGroups: 1, totalAIGroups: 1 })
    expect(transcript.processes).toEqual([])
    expect([transcript.session.title, transcript.session.model?.label]).toEqual([
      'Look',
      'haiku4.5',
    ])
  })

  test('what did not change stays the same object', () => {
    const transcript = linked(
      [said(1, [task('one', { prompt: 'A' }), task('two', { prompt: 'B' })])],
      {
        x: own(2, 'A'),
        y: own(3, 'B'),
      },
    )
    const [x, y] = transcript.processes
    transcript.feedSubagent('agent-y.jsonl', said(4, [text('So')], {}, side))
    expect(transcript.processes[0]).toBe(x)
    expect(transcript.processes[1]).not.toBe(y)
    transcript.feed(told(5, [result('two')]))
    expect(transcript.processes[0]).toBe(x)
  })
})
