import { commandExample, COMMAND_HELP, commandsFor } from '../command/help'
import { commandLine } from '../command/grammar'
import type { CommandName } from '../command/payloads'
import { cut } from '../model/cut'
import { QUIET_GROUP_SIZE } from '../model/group'
import { participantLabel } from '../model/participant'
import { bounded, roomBehind } from './bounded'
import { listedLabel, type Named } from './catalogue'
import { FEW, MEMBERS_ROOM, SHORT_MEMBERS_ROOM } from './list-texts'
import { groupName, quoted } from './names'
import { relayed, relayedLine } from './relay'

export interface ManifestGroup {
  readonly name: string
  readonly purpose: string | null
  readonly members: readonly Named[]
  /** Messages that wait for this agent. */
  readonly unread: number
  readonly last: { readonly n: number; readonly from: Named; readonly preview: string } | null
}

/** How an agent acts: by commands in its text, or by tools; `inbox`: by tools, and it reads with one of them, too. */
export type Acts = 'commands' | 'tools' | 'inbox'

export interface ManifestInput {
  readonly you: Named
  readonly name: string
  readonly crew: string
  readonly isLead: boolean
  /** Null: the crew is a workspace, which nobody leads. */
  readonly lead: Named | null
  /** For a sub-lead: the crew that it works for. */
  readonly parent: { readonly crew: string; readonly lead: Named } | null
  /** Sections about the crew and the groups; empty ones are left out. */
  readonly parts: readonly string[]
  /** What it has been given and not finished, oldest first. */
  readonly tasks: readonly ManifestTask[]
  /** What a lead can choose for the fields of CREATE_AGENT. */
  readonly choices: AgentChoices
  readonly acts?: Acts
}

export interface ManifestTask {
  /** The short one. */
  readonly id: string
  /** As the agent was told it. */
  readonly told: string
}

/** By field of CREATE_AGENT; a list that is empty is not told. */
export interface AgentChoices {
  /** Ids of roles that come with instructions. */
  readonly roles: readonly string[]
  /** What can run an agent, by name. */
  readonly programs: readonly string[]
}

const LINE = 160
/** Names listed of a group or crew; a manifest is paid for with every session. */
const LISTED = 20
/** Characters of a task that is not told whole. */
const TASK_UNITS = 500

const label = (who: Named) => participantLabel(relayedLine(who.roleName, 100), who.id)

/**
 * What an agent's model is told first: who it is, who is there, its groups, and the commands. Commands are shown
 * as they are written, with `...` where its own words go: an echo of them does not run.
 */
export function manifestText(input: ManifestInput): string {
  const { you, name, crew, isLead, lead, parent, parts, tasks, choices } = input
  const { acts = 'commands' } = input
  const called = name === you.roleName ? '' : `, called "${relayedLine(name, LINE)}"`
  return [
    '== YOU ==',
    `You are ${label(you)}${called}, ${isLead ? 'the lead' : 'an agent'} of the crew "${relayedLine(crew, LINE)}".${
      isLead || lead === null ? '' : ` The lead is ${label(lead)}.`
    }${
      parent
        ? ` You work for ${label(parent.lead)}, the lead of the crew "${relayedLine(parent.crew, LINE)}", and are in its groups as well.`
        : ''
    } The person who runs it is "human".`,
    ...parts.filter((part) => part !== '').flatMap((part) => ['', part]),
    ...(tasks.length === 0 ? [] : ['', '== YOUR OPEN TASKS ==', ...taskLines(tasks)]),
    '',
    '== HOW YOU WORK HERE ==',
    ...howToWork(isLead, acts),
    '',
    ...(acts === 'commands' ? taughtCommands(isLead) : ['== TOOLS ==', NAMED_BY]),
    ...(isLead ? choiceLines(choices) : []),
  ].join('\n')
}

const NAMED_BY = 'Agents are named by name, role, or the 8 characters in parentheses.'

function taughtCommands(isLead: boolean): string[] {
  return [
    '== COMMANDS ==',
    NAMED_BY,
    ...commandsFor(isLead)
      .filter((name) => COMMAND_HELP[name].isTaughtFirst)
      .map((name) => `${commandExample(name)} — ${COMMAND_HELP[name].summary}`),
  ]
}

/**
 * The oldest task word for word, because the agent is at work on it, and the others too if there is room for all of
 * them. Otherwise they are cut, and a command shows each of them whole.
 */
function taskLines([first, ...others]: readonly ManifestTask[]): string[] {
  const room = roomBehind(0)
  const areWhole = others.reduce((sum, { told }) => sum + told.length + 1, 0) <= room
  const line = ({ id, told }: ManifestTask) =>
    areWhole || told.length <= TASK_UNITS
      ? told
      : `${cut(told, TASK_UNITS)}… QUERY_CREW ${JSON.stringify({ task: id })} shows all of it.`
  const more = bounded(others, { line, between: '\n', room, rest: () => 'QUERY_CREW lists them' })
  return [...(first ? [first.told] : []), ...(more === '' ? [] : [more])]
}

/** What goes into a field of CREATE_AGENT, a line each. */
function choiceLines({ roles, programs }: AgentChoices): string[] {
  const lines: readonly (readonly [field: string, choices: readonly string[], rest: string])[] = [
    ['Roles for "role"', roles, 'or any other id.'],
    ['Programs for "driver"', programs, '(default: your own).'],
  ]
  return lines.flatMap(([what, all, rest]) =>
    all.length === 0
      ? []
      : [`${what} of CREATE_AGENT: ${bounded(all, { line: (one) => one })} ${rest}`],
  )
}

