import fc from 'fast-check'

/** As much of OpenAPI and JSON Schema as the API's own document uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minimum?: number
}

export interface DocumentedOperation {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; schema: Schema }[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>
  }
  readonly responses: Readonly<Record<string, unknown>>
}

/** What stands for itself in a request: values that a server of this test knows. */
export type Known = Readonly<Record<string, readonly string[]>>

export interface FuzzedRequest {
  readonly path: string
  readonly body: string | undefined
}

/** Parts of an address as they go over the wire; `%ED%A0%80` is half a surrogate pair, `%C0%AF` an overlong slash. */
const HOSTILE_SEGMENTS = [
  '__proto__ constructor toString hasOwnProperty null -1 %231 * ~ %2e%2e %252e%252e %2525 50%25 % %zz %00 team%00',
  '%2F a%2Fb %ED%A0%80 %FF %C0%AF %20 %0A %F0%9F%91%8D %F0%9F%91%8D%F0%9F%91%8D %E2%80%AE%D7%A9 ;drop',
  `${'x'.repeat(512)} ${'x'.repeat(10_000)} ${'%F0%9F%91%8D'.repeat(700)}`,
].flatMap((line) => line.split(' '))

const HOSTILE_QUERIES = [
  '-1 1.5 abc 1e3 0 201 0x10 %20 % %00 %ED%A0%80 %FF __proto__ constructor %22 NaN +1',
  `${'9'.repeat(20)} ${'x'.repeat(5_000)} `,
].flatMap((line) => line.split(' '))

