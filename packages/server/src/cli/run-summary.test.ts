import { expect, test } from 'vitest'
import { Ink } from '../terminal-colors'
import { type RunSummary, summaryText } from './run-summary'

const AGENTS: RunSummary['agents'] = [
  {
    id: 'lead-1',
    name: 'Project Lead',
    color: '#8F5F02',
    tokens: 20_431,
    cost: 0.25,
    costKind: 'reported',
  },
  { id: 'dora-1', name: 'Dora', color: '#0A64FF', tokens: 100_000, cost: null, costKind: null },
  { id: 'quinn-1', name: 'Quinn', color: '#0A64FF', tokens: null, cost: null, costKind: null },
]

const SUMMARY: RunSummary = {
  status: 'completed',
  reason: 'The parser is there.\nIt has tests.',
  ms: 245_000,
  tasks: [
    {
      agentId: 'lead-1',
      status: 'completed',
      text: 'Write the parser',
      summary: 'The parser is there.\nIt has tests.',
      tokens: 20_431,
      cost: 0.25,
      costKind: 'reported',
    },
    {
      agentId: 'dora-1',
      status: 'completed',
      text: 'Write\nsrc/parser.ts',
      summary: 'written, 120 lines',
      tokens: 90_000,
      cost: 0.5,
      costKind: 'estimated',
    },
    {
      agentId: 'quinn-1',
      status: 'failed',
      text: 'Test it',
      summary: 'no access',
      tokens: null,
      cost: null,
      costKind: null,
    },
    {
      agentId: 'quinn-1',
      status: 'open',
      text: 'Test it again',
      summary: null,
      tokens: 700,
      cost: null,
      costKind: null,
    },
  ],
  agents: AGENTS,
  needs: [{ agentId: 'dora-1', text: 'May I merge?' }],
  messages: 12,
  groups: 1,
  effects: [
    {
      leadId: 'lead-1',
      turns: 1_014,
      tokens: 120_431,
      emptyWakes: 0,
      openings: 8,
      answers: 4,
      readTimes: { median: 2_400, p90: 61_000 },
      isPart: true,
    },
    {
      leadId: 'dora-1',
      turns: 3,
      tokens: null,
      emptyWakes: 2,
      openings: 0,
      answers: 0,
      readTimes: null,
      isPart: false,
    },
    {
      leadId: 'quinn-1',
      turns: 0,
      tokens: null,
      emptyWakes: 0,
      openings: 0,
      answers: 0,
      readTimes: null,
      isPart: false,
    },
  ],
}

test('CL43, HP8, US18 a run ends with what was done and by whom, what is open, what it cost, and how long it took', () => {
  expect(summaryText(SUMMARY, 'lead-1', new Ink(false)))
    .toBe(`Completed in 4 min 5 s: The parser is there.
  It has tests.

Done
  Dora: Write src/parser.ts → written, 120 lines  (about $0.50, 90,000 tokens)

Failed
  Quinn: Test it → no access

Still open
  Quinn: Test it again  (700 tokens)

Waits for you
  Dora: May I merge?

12 messages in 1 group
Tokens: 120,431, $0.25 (Project Lead 20,431, Dora 100,000, 1 agent not reporting)
Turns: at least 1,014, none of them empty; 0.5 answers per message; half of the messages were read within 2 s, nine of ten within 1 min 1 s
Turns of the crew of Dora: 3, 2 of them empty`)
  const alone = {
    ...SUMMARY,
    effects: [],
    tasks: [],
    needs: [],
    messages: 0,
    groups: 0,
    reason: null,
    ms: 0,
  }
  expect(
    summaryText(
      { ...alone, status: 'terminated', agents: AGENTS.slice(2) },
      'lead-1',
      new Ink(false),
    ),
  ).toBe('Terminated in 0 s.\n\nTokens: not reported by its program')
  const estimated = AGENTS.map((agent) => ({ ...agent, costKind: 'estimated' as const }))
  expect(
    summaryText({ ...alone, agents: estimated.slice(0, 1) }, 'lead-1', new Ink(false)),
  ).toContain('Tokens: 20,431, about $0.25 (')
})
