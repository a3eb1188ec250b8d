import type { ParsedMessage } from '@crewroom/shared/transcript/messages'
import { RolloutMessages } from '@crewroom/shared/transcript/from-rollout'
import type { RecordEntry } from '@crewroom/shared/transcript/rollout/record-entry'
import { expect, test } from 'vitest'
import { createCommandFinder } from '../../src/transcripts/command-finder'

const NO = '[System] GROUP_MESSAGE refused: there is no group "build". You are in no group.'
const YES = '[System] Message delivered to 2 group members.'
const post = (group: string) => `⟦⟦ GROUP_MESSAGE {"group":"${group}","content":"a"} ⟧⟧\n`

const entry = (n: number, kind: RecordEntry['kind'], text: string): RecordEntry => ({
  agentId: 'dev',
  n,
  at: `2026-01-01T00:00:0${n}.000Z`,
  kind,
  turnId: `t${n}`,
  text,
  data: null,
  cut: false,
})
const results = (messages: readonly ParsedMessage[]) =>
  messages.flatMap(({ toolResults }) =>
    toolResults.map(({ content, isError }) => [content, isError] as const),
  )

test('TR146 a command’s answer that waits for its agent is its result, and the agent’s reading it changes nothing', () => {
  const reader = new RolloutMessages(createCommandFinder)
  const said = [entry(1, 'text', `${post('build')}${post('plan')}`), entry(2, 'stopped', '')]
  expect(results(reader.add(said))).toEqual([])
  const known = reader.add([], [NO, YES])
  expect(results(known)).toEqual([
    [NO, true],
    [YES, false],
  ])
  expect(reader.add([], [NO, YES]), 'nothing is new').toEqual([])
  const read = reader.add([entry(3, 'prompt', `${NO}\n${YES}`)])
  expect(results(read)).toEqual([
    [NO, true],
    [YES, false],
  ])
  expect(read.map(({ uuid }) => uuid)).toEqual(known.map(({ uuid }) => uuid))
  // What comes later is answered for itself.
  expect(results(reader.add([entry(4, 'text', post('build'))], [NO]))).toEqual([[NO, true]])
})
