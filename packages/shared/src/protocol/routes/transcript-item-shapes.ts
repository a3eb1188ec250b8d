import * as z from 'zod'
import { SEMANTIC_STEP_TYPES } from '../../transcript/chunks'
import { AI_GROUP_STATUSES, LAST_OUTPUT_TYPES, SYSTEM_GROUP_KINDS } from '../../transcript/groups'
import type {
  AIItemView,
  DisplayItemView,
  ItemDetails,
  SubagentView,
  ToolItemView,
  TranscriptItemView,
} from '../../transcript/views'
import { id, seq, time } from '../reply-shapes/fields'

/** Items of a transcript and what is in them, as strict schemas; the compiler keeps them equal to transcript/views.ts. */

const amount = z.number().min(0)
const text = z.string()

const longText = z.strictObject({ text, cut: seq.exactOptional() })
export const modelInfo = z.strictObject({ name: text, family: text, label: text })
const image = z.strictObject({ mediaType: text, data: text })
const command = z.strictObject({ name: text, args: text.exactOptional(), raw: text })
const fileReference = z.strictObject({ path: text, raw: text })
const tokens = z.strictObject({
  input: seq,
  output: seq,
  cached: seq,
  thinking: seq.exactOptional(),
})
export const metrics = z.strictObject({
  durationMs: amount,
  totalTokens: seq,
  inputTokens: seq,
  outputTokens: seq,
  cacheReadTokens: seq,
  cacheCreationTokens: seq,
  messageCount: seq,
})
const delivered = z.strictObject({
  kind: z.enum(['group', 'task', 'message', 'broadcast', 'interrupt', 'reply', 'other']),
  groupName: text.nullable(),
  fromId: text.nullable(),
  messageId: text.nullable(),
  text,
})
const lastOutput = z
  .strictObject({
    type: z.enum(LAST_OUTPUT_TYPES),
    text: text.exactOptional(),
    toolName: text.exactOptional(),
    toolResult: text.exactOptional(),
    isError: z.boolean().exactOptional(),
    interruptionMessage: text.exactOptional(),
    planContent: text.exactOptional(),
    planPreamble: text.exactOptional(),
    timestamp: time,
    cut: seq.exactOptional(),
  })
  .nullable()

const userItem = z.strictObject({
  type: z.literal('user'),
  id,
  timestamp: time,
  index: seq,
  text: longText,
  commands: z.array(command),
  fileReferences: z.array(fileReference),
  images: z.array(z.strictObject({ mediaType: text, bytes: seq })),
  delivered: z.array(delivered),
})
const systemItem = z.strictObject({
  type: z.literal('system'),
  id,
  timestamp: time,
  output: longText,
  commandName: text.exactOptional(),
  kind: z.enum(SYSTEM_GROUP_KINDS),
})
const compactItem = z.strictObject({
  type: z.literal('compact'),
  id,
  timestamp: time,
  tokenDelta: z
    .strictObject({
      preCompactionTokens: seq,
      postCompactionTokens: seq,
      delta: z.number().int(),
    })
    .exactOptional(),
  startingPhaseNumber: seq.exactOptional(),
  summary: longText,
})
const aiItem = z.strictObject({
  type: z.literal('ai'),
  id,
  turnIndex: seq,
  startTime: time,
  endTime: time,
  durationMs: amount,
  status: z.enum(AI_GROUP_STATUSES),
  isOngoing: z.boolean(),
  tokens,
  summary: z.strictObject({
    thinkingPreview: text.exactOptional(),
    toolCallCount: seq,
    outputMessageCount: seq,
    subagentCount: seq,
    totalDurationMs: amount,
    totalTokens: seq,
    outputTokens: seq,
    cachedTokens: seq,
  }),
  itemsSummary: text,
  mainModel: modelInfo.nullable(),
  subagentModels: z.array(modelInfo),
  lastOutput,
  items: seq,
  errorIds: z.array(id),
  orphanIds: z.array(id),
  contextTokens: seq.nullable(),
  contextLimit: seq.nullable(),
  claudeMdStats: z
    .strictObject({
      files: z.array(z.strictObject({ path: text, tokens: seq })),
      totalTokens: seq,
    })
    .nullable(),
})
aiItem satisfies z.ZodType<AIItemView>
export const transcriptItem = z.discriminatedUnion('type', [
  userItem,
  systemItem,
  compactItem,
  aiItem,
])
transcriptItem satisfies z.ZodType<TranscriptItemView>

