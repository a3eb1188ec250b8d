import type { CommandName } from '../command/payloads'
import type { Outcome } from './reply-words'

/** A command's verb: what was done, is being done, and could not be done. */
type Verb = readonly [done: string, doing: string, undone: string]

/** The parts of a command: its texts, the agents and the groups that it names, as people call them. */
export interface Parts {
  of(key: string): string
  agent(key: string): string
  group(key: string): string
}

interface CommandWords {
  readonly verb: Verb
  /** To whom or what. */
  readonly what: (parts: Parts) => string
  /** The field with its words. */
  readonly more?: string
}

const WRITE: Verb = ['wrote', 'is writing', 'write']

/** What each command does, as a person would say it. */
const WORDS: Readonly<Record<CommandName, CommandWords>> = {
  GROUP_MESSAGE: { verb: WRITE, what: ({ group }) => `in ${group('group')}`, more: 'content' },
  START_DISCUSSION: {
    verb: ['started', 'is starting', 'start'],
    what: ({ group }) => `a discussion in ${group('group')}`,
    more: 'goal',
  },
  REACT: {
    verb: ['reacted', 'is reacting', 'react'],
    what: ({ of, group }) => `${of('emoji')} in ${group('group')}`,
  },
  READ_GROUP: { verb: ['read', 'is reading', 'read'], what: ({ group }) => group('group') },
  CREATE_GROUP: {
    verb: ['created', 'is creating', 'create'],
    what: ({ of }) => `the group ${of('name')}`,
  },
  ADD_TO_GROUP: {
    verb: ['added', 'is adding', 'add'],
    what: ({ group }) => `members to ${group('group')}`,
  },
  REMOVE_FROM_GROUP: {
    verb: ['removed', 'is removing', 'remove'],
    what: ({ group }) => `members from ${group('group')}`,
  },
  LEAVE_GROUP: { verb: ['left', 'is leaving', 'leave'], what: ({ group }) => group('group') },
  QUERY_GROUPS: { verb: ['looked', 'is looking', 'look'], what: () => 'at its groups' },
  QUERY_CREW: { verb: ['looked', 'is looking', 'look'], what: () => 'at the crew' },
  AGENT_MESSAGE: { verb: WRITE, what: ({ agent }) => `to ${agent('to')}`, more: 'content' },
  BROADCAST: { verb: WRITE, what: () => 'to everybody', more: 'content' },
  COMPLETE_TASK: {
    verb: ['reported', 'is reporting', 'report'],
    what: ({ of }) => (of('status') === 'failed' ? 'a failure' : ''),
    more: 'summary',
  },
  CREATE_AGENT: {
    verb: ['added', 'is adding', 'add'],
    what: ({ of }) => of('name') || of('role'),
    more: 'task',
  },
  DELEGATE: {
    verb: ['gave', 'is giving', 'give'],
    what: ({ agent }) => `${agent('to')} a task`,
    more: 'task',
  },
  START_TASK: { verb: ['started', 'is starting', 'start'], what: () => 'a waiting task' },
  CANCEL_TASK: { verb: ['cancelled', 'is cancelling', 'cancel'], what: () => 'a waiting task' },
  INTERRUPT: {
    verb: ['interrupted', 'is interrupting', 'interrupt'],
    what: ({ agent }) => agent('to'),
    more: 'content',
  },
  TERMINATE_AGENT: {
    verb: ['ended', 'is ending', 'end'],
    what: ({ agent }) => agent('agent'),
    more: 'reason',
  },
  RELEASE_HOLD: {
    verb: ['released', 'is releasing', 'release'],
    what: ({ of, agent, group }) => (of('group') === '' ? agent('agent') : group('group')),
  },
  AUTO_GROUPS: {
    verb: ['changed', 'is changing', 'change'],
    what: () => 'whether groups are created automatically',
  },
  HELP: { verb: ['asked', 'is asking', 'ask'], what: () => 'for help' },
}

/** Another spelling that commands may have. */
const SPELT: Readonly<Record<string, CommandName>> = { LIST_GROUPS: 'QUERY_GROUPS' }

/** A command's name as in the help; null: there is no such command. */
export function verbOf(written: string): CommandName | null {
  const name = written.toUpperCase()
  if (Object.hasOwn(SPELT, name)) return SPELT[name] ?? null
  return Object.hasOwn(WORDS, name) ? (name as CommandName) : null
}

/** What became of a command in a sentence: without an outcome it is under way, and never told as done. */
export function commandSentence(name: CommandName, parts: Parts, outcome: Outcome | null): string {
  const { verb, what, more } = WORDS[name]
  const [done, doing, undone] = verb
  const to = what(parts)
  if (outcome && !outcome.isDone) return join(`could not ${undone} ${to}`, outcome.why)
  // Where it goes may not be written yet.
  const whole = `${outcome ? done : doing} ${to}`.trim().replace(/ (?:in|to|from)$/, '')
  return join(whole, more === undefined ? '' : parts.of(more))
}

const join = (what: string, more: string) => (more === '' ? what.trim() : `${what.trim()}: ${more}`)
