import type { Process } from './chunks'
import type { ParsedMessage, ToolCall, ToolUseResultData } from './messages'

/** Results that only say that a sub-agent began. */
const BEGUN: ReadonlySet<unknown> = new Set(['async_launched', 'teammate_spawned'])

/** A call that started a sub-agent, and what its result told. */
export interface TaskCall {
  readonly id: string
  readonly at: string
  readonly prompt: string
  /** The sub-agent in whose records it stands; null: the session's own. */
  readonly owner: string | null
  readonly about: Pick<Process, 'description' | 'subagentType' | 'team'>
  readonly agentId: string | null
  readonly isFinished: boolean
}

export class TaskCalls {
  readonly all = new Map<string, TaskCall>()

  /** Whether something of sub-agents was in the record. */
  add(message: ParsedMessage, owner: string | null): boolean {
    let found = false
    for (const call of message.toolCalls) {
      if (!call.isTask) continue
      const known = this.all.get(call.id)
      // A call that comes again may say more of what it was called with.
      const { agentId, isFinished } = known ?? { agentId: null, isFinished: false }
      this.all.set(call.id, { ...taskCallOf(call, message.timestamp, owner), agentId, isFinished })
      found = true
    }
    for (const { toolUseId } of message.toolResults) {
      const call = this.all.get(toolUseId)
      if (call === undefined) continue
      this.all.set(toolUseId, withResult(call, message.toolUseResult))
      found = true
    }
    return found
  }
}

function taskCallOf({ id, input }: ToolCall, at: string, owner: string | null): TaskCall {
  const { description, subagent_type, prompt, team_name, name } = input
  const team = typeof name === 'string' && name !== '' ? { memberName: name } : null
  return {
    id,
    at,
    prompt: typeof prompt === 'string' ? prompt.trim() : '',
    owner,
    about: {
      ...(typeof description === 'string' && { description }),
      ...(typeof subagent_type === 'string' && { subagentType: subagent_type }),
      ...(team !== null && {
        team: typeof team_name === 'string' ? { ...team, name: team_name } : team,
      }),
    },
    agentId: null,
    isFinished: false,
  }
}

function withResult(call: TaskCall, data: ToolUseResultData | undefined): TaskCall {
  if (typeof data !== 'object' || Array.isArray(data)) return { ...call, isFinished: true }
  const { agentId, agent_id, status, color } = data as Readonly<Record<string, unknown>>
  const named = agentId ?? agent_id
  const { team } = call.about
  return {
    ...call,
    agentId: typeof named === 'string' && named !== '' ? named : null,
    isFinished: !BEGUN.has(status),
    ...(team !== undefined &&
      typeof color === 'string' && {
        about: { ...call.about, team: { ...team, memberColor: color } },
      }),
  }
}
