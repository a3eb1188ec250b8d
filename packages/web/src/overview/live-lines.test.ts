import type { OutputLine } from '@crewroom/shared/model/overview'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { expect, test } from 'vitest'
import { liveLines } from './live-lines'

const STATE = {
  lead: { id: 'l' },
  agents: {},
  groups: { plan: { name: 'plan', displayName: 'Plan' } },
} as unknown as CrewState
const text = (words: string): OutputLine => ({ kind: 'text', text: words })
const shown = (told: readonly OutputLine[], before: string, now: string) =>
  liveLines(told, { before, now }, STATE).map((line) => line.text)

test('UI406 what is heard goes on where the server’s answer ends', () => {
  const told = [text('first'), text('The three call sites left all')]
  expect(shown(told, 'x', 'x')).toEqual(['first', 'The three call sites left all'])
  expect(shown(told, 'x', 'x pass')).toEqual(['first', 'The three call sites left all pass'])
  expect(shown(told, 'x', 'xow it')).toEqual(['first', 'The three call sites left allow it'])
  // The server had heard more of it than the page when it was asked.
  expect(shown(told, 'The three', 'The three call sites left all pass')).toEqual([
    'first',
    'The three call sites left all pass',
  ])
  expect(shown(told, 'x', 'x\nNext')).toEqual(['The three call sites left all', 'Next'])
  expect(shown(told, 'x', 'x\nNext\nand on')).toEqual(['Next', 'and on'])
  // All of it is in the answer already.
  expect(shown(told, '', 'first\nThe three call sites left all')).toEqual([
    'first',
    'The three call sites left all',
  ])
})

test('UI406 a tool is not gone on with, and a command that is being written is told as that', () => {
  const tool: OutputLine = { kind: 'tool', text: 'pnpm test' }
  expect(shown([tool], '', '214 passed')).toEqual(['pnpm test', '214 passed'])
  expect(shown([tool], '', '⟦⟦ GROUP_MESSAGE {"group":"plan","content":"All gr')).toEqual([
    'pnpm test',
    'is writing in Plan: All gr',
  ])
})

test('OV9 what became of a command is the server’s to tell: what is heard is under way, and told once', () => {
  const command = '⟦⟦ GROUP_MESSAGE {"group":"plan","content":"All green."} ⟧⟧\n'
  const sent: OutputLine = { kind: 'command', text: 'wrote in Plan: All green.' }
  const refused: OutputLine = { kind: 'failed', text: 'could not write in Plan: it is archived' }
  expect(shown([text('So.')], '', command)).toEqual(['So.', 'is writing in Plan: All green.'])
  for (const line of [sent, refused]) {
    expect(shown([text('So.'), line], '', command), 'known already').toEqual(['So.', line.text])
    expect(shown([text('So.'), line], '', `${command}On.`)).toEqual([line.text, 'On.'])
  }
})
