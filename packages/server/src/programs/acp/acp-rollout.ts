import { type Fields, fields, isTalk } from './acp-values'
import type { RolloutKind } from '@crewroom/shared/model/rollout'
import type { RolloutSink } from '../../journal/ports/rollout-port'

/** Keeps an update that is neither text nor thought; what is only about menus and modes is left out. */
export function recordUpdate(
  rollouts: RolloutSink,
  agentId: string,
  update: object,
  turnId: string | null,
): void {
  const kind = kindOf(update)
  const { text } = fields(fields(update)['content'])
  // A notice of the program itself.
  if (kind === 'note' && typeof text === 'string' && text !== '') {
    rollouts.record(agentId, { kind, text, turnId })
  } else if (kind) rollouts.record(agentId, { kind, data: update, turnId })
}

/** Keeps what an agent says while it was asked nothing; only usage is what it is at any time. */
export function recordUnasked(rollouts: RolloutSink, agentId: string, update: object): void {
  const { content } = fields(update)
  const { text } = fields(content)
  if (!isTalk(update as Fields)) recordUpdate(rollouts, agentId, update, null)
  else if (typeof text === 'string') rollouts.unasked(agentId, text)
  else rollouts.record(agentId, { kind: 'note', data: { unasked: true, ...update } })
}

/** Whether the agent works: menus, modes and counts are also told before it begins. */
export function showsWork(update: object): boolean {
  const kind = kindOf(update)
  return kind !== null && kind !== 'usage'
}

/** Whether it begins a call of a tool. */
export function isToolCall(update: object): boolean {
  return fields(update)['sessionUpdate'] === 'tool_call'
}

function kindOf(update: object): RolloutKind | null {
  const { sessionUpdate, status } = fields(update)
  switch (sessionUpdate) {
    case 'tool_call':
      return 'tool_call'
    case 'tool_call_update':
      return status === 'completed' || status === 'failed' ? 'tool_result' : 'tool_call'
    case 'plan':
      return 'plan'
    case 'usage_update':
      return 'usage'
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
      return 'note'
    default:
      return null
  }
}
