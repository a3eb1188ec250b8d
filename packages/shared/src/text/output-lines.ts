import { OPEN } from '../command/grammar'
import type { CommandName } from '../command/payloads'
import { groupSlug } from '../model/group-name'
import type { OutputLine } from '../model/overview'
import { HUMAN_ID, shortId } from '../model/participant'
import type { CrewState } from '../state/crew-state'
import { relayedLine } from './relay'

const CLOSE = '⟧⟧'
/** Longer lines are cut: nobody reads more at a glance. */
const LINE = 400
/** The number of closing brackets that the strings of one command may contain. */
const CLOSES = 8

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const ANSI = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g
const FENCE = /^\s*(?:```|~~~)/

type Named = Pick<CrewState, 'lead' | 'agents' | 'groups'>
type Payload = Readonly<Record<string, unknown>>

/**
 * What an agent's output says, line by line: its prose as it is, and each command as a sentence of what it does.
 * `text` may begin and end anywhere. Text in code does not count as a command.
 */
export function outputLines(text: string, state: Named): readonly OutputLine[] {
  const clean = text.replace(ANSI, '').replace(/\r\n?/g, '\n')
  const lines: OutputLine[] = []
  // The end of a command whose beginning is not here.
  const [open, close] = [clean.indexOf(OPEN), clean.indexOf(CLOSE)]
  let at = close >= 0 && (open < 0 || close < open) ? close + CLOSE.length : 0
  let prose = ''
  let isFenced = false
  const flush = () => {
    for (const line of prose.split('\n')) {
      // A long line keeps its end: that is the latest.
      const end = line.length > LINE ? `…${line.slice(1 - LINE).toWellFormed()}` : line
      const said = relayedLine(end, LINE).replace(/\s+/g, ' ').trim()
      // Marks and rules that say nothing without what they stand around.
      if (said !== '' && !FENCE.test(said) && /[\p{L}\p{N}\p{S}]/u.test(said)) {
        lines.push({ kind: 'text', text: said })
      }
    }
    prose = ''
  }
  while (at < clean.length) {
    const next = clean.indexOf(OPEN, at)
    const before = clean.slice(at, next < 0 ? undefined : next)
    for (const line of before.split('\n')) if (FENCE.test(line)) isFenced = !isFenced
    prose += before
    if (next < 0) break
    const line = prose.slice(prose.lastIndexOf('\n') + 1)
    const isCode = isFenced || (line.split('`').length - 1) % 2 === 1
    const command = isCode ? null : commandAt(clean, next)
    if (command === null) {
      prose += OPEN
      at = next + OPEN.length
      continue
    }
    flush()
    lines.push({ kind: 'command', text: relayedLine(said(command, state), LINE) })
    at = command.end
  }
  flush()
  return lines
}

interface Written {
  readonly name: string
  readonly payload: Payload
  readonly end: number
  /** Its end is not here yet. */
  readonly isOpen: boolean
}

function commandAt(text: string, from: number): Written | null {
  const head = /^⟦⟦\s*([A-Za-z_]{2,40})\s*/.exec(text.slice(from, from + 64))
  const name = head?.[1]?.toUpperCase()
  if (!head || name === undefined || !isCommand(name)) return null
  const start = from + head[0].length
  let close = text.indexOf(CLOSE, start)
  for (let tries = 0; close >= 0 && tries < CLOSES; tries++) {
    const payload = parsed(text.slice(start, close))
    if (payload) return { name, payload, end: close + CLOSE.length, isOpen: false }
    close = text.indexOf(CLOSE, close + 1)
  }
  // A payload that is not JSON was refused: it is shown as it was written.
  if (text.indexOf(CLOSE, start) >= 0) return null
  return { name, payload: openPayload(text.slice(start)), end: text.length, isOpen: true }
}

function parsed(source: string): Payload | null {
  if (source.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(source)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Payload)
      : null
  } catch {
    return null
  }
}