/** What the server with Crewroom's tools is called where agents have it. */
export const TOOL_SERVER = 'crewroom'

const HOW_TO_ACT: Readonly<Record<Acts, readonly string[]>> = {
  commands: [
    'A command is a line of its own in your ordinary output, outside code blocks, exactly as in the examples. It runs when the line is complete. Its reply, and what others write to you, come with your next turn. To wait for somebody, end your turn: you will be woken. Never sleep or poll.',
  ],
  tools: [
    'A tool returns when what it did is stored. What others write to you comes with your next turn. To wait for somebody, end your turn: you will be woken. Never sleep or poll. Commands are named in capitals below; each is the tool of that name in small letters, or goes through run_command.',
  ],
  inbox: [
    'A tool returns when what it did is stored. What others write to you waits until you read it: nothing can wake you. Call read_inbox first, after each step of your work, and to wait for somebody: it returns as soon as there is something, or after 25 seconds. Call it again until you have nothing left to do or to wait for. Your next call confirms that you got what it returned.',
    'An item with [Round …] asks for an answer: give it with the tool answer and the id beside it. Commands are named in capitals below; each is the tool of that name in small letters, or goes through run_command.',
  ],
}

/** What a model would get wrong without being told. Each sentence is there because one did. */
function howToWork(isLead: boolean, acts: Acts): string[] {
  return [
    `You are one of several programs that work on one job, in the same folder unless you are told otherwise. No agent reads your plain text: to reach one, ${
      acts === 'commands' ? 'write a command' : `call a tool of "${TOOL_SERVER}"`
    }.${acts === 'inbox' ? '' : ' Only a prompt with [Round …] asks for plain text, which is posted for you.'}`,
    ...HOW_TO_ACT[acts],
    'Messages reach you like this: [Group "plan" — Developer (a1b2c3d4)]: text. To reply to one, add its number: "replyTo":"#12".',
    'Answer only to add something: a result, a question, an objection, or what you take on. Otherwise end your turn without a word, or REACT (👍 agreed, 👀 on it). Do not thank, repeat or confirm.',
    `To have somebody read a group message now, write @name or @id in it. Nothing else there wakes a lead, or anybody in a group of more than ${QUIET_GROUP_SIZE}.`,
    'Before you change a file that others may be changing, say so in the group, and afterwards what you changed.',
    'If a permission is refused, do not ask again: continue without it, or ask "human" with AGENT_MESSAGE.',
    isLead
      ? 'You assign the work, and are notified when each agent reports. When all have, check the result yourself, then report with COMPLETE_TASK.'
      : 'When your task is done, report with COMPLETE_TASK: what you did, where it is, what is open. It goes to whoever gave you the task; nothing else is a report. Without a task, just end your turn.',
  ]
}

/** `== YOUR ROLE ==`, or nothing where nobody has described the role. People may have written it. */
export function roleSection(prompts: readonly string[]): string {
  return prompts.length === 0 ? '' : ['== YOUR ROLE ==', ...prompts.map(relayed)].join('\n')
}

/** `== YOUR INSTRUCTIONS ==`: the agent's own, which come after those of its role. Nothing where it has none. */
export function instructionsSection(instructions: string): string {
  return instructions === '' ? '' : `== YOUR INSTRUCTIONS ==\n${relayed(instructions)}`
}

/** `== YOUR CREW ==`: the others, those that matter most first. */
export function crewSection(others: readonly Named[]): string {
  const head = '== YOUR CREW =='
  if (others.length === 0) return `${head}\nNobody else yet.`
  return `${head}\n${listed(others, (one) => `- ${listedLabel(one)}`, 'QUERY_CREW', head.length)}`
}

/** `== YOUR GROUPS ==`, those that matter most first, or nothing for an agent without groups. */
export function groupsSection(groups: readonly ManifestGroup[], acts: Acts = 'commands'): string {
  const [first] = groups
  if (!first) return ''
  const head = '== YOUR GROUPS =='
  const room = groups.length > FEW ? SHORT_MEMBERS_ROOM : MEMBERS_ROOM
  const foot =
    acts === 'commands'
      ? `\nSend messages: ${commandLine('GROUP_MESSAGE', { group: groupName(first.name), content: '...' })}`
      : ''
  return `${head}\n${listed(groups, (one) => groupLine(one, room), 'QUERY_GROUPS', head.length + foot.length)}${foot}`
}

function groupLine(group: ManifestGroup, room: number): string {
  const { name, purpose, members, unread, last } = group
  const who = bounded(members, { line: listedLabel, room, most: LISTED })
  return `- ${quoted(name)} (${members.length} ${members.length === 1 ? 'member' : 'members'}: ${who})${
    unread > 0 ? ` · ${unread} unread` : ''
  }${last ? ` · last #${last.n} ${label(last.from)}: ${relayedLine(last.preview, LINE)}` : ''}${
    purpose ? `\n  Purpose: ${relayedLine(purpose, LINE * 2)}` : ''
  }`
}

function listed<T>(
  all: readonly T[],
  line: (one: T) => string,
  command: CommandName,
  before: number,
): string {
  const rest = () => `${command} lists all`
  return bounded(all, { line, between: '\n', room: roomBehind(before), most: LISTED, rest })
}
