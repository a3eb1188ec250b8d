import * as z from 'zod'
import { LIMITS } from '../protocol/limits'
import { commandName } from './parse'
import { COMMAND_HELP, commandsFor } from './help'
import { COMMAND_PAYLOADS, type CommandName } from './payloads'

/** A JSON schema of an object, as models are given it. */
export interface ToolSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly required?: readonly string[]
  readonly additionalProperties: false
}

/** A tool as a model sees it: whatever calls tools offers these, and a call becomes a command. */
export interface CommandTool {
  readonly name: string
  readonly description: string
  readonly schema: ToolSchema
  /** Calling it changes nothing. */
  readonly readOnly: boolean
  /** Calling it may end or undo something: programs ask a person before such a call. */
  readonly destructive: boolean
}

/** The command that a call of a tool means; its value is checked like any command's. */
export interface CalledCommand {
  readonly name: string
  readonly value: unknown
}

/**
 * The commands that are tools of their own, in the order in which they are listed, with what a model reads of each. A
 * model pays for every tool with every request, so other commands are reached through {@link RUN_COMMAND}.
 */
const OWN_TOOLS: Partial<Readonly<Record<CommandName, string>>> = {
  GROUP_MESSAGE: 'Write to all other members of a group.',
  AGENT_MESSAGE: 'Write to one agent, or to "human", the person who runs this.',
  READ_GROUP: 'Read earlier messages of a group.',
  QUERY_GROUPS: 'List your groups.',
  QUERY_CREW: 'List the agents of your crew and what they do.',
  REACT:
    'Add an emoji to a message, or remove it; without messageId, on the newest message you got.',
  CREATE_GROUP: 'Create a group for agents that work on the same thing.',
  ADD_TO_GROUP: 'Add members to a group; they get its last 20 messages.',
  COMPLETE_TASK: 'Report your task as done, or as failed.',
  DELEGATE: 'Give an agent a task; you are notified when it is done.',
  CREATE_AGENT: 'Add an agent to your crew, with its task.',
  INTERRUPT: 'Stop what an agent is doing and give it this to read first.',
  TERMINATE_AGENT: 'End an agent.',
  BROADCAST: 'Write to every agent of the crew.',
  RELEASE_HOLD: 'End the hold on a group, or on messages to an agent.',
}

const OWN_NAMES = Object.keys(OWN_TOOLS) as CommandName[]

/** Everybody may call these, but only a lead often does: for others they are not worth a tool. */
const FOR_LEADS_ONLY: ReadonlySet<CommandName> = new Set(['BROADCAST'])

const READS_ONLY: ReadonlySet<CommandName> = new Set(['READ_GROUP', 'QUERY_GROUPS', 'QUERY_CREW'])

const MAY_END: ReadonlySet<CommandName> = new Set(['INTERRUPT', 'TERMINATE_AGENT'])

const SHAPE: ReadonlySet<string> = new Set(['type', 'enum', 'const', 'properties', 'required'])

/** The tool for every command that has none of its own. */
const RUN_COMMAND = 'run_command'

/** Made when they are first asked for: their schemas take time, and a program asks with every call. */
const made = new Map<boolean, readonly CommandTool[]>()

/** The tools of an agent: at most twelve with the two of an inbox, and those that only leads have. */
export function commandTools(isLead: boolean): readonly CommandTool[] {
  const known = made.get(isLead)
  if (known) return known
  const own = ownTools(isLead)
  const tools = [
    ...own.map(toolOf),
    runCommandTool(commandsFor(isLead).filter((name) => !own.includes(name))),
  ]
  made.set(isLead, tools)
  return tools
}

/** Reads what others wrote to the agent; for agents that nobody hands anything. */
export const READ_INBOX: CommandTool = {
  name: 'read_inbox',
  description: `Read what others wrote to you. Returns as soon as there is something, or after "wait" seconds (default ${LIMITS.toolWaitSeconds}, at most ${LIMITS.toolWaitMostSeconds}; 0 does not wait).`,
  schema: {
    type: 'object',
    properties: { wait: { type: 'number', description: 'seconds' } },
    additionalProperties: false,
  },
  readOnly: true,
  destructive: false,
}

