import type { CommandName } from './payloads'
import { commandLine } from './grammar'

interface CommandHelp {
  readonly summary: string
  /** A valid payload whose free text is `...`: shown to agents, and never run when echoed. */
  readonly example: object | null
  /** Whether only leads may: nobody else is taught it. The summary says so. */
  readonly ofLeads?: true
}

/** What HELP, refusals and the primer say of each command. */
export const COMMAND_HELP: Readonly<Record<CommandName, CommandHelp>> = {
  CREATE_GROUP: {
    summary: 'create a chat group; members by id, name or role, roles adds everyone of a role',
    example: { name: '...', members: ['...'], purpose: '...' },
  },
  ADD_TO_GROUP: {
    summary: 'add members; they receive the last 20 messages',
    example: { group: '...', members: ['...'] },
  },
  REMOVE_FROM_GROUP: {
    summary: 'remove members (lead or creator)',
    example: { group: '...', members: ['...'] },
  },
  LEAVE_GROUP: { summary: 'leave a group', example: { group: '...' } },
  GROUP_MESSAGE: {
    summary: 'write to all other members',
    example: { group: '...', content: '...' },
  },
  REACT: {
    summary:
      'toggle one emoji on a message; messageId is an id or "#12", without it the newest message',
    example: { group: '...', emoji: '👍', messageId: '...' },
  },
  QUERY_GROUPS: { summary: 'list your groups (also LIST_GROUPS)', example: null },
  READ_GROUP: {
    summary: 'read back messages; before is "#12", limit up to 200',
    example: { group: '...', limit: 20 },
  },
  CREATE_AGENT: {
    summary: 'add an agent to your crew (lead); role is an id such as developer',
    example: { role: '...', task: '...' },
    ofLeads: true,
  },
  DELEGATE: {
    summary: 'give an agent a task (lead); you are told when it is done',
    example: { to: '...', task: '...', context: '...' },
    ofLeads: true,
  },
  TERMINATE_AGENT: {
    summary: 'end an agent (lead)',
    example: { agent: '...', reason: '...' },
    ofLeads: true,
  },
  COMPLETE_TASK: {
    summary: 'report your task as done, or with status "failed"',
    example: { summary: '...' },
  },
  AGENT_MESSAGE: {
    summary: 'write to one agent, or to "human", the person who runs this',
    example: { to: '...', content: '...' },
  },
  BROADCAST: { summary: 'write to every agent of the crew', example: { content: '...' } },
  INTERRUPT: {
    summary: 'stop what an agent is doing and tell it something first (lead, or who delegated)',
    example: { to: '...', content: '...' },
    // Who delegates is a lead.
    ofLeads: true,
  },
  QUERY_CREW: { summary: 'list the agents of your crew and what they do', example: null },
  RELEASE_HOLD: {
    summary: 'hand over what was kept back of a held group, or agent (lead)',
    example: { group: '...' },
    ofLeads: true,
  },
  AUTO_GROUPS: {
    summary: 'whether groups appear by themselves for parallel work: true or false (lead)',
    example: { on: '...' },
    ofLeads: true,
  },
  HELP: { summary: 'list the commands, or explain one', example: null },
}

/** The command as an agent would write it, with `...` where its own words go. */
export function commandExample(name: CommandName): string {
  return commandLine(name, COMMAND_HELP[name].example ?? undefined)
}
