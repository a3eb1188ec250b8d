import type { CommandName } from './payloads'
import { commandLine } from './grammar'

interface CommandHelp {
  readonly summary: string
  /** A valid payload whose free text is `...`: shown to agents, and never run when echoed. */
  readonly example: object | null
  /** Every field of its payload, and what goes into it. */
  readonly fields: Readonly<Record<string, string>>
  /** Whether it is in the manifest. The others are told by HELP: a manifest is paid for with every session. */
  readonly isTaughtFirst?: true
  /** Whether only leads may: nobody else is taught it. */
  readonly ofLeads?: true
}

const AGENT = 'an agent, by name, role, id or the first 8 characters of its id'
const AGENTS = 'agents, each by name, role, id or the first 8 characters of its id'
const TASK = 'its id, as DELEGATE and QUERY_CREW show it'
const GROUP = 'the name of a group'
const AFTER = 'how many to pass over: those that earlier answers have shown'
const SESSION = 'a session of the group, by its title or id; without it, the group itself'

/** What HELP, refusals and the manifest say of each command, in the order in which they are told. */
export const COMMAND_HELP: Readonly<Record<CommandName, CommandHelp>> = {
  GROUP_MESSAGE: {
    summary: 'write to all other members',
    example: { group: '...', content: '...' },
    fields: {
      group: GROUP,
      session: SESSION,
      content: 'what you write; @name or @id mentions somebody',
      replyTo: 'the message that you reply to: its number, such as "#12", or its id',
    },
    isTaughtFirst: true,
  },
  REACT: {
    summary: 'toggle an emoji; without messageId, on the newest message you got',
    example: { group: '...', emoji: '👍', messageId: '...' },
    fields: {
      group: GROUP,
      emoji: 'one emoji; the same one again removes it',
      messageId: 'its number, such as "#12", or its id',
      session: SESSION,
    },
    isTaughtFirst: true,
  },
  READ_GROUP: {
    summary: 'read earlier messages',
    example: { group: '...', limit: 20 },
    fields: {
      group: GROUP,
      session: SESSION,
      before: 'a message number, such as "#12": only earlier messages',
      limit: 'how many, 1 to 200; default 20',
    },
    isTaughtFirst: true,
  },
  CREATE_GROUP: {
    summary: 'for agents that work on the same thing',
    example: { name: '...', members: ['...'], purpose: '...' },
    fields: {
      name: 'at most 64 characters',
      members: AGENTS,
      roles: 'roles: all agents with these join, later ones too',
      purpose: 'what the group is for, at most 300 characters',
    },
    isTaughtFirst: true,
  },
  START_DISCUSSION: {
    summary:
      'have agents of a group discuss something in rounds; while you answer a round: in private, before your answer',
    example: { group: '...', goal: '...', with: ['...'], rounds: 5 },
    fields: {
      group: GROUP,
      goal: 'what is to be found out',
      with: `${AGENTS}, in the order of their turns; "human" is the person; without it, all agents of the group; within an answer you take turns too, last unless you name yourself`,
      policy: 'round_robin (default), selection, parallel or hierarchical',
      by: 'who chooses the speakers, sums up or manages',
      rounds: 'how many rounds at most; default 10',
      until: 'when it is done',
    },
  },
  ADD_TO_GROUP: {
    summary: 'add members; they get the last 20 messages',
    example: { group: '...', members: ['...'] },
    fields: { group: GROUP, members: AGENTS, roles: 'roles: all agents with these join' },
  },
  REMOVE_FROM_GROUP: {
    summary: 'remove members (lead or creator of the group)',
    example: { group: '...', members: ['...'] },
    fields: { group: GROUP, members: AGENTS },
  },
  LEAVE_GROUP: { summary: 'leave a group', example: { group: '...' }, fields: { group: GROUP } },
  QUERY_GROUPS: {
    summary: 'list your groups (also LIST_GROUPS)',
    example: null,
    fields: {
      group: `${GROUP}: list its members instead`,
      after: AFTER,
    },
  },
  QUERY_CREW: {
    summary: 'list the agents of your crew and what they do',
    example: null,
    fields: {
      task: 'a task, by its id: show it whole instead',
      after: AFTER,
    },
    isTaughtFirst: true,
  },
  AGENT_MESSAGE: {
    summary: 'write to one agent, or to "human", the person who runs this',
    example: { to: '...', content: '...' },
    fields: { to: `${AGENT}; or "human"`, content: 'what you write' },
    isTaughtFirst: true,
  },
  BROADCAST: {
    summary: 'write to every agent of the crew',
    example: { content: '...' },
    fields: { content: 'what you write' },
  },
  COMPLETE_TASK: {
    summary: 'report your task as done, or with "status":"failed"',
    example: { summary: '...' },
    fields: {
      summary: 'what you did, where it is, and what is open',
      status: '"completed" (the default) or "failed"',
    },
    isTaughtFirst: true,
  },
  CREATE_AGENT: {
    summary: 'add an agent to your crew, with its task',
    example: { role: '...', name: '...', task: '...' },
    fields: {
      role: 'a role id, such as developer or code-reviewer',
      name: 'what it is called',
      task: 'its task: the goal, the files, and what counts as done',
      instructions: 'how it is to work, with every task; at most 16,000 characters',
      driver: 'the program that runs it; default: your own',
    },
    isTaughtFirst: true,
    ofLeads: true,
  },
  DELEGATE: {
    summary: 'give an agent a task',
    example: { to: '...', task: '...', context: '...' },
    fields: {
      to: AGENT,
      task: 'the goal, the files, and what counts as done',
      context: 'what it must know for that',
      after:
        'tasks that must be done first, by their ids as DELEGATE and QUERY_CREW show them; the agent is given this one when the last of them is done',
      insteadOf:
        'a failed or cancelled task that others wait for, by its id: they wait for this one instead',
      again: 'true: give it even if the agent has the same open task already',
    },
    isTaughtFirst: true,
    ofLeads: true,
  },
  START_TASK: {
    summary: 'give a waiting task to its agent now, whatever it waits for',
    example: { task: '...' },
    fields: { task: TASK },
    ofLeads: true,
  },
  CANCEL_TASK: {
    summary: 'cancel a task that waits for others and was not given to its agent',
    example: { task: '...' },
    fields: { task: TASK },
    ofLeads: true,
  },
  INTERRUPT: {
    summary: 'stop what an agent is doing and give it this to read first',
    example: { to: '...', content: '...' },
    fields: { to: AGENT, content: 'what it reads first' },
    isTaughtFirst: true,
    ofLeads: true,
  },
  TERMINATE_AGENT: {
    summary: 'end an agent',
    example: { agent: '...', reason: '...' },
    fields: { agent: AGENT, reason: 'why, at most 300 characters' },
    ofLeads: true,
  },
  RELEASE_HOLD: {
    summary: 'end the hold on a group, or on messages to an agent',
    example: { group: '...' },
    fields: { group: GROUP, agent: `${AGENT}; give either group or agent` },
    ofLeads: true,
  },
  AUTO_GROUPS: {
    summary: 'turn automatic groups for parallel work on or off',
    example: { on: '...' },
    fields: { on: 'true or false' },
    ofLeads: true,
  },
  HELP: {
    summary: 'list all commands, or explain one with all its fields',
    example: null,
    fields: { command: 'the name of a command' },
    isTaughtFirst: true,
  },
}

/** The commands that an agent may use, in the order in which they are told. */
export function commandsFor(isLead: boolean): CommandName[] {
  const names = Object.keys(COMMAND_HELP) as CommandName[]
  return names.filter((name) => isLead || !COMMAND_HELP[name].ofLeads)
}

/** The command as an agent would write it, with `...` where its own words go. */
export function commandExample(name: CommandName): string {
  return commandLine(name, COMMAND_HELP[name].example ?? undefined)
}
