import { expect, test } from 'vitest'
import { AgentFloor, posts } from '../harness/agent-floor'

const ENDS = { permission: true, endsOnRefusal: { say: 'Info: Operation cancelled by user' } }
const GO_ON =
  '[System] A rule of your crew refused your permission request: rm -rf /\n  Continue without it, or ask "human" with AGENT_MESSAGE.'

/** A crew that refuses whatever has no kind. */
async function refusingFloor(): Promise<AgentFloor> {
  const floor = await AgentFloor.open()
  const rules = `/api/lead/${floor.leadId}/permission-rules`
  await floor.server.call('POST', rules, { toolKind: 'other', action: 'refuse' })
  return floor
}

/** What waits for a person, as kind and text. */
function needs(floor: AgentFloor): [string, string][] {
  const crew = floor.server.app.core.shard.crew(floor.leadId)
  return Object.values(crew.state.needs).map(({ kind, text }) => [kind, text])
}

test('AC40 the record shows a refused permission with its answer and the reason, and if nobody had a say in refusals, one of them needs a person', async () => {
  await using floor = await AgentFloor.open()
  const id = await floor.agent('ada', { permission: [], rules: [{ when: '', permission: [] }] })
  await floor.tell('ada', 'go')
  await floor.programs.prompt('ada', 1)
  await floor.settled('ada')
  expect(needs(floor)).toEqual([['refused', 'It asked for permission and was refused: rm -rf /']])
  const { body } = await floor.server.call('GET', `/api/agents/${id}/rollout?kind=permission`)
  expect(body['entries'].length).toBeGreaterThan(1)
  expect(body['entries'][0].data).toMatchObject({
    toolCall: { title: 'rm -rf /' },
    answer: { outcome: 'cancelled' },
    by: 'server',
    why: 'The request offers nothing that a person could choose.',
  })
  await floor.act('ada', 'terminate')
  expect(needs(floor)).toEqual([])
})

test('AC41 an agent whose turn a refusal ended is prompted once to go on without it; one that goes on is not', async () => {
  await using floor = await refusingFloor()
  await floor.agent('ends', ENDS)
  await floor.agent('goes', { permission: true, chunks: [posts('goes', 'without it')] })
  for (const name of ['ends', 'goes']) await floor.tell(name, 'go')
  expect(await floor.programs.prompt('ends', 2)).toBe(GO_ON)
  for (const name of ['ends', 'goes']) await floor.settled(name)
  expect([floor.programs.prompts('ends').length, floor.programs.prompts('goes').length]).toEqual([
    2, 1,
  ])
  // Something new: it may be told again.
  await floor.tell('ends', 'again')
  expect(await floor.programs.prompt('ends', 4)).toBe(GO_ON)
  await floor.settled('ends')
  expect(floor.programs.prompts('ends')).toHaveLength(4)
})

test('AC43 a permission that is asked for after a cancel is cancelled with its turn, and needs nobody', async () => {
  await using floor = await AgentFloor.open()
  const id = await floor.agent('ada', { hang: 'prompt', asksAfterCancel: 50 })
  await floor.tell('ada', 'go')
  await floor.programs.prompt('ada', 1)
  await floor.act('ada', 'interrupt', { content: 'Stop.' })
  await floor.programs.prompt('ada', 2)
  expect(needs(floor)).toEqual([])
  const { body } = await floor.server.call('GET', `/api/agents/${id}/rollout?kind=permission`)
  expect(body['entries'].map(({ data }: { data: object }) => data)).toMatchObject([
    {
      answer: { outcome: 'cancelled' },
      why: 'The request came in a turn that was being cancelled.',
    },
  ])
})

test('AC42 with a task open, that prompt is the one by which a quiet agent is asked to go on', async () => {
  await using floor = await refusingFloor()
  const id = await floor.agent('ada', ENDS)
  await floor.server.call('POST', `/api/agents/${id}/tasks`, { task: 'tidy up' })
  await floor.until('a person is told', () => needs(floor).some(([kind]) => kind === 'stalled'))
  await floor.settled('ada')
  expect(floor.programs.prompts('ada').slice(1)).toEqual([GO_ON])
  expect(needs(floor)).toEqual([
    [
      'stalled',
      'It has stopped, and its task is open: tidy up · Its last words: Info: Operation cancelled by user',
    ],
  ])
})
