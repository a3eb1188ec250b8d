import type { AIChunk, EnhancedAIChunk, Process } from './chunks'
import type { AIGroup, AIGroupSummary } from './groups'
import { GrowingSteps } from './growing-steps'
import { withProcesses } from './process-steps'
import { statusOf } from './status'

/** As much of a thought as a collapsed group shows. */
const PREVIEW_CHARS = 100

/** A chunk with its steps: extracted, their gaps filled, the context of each, and by response. */
export function enhanceChunk(chunk: AIChunk, processes: readonly Process[]): EnhancedAIChunk {
  const steps = new GrowingSteps()
  for (const message of chunk.responses) steps.add(message)
  return enhancedWith(chunk, steps, processes)
}

/** The same of a chunk whose steps were read as it grew. */
export function enhancedWith(
  chunk: AIChunk,
  steps: GrowingSteps,
  processes: readonly Process[],
): EnhancedAIChunk {
  const own = steps.built(chunk.endTime)
  return { ...chunk, ...own, processes, ...withProcesses(own, processes) }
}

export function aiGroupOf(
  chunk: EnhancedAIChunk,
  counts: GrowingSteps,
  turnIndex: number,
  isOngoing: boolean,
): AIGroup {
  const { id, startTime, endTime, steps, stepGroups, processes, metrics, responses } = chunk
  return {
    id,
    turnIndex,
    startTime,
    endTime,
    durationMs: Date.parse(endTime) - Date.parse(startTime),
    steps,
    stepGroups,
    tokens: {
      input: metrics.inputTokens,
      output: metrics.outputTokens,
      cached: metrics.cacheReadTokens,
      thinking: counts.thinkingTokens,
    },
    summary: summaryOf(chunk, counts),
    status: statusOf(steps, isOngoing),
    processes,
    chunkId: id,
    metrics,
    responses,
    ...(isOngoing && { isOngoing }),
  }
}

function summaryOf({ metrics, processes }: EnhancedAIChunk, counts: GrowingSteps): AIGroupSummary {
  const { firstThought, toolCalls, outputs } = counts
  return {
    ...(firstThought !== undefined && { thinkingPreview: firstThought.slice(0, PREVIEW_CHARS) }),
    toolCallCount: toolCalls,
    outputMessageCount: outputs,
    subagentCount: processes.length,
    totalDurationMs: metrics.durationMs,
    totalTokens: metrics.totalTokens,
    outputTokens: metrics.outputTokens,
    cachedTokens: metrics.cacheReadTokens,
  }
}
