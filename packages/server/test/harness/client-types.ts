import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { openApiDocument } from '../../src/api/openapi/document'

interface TypesTool {
  default(
    document: object,
    options: { readonly immutable: boolean; readonly defaultNonNullable: boolean },
  ): Promise<object[]>
  astToString(nodes: object[]): string
}

/** What the client's types are made with; it is a tool of the package that holds them. */
const { resolve } = createRequire(new URL('../../../shared/package.json', import.meta.url))

/** The types of the API's requests and answers, as its document has them now. */
export async function clientTypes(): Promise<string> {
  const tool = pathToFileURL(resolve('openapi-typescript')).href
  const { default: typesOf, astToString } = (await import(tool)) as TypesTool
  // Words and refusals are in the document; here they would only make the package larger. A refusal is thrown.
  const document = withoutRefusals(withoutWords(openApiDocument('1.0.0')) as Document)
  const made = await typesOf(document, { immutable: true, defaultNonNullable: false })
  const text = astToString(made)
    // What no operation has says nothing.
    .replace(
      /^ *readonly (query|header|path|cookie|requestBody|get|put|post|delete|options|head|patch|trace)\?: never;\n/gm,
      '',
    )
    .replace(/^( *)readonly parameters: \{\n *\};\n/gm, '')
    .replace(/^ +/gm, (indent) => indent.slice(indent.length / 2))
    .replace(/^ *readonly headers: \{\n *readonly \[name: string\]: unknown;\n *\};\n/gm, '')
  return `// Made from the API's document by npm run client:types. Do not edit.\n${text}`
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, unknown>>
}

interface Operation {
  readonly responses: Readonly<Record<string, unknown>>
}

function withoutRefusals({ paths, components, ...rest }: Document) {
  const changed = Object.entries(paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => {
        const kept = Object.entries(operation.responses).filter(([status]) =>
          status.startsWith('2'),
        )
        return [method, { ...operation, responses: Object.fromEntries(kept) }]
      }),
    ),
  ])
  const kept = Object.fromEntries(changed) as Readonly<Record<string, unknown>>
  const named = components['schemas'] as Readonly<Record<string, unknown>>
  const used = new Set<string>()
  const use = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (used.has(name)) continue
      used.add(name)
      use(named[name])
    }
  }
  use(kept)
  const schemas = Object.fromEntries(Object.entries(named).filter(([name]) => used.has(name)))
  return { ...rest, paths: kept, components: { schemas } }
}

const WORDS: ReadonlySet<string> = new Set(['example', 'examples', 'description', 'summary'])

function withoutWords(value: unknown, isNamed = false): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutWords(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      // A property of a body may be called so too.
      if (!isNamed && WORDS.has(key)) return []
      return [[key, withoutWords(one, key === 'properties')]]
    }),
  )
}
