import { expect, test } from 'vitest'
import type { CrewState } from '../state/crew-state'
import { linesOf, outputLines, outputPieces } from './output-lines'

const agent = (id: string, name: string, role: string, roleName: string) => ({ id, name, role, roleName }) // prettier-ignore
const STATE = {
  lead: { id: 'lead0000-1' },
  agents: {
    'lead0000-1': agent('lead0000-1', 'atlas', 'lead', 'Project Lead'),
    'd0d0d0d0-1': agent('d0d0d0d0-1', 'Dora', 'developer', 'Developer'),
  },
  groups: { 'config-team': { name: 'config-team', displayName: 'Config Team ☕' } },
} as unknown as CrewState

/** As told when every command has run. */
const done = (text: string) =>
  outputPieces(text, STATE).map((piece) =>
    'command' in piece ? piece.told({ isDone: true }) : piece,
  )
const said = (text: string) => done(text).map((line) => line.text)
const kinds = (text: string) => done(text).map((line) => line.kind)
const refused = (name: string, why: string) => `[System] ${name} refused: ${why}`
const SENT = '[System] Message delivered to 3 group members.'

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
  // An example is not run.
  expect(said('⟦⟦ BROADCAST {"content":"..."} ⟧⟧')).toEqual(['[[ BROADCAST {"content":"..."} ]]'])
})

test('OV9 without an answer a command is under way, for every command', () => {
  const text = (written: string) => outputLines(`⟦⟦ ${written} ⟧⟧`, STATE)
  const told: Record<string, string> = {
    'GROUP_MESSAGE {"group":"config-team","content":"hi"}': 'is writing in Config Team ☕: hi',
    'AGENT_MESSAGE {"to":"dora","content":"Stop."}': 'is writing to Dora: Stop.',
    'BROADCAST {"content":"Lunch."}': 'is writing to everybody: Lunch.',
    'REACT {"group":"config-team","emoji":"👍"}': 'is reacting 👍 in Config Team ☕',
    'CREATE_GROUP {"name":"Timeline"}': 'is creating the group Timeline',
    'ADD_TO_GROUP {"group":"config-team"}': 'is adding members to Config Team ☕',
    'REMOVE_FROM_GROUP {"group":"config-team"}': 'is removing members from Config Team ☕',
    'LEAVE_GROUP {"group":"config-team"}': 'is leaving Config Team ☕',
    'READ_GROUP {"group":"config-team"}': 'is reading Config Team ☕',
    QUERY_GROUPS: 'is looking at its groups',
    QUERY_CREW: 'is looking at the crew',
    'COMPLETE_TASK {"summary":"Moved."}': 'is reporting: Moved.',
    'COMPLETE_TASK {"status":"failed","summary":"No."}': 'is reporting a failure: No.',
    'CREATE_AGENT {"role":"developer","name":"Kay","task":"Pin it."}': 'is adding Kay: Pin it.',
    'DELEGATE {"to":"Dora","task":"Move it."}': 'is giving Dora a task: Move it.',
    'START_TASK {"task":"1"}': 'is starting a waiting task',
    'CANCEL_TASK {"task":"1"}': 'is cancelling a waiting task',
    'INTERRUPT {"to":"Dora","content":"Wait."}': 'is interrupting Dora: Wait.',
    'TERMINATE_AGENT {"agent":"Dora"}': 'is ending Dora',
    'RELEASE_HOLD {"agent":"dora"}': 'is releasing Dora',
    'AUTO_GROUPS {"on":false}': 'is changing whether groups are created automatically',
    'START_DISCUSSION {"group":"config-team","goal":"Ship."}':
      'is starting a discussion in Config Team ☕: Ship.',
    HELP: 'is asking for help',
  }
  for (const [written, sentence] of Object.entries(told)) {
    expect(text(written), written).toEqual([{ kind: 'command', text: sentence }])
  }
})

test('OV9 a refused command says that it did not happen and why, and not what it would have said', () => {
  const lines = (written: string, name: string, why: string) =>
    linesOf(outputPieces(`⟦⟦ ${written} ⟧⟧`, STATE), [refused(name, why)])
  const told: readonly (readonly [string, string, string])[] = [
    ['GROUP_MESSAGE {"group":"build","content":"The loader is split."}', 'there is no group "build". You are in no group.', 'could not write in build: there is no group "build"'], // prettier-ignore
    ['REACT {"group":"build","emoji":"👍"}', 'there is no group "build".', 'could not react 👍 in build: there is no group "build"'], // prettier-ignore
    ['CREATE_GROUP {"name":"x"}', 'a group "x" exists. Choose another name.', 'could not create the group x: a group "x" exists'], // prettier-ignore
    ['DELEGATE {"to":"Kay","task":"t"}', 'there is no agent "Kay".', 'could not give Kay a task: there is no agent "Kay"'], // prettier-ignore
    ['AGENT_MESSAGE {"to":"Kay","content":"a"}', 'there is no agent "Kay".', 'could not write to Kay: there is no agent "Kay"'], // prettier-ignore
    ['COMPLETE_TASK {"summary":"Moved."}', 'you have no open task.', 'could not report: you have no open task'], // prettier-ignore
    ['START_TASK {"task":"1"}', 'only the lead may.', 'could not start a waiting task: only the lead may'], // prettier-ignore
  ]
  for (const [written, why, text] of told) {
    const name = written.split(' ')[0] ?? ''
    expect(lines(written, name, why), written).toEqual([{ kind: 'failed', text }])
  }
  const [lost] = linesOf(outputPieces('⟦⟦ BROADCAST {"content":"x"} ⟧⟧', STATE), [
    '[System] Not stored: the disk is full. Nothing was posted.',
  ])
  expect(lost).toEqual({ kind: 'failed', text: 'could not write to everybody: it was not stored' })
})

test('OV9 equal commands have their own answers, the newest may have none, and answers to others are left alone', () => {
  const post = (group: string) => `⟦⟦ GROUP_MESSAGE {"group":"${group}","content":"a"} ⟧⟧\n`
  const no = refused('GROUP_MESSAGE', 'there is no group "build".')
  const told = (text: string, given: readonly string[]) =>
    linesOf(outputPieces(text, STATE), given).map((line) => line.text)
  expect(told(post('build') + post('config-team'), [no, SENT])).toEqual([
    'could not write in build: there is no group "build"',
    'wrote in Config Team ☕: a',
  ])
  expect(told(post('config-team') + post('build'), [SENT, no])).toEqual([
    'wrote in Config Team ☕: a',
    'could not write in build: there is no group "build"',
  ])
  // Answers to what is not shown any more, to a command that cannot be read, and to one in another spelling.
  const others = [SENT, no, refused('FLY', 'there is no such command.'), '[System] You are in no group.'] // prettier-ignore
  expect(told(`${post('build')}⟦⟦ FLY {} ⟧⟧\n⟦⟦ list_groups ⟧⟧`, others)).toEqual([
    'could not write in build: there is no group "build"',
    '[[ FLY {} ]]',
    'looked at its groups',
  ])
  expect(told(`${post('build')}⟦⟦ QUERY_CREW ⟧⟧`, [no])).toEqual([
    'could not write in build: there is no group "build"',
    'is looking at the crew',
  ])
  // In code it was not run, whatever was answered.
  expect(told(`\`${post('build').trim()}\``, [SENT])).toEqual([
    '`[[ GROUP_MESSAGE {"group":"build","content":"a"} ]]`',
  ])
  expect(told('⟦⟦ GROUP_MESSAGE {"group":"config-team","content":"half', [SENT])).toEqual([
    'is writing in Config Team ☕: half',
  ])
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
