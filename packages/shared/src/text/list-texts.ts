import { CLOSE, commandLine, inert, OPEN } from '../command/grammar'
import { COMMAND_HELP, commandExample } from '../command/help'
import type { CommandName } from '../command/payloads'
import { LIMITS } from '../protocol/limits'
import { bounded, roomBehind } from './bounded'
import { groupName, label, listedLabel, type Named, plural, quoted } from './names'
import { relayed, relayedLine } from './relay'
import { listedIds, type TaskName, type WaitingLine } from './task-texts'

export interface GroupLine {
  readonly name: string
  readonly purpose: string | null
  /** Labels, as `listedLabel` makes them: once for each participant, however many groups it is in. */
  readonly members: readonly string[]
  readonly messageCount: number
  /** Messages that wait for the agent. */
  readonly unread?: number
  readonly last: { readonly n: number; readonly from: Named; readonly preview: string } | null
}

export interface CrewLine extends Named {
  readonly status: string
  /** It is at work, but no program of it is there. */
  readonly isAway?: boolean
  /** Open ones that it was given, oldest first. */
  readonly tasks: readonly TaskName[]
  readonly you: boolean
}

/** With more lines than this each says less, so that more of them are shown. */
export const FEW = 8
const SHORT = 120
/** Characters for the members of a group in its line, and where there are many lines. */
export const MEMBERS_ROOM = 800
export const SHORT_MEMBERS_ROOM = 150

/** A command without what marks it in a text. */
export function calledExample(name: CommandName): string {
  return commandExample(name).slice(OPEN.length, -CLOSE.length).trim()
}

/** The command that shows what a text has left out, not live. */
const shownBy = (name: CommandName, payload: object) => inert(commandLine(name, payload))

/** How to see the members of a group that a text leaves out. */
export const membersOf = (group: string) =>
  `${shownBy('QUERY_GROUPS', { group: groupName(group) })} lists all`

/** Answers that are lists: each has a first line, and as many others as there is room for. */
export const LIST_TEXT = {
  /** The first `after` of them were shown before. */
  groups: (groups: readonly GroupLine[], after = 0) =>
    groups.length === 0
      ? '[System] You are in no group. Create one: ' + inert(commandExample('CREATE_GROUP'))
      : page(`[System] Your groups (${groups.length}):`, groups, after, {
          line: (group) => groupLine(group, groups.length <= FEW),
          next: (shown) => shownBy('QUERY_GROUPS', { after: shown }),
        }),

  members: (group: string, members: readonly string[], after = 0) =>
    page(
      `[System] Group ${quoted(group)} has ${plural(members.length, 'member')}:`,
      members,
      after,
      {
        line: (member) => `- ${member}`,
        next: (shown) => shownBy('QUERY_GROUPS', { group: groupName(group), after: shown }),
      },
    ),

  crew: (
    name: string,
    agents: readonly CrewLine[],
    waiting: readonly WaitingLine[],
    after = 0,
  ): string => {
    const rows: readonly CrewRow[] = [
      ...agents.flatMap((agent) => [
        { agent, task: agent.tasks[0] ?? null, isMore: false },
        ...agent.tasks.slice(1).map((task) => ({ agent, task, isMore: true })),
      ]),
      ...waiting.map((task) => ({ waiting: task })),
    ]
    const units = rows.length > FEW ? SHORT : LIMITS.previewUnits
    return page(
      `[System] Crew "${relayedLine(name, 100)}" (${plural(agents.length, 'agent')}):`,
      rows,
      after,
      {
        line: (row, at, before) => {
          if ('agent' in row) return agentLine(row, at === 0, units)
          const begins = before === undefined || 'agent' in before
          return `${begins ? 'Waiting tasks:\n' : ''}${waitingLine(row.waiting, units)}`
        },
        next: (shown) => shownBy('QUERY_CREW', { after: shown }),
      },
    )
  },

  /** One task, whole. */
  taskOf: (
    who: Named,
    from: Named,
    { id, text, context, state }: TaskName & { readonly context: string | null; readonly state: string }, // prettier-ignore
  ) =>
    `[System] Task ${id} of ${listedLabel(who)}, from ${label(from)}, ${state}: ${relayed(text)}${
      context === null ? '' : `\n  Context: ${relayed(context)}`
    }`,

  help: (names: readonly CommandName[]) =>
    helpText(
      // Live, because this teaches how they are written; an echo with "..." in it is an example and does not run.
      '[System] Commands. Write each on a line of its own in your ordinary output, outside code blocks:',
      names.map((name) => `- ${commandExample(name)} — ${COMMAND_HELP[name].summary}`),
      `All fields of one command: ${commandLine('HELP', { command: '...' })}`,
    ),
  /** To an agent that calls commands, so that it does not write them as well. */
  helpByTools: (names: readonly CommandName[]) =>
    helpText(
      '[System] Commands. Call each as the tool of that name in small letters, or with run_command:',
      names.map((name) => `- ${calledExample(name)} — ${COMMAND_HELP[name].summary}`),
      `All fields of one command: run_command ${JSON.stringify({ command: 'HELP', payload: { command: '...' } })}`,
    ),
  helpOf: (name: CommandName, example = commandExample(name)) => {
    const { summary, fields } = COMMAND_HELP[name]
    const first = `[System] ${example} — ${summary}`
    const lines = Object.entries(fields).map(([field, what]) => `- ${field}: ${what}`)
    return lines.length === 0 ? first : helpText(first, lines)
  },
} as const

