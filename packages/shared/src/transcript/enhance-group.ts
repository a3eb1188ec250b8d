import { buildDisplayItems } from './display-items'
import type { AIGroup, EnhancedAIGroup, UserGroup } from './groups'
import { claudeMdStats } from './instruction-files'
import { buildSummary } from './items-summary'
import { findLastOutput } from './last-output'
import { linkToolCallsToResults } from './link-tools'
import { extractMainModel, extractSubagentModels } from './models'
import { slashItemOf } from './slash-item'
import { teammateMessagesOf } from './teammate-messages'

/** What stands around a group. */
export interface Around {
  /** The user group directly before it: its slash command is shown in the group. */
  readonly before: UserGroup | null
}

/** An AI group with everything that its view needs. */
export function enhanceGroup(group: AIGroup, around: Around): EnhancedAIGroup {
  const { responses, processes } = group
  const steps = group.steps.filter(({ context }) => context === 'main')
  const linkedTools = linkToolCallsToResults(steps, responses)
  const last = findLastOutput(steps, group.isOngoing === true)
  const displayItems = buildDisplayItems({
    steps,
    processes,
    linkedTools,
    shown: last?.shown ?? new Set(),
    slash: slashItemOf(around.before, responses),
    teammateMessages: teammateMessagesOf(responses, linkedTools),
  })
  const mainModel = extractMainModel(responses)
  return {
    ...group,
    lastOutput: last?.output ?? null,
    displayItems,
    linkedTools,
    itemsSummary: buildSummary(displayItems),
    mainModel,
    subagentModels: extractSubagentModels(processes, mainModel),
    claudeMdStats: claudeMdStats(around.before, responses, linkedTools),
  }
}
