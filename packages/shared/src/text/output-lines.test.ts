import { expect, test } from 'vitest'
import type { CrewState } from '../state/crew-state'
import { outputLines } from './output-lines'

const agent = (id: string, name: string, role: string, roleName: string) => ({ id, name, role, roleName }) // prettier-ignore
const STATE = {
  lead: { id: 'lead0000-1' },
  agents: {
    'lead0000-1': agent('lead0000-1', 'atlas', 'lead', 'Project Lead'),
    'd0d0d0d0-1': agent('d0d0d0d0-1', 'Dora', 'developer', 'Developer'),
  },
  groups: { 'config-team': { name: 'config-team', displayName: 'Config Team ☕' } },
} as unknown as CrewState

const said = (text: string) => outputLines(text, STATE).map((line) => line.text)
const kinds = (text: string) => outputLines(text, STATE).map((line) => line.kind)

test('OV2 a command is told as what it does, by the names that people gave', () => {
  const told: Record<string, string> = {
    'GROUP_MESSAGE {"group":"config-team","content":"Nobody edits\\nit."}':
      'wrote in Config Team ☕: Nobody edits it.',
    'GROUP_MESSAGE {"group":"Config Team","content":"hi"}': 'wrote in Config Team ☕: hi',
    'GROUP_MESSAGE {"group":"nowhere","content":"hi"}': 'wrote in nowhere: hi',
    'agent_message {"to":"dora","content":"Stop."}': 'wrote to Dora: Stop.',
    'AGENT_MESSAGE {"to":"d0d0d0d0","content":"Stop."}': 'wrote to Dora: Stop.',
    'AGENT_MESSAGE {"to":"lead","content":"Done."}': 'wrote to Project Lead: Done.',
    'AGENT_MESSAGE {"to":"human","content":"A or B?"}': 'wrote to you: A or B?',
    'BROADCAST {"content":"Lunch."}': 'wrote to everybody: Lunch.',
    'DELEGATE {"to":"Dora","task":"Move it."}': 'gave Dora a task: Move it.',
    'COMPLETE_TASK {"summary":"Moved."}': 'reported: Moved.',
    'COMPLETE_TASK {"status":"failed","summary":"No."}': 'reported a failure: No.',
    'COMPLETE_TASK {}': 'reported',
    'CREATE_AGENT {"role":"developer","name":"Kay","task":"Pin it."}': 'added Kay: Pin it.',
    'CREATE_GROUP {"name":"Timeline"}': 'created the group Timeline',
    'REACT {"group":"config-team","emoji":"👍"}': 'reacted 👍 in Config Team ☕',
    LIST_GROUPS: 'looked at its groups',
    'INTERRUPT {"to":"Dora","content":"Wait."}': 'interrupted Dora: Wait.',
    'READ_GROUP {"group":"config-team"}': 'read Config Team ☕',
    'ADD_TO_GROUP {"group":"config-team","members":["Dora"]}': 'added members to Config Team ☕',
    'REMOVE_FROM_GROUP {"group":"config-team","members":["Dora"]}':
      'removed members from Config Team ☕',
    'LEAVE_GROUP {"group":"config-team"}': 'left Config Team ☕',
    QUERY_GROUPS: 'looked at its groups',
    QUERY_CREW: 'looked at the crew',
    'CREATE_AGENT {"role":"developer"}': 'added developer',
    'RELEASE_HOLD {"group":"config-team"}': 'released Config Team ☕',
    'RELEASE_HOLD {"agent":"dora"}': 'released Dora',
    'AUTO_GROUPS {"on":false}': 'changed whether groups are created automatically',
    HELP: 'asked for help',
    'AGENT_MESSAGE {"to":"@Dora","content":"a"}': 'wrote to Dora: a',
    'AGENT_MESSAGE {"to":"do@ra","content":"a"}': 'wrote to do@ra: a',
    'AGENT_MESSAGE {"to":"You","content":"a"}': 'wrote to you: a',
    'AGENT_MESSAGE {"to":"d0d0d0d0-1","content":"a"}': 'wrote to Dora: a',
    'BROADCAST {"content":"⟧⟧ 1 ⟧⟧ 2 ⟧⟧ 3"}': 'wrote to everybody: ]] 1 ]] 2 ]] 3',
    'TERMINATE_AGENT {"agent":"Dora"}': 'ended Dora',
  }
  for (const [written, sentence] of Object.entries(told)) {
    expect(said(`So.\n⟦⟦ ${written} ⟧⟧\n`), written).toEqual(['So.', sentence])
    expect(kinds(`So.\n⟦⟦ ${written} ⟧⟧\n`)).toEqual(['text', 'command'])
  }
  // Closing brackets in its own text do not end it.
  expect(said('⟦⟦ BROADCAST {"content":"say ⟦⟦ HELP ⟧⟧ once"} ⟧⟧ ok')).toEqual([
    'wrote to everybody: say [[ HELP ]] once',
    'ok',
  ])
})