/** The strings of a payload that is still being written, the last of them as far as it goes. */
function openPayload(source: string): Payload {
  const found: Record<string, unknown> = {}
  for (const [, key = '', value = ''] of source.matchAll(/"(\w+)"\s*:\s*"((?:[^"\\]|\\.)*)/g)) {
    found[key] = value.replaceAll('\\n', ' ').replaceAll('\\"', '"')
  }
  return found
}

type Words = (
  of: (key: string) => string,
  agent: (key: string) => string,
  group: (key: string) => string,
) => string

const join = (what: string, more: string) => (more === '' ? what : `${what}: ${more}`)

/** What each command does, as a person would say it. */
const WORDS: Readonly<Record<CommandName, Words>> = {
  GROUP_MESSAGE: (of, _agent, group) => join(`wrote in ${group('group')}`, of('content')),
  START_DISCUSSION: (of, _agent, group) =>
    join(`started a discussion in ${group('group')}`, of('goal')),
  REACT: (of, _agent, group) => `reacted ${of('emoji')} in ${group('group')}`,
  READ_GROUP: (_of, _agent, group) => `read ${group('group')}`,
  CREATE_GROUP: (of) => `created the group ${of('name')}`,
  ADD_TO_GROUP: (_of, _agent, group) => `added members to ${group('group')}`,
  REMOVE_FROM_GROUP: (_of, _agent, group) => `removed members from ${group('group')}`,
  LEAVE_GROUP: (_of, _agent, group) => `left ${group('group')}`,
  QUERY_GROUPS: () => 'looked at its groups',
  QUERY_CREW: () => 'looked at the crew',
  AGENT_MESSAGE: (of, agent) => join(`wrote to ${agent('to')}`, of('content')),
  BROADCAST: (of) => join('wrote to everybody', of('content')),
  COMPLETE_TASK: (of) =>
    join(of('status') === 'failed' ? 'reported a failure' : 'reported', of('summary')),
  CREATE_AGENT: (of) => join(`added ${of('name') || of('role')}`, of('task')),
  DELEGATE: (of, agent) => join(`gave ${agent('to')} a task`, of('task')),
  START_TASK: () => 'started a waiting task',
  CANCEL_TASK: () => 'cancelled a waiting task',
  INTERRUPT: (of, agent) => join(`interrupted ${agent('to')}`, of('content')),
  TERMINATE_AGENT: (of, agent) => join(`ended ${agent('agent')}`, of('reason')),
  RELEASE_HOLD: (of, agent, group) => `released ${of('group') === '' ? agent('agent') : group('group')}`, // prettier-ignore
  AUTO_GROUPS: () => 'changed whether groups are created automatically',
  HELP: () => 'asked for help',
}

/** Another spelling that commands may have. */
const SPELT: Readonly<Record<string, CommandName>> = { LIST_GROUPS: 'QUERY_GROUPS' }

function isCommand(name: string): boolean {
  return Object.hasOwn(WORDS, name) || Object.hasOwn(SPELT, name)
}

function said({ name, payload, isOpen }: Written, state: Named): string {
  const words = WORDS[SPELT[name] ?? (name as CommandName)]
  const of = (key: string) => {
    const value = Object.hasOwn(payload, key) ? payload[key] : ''
    return typeof value === 'string' ? value.trim() : ''
  }
  const sentence = words(
    of,
    (key) => agentName(of(key), state),
    (key) => groupName(of(key), state),
  )
  if (!isOpen) return sentence
  // Where it goes may not be written yet.
  return sentence.replace(/^wrote/, 'is writing').replace(/ (?:in|to|from)\s*$/, '')
}

function groupName(written: string, { groups }: Named): string {
  const slug = groupSlug(written)
  return (Object.hasOwn(groups, slug) ? groups[slug]?.displayName : undefined) ?? written
}

function agentName(written: string, { agents, lead }: Named): string {
  const wanted = written.toLowerCase().replace(/^@/, '')
  if (wanted === HUMAN_ID || wanted === 'you') return 'you'
  const found = Object.values(agents).find(
    ({ id, name, role }) =>
      id === written || shortId(id) === wanted || name.toLowerCase() === wanted || role === wanted,
  )
  if (!found) return written
  return found.id === lead.id ? found.roleName : found.name
}
