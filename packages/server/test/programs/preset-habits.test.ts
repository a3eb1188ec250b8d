import { expect, test } from 'vitest'
import { AgentFloor, please, presetDriver } from '../harness/agent-floor'

// Habits of single programs, by their presets.

test('AC61 what a program writes about its own compaction is no text of its model, and the next prompt has the manifest', async () => {
  await using floor = await AgentFloor.open()
  const done = 'Compaction completed.\n- Messages compacted: 586\n- Tokens before: 46,030'
  const own = ['Compacting conversation context…', done]
  const rules = own.map((say) => ({ when: 'go on', say }))
  const plan = [{ systemPrompt: false, rules, echo: 'live' }]
  await floor.add('ada', presetDriver(floor.folder, 'ada', 'kimi', plan))
  for (const content of ['first', `go on\n${please('ada', 'said')}`, 'third', 'fourth']) {
    await floor.tell('ada', content)
    await floor.settled('ada')
  }
  const briefed = floor.programs.prompts('ada').map((prompt) => prompt.includes('== COMMANDS =='))
  expect(briefed).toEqual([true, false, true, false])
  expect(floor.contents()).toEqual(['said'])
  const record = await floor.recorded('ada')
  const texts = (kind: string) => record.filter((one) => one.kind === kind).map(({ text }) => text)
  expect(texts('note')).toEqual(own)
  expect(texts('text').join('')).not.toContain('ompact')
})
