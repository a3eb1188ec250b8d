import type { SemanticStep, SemanticStepGroup } from './chunks'
import type { StepEntry } from './growing-steps'

/** A group that may still get steps, and as it was built the last time. */
export class OpenGroup {
  readonly messageId: string | null
  readonly entries: StepEntry[] = []
  #built: SemanticStepGroup | null = null

  constructor(messageId: string | null) {
    this.messageId = messageId
  }

  add(entry: StepEntry): void {
    this.entries.push(entry)
    this.#built = null
  }

  /** Takes back the last one. */
  takeBack(): void {
    this.entries.pop()
    this.#built = null
  }

  changed(): void {
    this.#built = null
  }

  built(): SemanticStepGroup {
    this.#built ??= stepGroupOf(
      this.messageId,
      this.entries.map(({ step, draft }) => step ?? draft.step),
    )
    return this.#built
  }
}

/**
 * Puts steps together by the response that they are of: a result belongs to the response that called the tool; an
 * interruption stands alone.
 */
export class StepGrouper {
  readonly #groups: OpenGroup[] = []
  readonly #byResponse = new Map<string, OpenGroup>()
  readonly #byCall = new Map<string, OpenGroup>()

  add(entry: StepEntry): void {
    const { step, response } = entry.draft
    const { toolUseId = '' } = step.content
    const key = response ?? step.sourceMessageId
    const called = step.type === 'tool_result' ? this.#byCall.get(toolUseId) : undefined
    const group = called ?? this.#byResponse.get(key) ?? this.#open(key, response)
    group.add(entry)
    entry.group = group
    if (step.type === 'tool_call') this.#byCall.set(toolUseId, group)
  }

  /** The last step that was added is not one any more. */
  takeBack({ draft, group }: StepEntry): void {
    const { step, response } = draft
    if (step.type === 'tool_call') this.#byCall.delete(step.content.toolUseId ?? '')
    group?.takeBack()
    if (group?.entries.length !== 0) return
    this.#groups.pop()
    this.#byResponse.delete(response ?? step.sourceMessageId)
  }

  #open(key: string, response: string | null): OpenGroup {
    const group = new OpenGroup(response)
    this.#groups.push(group)
    this.#byResponse.set(key, group)
    return group
  }

  built(): readonly SemanticStepGroup[] {
    return this.#groups.map((group) => group.built())
  }
}

export function stepGroupOf(
  messageId: string | null,
  steps: readonly SemanticStep[],
): SemanticStepGroup {
  const [first] = steps
  const start = first?.startTime ?? ''
  let end = start
  for (const { endTime = '' } of steps) if (endTime > end) end = endTime
  return {
    id: `group-${first?.id ?? ''}`,
    messageId,
    label: labelOf(steps),
    stepIds: steps.map(({ id }) => id),
    startTime: start,
    endTime: end,
    totalDurationMs: Date.parse(end) - Date.parse(start),
  }
}

/** What a response did, in words: its tools by name, else that it spoke or thought. */
function labelOf(steps: readonly SemanticStep[]): string {
  const tools = new Set(steps.flatMap(({ content }) => content.toolName ?? []))
  if (tools.size > 0) return [...tools].join(', ')
  const types = new Set(steps.map(({ type }) => type))
  return LABELS.find(([type]) => types.has(type))?.[1] ?? ''
}

const LABELS: readonly (readonly [SemanticStep['type'], string])[] = [
  ['interruption', 'Interruption'],
  ['subagent', 'Sub-agent'],
  ['output', 'Output'],
  ['thinking', 'Thinking'],
  ['tool_result', 'Tool result'],
]
