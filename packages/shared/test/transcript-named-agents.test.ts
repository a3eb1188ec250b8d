import { describe, expect, test } from 'vitest'
import { groupsOf, read, result, said, text, told, use } from './session-lines'

const side = { isSidechain: true }
const own = (second: number, asked: string) =>
  [told(second, asked, side), said(second + 1, [text('Done')], {}, side)].join('')
const mail = (asked: string, more = ' summary="Short"') =>
  `<teammate-message teammate_id="team-lead"${more}>\n${asked}\n</teammate-message>`

function linked(lines: readonly string[], files: Readonly<Record<string, string>>) {
  const transcript = read(...lines)
  for (const [name, content] of Object.entries(files))
    transcript.feedSubagent(`agent-${name}.jsonl`, content)
  return transcript
}
const call = (id: string, input: object) => use(id, 'Agent', input)

describe('TR19 a call with a name', () => {
  /** What the call and its result tell, and what its sub-agent is. */
  const CALLS = [
    ['alone is a sub-agent', { name: 'alice' }, { agentId: 'x' }, 'Look', { name: 'alice' }],
    [
      'in the background is one, too',
      { name: 'alice', run_in_background: true },
      { status: 'async_launched', agentId: 'x' },
      'Look',
      { name: 'alice' },
    ],
    [
      'and a team is a member of it',
      { name: 'alice', team_name: 'crew' },
      { agentId: 'x' },
      'Look',
      { team: { memberName: 'alice', name: 'crew' } },
    ],
    [
      'whose result says that a member began is a member',
      { name: 'alice' },
      { status: 'teammate_spawned', agent_id: 'x', team_name: 'crew', color: 'blue' },
      'Look',
      { team: { memberName: 'alice', name: 'crew', memberColor: 'blue' } },
    ],
    [
      'whose sub-agent begins with a message of a team is a member',
      { name: 'alice' },
      { agentId: 'x' },
      mail('Look'),
      { team: { memberName: 'alice' } },
    ],
    ['that is not a text has none', { name: 7, team_name: 7 }, { agentId: 'x' }, 'Look', {}],
  ] as const

  test.each(CALLS)('%s', (_what, input, beside, asked, expected) => {
    const lines = [
      said(1, [call('one', { ...input, prompt: 'Look', subagent_type: 'Explore' })]),
      told(9, [result('one')], { toolUseResult: beside }),
    ]
    const transcript = linked(lines, { x: own(2, asked) })
    const [process] = transcript.processes
    const { name, team } = process ?? {}
    expect({ ...(name !== undefined && { name }), ...(team && { team }) }).toEqual(expected)
    expect(process?.subagentType).toBe('Explore')
    const summary = 'team' in expected ? '1 teammate' : '1 subagent'
    const [group] = groupsOf(transcript)
    expect(transcript.enhanced(group?.id ?? '')?.itemsSummary).toBe(summary)
  })

  test('is shown, found and drawn under it', () => {
    const transcript = linked([said(1, [call('one', { name: 'alice', prompt: 'Look' })])], {
      x: own(2, 'Look'),
    })
    const details = transcript.details('ai-a1')
    expect(details?.type === 'ai' ? details.displayItems[0] : null).toMatchObject({
      subagent: { name: 'alice' },
    })
    expect(transcript.timeline().lanes.map(({ label }) => label)).toContain('alice')
    expect(transcript.find('ALICE', 9).hits).toMatchObject([{ displayItemId: 'x' }])
  })
})

describe('TR18 a sub-agent belongs to the call', () => {
  const two = said(1, [call('one', { prompt: 'A' }), call('two', { prompt: 'B' })])
  const links = (lines: readonly string[], files: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      linked(lines, files).processes.map(({ id, parentTaskId }) => [id, parentTaskId]),
    )

  /** The text of a result, without anything beside it. */
  const TEXTS = [
    ['as a tail', 'All is well.\nagentId: y (use it to go on)\n<usage>total_tokens: 3</usage>'],
    ['as a block', [text('All is well.'), text('agentId: y')]],
    ['of a member', 'Spawned successfully.\nagent_id: y\nname: bob'],
    ['behind a quotation', 'It printed\nagentId: x\nagentId: y'],
  ] as const

  test.each(TEXTS)('whose result’s text names it, %s', (_what, content) => {
    expect(
      links([two, told(9, [result('one', content)])], { x: own(2, 'C'), y: own(3, 'D') }),
    ).toEqual({ y: 'one', x: 'two' })
  })

  test('whose result names it, whatever its text says', () => {
    const lines = [two, told(9, [result('one', 'agentId: x')], { toolUseResult: { agentId: 'y' } })]
    expect(links(lines, { x: own(2, 'C'), y: own(3, 'D') })).toEqual({ y: 'one', x: 'two' })
  })

  test('that asked what it was asked, where a text names an agent that is not there', () => {
    const lines = [two, told(9, [result('one', 'See\nagentId: gone')])]
    expect(links(lines, { x: own(2, 'B'), y: own(3, 'A') })).toEqual({ x: 'two', y: 'one' })
  })

  test.each([
    ['a message of a team', mail('B')],
    ['a message without a summary', mail('B', '')],
    ['an announced message', `Another session sent a message:\n${mail('B')}`],
    ['a message without its end', '<teammate-message teammate_id="team-lead">B'],
  ])('that asked what it was asked in %s', (_what, asked) => {
    expect(links([two], { x: own(2, asked), y: own(3, 'C') })).toEqual({ x: 'two', y: 'one' })
  })

  test('of which a text only says that it began, and goes on', () => {
    const working = told(2, 'A', side) + said(3, [use('t')], {}, side)
    const ongoing = (words: string) =>
      linked([two, told(4, [result('one', words)])], { x: working }).processes[0]?.isOngoing
    expect(ongoing('Async agent launched successfully.\nagentId: x')).toBe(true)
    expect(ongoing('Done.\nagentId: x')).toBe(false)
  })
})
