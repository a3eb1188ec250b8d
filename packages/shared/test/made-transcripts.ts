import type { Process, SemanticStep, SessionMetrics } from '../src/transcript/chunks'
import type { AIGroup, ChatItem, SystemGroup, UserGroup } from '../src/transcript/groups'
import type { ParsedMessage } from '../src/transcript/messages'
import { TranscriptViews, type ViewSource } from '../src/transcript/transcript-views'
import { MetricsSum } from '../src/transcript/metrics'
import { sumsOf } from '../src/transcript/sums'

/** Parts of transcripts, made by hand: times are seconds of one morning. */

export const at = (seconds: number): string =>
  new Date(Date.UTC(2026, 0, 5, 9, 0, 0) + seconds * 1000).toISOString()

export const record = (more: Partial<ParsedMessage> = {}): ParsedMessage => ({
  uuid: 'record',
  parentUuid: null,
  type: 'assistant',
  timestamp: at(0),
  content: '',
  isSidechain: false,
  isMeta: false,
  toolCalls: [],
  toolResults: [],
  ...more,
})

type StepOf = Pick<SemanticStep, 'id' | 'type'> & Partial<SemanticStep>
const step = (more: StepOf): SemanticStep => ({
  startTime: at(0),
  durationMs: 0,
  content: {},
  context: 'main',
  sourceMessageId: `${more.id}-record`,
  ...more,
})

export const thought = (second: number, thinkingText = 'Hm.'): SemanticStep =>
  step({
    id: `thought-${second}`,
    type: 'thinking',
    startTime: at(second),
    content: { thinkingText },
    tokens: { input: 0, output: Math.ceil(thinkingText.length / 4) },
  })
export const said = (second: number, outputText = 'Done.'): SemanticStep =>
  step({
    id: `said-${second}`,
    type: 'output',
    startTime: at(second),
    content: { outputText },
    tokens: { input: 0, output: Math.ceil(outputText.length / 4) },
  })
export const call = (
  second: number,
  id: string,
  toolName = 'Bash',
  toolInput: Record<string, unknown> = {},
): SemanticStep =>
  step({
    id,
    type: 'tool_call',
    startTime: at(second),
    content: { toolName, toolInput, toolUseId: id },
  })
export const result = (
  second: number,
  id: string,
  toolResultContent: string | readonly unknown[] = 'ok',
  isError = false,
): SemanticStep =>
  step({
    id: `${id}-result`,
    type: 'tool_result',
    startTime: at(second),
    content: { toolUseId: id, toolResultContent, isError },
  })
export const interrupted = (
  second: number,
  interruptionText = '[Request interrupted by user]',
): SemanticStep =>
  step({
    id: `interrupted-${second}`,
    type: 'interruption',
    startTime: at(second),
    content: { interruptionText },
  })

const NO_METRICS: SessionMetrics = {
  durationMs: 0,
  totalTokens: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheCreationTokens: 0,
  messageCount: 0,
}

export const aiGroup = (steps: readonly SemanticStep[], more: Partial<AIGroup> = {}): AIGroup => ({
  id: 'ai-1',
  turnIndex: 0,
  startTime: steps[0]?.startTime ?? at(0),
  endTime: steps.at(-1)?.startTime ?? at(0),
  durationMs: 0,
  steps,
  stepGroups: [],
  tokens: { input: 0, output: 0, cached: 0 },
  summary: {
    toolCallCount: 0,
    outputMessageCount: 0,
    subagentCount: 0,
    totalDurationMs: 0,
    totalTokens: 0,
    outputTokens: 0,
    cachedTokens: 0,
  },
  status: 'complete',
  processes: [],
  chunkId: 'ai-1',
  metrics: NO_METRICS,
  responses: [],
  ...more,
})

export const subagent = (id: string, more: Partial<Process> = {}): Process => ({
  id,
  messages: [],
  startTime: at(0),
  endTime: at(0),
  durationMs: 0,
  metrics: NO_METRICS,
  isParallel: false,
  isOngoing: false,
  parentTaskId: null,
  source: 'file',
  ...more,
})

export const userGroup = (text: string, more: Partial<UserGroup> = {}): UserGroup => ({
  id: 'user-1',
  message: record({ uuid: 'user-record', type: 'user', content: text }),
  timestamp: at(0),
  content: { text, rawText: text, commands: [], images: [], fileReferences: [] },
  index: 0,
  ...more,
})

export const ai = (id: string, steps: readonly SemanticStep[], more: Partial<AIGroup> = {}) =>
  ({ type: 'ai', group: aiGroup(steps, { id, ...more }) }) as const satisfies ChatItem
export const user = (id: string, second: number, text: string) =>
  ({
    type: 'user',
    group: userGroup(text, { id, timestamp: at(second) }),
  }) as const satisfies ChatItem
export const compact = (id: string, second: number, summary: string, startingPhaseNumber: number) =>
  ({
    type: 'compact',
    group: {
      id,
      timestamp: at(second),
      message: record({ type: 'user', content: summary }),
      startingPhaseNumber,
    },
  }) as const satisfies ChatItem
export const system = (
  id: string,
  second: number,
  commandOutput: string,
  kind: SystemGroup['kind'] = 'output',
) =>
  ({
    type: 'system',
    group: { id, timestamp: at(second), message: record({ type: 'user' }), commandOutput, kind },
  }) as const satisfies ChatItem

/** The views of a transcript that has these items. */
export function viewsOf(
  items: readonly ChatItem[],
  more: Partial<ViewSource> = {},
): TranscriptViews {
  const count = (type: ChatItem['type']) => items.filter((item) => item.type === type).length
  return new TranscriptViews({
    conversation: {
      sessionId: 'session',
      items,
      totalUserGroups: count('user'),
      totalSystemGroups: count('system'),
      totalAIGroups: count('ai'),
      totalCompactGroups: count('compact'),
    },
    processes: [],
    revision: 7,
    session: {
      id: 'session',
      title: 'Made by hand',
      model: null,
      branch: null,
      cwd: null,
      startedAt: null,
      updatedAt: null,
      ongoing: false,
      file: null,
      agentId: null,
    },
    metrics: NO_METRICS,
    sums: sumsOf(new MetricsSum(), [], {}),
    unreadable: 0,
    unknown: 0,
    transcriptIdOf: () => null,
    ...more,
  })
}

/** Records of a sub-agent: what it was asked, and for each name a tool that it called, with its result. */
export function worked(prompt: string, tools: readonly string[]): readonly ParsedMessage[] {
  const calls = tools.flatMap((id, number) => [
    record({
      uuid: `${id}-call`,
      timestamp: at(10 + number),
      content: [{ type: 'tool_use', id, name: 'Read', input: { file_path: `/${id}` } }],
      toolCalls: [{ id, name: 'Read', input: { file_path: `/${id}` }, isTask: false }],
      model: 'claude-haiku-4-5',
    }),
    record({
      uuid: `${id}-done`,
      timestamp: at(10.5 + number),
      type: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content: `found ${id}` }],
      toolResults: [{ toolUseId: id, content: `found ${id}`, isError: false }],
    }),
  ])
  return [record({ uuid: `asked-${prompt}`, type: 'user', content: prompt }), ...calls]
}
