import type { Process, SemanticStep, SemanticStepGroup } from './chunks'
import { stepGroupOf } from './step-groups'

/** A sub-agent as one step, with its own times: it works beside the others. */
function stepOfProcess(process: Process): SemanticStep {
  const { id, description, startTime, endTime, durationMs, metrics } = process
  return {
    id,
    type: 'subagent',
    startTime,
    endTime,
    durationMs,
    content: {
      subagentId: id,
      ...(description !== undefined && { subagentDescription: description }),
    },
    tokens: {
      input: metrics.inputTokens + metrics.cacheCreationTokens,
      output: metrics.outputTokens,
      cached: metrics.cacheReadTokens,
    },
    context: 'subagent',
    sourceMessageId: process.messages[0]?.uuid ?? id,
  }
}

/** The steps of a chunk and its sub-agents, in the order of time; each sub-agent is a group alone. */
export function withProcesses(
  own: {
    readonly steps: readonly SemanticStep[]
    readonly stepGroups: readonly SemanticStepGroup[]
  },
  processes: readonly Process[],
): { readonly steps: readonly SemanticStep[]; readonly stepGroups: readonly SemanticStepGroup[] } {
  if (processes.length === 0) return own
  const steps = processes.map(stepOfProcess)
  const groups = steps.map((step) => stepGroupOf(null, [step]))
  return {
    steps: [...own.steps, ...steps].toSorted(byStart),
    stepGroups: [...own.stepGroups, ...groups].toSorted(byStart),
  }
}

const byStart = (a: { readonly startTime: string }, b: { readonly startTime: string }) =>
  a.startTime < b.startTime ? -1 : a.startTime > b.startTime ? 1 : 0
