import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { OPERATIONS } from '../../src/api/openapi/operations'
import type { Schema } from '../harness/api-requests'

/** A value of each type of JSON. */
const VALUES = {
  null: null,
  boolean: true,
  number: 1.5,
  integer: 7,
  string: 'x',
  array: [],
  object: { '__proto__ ': 1 },
} as const
type Type = keyof typeof VALUES

const CHAT_MESSAGE = 'post /group-chats/:chatId/sessions/:sid/messages'
/** As long as a request: output comes in streams of any length, and no name refuses a message (VB90). */
const UNBOUNDED: ReadonlySet<string> = new Set([
  'post /agents/:agentId/output text',
  ...['sender_id', 'sender_name', 'member_id'].map((field) => `${CHAT_MESSAGE} ${field}`),
])
const TOO_LONG = 'x'.repeat(2_000_001)

/** Types that a schema takes; null: any. */
function typesOf(schema: Schema): ReadonlySet<string> | null {
  const { type, anyOf, oneOf, allOf } = schema
  const parts = [...(anyOf ?? []), ...(oneOf ?? [])]
  if (parts.length > 0) {
    const types = parts.map(typesOf)
    return types.includes(null) ? null : new Set(types.flatMap((one) => [...(one ?? [])]))
  }
  if (type !== undefined) return new Set([type].flat())
  const values = schema.enum ?? (schema.const === undefined ? null : [schema.const])
  if (values) return new Set(values.map((one) => (one === null ? 'null' : typeof one)))
  return allOf?.[0] ? typesOf(allOf[0]) : null
}

/** What a field must not be. */
function wrongFor(schema: Schema): readonly unknown[] {
  const types = typesOf(schema)
  if (!types) return []
  const takes = (type: Type) => types.has(type) || (type === 'integer' && types.has('number'))
  const wrong = (Object.keys(VALUES) as Type[]).filter((type) => !takes(type))
  return [...wrong.map((type) => VALUES[type]), ...(types.has('string') ? [TOO_LONG] : [])]
}

const BODIES = OPERATIONS.flatMap(({ method, path, body }) => {
  if (!body) return []
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as unknown as Schema
  const properties = [schema, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap((one) =>
    Object.entries(one.properties ?? {}),
  )
  return properties.length === 0 ? [] : [{ name: `${method} ${path}`, body, properties }]
})

describe('RE23 a body is checked before anything is done, and names each field that is of a wrong type or too long', () => {
  test('of every route that takes a body', () => {
    expect(BODIES.length).toBeGreaterThan(50)
  })

  test.each(BODIES)('$name', ({ name, body, properties }) => {
    for (const [field, schema] of properties) {
      for (const value of wrongFor(schema)) {
        if (value === TOO_LONG && UNBOUNDED.has(`${name} ${field}`)) continue
        const issues = body.safeParse({ [field]: value }).error?.issues ?? []
        const named = issues.flatMap(fieldsIn)
        expect.soft(named, `${field}: ${JSON.stringify(value).slice(0, 40)}`).toContain(field)
      }
    }
  })
})

/** Fields that an issue is about, also those of each of several forms. */
function fieldsIn(issue: z.core.$ZodIssue): readonly PropertyKey[] {
  const inside = issue.code === 'invalid_union' ? issue.errors.flat().flatMap(fieldsIn) : []
  return [...issue.path.slice(0, 1), ...(issue.path.length === 0 ? inside : [])]
}
