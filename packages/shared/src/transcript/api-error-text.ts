import type { JsonObject } from './line-reader'

/** What a record of a failed request says, in a sentence. */
export function apiErrorText(record: JsonObject): string {
  const reason = reasonOf(record['error'])
  const attempt = record['retryAttempt']
  const of = record['maxRetries']
  const tried =
    typeof attempt === 'number'
      ? ` Attempt ${attempt}${typeof of === 'number' ? ` of ${of}` : ''}.`
      : ''
  return `The request to the model failed${reason === null ? '' : `: ${reason}`}.${tried}`
}

/** The innermost sentence: programs wrap the answer of the model's server. */
function reasonOf(error: unknown): string | null {
  let inner = error
  let found: string | null = null
  for (let depth = 0; depth < 4 && typeof inner === 'object' && inner !== null; depth += 1) {
    const { message, error: next }: { message?: unknown; error?: unknown } = inner
    if (typeof message === 'string' && message !== '') found = message
    inner = next
  }
  const text = typeof inner === 'string' && inner !== '' ? inner : found
  return text === null ? null : text.replace(/\.$/, '')
}
