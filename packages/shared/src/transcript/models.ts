import type { Process } from './chunks'
import type { ModelInfo } from './groups'
import type { ParsedMessage } from './messages'

/** What a badge has room for. */
const LABEL_CHARACTERS = 40
const NUMBERED = String.raw`(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)`
/** `claude-opus-4-5-20251101`, `claude-sonnet-4`, with a provider's words before and after. */
const FAMILY_FIRST = new RegExp(`claude-([a-z]+)(?:-${NUMBERED})?`)
/** `claude-3-5-sonnet-20241022`. */
const NUMBER_FIRST = new RegExp(`claude-${NUMBERED}-([a-z]+)`)
const ALONE = /^(opus|sonnet|haiku)(?:\[|$)/

export function modelInfo(name: string): ModelInfo {
  const lower = name.toLowerCase()
  const older = NUMBER_FIRST.exec(lower)
  const newer = FAMILY_FIRST.exec(lower)
  const alone = ALONE.exec(lower)?.[1]
  if (older?.[3] !== undefined) return claude(name, older[3], older[1], older[2])
  if (newer?.[1] !== undefined) return claude(name, newer[1], newer[2], newer[3])
  if (alone !== undefined) return claude(name, alone, undefined, undefined)
  const label = name.length > LABEL_CHARACTERS ? `${name.slice(0, LABEL_CHARACTERS - 1)}…` : name
  return { name, family: name, label }
}

const claude = (name: string, family: string, major?: string, minor?: string): ModelInfo => ({
  name,
  family,
  label: family + (major ?? '') + (minor === undefined ? '' : `.${minor}`),
})

/** The model of most responses, the first of several; it does not matter whether it called tools. */
export function extractMainModel(responses: readonly ParsedMessage[]): ModelInfo | null {
  const counts = new Map<string, Set<string>>()
  for (const { type, model, messageId, uuid } of responses) {
    if (type !== 'assistant' || model === undefined || model === '' || model === '<synthetic>')
      continue
    const answers = counts.get(model) ?? new Set()
    answers.add(messageId ?? uuid)
    counts.set(model, answers)
  }
  let most: string | null = null
  for (const [model, answers] of counts) {
    if (most === null || answers.size > (counts.get(most)?.size ?? 0)) most = model
  }
  return most === null ? null : modelInfo(most)
}

/** The models of sub-agents that are not the group's own. */
export function extractSubagentModels(
  processes: readonly Process[],
  mainModel: ModelInfo | null,
): readonly ModelInfo[] {
  const found = new Map<string, ModelInfo>()
  for (const process of processes) {
    const model = modelOfProcess(process)
    if (model !== null && model.name !== mainModel?.name) found.set(model.name, model)
  }
  return [...found.values()]
}

export function modelOfProcess(process: Process): ModelInfo | null {
  return (
    extractMainModel(process.messages) ??
    (process.model === undefined ? null : modelInfo(process.model))
  )
}

const USUAL_CONTEXT = 200_000
const LARGE_CONTEXT = 1_000_000
const KNOWN_FAMILIES: ReadonlySet<string> = new Set(['opus', 'sonnet', 'haiku'])

/**
 * What a model takes: as its program tells it, else by its name; null where neither tells. More tokens than usual tell that
 * it takes more.
 */
export function contextLimit(
  model: ModelInfo | null,
  mostTokens: number,
  responses: readonly ParsedMessage[],
): number | null {
  const told = responses.findLast(({ usage }) => usage?.context_limit !== undefined)
  if (told?.usage?.context_limit !== undefined) return told.usage.context_limit
  if (model === null || !KNOWN_FAMILIES.has(model.family)) return null
  const isLarge = /\b1m\b/i.test(model.name) || mostTokens > USUAL_CONTEXT
  return isLarge ? LARGE_CONTEXT : USUAL_CONTEXT
}
