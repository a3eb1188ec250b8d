import type { OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi'
import recorded from './examples.json'

/** One request and its answer, as they were once. */
export interface Example {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: unknown
  readonly status: number
  readonly reply: unknown
}

export interface Examples {
  /** By the operation's id. */
  readonly operations: Readonly<Record<string, Example>>
  /** By their code. */
  readonly refusals: Readonly<Record<string, unknown>>
}

/** Written by `npm run api:examples`, which sends each operation's `sample` to a server. */
const { operations, refusals } = recorded as Examples

interface Shown {
  example?: unknown
  examples?: Readonly<Record<string, { readonly value: unknown }>>
}
type Content = Readonly<Record<string, Shown>>

/** As much of an operation in the document as has examples. */
interface Told {
  readonly operationId?: string
  readonly parameters?: readonly (Shown & { readonly name?: string; readonly in?: string })[]
  readonly requestBody?: { readonly content?: Content }
  readonly responses?: Readonly<Record<string, { readonly content?: Content }>>
}

type Document = ReturnType<OpenApiGeneratorV31['generateDocument']>

/** Adds to the document what operations are sent and what they answer, each from the same crew. */
export function addExamples(document: Document): void {
  for (const item of Object.values(document.paths ?? {})) {
    for (const told of Object.values(item) as Told[]) {
      const example = operations[told.operationId ?? '']
      if (example) addTo(told, example)
    }
  }
  for (const [name, response] of Object.entries(document.components?.responses ?? {})) {
    const known = name.split('.').filter((code) => refusals[code])
    if (known.length === 0) continue
    const examples = Object.fromEntries(known.map((code) => [code, { value: refusals[code] }]))
    for (const shown of contentsOf(response as Told['requestBody'])) shown.examples = examples
  }
}

function addTo(told: Told, { path = {}, query = {}, body, status, reply }: Example): void {
  for (const parameter of told.parameters ?? []) {
    const value = (parameter.in === 'path' ? path : query)[parameter.name ?? '']
    if (value !== undefined) parameter.example = value
  }
  for (const shown of contentsOf(told.requestBody)) shown.example = body
  for (const shown of contentsOf(told.responses?.[status])) shown.example = reply
}

function contentsOf(part: { readonly content?: Content } | undefined): Shown[] {
  return Object.values(part?.content ?? {})
}
