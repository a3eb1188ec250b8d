import type * as z from 'zod'
import { CrewError } from '@crewroom/shared/protocol/errors'

/** The value as the schema gives it, or `validation` with one sentence per field in details. */
export function validated<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  for (const issue of result.error.issues) {
    const path = issue.path.join('.')
    const names =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => (path ? `${path}.${key}` : key))
        : [path || 'body']
    // About a key that does not fit, the schema itself says only that.
    const [key] = issue.code === 'invalid_key' ? issue.issues : []
    const message = issue.code === 'unrecognized_keys' ? 'is unknown' : issue.message
    for (const name of names) fields[name] ??= key?.message ?? message
  }
  const [first] = Object.entries(fields)
  throw new CrewError(
    'validation',
    first ? `${first[0]}: ${first[1]}` : 'The request is not valid.',
    { fields },
  )
}
