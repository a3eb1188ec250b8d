/**
 * Whether this is where a model can be asked: paths are added to it, and everybody who sees the crew sees it, so it holds no
 * user, query or fragment.
 */
export function isModelUrl(value: string): boolean {
  return /^https?:\/\/(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?(\/[\w.~%@:+-]*)*$/i.test(value)
}