interface Page<T> {
  readonly line: (one: T, at: number, before: T | undefined) => string
  /** The command that shows those behind the first `shown`. */
  readonly next: (shown: number) => string
}

/** A list behind its first line, from its `after`th on. */
function page<T>(head: string, all: readonly T[], after: number, { line, next }: Page<T>): string {
  const from = Math.min(after, all.length)
  const here = all.slice(from)
  if (here.length === 0 && from > 0) return `${head}\nNothing comes after ${from}.`
  const lines = bounded(here, {
    line: (one, at) => line(one, at, here[at - 1]),
    between: '\n',
    room: roomBehind(head.length + 1),
    rest: (shown) => next(from + shown),
  })
  return lines === '' ? head : `${head}\n${lines}`
}

function helpText(head: string, lines: readonly string[], end = ''): string {
  const foot = end === '' ? '' : `\n${end}`
  return `${head}\n${bounded(lines, {
    line: (line) => line,
    between: '\n',
    room: roomBehind(head.length + 1 + foot.length),
  })}${foot}`
}

function groupLine(
  { name, members, messageCount, unread = 0, last, purpose }: GroupLine,
  isLong: boolean,
): string {
  const units = isLong ? LIMITS.previewUnits : SHORT
  const line = (member: string) => member
  const who = isLong
    ? bounded(members, { line, room: MEMBERS_ROOM, rest: () => membersOf(name) })
    : bounded(members, { line, room: SHORT_MEMBERS_ROOM })
  const begun = `- ${quoted(name)} (${plural(members.length, 'member')}: ${who}) · ${plural(messageCount, 'message')}`
  const waits = unread > 0 ? ` · ${unread} unread` : ''
  const said = last
    ? ` · last #${last.n} ${label(last.from)}: ${relayedLine(last.preview, units)}`
    : ''
  return `${begun}${waits}${said}${purpose ? `\n  Purpose: ${relayedLine(purpose, units)}` : ''}`
}

type CrewRow =
  | { readonly agent: CrewLine; readonly task: TaskName | null; readonly isMore: boolean }
  | { readonly waiting: WaitingLine }

/** The line of an agent with its oldest task, or of a further task of the agent above; the first line names the agent. */
function agentLine(
  { agent, task, isMore }: Extract<CrewRow, { readonly agent: CrewLine }>,
  isFirst: boolean,
  units: number,
): string {
  const told = task && `task ${task.id}: ${relayedLine(task.text, units)}`
  if (isMore) return isFirst ? `- ${listedLabel(agent)} · also ${told}` : `  also ${told}`
  return `- ${listedLabel(agent)}${agent.you ? ', you' : ''} · ${agent.status}${
    agent.isAway === true ? ' · not connected' : ''
  }${told === null ? '' : ` · ${told}`}`
}

function waitingLine({ id, to, after, lost, text }: WaitingLine, units: number): string {
  return `- ${id} for ${label(to)}, after ${listedIds(after)}${
    lost.length === 0 ? '' : ` (${listedIds(lost)} will not be done)`
  }: ${relayedLine(text, units)}`
}