/** Answers a round; for the same agents, whose text nobody reads. */
export const ANSWER: CommandTool = {
  name: 'answer',
  description:
    'Answer an item of your inbox with [Round …]. Without content you pass, and nothing is posted.',
  schema: {
    type: 'object',
    properties: {
      delivery: { type: 'string', description: 'the id beside the item' },
      content: { type: 'string', description: 'your answer' },
    },
    required: ['delivery'],
    additionalProperties: false,
  },
  readOnly: false,
  destructive: false,
}

/** The tools of an agent that reads with them as well. */
export function toolsWithInbox(isLead: boolean): readonly CommandTool[] {
  return [READ_INBOX, ANSWER, ...commandTools(isLead)]
}

/** What a tool does, as hints of the Model Context Protocol: without them a program has to fear the worst. */
export function hintsOf({ readOnly, destructive }: CommandTool) {
  return { readOnlyHint: readOnly, destructiveHint: destructive, openWorldHint: false }
}

/** The command that a call means, or null when there is no such tool. */
export function commandOfTool(
  tool: string,
  args: Readonly<Record<string, unknown>>,
): CalledCommand | null {
  if (tool === RUN_COMMAND) {
    const { command, payload = {}, ...beside } = args
    const name = typeof command === 'string' ? command.trim() : ''
    // Fields beside the payload are not lost: a command without them may be another one.
    const isWhole = typeof payload !== 'object' || Object.keys(beside).length === 0
    const value = isWhole ? payload : { ...payload, ...beside }
    return { name: commandName(name) ?? name, value }
  }
  const name = OWN_NAMES.find((own) => toolName(own) === tool)
  return name ? { name, value: args } : null
}

function ownTools(isLead: boolean): readonly CommandName[] {
  return OWN_NAMES.filter(
    (name) => isLead || (!COMMAND_HELP[name].ofLeads && !FOR_LEADS_ONLY.has(name)),
  )
}

function toolName(name: CommandName): string {
  return name.toLowerCase()
}

function toolOf(name: CommandName): CommandTool {
  return {
    name: toolName(name),
    description: OWN_TOOLS[name] ?? COMMAND_HELP[name].summary,
    schema: schemaOf(name),
    readOnly: READS_ONLY.has(name),
    destructive: MAY_END.has(name),
  }
}

function runCommandTool(others: readonly CommandName[]): CommandTool {
  return {
    name: RUN_COMMAND,
    description: `Runs a command that has no tool of its own: ${others.join(', ')}. HELP explains a command.`,
    schema: {
      type: 'object',
      properties: {
        command: { type: 'string', enum: others },
        payload: { type: 'object', description: 'its fields, as HELP lists them' },
      },
      required: ['command'],
      additionalProperties: false,
    },
    readOnly: false,
    // It may remove a member from a group.
    destructive: true,
  }
}

/** What a payload looks like after it was read, with what goes into each field. */
function schemaOf(name: CommandName): ToolSchema {
  const { properties = {}, required } = z.toJSONSchema(COMMAND_PAYLOADS[name], {
    io: 'output',
    unrepresentable: 'any',
  })
  const { fields } = COMMAND_HELP[name]
  const described = Object.entries(properties).map(([field, schema]) => [
    field,
    { ...shape(schema), description: fields[field] },
  ])
  return {
    type: 'object',
    properties: Object.fromEntries(described) as ToolSchema['properties'],
    ...(required && required.length > 0 ? { required } : {}),
    additionalProperties: false,
  }
}

/**
 * The shape of a field without its bounds: those are checked when the command runs, and a refusal names them. Models
 * would pay for them with every request.
 */
function shape(schema: unknown): Readonly<Record<string, unknown>> {
  if (typeof schema !== 'object' || schema === null) return {}
  const kept: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'items') kept[key] = shape(value)
    else if (key === 'anyOf' && Array.isArray(value)) kept[key] = value.map(shape)
    else if (SHAPE.has(key)) kept[key] = value
  }
  return kept
}
