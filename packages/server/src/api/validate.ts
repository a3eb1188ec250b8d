import type * as z from 'zod'
import { cut } from '@crewroom/shared/model/cut'
import { CrewError } from '@crewroom/shared/protocol/errors'

/** No more is said about what is wrong: names of fields are the sender's, and may be as many and as long as a body. */
const FIELDS_TOLD = 100
const NAME_TOLD = 200
const FAULT_TOLD = 1_000

/** The value as the schema gives it, or `validation` with one sentence per field in details, for the first hundred. */
export function validated<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  let told = 0
  for (const issue of result.error.issues) {
    const path = issue.path.join('.')
    const names =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => (path ? `${path}.${key}` : key))
        : [path || 'body']
    for (const name of names) {
      if (told === FIELDS_TOLD) break
      const short = cut(name, NAME_TOLD)
      if (short in fields) continue
      fields[short] = cut(faultOf(issue), FAULT_TOLD)
      told++
    }
  }
  const [first] = Object.entries(fields)
  throw new CrewError(
    'validation',
    first ? `${first[0]}: ${first[1]}` : 'The request is not valid.',
    { fields },
  )
}

/** What is wrong with one field, in words that go on after its name. */
function faultOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'is unknown'
    case 'invalid_key':
      // About a key that does not fit, the schema itself says only that.
      return issue.issues[0]?.message ?? issue.message
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`
    default:
      return issue.message
  }
}
