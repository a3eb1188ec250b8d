import { commandExample, COMMAND_HELP } from '../command/help'
import { commandLine } from '../command/grammar'
import type { CommandName } from '../command/payloads'
import { participantLabel } from '../model/participant'
import { listedLabel, type Named } from './catalogue'
import { relayedLine } from './relay'

export interface ManifestGroup {
  readonly name: string
  readonly purpose: string | null
  readonly members: readonly Named[]
  /** Messages that wait for this agent. */
  readonly unread: number
  readonly last: { readonly n: number; readonly from: Named; readonly preview: string } | null
}

export interface ManifestInput {
  readonly you: Named
  readonly name: string
  readonly crew: string
  readonly isLead: boolean
  readonly lead: Named
  /** For a sub-lead: the crew that it works for. */
  readonly parent: { readonly crew: string; readonly lead: Named } | null
  /** Sections about the crew and the groups; empty ones are left out. */
  readonly parts: readonly string[]
  /** What it has been given and not finished, as it was told. */
  readonly tasks: readonly string[]
  readonly commands: readonly CommandName[]
}

const LINE = 160
/** Names listed of a group or crew; a manifest is paid for with every session. */
const LISTED = 20

const label = (who: Named) => participantLabel(relayedLine(who.roleName, 100), who.id)

/**
 * What an agent's model is told first: who it is, who is there, its groups, and the commands. Commands are shown
 * as they are written, with `...` where its own words go: an echo of them does not run.
 */
export function manifestText(input: ManifestInput): string {
  const { you, name, crew, isLead, lead, parent, parts, tasks, commands } = input
  const called = name === you.roleName ? '' : `, called "${relayedLine(name, LINE)}"`
  return [
    '== YOU ==',
    `You are ${label(you)}${called}, ${isLead ? 'the lead' : 'an agent'} of the crew "${relayedLine(crew, LINE)}".${
      isLead ? '' : ` The lead is ${label(lead)}.`
    }${
      parent
        ? ` You work for ${label(parent.lead)}, the lead of the crew "${relayedLine(parent.crew, LINE)}", and are in its groups as well.`
        : ''
    } The person who runs it is "human".`,
    ...parts.filter((part) => part !== '').flatMap((part) => ['', part]),
    ...(tasks.length === 0 ? [] : ['', '== YOUR OPEN TASKS ==', ...tasks]),
    '',
    '== COMMANDS ==',
    'Write a command on a line of its own in your ordinary output, outside of code blocks. It runs when the line is complete; the answer comes with your next turn. Name agents by the 8 characters in parentheses, a name, or a role.',
    ...commands
      .filter((command) => isLead || !COMMAND_HELP[command].ofLeads)
      .map((command) => `${commandExample(command)} — ${COMMAND_HELP[command].summary}`),
    '',
    'Use groups to coordinate with others on the same work; do not repeat in them what everybody has read. When your task is done, say so with COMPLETE_TASK.',
  ].join('\n')
}

/** `== YOUR CREW ==`: the others. */
export function crewSection(others: readonly Named[]): string {
  const lines =
    others.length === 0 ? ['Nobody else yet.'] : listed(others, (one) => `- ${listedLabel(one)}`)
  return ['== YOUR CREW ==', ...lines].join('\n')
}

/** `== YOUR GROUPS ==`, or nothing for who is in none. */
export function groupsSection(groups: readonly ManifestGroup[]): string {
  if (groups.length === 0) return ''
  return [
    '== YOUR GROUPS ==',
    ...listed(groups, groupLine),
    `Send messages: ${commandLine('GROUP_MESSAGE', { group: groups[0]?.name ?? '', content: '...' })}`,
  ].join('\n')
}

function groupLine(group: ManifestGroup): string {
  const { name, purpose, members, unread, last } = group
  const who = members.slice(0, LISTED).map(listedLabel).join(', ')
  const more = members.length > LISTED ? ` and ${members.length - LISTED} more` : ''
  return `- "${name}" (${members.length} ${members.length === 1 ? 'member' : 'members'}: ${who}${more})${
    unread > 0 ? ` · ${unread} unread` : ''
  }${last ? ` · last #${last.n} ${label(last.from)}: ${relayedLine(last.preview, LINE)}` : ''}${
    purpose ? `\n  Purpose: ${relayedLine(purpose, LINE * 2)}` : ''
  }`
}

function listed<T>(all: readonly T[], line: (one: T) => string): string[] {
  const lines = all.slice(0, LISTED).map(line)
  return all.length > LISTED ? [...lines, `- and ${all.length - LISTED} more`] : lines
}
