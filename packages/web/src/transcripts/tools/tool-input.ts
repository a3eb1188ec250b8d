import type { ToolItemView } from '@crewroom/shared/transcript/views'

export type ToolInput = Readonly<Record<string, unknown>>

/** What a tool was told; null where it is too long to be sent whole. */
export function inputOf({ input }: Pick<ToolItemView, 'input'>): ToolInput | null {
  if (input.cut !== undefined) return null
  try {
    const value: unknown = JSON.parse(input.text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The first of these names that has a text. */
export function textIn(input: ToolInput | null, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = input?.[name]
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return null
}
