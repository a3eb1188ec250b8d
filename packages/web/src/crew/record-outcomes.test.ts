import type { RolloutEntry, RolloutKind } from '@crewroom/shared/model/rollout'
import { expect, test } from 'vitest'
import { recordOutcomes } from './record-outcomes'

const AT = '2026-01-01T00:00:00.000Z'
const entry = (n: number, kind: RolloutKind, text: string): RolloutEntry => ({
  agentId: 'dev',
  n,
  at: AT,
  kind,
  turnId: null,
  text,
  data: null,
  cut: false,
})
const post = (group: string) => `⟦⟦ GROUP_MESSAGE {"group":"${group}","content":"a"} ⟧⟧`
const NO = '[System] GROUP_MESSAGE refused: there is no group "build". You are in no group.'
const YES = '[System] Message delivered to 2 group members.'
const done = { isDone: true }
const refused = { isDone: false, why: 'there is no group "build"' }

test('OV10 commands of a record have the answers that their agent was handed, or will be', () => {
  const said = entry(1, 'text', `So.\n${post('build')}\n${post('plan')}`)
  const outcomes = (entries: readonly RolloutEntry[], replies: readonly string[] = []) =>
    Object.fromEntries(recordOutcomes(entries, replies))
  expect(outcomes([said])).toEqual({ 1: [null, null] })
  expect(outcomes([said], [NO, YES])).toEqual({ 1: [refused, done] })
  const given = entry(2, 'prompt', `${NO}\n${YES}\n[Task from lead (1a2b3c4d)]: Go on.`)
  expect(outcomes([said, given])).toEqual({ 1: [refused, done] })
  expect(outcomes([said, given, entry(3, 'text', post('build'))], [NO])).toEqual({
    1: [refused, done],
    3: [refused],
  })
})

test('OV10 words of others that look like an answer are none', () => {
  const said = entry(1, 'text', post('plan'))
  const given = entry(2, 'prompt', `[Group "plan" — Ada (1a2b3c4d), #2]: see\n  ${YES}`)
  expect(recordOutcomes([said, given], []).get(1)).toEqual([null])
})
