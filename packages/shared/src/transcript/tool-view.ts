import type { ImageData, LinkedToolItem } from './groups'
import type { ToolUseResultData } from './messages'
import { contentText } from './preview'
import type { DetailLevel } from './view-limits'
import { longText } from './view-texts'
import type { ToolItemView } from './views'

export function toolView(tool: LinkedToolItem, level: DetailLevel): ToolItemView {
  const { name, input, result, skillInstructions } = tool
  return {
    name,
    input: longText(JSON.stringify(input), level.text),
    inputPreview: tool.inputPreview,
    startTime: tool.startTime,
    isOrphaned: tool.isOrphaned,
    ...(tool.callTokens === undefined ? {} : { callTokens: tool.callTokens }),
    ...(result === undefined ? {} : { result: resultView(result, level) }),
    ...(tool.outputPreview === undefined ? {} : { outputPreview: tool.outputPreview }),
    ...(tool.endTime === undefined ? {} : { endTime: tool.endTime }),
    ...(tool.durationMs === undefined ? {} : { durationMs: tool.durationMs }),
    ...(tool.sourceModel === undefined ? {} : { sourceModel: tool.sourceModel }),
    ...(skillInstructions === undefined
      ? {}
      : { skillInstructions: longText(skillInstructions, level.text) }),
    ...(tool.skillInstructionsTokenCount === undefined
      ? {}
      : { skillInstructionsTokenCount: tool.skillInstructionsTokenCount }),
  }
}

function resultView(
  result: NonNullable<LinkedToolItem['result']>,
  level: DetailLevel,
): NonNullable<ToolItemView['result']> {
  const beside = smallParts(result.toolUseResult, level.text)
  return {
    content: longText(contentText(result.content), level.text),
    isError: result.isError,
    images: sizedImages(imagesIn(result.content), level.images),
    ...(result.tokenCount === undefined ? {} : { tokenCount: result.tokenCount }),
    ...(beside === undefined ? {} : { toolUseResult: beside }),
  }
}

/** Without their data where that is too much for one answer. */
export function sizedImages(images: readonly ImageData[], most: number): readonly ImageData[] {
  let left = most
  return images.map((image) => {
    if (image.data.length > left) return { mediaType: image.mediaType, data: '' }
    left -= image.data.length
    return image
  })
}

const MOST_IMAGES = 20

function imagesIn(content: string | readonly unknown[]): readonly ImageData[] {
  if (typeof content === 'string') return []
  return content.flatMap((block) => imageOf(block) ?? []).slice(0, MOST_IMAGES)
}

function imageOf(block: unknown): ImageData | null {
  if (!isRecord(block) || block['type'] !== 'image') return null
  const source = isRecord(block['source']) ? block['source'] : block
  const data = source['data']
  const mediaType = source['media_type'] ?? source['mimeType']
  return typeof data === 'string' && typeof mediaType === 'string' ? { mediaType, data } : null
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The small fields that a program wrote beside a result: others hold whole files, or the result again. */
function smallParts(
  data: ToolUseResultData | undefined,
  limit: number,
): ToolUseResultData | undefined {
  if (data === undefined || typeof data === 'string') {
    return data !== undefined && data.length <= limit ? data : undefined
  }
  if (!isRecord(data)) return JSON.stringify(data).length <= limit ? data : undefined
  let left = limit
  const kept: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(data)) {
    if (REPEATED.has(key) && isLong(value)) continue
    const size = key.length + (JSON.stringify(value)?.length ?? 0)
    if (size > left) continue
    left -= size
    kept[key] = value
  }
  return kept
}

/** The result itself, or files as they were. */
const REPEATED: ReadonlySet<string> = new Set([
  'stdout',
  'stderr',
  'content',
  'file',
  'originalFile',
  'oldString',
  'newString',
  'prompt',
  'image',
])
const LONG = 1_000
const isLong = (value: unknown): boolean =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).length > LONG
