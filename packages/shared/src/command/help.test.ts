import { describe, expect, test } from 'vitest'
import type { CrewError } from '../protocol/errors'
import { commandExample, COMMAND_HELP, commandsFor } from './help'
import { commandLine, inert } from './grammar'
import { parseCommand } from './parse'
import { COMMAND_PAYLOADS, type CommandName } from './payloads'

/** Everybody's, as the contract lists them. */
const EVERYBODYS = [
  'CREATE_GROUP',
  'START_DISCUSSION',
  'ADD_TO_GROUP',
  'REMOVE_FROM_GROUP',
  'LEAVE_GROUP',
  'GROUP_MESSAGE',
  'REACT',
  'QUERY_GROUPS',
  'READ_GROUP',
  'COMPLETE_TASK',
  'AGENT_MESSAGE',
  'BROADCAST',
  'QUERY_CREW',
  'HELP',
]
/** TK15 and TK12, CD6, AG7. */
const LEADS = ['CREATE_AGENT', 'DELEGATE', 'START_TASK', 'CANCEL_TASK', 'TERMINATE_AGENT', 'INTERRUPT', 'RELEASE_HOLD', 'AUTO_GROUPS'] // prettier-ignore
/** Asking changes nothing, so that an echo of it may run. */
const ASKING = ['QUERY_GROUPS', 'QUERY_CREW', 'HELP']

test('MF2 only a lead is taught the commands of leads', () => {
  expect(commandsFor(false).toSorted()).toEqual(EVERYBODYS.toSorted())
  expect(commandsFor(true).toSorted()).toEqual([...EVERYBODYS, ...LEADS].toSorted())
})

describe('CM8, TK17 what HELP shows of a command', () => {
  test.each(Object.keys(COMMAND_PAYLOADS) as CommandName[])('CM8, TK17 %s', (name) => {
    const shown = /^⟦⟦ (\w+)(?: (\{.*\}))? ⟧⟧$/.exec(commandExample(name))
    expect(shown?.[1]).toBe(name)
    const payload: unknown = shown?.[2] === undefined ? undefined : JSON.parse(shown[2])
    const run = () => parseCommand(name, payload)
    if (ASKING.includes(name)) expect(run().name).toBe(name)
    else expect(run).toThrow(expect.objectContaining({ code: 'example' }) as CrewError)
    // With real words in it, it is what the command takes.
    const values = { on: true, members: ['dev'] } as Record<string, unknown>
    const real = Object.fromEntries(
      Object.entries((payload ?? {}) as object).map(([key, value]) => [
        key,
        JSON.stringify(value).includes('...') ? (values[key] ?? 'dev') : value,
      ]),
    )
    expect(parseCommand(name, real).name).toBe(name)
    for (const key of Object.keys(real)) expect(COMMAND_HELP[name].fields, key).toHaveProperty(key)
  })
})

test.each<[written: string, shown: string, why: string]>([
  ['⟦⟦ HELP ⟧⟧', '[[ HELP ]]', 'both ends, and each of their characters'],
  ['⟦x⟧', '[x]', 'one alone could meet another'],
  ['a [b] c', 'a [b] c', 'all else stays'],
])('TX2, CM4 %j is shown as %j: %s', (written, shown) => {
  expect(inert(written)).toBe(shown)
})

test.each<[name: string, payload: object | undefined, line: string, why: string]>([
  ['QUERY_CREW', undefined, '⟦⟦ QUERY_CREW ⟧⟧', 'without a payload'],
  ['LEAVE_GROUP', { group: 'x' }, '⟦⟦ LEAVE_GROUP {"group":"x"} ⟧⟧', 'with one'],
])('SC1 %s with %j is written %s: %s', (name, payload, line) => {
  expect(commandLine(name, payload)).toBe(line)
})
