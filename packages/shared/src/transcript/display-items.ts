import type { Process, SemanticStep } from './chunks'
import type { AIGroupDisplayItem, LinkedToolItem, SlashItem, TeammateMessage } from './groups'
import { toolIdOf } from './link-tools'
import type { Time } from './messages'
import { WORKFLOW_TOOL } from './parse-content'

interface Parts {
  readonly steps: readonly SemanticStep[]
  readonly processes: readonly Process[]
  readonly linkedTools: ReadonlyMap<string, LinkedToolItem>
  /** What the last output shows. */
  readonly shown: ReadonlySet<SemanticStep>
  readonly slash: SlashItem | null
  readonly teammateMessages: readonly TeammateMessage[]
}

/** Everything that an agent did in a group, flat and in the order of time, each with an id that stays. */
export function buildDisplayItems(parts: Parts): readonly AIGroupDisplayItem[] {
  const items: AIGroupDisplayItem[] = []
  if (parts.slash !== null) items.push({ type: 'slash', id: parts.slash.id, slash: parts.slash })
  const startedBy = new Map<string, Process[]>()
  for (const process of parts.processes) {
    const call = process.parentTaskId ?? ''
    const others = startedBy.get(call)
    if (others === undefined) startedBy.set(call, [process])
    else others.push(process)
  }
  const add = (processes: readonly Process[]) => {
    for (const subagent of processes) items.push({ type: 'subagent', id: subagent.id, subagent })
  }
  const isTold = new Set<string>()
  for (const step of parts.steps) {
    if (parts.shown.has(step)) continue
    const item = itemOf(step, parts.linkedTools)
    // The same record may be written twice.
    if (item === null || isTold.has(item.id)) continue
    isTold.add(item.id)
    const started = item.type === 'tool' ? startedBy.get(item.id) : undefined
    // A workflow's script is to be seen beside those that it started.
    if (started === undefined || isWorkflow(item)) items.push(item)
    if (started !== undefined) add(started)
  }
  for (const [call, processes] of startedBy) if (!isTold.has(call)) add(processes)
  for (const teammateMessage of parts.teammateMessages)
    items.push({ type: 'teammate_message', id: teammateMessage.id, teammateMessage })
  return items.toSorted((a, b) => compare(timeOf(a), timeOf(b)))
}

const isWorkflow = (item: AIGroupDisplayItem): boolean =>
  item.type === 'tool' && item.tool.name === WORKFLOW_TOOL

const compare = (a: Time, b: Time): number => (a < b ? -1 : a > b ? 1 : 0)

export function timeOf(item: AIGroupDisplayItem): Time {
  switch (item.type) {
    case 'thinking':
    case 'output':
      return item.timestamp
    case 'tool':
      return item.tool.startTime
    case 'subagent':
      return item.subagent.startTime
    case 'slash':
      return item.slash.timestamp
    case 'teammate_message':
      return item.teammateMessage.timestamp
    default:
      return item satisfies never
  }
}

function itemOf(
  step: SemanticStep,
  tools: ReadonlyMap<string, LinkedToolItem>,
): AIGroupDisplayItem | null {
  const { id, content, startTime: timestamp } = step
  const tokenCount = step.tokens === undefined ? {} : { tokenCount: step.tokens.output }
  switch (step.type) {
    case 'thinking': {
      const said = content.thinkingText ?? ''
      return said.trim() === ''
        ? null
        : { type: 'thinking', id, content: said, timestamp, ...tokenCount }
    }
    case 'output': {
      const said = content.outputText ?? ''
      return said.trim() === ''
        ? null
        : { type: 'output', id, content: said, timestamp, ...tokenCount }
    }
    case 'interruption':
      return { type: 'output', id, content: content.interruptionText ?? 'Interrupted', timestamp }
    case 'tool_call': {
      const tool = tools.get(toolIdOf(step))
      return tool === undefined ? null : { type: 'tool', id: tool.id, tool }
    }
    // A part of its call, or one of the processes.
    case 'tool_result':
    case 'subagent':
      return null
    default:
      return step.type satisfies never
  }
}