const toolItem = z.strictObject({
  name: text,
  input: longText,
  inputPreview: text,
  callTokens: seq.exactOptional(),
  result: z
    .strictObject({
      content: longText,
      isError: z.boolean(),
      tokenCount: seq.exactOptional(),
      toolUseResult: z
        .union([z.record(z.string(), z.unknown()), text, z.array(z.unknown())])
        .exactOptional(),
      images: z.array(image),
    })
    .exactOptional(),
  outputPreview: text.exactOptional(),
  startTime: time,
  endTime: time.exactOptional(),
  durationMs: amount.exactOptional(),
  isOrphaned: z.boolean(),
  sourceModel: text.exactOptional(),
  skillInstructions: longText.exactOptional(),
  skillInstructionsTokenCount: seq.exactOptional(),
})
toolItem satisfies z.ZodType<ToolItemView>

const teammateMessage = z.strictObject({
  id,
  teammateId: text,
  color: text.exactOptional(),
  summary: text.exactOptional(),
  content: text,
  timestamp: time,
  tokenCount: seq.exactOptional(),
  replyToToolId: text.exactOptional(),
  replyToSummary: text.exactOptional(),
})
const slash = z.strictObject({
  id,
  name: text,
  args: text.exactOptional(),
  message: text.exactOptional(),
  instructions: text.exactOptional(),
  instructionsTokenCount: seq.exactOptional(),
  timestamp: time,
})
// A sub-agent's trace has sub-agents in it.
export const displayItem: z.ZodType<DisplayItemView> = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.strictObject({
      type: z.enum(['thinking', 'output']),
      id,
      content: longText,
      timestamp: time,
      tokenCount: seq.exactOptional(),
    }),
    z.strictObject({ type: z.literal('tool'), id, tool: toolItem }),
    z.strictObject({ type: z.literal('subagent'), id, subagent }),
    z.strictObject({ type: z.literal('slash'), id, slash }),
    z.strictObject({ type: z.literal('teammate_message'), id, teammateMessage }),
  ]),
)
const subagent = z.strictObject({
  id,
  description: text.exactOptional(),
  subagentType: text.exactOptional(),
  model: modelInfo.nullable(),
  startTime: time,
  endTime: time,
  durationMs: amount,
  metrics,
  isParallel: z.boolean(),
  isOngoing: z.boolean(),
  team: z
    .strictObject({
      name: text.exactOptional(),
      memberName: text,
      memberColor: text.exactOptional(),
    })
    .exactOptional(),
  prompt: longText.nullable(),
  itemsSummary: text,
  contextTokens: seq.nullable(),
  contextLimit: seq.nullable(),
  displayItems: z.array(displayItem),
  more: seq,
  lastOutput,
  transcriptId: id.nullable(),
  name: text.exactOptional(),
})
subagent satisfies z.ZodType<SubagentView>

export const itemDetails = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('user'),
    item: userItem,
    text: longText,
    images: z.array(image),
  }),
  z.strictObject({ type: z.literal('system'), item: systemItem, output: longText }),
  z.strictObject({ type: z.literal('compact'), item: compactItem, summary: longText }),
  z.strictObject({
    type: z.literal('ai'),
    item: aiItem,
    displayItems: z.array(displayItem),
    steps: z.array(
      z.strictObject({
        id,
        type: z.enum(SEMANTIC_STEP_TYPES),
        startTime: time,
        endTime: time.exactOptional(),
        durationMs: amount,
        contextTokens: seq.exactOptional(),
        isGapFilled: z.boolean().exactOptional(),
      }),
    ),
    stepGroups: z.array(
      z.strictObject({
        id,
        messageId: text.nullable(),
        label: text,
        stepIds: z.array(id),
        startTime: time,
        endTime: time,
        totalDurationMs: amount,
      }),
    ),
    more: seq,
  }),
])
itemDetails satisfies z.ZodType<ItemDetails>
