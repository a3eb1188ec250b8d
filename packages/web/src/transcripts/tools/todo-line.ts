import { isRecord, type ToolInput } from './tool-input'

/** `1 of 3 done, now: Move stat()`; null where the input has no list. */
export function todoLine({ todos }: ToolInput): string | null {
  if (!Array.isArray(todos)) return null
  const all = (todos as readonly unknown[]).filter(isRecord)
  const done = all.filter(({ status }) => status === 'completed').length
  const now = all.find(({ status }) => status === 'in_progress')?.['content']
  return `${done} of ${all.length} done${typeof now === 'string' ? `, now: ${now}` : ''}`
}
