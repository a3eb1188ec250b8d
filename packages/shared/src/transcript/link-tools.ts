import type { SemanticStep } from './chunks'
import { charsIn, estimatedTokens } from './estimated-tokens'
import type { LinkedToolItem } from './groups'
import { textOf } from './message-text'
import type { ParsedMessage } from './messages'
import { inputPreview, outputPreview } from './preview'

const SKILL_TEXT = 'Base directory for this skill:'
/** Tools whose follow-up is what they put into the context, however it begins. */
const SKILL_TOOLS: ReadonlySet<string> = new Set(['Skill', 'SlashCommand'])

/** A call without an id has its step's, and nothing can be its result. */
export const toolIdOf = ({ id, content }: SemanticStep): string =>
  content.toolUseId === undefined || content.toolUseId === '' ? id : content.toolUseId

/** Each tool call with its result. A call that was written twice is one call. */
export function linkToolCallsToResults(
  steps: readonly SemanticStep[],
  responses: readonly ParsedMessage[],
): ReadonlyMap<string, LinkedToolItem> {
  const results = new Map<string, SemanticStep>()
  for (const step of steps) {
    if (step.type === 'tool_result' && !results.has(toolIdOf(step)))
      results.set(toolIdOf(step), step)
  }
  const records = new Map(responses.map((message) => [message.uuid, message]))
  const beside = resultDataOf(responses)
  const skills = skillTextsOf(responses)
  const linked = new Map<string, LinkedToolItem>()
  for (const call of steps) {
    const id = toolIdOf(call)
    if (call.type !== 'tool_call' || linked.has(id)) continue
    linked.set(
      id,
      linkedOnce({
        call,
        result: results.get(id),
        beside: beside.get(id),
        model: records.get(call.sourceMessageId)?.model,
        skill: skills.get(id),
      }),
    )
  }
  return linked
}

interface Parts {
  readonly call: SemanticStep
  readonly result: SemanticStep | undefined
  readonly beside: ParsedMessage['toolUseResult']
  readonly model: string | undefined
  readonly skill: string | undefined
}

/** By what a call says: a step is made again when its end comes. */
const known = new WeakMap<
  SemanticStep['content'],
  { readonly parts: Parts; readonly tool: LinkedToolItem }
>()

/** The same object as long as nothing of it changed: a group that grows has many tools that do not. */
function linkedOnce(parts: Parts): LinkedToolItem {
  const before = known.get(parts.call.content)
  if (before !== undefined && isSame(before.parts, parts)) return before.tool
  const tool = linkedTool(parts)
  known.set(parts.call.content, { parts, tool })
  return tool
}

const isSame = (a: Parts, b: Parts): boolean =>
  a.call.startTime === b.call.startTime &&
  a.result?.content === b.result?.content &&
  a.result?.startTime === b.result?.startTime &&
  a.beside === b.beside &&
  a.model === b.model &&
  a.skill === b.skill

function linkedTool({ call, result, beside, model, skill }: Parts): LinkedToolItem {
  const name = call.content.toolName || 'unknown'
  const input = call.content.toolInput ?? {}
  const isSkill = skill !== undefined && (SKILL_TOOLS.has(name) || skill.startsWith(SKILL_TEXT))
  return {
    id: toolIdOf(call),
    name,
    input,
    callTokens: estimatedTokens(name.length + charsIn(input)),
    inputPreview: inputPreview(input),
    startTime: call.startTime,
    ...resultOf(call, result, beside),
    ...(model === undefined ? {} : { sourceModel: model }),
    ...(isSkill
      ? { skillInstructions: skill, skillInstructionsTokenCount: estimatedTokens(skill.length) }
      : {}),
  }
}

function resultOf(
  call: SemanticStep,
  step: SemanticStep | undefined,
  toolUseResult: ParsedMessage['toolUseResult'],
): Pick<LinkedToolItem, 'result' | 'outputPreview' | 'endTime' | 'durationMs' | 'isOrphaned'> {
  if (step === undefined) return { isOrphaned: true }
  const content = step.content.toolResultContent ?? ''
  return {
    isOrphaned: false,
    result: {
      content,
      isError: step.content.isError === true,
      tokenCount: estimatedTokens(charsIn(content)),
      ...(toolUseResult === undefined ? {} : { toolUseResult }),
    },
    outputPreview: outputPreview(content),
    endTime: step.startTime,
    durationMs: Math.max(0, Date.parse(step.startTime) - Date.parse(call.startTime)),
  }
}

/** What the program wrote beside a result. A record with several results does not tell to which it belongs. */
function resultDataOf(
  responses: readonly ParsedMessage[],
): ReadonlyMap<string, NonNullable<ParsedMessage['toolUseResult']>> {
  const found = new Map<string, NonNullable<ParsedMessage['toolUseResult']>>()
  for (const { toolResults, toolUseResult } of responses) {
    const [only] = toolResults
    if (toolUseResult === undefined || only === undefined || toolResults.length > 1) continue
    if (!found.has(only.toolUseId)) found.set(only.toolUseId, toolUseResult)
  }
  return found
}

function skillTextsOf(responses: readonly ParsedMessage[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const message of responses) {
    const id = message.sourceToolUseID
    if (!message.isMeta || id === undefined) continue
    const text = textOf(message)
    if (text !== '' && !found.has(id)) found.set(id, text)
  }
  return found
}