test('OV2 what stands in code, is unknown or is no JSON is shown as it is written, without effect', () => {
  const fenced = 'Write:\n```\n⟦⟦ BROADCAST {"content":"x"} ⟧⟧\n```\nthen ⟦⟦ QUERY_CREW ⟧⟧'
  expect(said(fenced)).toEqual([
    'Write:',
    '[[ BROADCAST {"content":"x"} ]]',
    'then',
    'looked at the crew',
  ])
  expect(said('Use `⟦⟦ QUERY_CREW ⟧⟧` first')).toEqual(['Use `[[ QUERY_CREW ]]` first'])
  expect(said('⟦⟦ FLY {} ⟧⟧')).toEqual(['[[ FLY {} ]]'])
  expect(said('⟦⟦ BROADCAST {nonsense} ⟧⟧ and on')).toEqual(['[[ BROADCAST {nonsense} ]] and on'])
  expect(said('~~~\n⟦⟦ QUERY_CREW ⟧⟧\n~~~')).toEqual(['[[ QUERY_CREW ]]'])
  expect(said('⟦⟦ QUERY_CREW [1] ⟧⟧')).toEqual(['[[ QUERY_CREW [1] ]]'])
  expect(kinds('⟦⟦ FLY {} ⟧⟧')).toEqual(['text'])
})

test('OV2 text may begin and end in the middle of a command', () => {
  expect(said('half of it"} ⟧⟧\nGoing on.')).toEqual(['Going on.'])
  expect(said('⟦⟦ GROUP_MESSAGE {"group":"config-team","content":"Nobody ed')).toEqual([
    'is writing in Config Team ☕: Nobody ed',
  ])
  expect(said('⟦⟦ GROUP_MESSAGE {"gro')).toEqual(['is writing'])
  expect(said('⟦⟦ AGENT_MESSAGE {"to":"')).toEqual(['is writing'])
  expect(said('half"} ⟧⟧ and ⟦⟦ QUERY_CREW ⟧⟧')).toEqual(['and', 'looked at the crew'])
  expect(said(String.raw`⟦⟦ BROADCAST {"content":"I wrote\na \"b\" c`)).toEqual([
    'is writing to everybody: I wrote a "b" c',
  ])
  expect(said('So. ⟦⟦ GROUP_MESS')).toEqual(['So. [[ GROUP_MESS'])
})

test('OV2 lines lose what is not seen or says nothing, and keep their end where they are long', () => {
  expect(said('\u001b[31mred\u001b[0m\r\n\n---\n```ts\n\u202Eevil\n  a\t b  ')).toEqual(['red', 'evil', 'a b']) // prettier-ignore
  expect(said('\u001b]8;;https://x.test\u0007link\u001b]8;;\u001b\\ on')).toEqual(['link on'])
  expect(said('50 %\r100 %')).toEqual(['50 %', '100 %'])
  expect(said('👍\n***\n…')).toEqual(['👍'])
  expect(said('😀'.repeat(300)).join('').isWellFormed()).toBe(true)
  const [long = ''] = said(`${'x'.repeat(2_000)} the end`)
  expect(long.length).toBeLessThanOrEqual(400)
  expect(long).toMatch(/^…x+ the end$/)
})
