import type { Process } from './chunks'
import type { ParsedMessage, ToolCall, ToolResult, ToolUseResultData } from './messages'
import { WORKFLOW_TOOL } from './parse-content'
import { contentText } from './preview'
import { shortened } from './view-texts'

/** Results that only say that a sub-agent began. */
const BEGUN: ReadonlySet<unknown> = new Set(['async_launched', 'teammate_spawned'])
/** The same where the result is a text alone. */
const BEGUN_WORDS = /^(?:Async agent launched|Spawned successfully|Workflow launched)/
/** Where the text of a workflow's result says that its agents' files are. */
const FOLDER_IN_TEXT = /^[ \t]*Transcript dir:[ \t]*(\S.*)$/im
/** How the text of a result names the agent; the program writes it behind what the agent said. */
const NAMED_IN_TEXT = /^[ \t]*agent_?id:[ \t]*([\w.@-]{1,200})/gim

/** A call that started a sub-agent, and what its result told. */
export interface TaskCall {
  readonly id: string
  readonly at: string
  readonly prompt: string
  /** The sub-agent in whose records it stands; null: the session's own. */
  readonly owner: string | null
  readonly about: Pick<Process, 'description' | 'subagentType'>
  /** How others write to the sub-agent. That alone does not make it a member of a team. */
  readonly name: string | null
  readonly teamName: string | null
  readonly isMember: boolean
  readonly color: string | null
  readonly agentId: string | null
  /** The id that its text names, which may be a quotation: it counts where there is such a sub-agent. */
  readonly saidId: string | null
  readonly isFinished: boolean
  /** A workflow's script starts as many as it wants, and their files are in a folder; null: it is none. */
  readonly workflow: { readonly name: string; readonly folder: string | null } | null
}

export class TaskCalls {
  readonly all = new Map<string, TaskCall>()

  /** Whether something of sub-agents was in the record. */
  add(message: ParsedMessage, owner: string | null): boolean {
    let found = false
    for (const call of message.toolCalls) {
      if (!call.isTask) continue
      const known = this.all.get(call.id)
      const fresh = taskCallOf(call, message.timestamp, owner)
      // A call that comes again may say more of what it was called with.
      this.all.set(call.id, known === undefined ? fresh : withResultOf(known, fresh))
      found = true
    }
    for (const result of message.toolResults) {
      const call = this.all.get(result.toolUseId)
      if (call === undefined) continue
      this.all.set(call.id, withResult(call, result, message.toolUseResult))
      found = true
    }
    return found
  }
}

/** What the sub-agent is, by the call and by its own records: `isInTeam`, and what it was `asked`. */
export function aboutOf(
  { about, name, teamName, isMember, color, workflow }: TaskCall,
  isInTeam: boolean,
  asked: string,
): Pick<Process, 'description' | 'subagentType' | 'name' | 'team'> {
  // Only the script knows what it calls each of them.
  if (workflow !== null) return { description: firstLineOf(asked), subagentType: workflow.name }
  if (name === null) return about
  if (!isMember && !isInTeam) return { ...about, name }
  return {
    ...about,
    team: {
      memberName: name,
      ...(teamName !== null && { name: teamName }),
      ...(color !== null && { memberColor: color }),
    },
  }
}

function taskCallOf(
  { id, name: tool, input }: ToolCall,
  at: string,
  owner: string | null,
): TaskCall {
  const { description, subagent_type, prompt, team_name, name } = input
  return {
    id,
    at,
    prompt: typeof prompt === 'string' ? prompt.trim() : '',
    owner,
    about: {
      ...(typeof description === 'string' && { description }),
      ...(typeof subagent_type === 'string' && { subagentType: subagent_type }),
    },
    name: wordOf(name),
    teamName: wordOf(team_name),
    isMember: wordOf(team_name) !== null,
    color: null,
    agentId: null,
    saidId: null,
    isFinished: false,
    workflow: tool === WORKFLOW_TOOL ? { name: wordOf(name) ?? tool, folder: null } : null,
  }
}

const withResultOf = (known: TaskCall, fresh: TaskCall): TaskCall => ({
  ...fresh,
  teamName: fresh.teamName ?? known.teamName,
  isMember: fresh.isMember || known.isMember,
  color: known.color,
  agentId: known.agentId,
  saidId: known.saidId,
  isFinished: known.isFinished,
  workflow: known.workflow,
})

function withResult(
  call: TaskCall,
  { content }: ToolResult,
  data: ToolUseResultData | undefined,
): TaskCall {
  const words = contentText(content)
  const [, saidId = null] = [...words.matchAll(NAMED_IN_TEXT)].at(-1) ?? []
  if (typeof data !== 'object' || Array.isArray(data)) {
    const isFinished = !BEGUN_WORDS.test(words)
    return { ...call, saidId, isFinished, workflow: ranIn(call.workflow, words, {}) }
  }
  const fields = data as Readonly<Record<string, unknown>>
  const { agentId, agent_id, status, color, team_name } = fields
  return {
    ...call,
    agentId: wordOf(agentId ?? agent_id),
    saidId,
    teamName: call.teamName ?? wordOf(team_name),
    isMember: call.isMember || status === 'teammate_spawned',
    color: wordOf(color),
    isFinished: !BEGUN.has(status),
    workflow: ranIn(call.workflow, words, fields),
  }
}

/** What a result says about a workflow: its name, and the last part of the folder with its agents' files. */
function ranIn(
  workflow: TaskCall['workflow'],
  words: string,
  { transcriptDir, workflowName, runId }: Readonly<Record<string, unknown>>,
): TaskCall['workflow'] {
  if (workflow === null) return null
  const place = wordOf(transcriptDir) ?? FOLDER_IN_TEXT.exec(words)?.[1] ?? wordOf(runId)
  const folder =
    place
      ?.trim()
      .split(/[/\\]/)
      .findLast((part) => part !== '') ?? null
  return { name: wordOf(workflowName) ?? workflow.name, folder }
}

const DESCRIPTION = 100

function firstLineOf(asked: string): string {
  const [line = ''] = asked
    .slice(0, 2 * DESCRIPTION)
    .trim()
    .split('\n', 1)
  return shortened(line, DESCRIPTION)
}

const wordOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null
