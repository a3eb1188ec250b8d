import { enhanceChunk } from './ai-group'
import type { Process, SemanticStep } from './chunks'
import { buildDisplayItems } from './display-items'
import type { AIGroupDisplayItem, AIGroupLastOutput, LinkedToolItem, ModelInfo } from './groups'
import { buildSummary } from './items-summary'
import { findLastOutput } from './last-output'
import { linkToolCallsToResults } from './link-tools'
import { textOf } from './message-text'
import { modelOfProcess } from './models'
import { teammateMessagesOf } from './teammate-messages'

/** What a sub-agent did, in the same parts as a group of the main agent. */
export interface SubagentTrace {
  readonly prompt: string | null
  readonly steps: readonly SemanticStep[]
  readonly displayItems: readonly AIGroupDisplayItem[]
  readonly linkedTools: ReadonlyMap<string, LinkedToolItem>
  readonly lastOutput: AIGroupLastOutput | null
  readonly itemsSummary: string
  readonly model: ModelInfo | null
  readonly contextTokens: number | null
}

/** `inner`: the sub-agents that it started. */
export function traceOf(process: Process, inner: readonly Process[]): SubagentTrace {
  const { id, startTime, endTime, messages } = process
  const chunk = enhanceChunk({ type: 'ai', id, startTime, endTime, responses: messages }, inner)
  const steps = chunk.steps.filter(({ type }) => type !== 'subagent')
  const linkedTools = linkToolCallsToResults(steps, messages)
  const last = findLastOutput(steps, process.isOngoing)
  const [first, ...others] = messages
  const displayItems = buildDisplayItems({
    steps,
    processes: inner,
    linkedTools,
    shown: last?.shown ?? new Set(),
    slash: null,
    // What a team's member was started with is its prompt.
    teammateMessages: teammateMessagesOf(others, linkedTools),
  })
  const compactions = messages.filter(({ isCompactSummary }) => isCompactSummary === true).length
  return {
    prompt: first?.type === 'user' ? textOf(first) : null,
    steps,
    displayItems,
    linkedTools,
    lastOutput: last?.output ?? null,
    itemsSummary: buildSummary(displayItems, compactions),
    model: modelOfProcess(process),
    contextTokens:
      steps.findLast(({ contextTokens }) => contextTokens !== undefined)?.contextTokens ?? null,
  }
}