const DEEP = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
const DEEP_OBJECT = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`

/** Values as they are written in a body; some of them no serialiser would write. */
const HOSTILE_VALUES = [
  'null true 7 -1 1.5 1e400 -0 9007199254740993 "" "\\t" [] {} [null] [[]] {"length":1} "\\ud800" "a\\u0000b"',
  '"__proto__" "constructor" "toString" ["__proto__"] {"__proto__":{"x":1}} "\\u202eabc"',
  `${DEEP} ${DEEP_OBJECT} "${'x'.repeat(60_000)}" "${'👍'.repeat(30_000)}"`,
].flatMap((line) => line.split(' '))

const HOSTILE_BODIES = [
  ' null [] "x" 7 true { {"a":1 {}{} undefined \ufeff{} {,} {"__proto__":1}',
  `${DEEP} ${DEEP_OBJECT} ${'{"a":'.repeat(100_000)}`,
].flatMap((line) => line.split(' '))

const EXTRA_KEYS = ['__proto__', 'constructor', 'toString', 'from', 'actor', 'id', '']

const TEXTS = ['x', 'Über uns', '👍', '@dev look', 'two\nlines', 'developer', '⟦⟦ QUERY_GROUPS ⟧⟧']

type Resolve = (schema: Schema) => Schema
type Parameter = { readonly name: string; readonly schema: Schema }

/** Which part of a request does not fit; of a request where everything may be, about half of it does. */
const fault = fc.constantFrom('nothing', 'address', 'query', 'body', 'body', 'everything')

/** Requests to one operation: mostly what it takes, but for one part. */
export function requestsOf(
  path: string,
  operation: DocumentedOperation,
  known: Known,
  resolve: Resolve,
): fc.Arbitrary<FuzzedRequest> {
  const names = parametersIn(path)
  const queries = (operation.parameters ?? []).filter((one) => one.in === 'query')
  const schema = operation.requestBody?.content['application/json']?.schema
  const body = (wrong: boolean) =>
    schema ? bodyOf(resolve(schema), wrong, known, resolve) : fc.constant(undefined)
  return fault.chain((part) => {
    const wrong = (one: string) => part === one || part === 'everything'
    return fc.record({
      path: fc
        .tuple(
          addressOf(path, names, wrong('address'), known),
          queryOf(queries, wrong('query'), known, resolve),
        )
        .map((parts) => parts.join('')),
      body: body(wrong('body')),
    })
  })
}

const parametersIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** Each parameter of an address in turn as everything it should not be, with a body that fits. */
export function* hostileAddresses(
  path: string,
  operation: DocumentedOperation,
  known: Known,
  resolve: Resolve,
): Generator<FuzzedRequest> {
  const names = parametersIn(path)
  const schema = operation.requestBody?.content['application/json']?.schema
  const [body] = schema
    ? fc.sample(bodyOf(resolve(schema), false, known, resolve), { numRuns: 1, seed: 4 })
    : []
  const good = names.map((name) => encodeURIComponent(known[name]?.[0] ?? 'x'))
  for (const at of names.keys()) {
    for (const segment of HOSTILE_SEGMENTS) {
      yield { path: filled(path, good.with(at, segment)), body }
    }
  }
}

function addressOf(
  path: string,
  names: readonly string[],
  wrong: boolean,
  known: Known,
): fc.Arbitrary<string> {
  const segment = (name: string) =>
    fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom(...(known[name] ?? ['x'])).map(encodeURIComponent) },
      { weight: wrong ? 1 : 0, arbitrary: fc.constantFrom(...HOSTILE_SEGMENTS) },
    )
  return fc.tuple(...names.map(segment)).map((values) => filled(path, values))
}

function filled(path: string, values: readonly string[]): string {
  const rest = values.values()
  return path.replace(/\{\w+\}/g, () => rest.next().value ?? '')
}

function queryOf(
  parameters: readonly Parameter[],
  wrong: boolean,
  known: Known,
  resolve: Resolve,
): fc.Arbitrary<string> {
  const fitting = ({ name, schema }: Parameter) =>
    valueOf(schema, name, known, resolve).map((value) => encodeURIComponent(asText(value)))
  const pair = (parameter: Parameter) =>
    fc
      .oneof(
        { weight: 1, arbitrary: fitting(parameter) },
        { weight: wrong ? 1 : 0, arbitrary: fc.constantFrom(...HOSTILE_QUERIES) },
      )
      .map((value) => `${parameter.name}=${value}`)
  const extra = fc.constantFrom(
    'x=1',
    '__proto__=1',
    'constructor=1',
    'limit=1',
    '=',
    '&&',
    '%ff=1',
  )
  return fc
    .tuple(
      fc.tuple(...parameters.map((one) => fc.oneof(fc.constant(null), pair(one)))),
      wrong ? extra : fc.constant(null),
      fc.boolean(),
    )
    .map(([given, more, twice]) => {
      const pairs = [...given, twice ? more : (given[0] ?? null)].filter((text) => text !== null)
      const all = wrong ? pairs : given.filter((text) => text !== null)
      return all.length > 0 ? `?${all.join('&')}` : ''
    })
}

/** A body as text: of the right shape, and where that is wanted with fields wrong, left out or too many, or none at all. */
function bodyOf(
  schema: Schema,
  wrong: boolean,
  known: Known,
  resolve: Resolve,
): fc.Arbitrary<string | undefined> {
  const fields = Object.entries(schema.properties ?? {})
  const field = ([name, part]: readonly [string, Schema]) =>
    fc.oneof(
      {
        weight: 6,
        arbitrary: valueOf(part, name, known, resolve).map((value) => JSON.stringify(value)),
      },
      { weight: wrong ? 3 : 0, arbitrary: fc.constantFrom(...HOSTILE_VALUES) },
      {
        weight: schema.required?.includes(name) ? Number(wrong) : 6,
        arbitrary: fc.constant(null),
      },
    )
  const extra = fc.tuple(fc.constantFrom(...EXTRA_KEYS), fc.constantFrom(...HOSTILE_VALUES))
  const shaped = (more: fc.Arbitrary<[string, string] | null>) =>
    fc.tuple(fc.tuple(...fields.map(field)), more).map(([values, added]) => {
      const pairs = values.flatMap((value, at) =>
        value === null ? [] : [`${JSON.stringify(fields[at]?.[0])}:${value}`],
      )
      if (added) pairs.push(`${JSON.stringify(added[0])}:${added[1]}`)
      return `{${pairs.join(',')}}`
    })
  if (!wrong) return shaped(fc.constant(null))
  return fc.oneof(
    { weight: 3, arbitrary: shaped(fc.constant(null)) },
    { weight: 2, arbitrary: shaped(extra) },
    { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_BODIES) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
}

/** Small ones: some are numbers of things that are there. */
function integerFrom(min: number): fc.Arbitrary<number> {
  return fc.integer({ min, max: Math.max(min, 60) })
}

/** A value that the schema takes, or nearly: patterns and lengths are not looked at. */
function valueOf(
  given: Schema,
  name: string,
  known: Known,
  resolve: Resolve,
): fc.Arbitrary<unknown> {
  const schema = resolve(given)
  const own = known[name]
  const inner = (part: Schema) => valueOf(part, name, known, resolve)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const some = schema.anyOf ?? schema.oneOf
  if (some) return fc.oneof(...some.map(inner))
  const [type = 'object'] = [schema.type ?? 'object'].flat()
  if (own && type !== 'array' && type !== 'object') return fc.constantFrom(...own)
  switch (type) {
    case 'array':
      return fc.array(schema.items ? inner(schema.items) : fc.constant('x'), { maxLength: 3 })
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return integerFrom(Math.ceil(schema.minimum ?? 0))
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([key, part]) => [
            key,
            valueOf(part, key, known, resolve),
          ]),
        ),
      )
    default:
      return fc.constantFrom(...TEXTS)
  }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
