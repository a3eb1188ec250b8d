import {
  OpenAPIRegistry,
  OpenApiGeneratorV31,
  type RouteConfig,
} from '@asteasolutions/zod-to-openapi'
import * as z from 'zod'
import { KEY_HEADER } from '@crewroom/shared/client/creating'
import { ERRORS, type ErrorCode } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { replySchema } from '@crewroom/shared/protocol/replies'
import { ABOUT } from './about'
import { ERROR_TEXTS } from './error-texts'
import { addExamples } from './examples'
import { BY_NAME_ONLY, nameSchemas } from './names'
import {
  ERRORS_EVERYWHERE,
  errorsOf,
  KEY_CODES,
  type Operation,
  parametersOf,
  TAGS,
} from '../routes/operation'
import { creatingAt } from '../retries/posts'
import { REPLAYED } from '../retries/request-key'
import { OPERATIONS } from './operations'

type Responses = RouteConfig['responses']
type OpenApiDocument = ReturnType<OpenApiGeneratorV31['generateDocument']>

const PARAMETERS: Readonly<Record<string, string>> = {
  id: 'Id of the crew’s lead; below /api/needs the id of what waits, below /api/transcripts that of a transcript.',
  agentId: 'Id of an agent.',
  name: 'Name of a group, or the text it was made from.',
  memberId: 'Id of a member, or its first 4 or more characters, or its name.',
  messageId: 'Id of a message.',
  itemId: 'Id of an item of the transcript.',
  emoji: 'One emoji, percent-encoded.',
}

const WHO: Readonly<Record<Operation['who'], string>> = {
  anyone: 'Needs no token.',
  reader: 'Any token; agents see only what they may.',
  people: 'The owner’s or the observer’s token.',
  writer: 'Any token but the observer’s; agents within their rights.',
  self: 'The agent’s own token, or the owner’s.',
  owner: 'The owner’s token.',
}

/** Refusals that say when to come back. */
const COME_BACK: ReadonlySet<ErrorCode> = new Set([
  'rate_limited',
  'busy',
  'storage_failed',
  'request_under_way',
])

const KEYED = z.object({
  [KEY_HEADER]: z
    .string()
    .min(1)
    .max(LIMITS.requestKey + 2)
    .optional()
    .describe(
      `A key of your own for this request: sent again with the same key within ${LIMITS.requestKeyHours} hours, it creates nothing more and is answered as the first time.`,
    ),
})
const ANSWERED = {
  [REPLAYED]: {
    schema: { type: 'string' as const, enum: ['true'] },
    description: 'The answer is that of an earlier request with the same key.',
  },
}

/** The API as an OpenAPI 3.1 document, from the schemas that requests and replies really go through. */
export function openApiDocument(version: string): OpenApiDocument {
  nameSchemas(OPERATIONS.flatMap(({ query }) => query ?? []))
  const registry = new OpenAPIRegistry()
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description:
      'The owner’s or the observer’s token from server.json, an agent’s, or that of a browser’s session.',
  })
  for (const operation of OPERATIONS) registry.registerPath(routeOf(registry, operation))
  const others = BY_NAME_ONLY.map((schema) => ({ type: 'schema' as const, schema }))
  const document = new OpenApiGeneratorV31([...registry.definitions, ...others]).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Crewroom',
      version,
      description: ABOUT,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server' }],
    security: [{ bearer: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  })
  addExamples(document)
  return document
}

function routeOf(registry: OpenAPIRegistry, operation: Operation): RouteConfig {
  const { id, method, path, tag, summary, who, query, body, file } = operation
  const parameters = parametersOf(path)
  return {
    method,
    path: `/api${path.replace(/:(\w+)/g, '{$1}')}`,
    operationId: id,
    tags: [tag],
    summary,
    description: WHO[who],
    ...(who === 'anyone' ? { security: [] } : {}),
    request: {
      ...(parameters.length > 0 ? { params: pathParameters(parameters) } : {}),
      ...(query instanceof z.ZodObject ? { query } : {}),
      ...(creatingAt(method, path) ? { headers: KEYED } : {}),
      ...(body
        ? {
            body: {
              required: !body.safeParse({}).success,
              content: { 'application/json': { schema: body } },
            },
          }
        : {}),
      ...(file ? { body: { required: true, content: { [file]: { schema: z.string() } } } } : {}),
    },
    responses: { ...successesOf(operation), ...refusalsOf(registry, operation) },
  }
}

function pathParameters(names: readonly string[]): z.ZodObject {
  return z.object(
    Object.fromEntries(
      names.map((name) => [
        name,
        z
          .string()
          .min(1)
          .max(512)
          .describe(PARAMETERS[name] ?? name),
      ]),
    ),
  )
}

function successesOf({ method, path, status = [200], text, summary }: Operation): Responses {
  const schema =
    replySchema(method.toUpperCase(), `/api${path}`) ?? z.record(z.string(), z.unknown())
  const content = text ? { [text]: { schema: z.string() } } : { 'application/json': { schema } }
  const headers = creatingAt(method, path) ? { headers: ANSWERED } : {}
  return Object.fromEntries(
    status.map((code) => [code, { description: summary, ...headers, content }]),
  )
}

function codesByStatus(operation: Operation): ReadonlyMap<number, readonly ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of errorsOf(operation)) {
    const { status } = ERRORS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code].toSorted())
  }
  return new Map([...byStatus].toSorted(([a], [b]) => a - b))
}

/** The refusals of a route, by status. Sets of codes that several routes have stand once among the components. */
function refusalsOf(registry: OpenAPIRegistry, operation: Operation): Responses {
  const known = [...codesByStatus(operation)]
  return {
    ...Object.fromEntries(known.map(([status, codes]) => [status, refusal(registry, codes)])),
    default: refusal(registry, ERRORS_EVERYWHERE),
  }
}

/** What a set of codes is called. Those of keys do not count beside others: a set that is known by its name stays so. */
function setName(codes: readonly ErrorCode[]): string {
  const others = codes.filter((code) => !KEY_CODES.includes(code))
  return (others.length > 0 ? others : codes).toSorted().join('.')
}

/** Sets of which some route takes a key, with what it is refused then. */
const WITH_KEY_CODES = new Map(
  OPERATIONS.filter(({ method, path }) => creatingAt(method, path)).flatMap((operation) =>
    [...codesByStatus(operation).values()].map((codes) => [setName(codes), codes] as const),
  ),
)

function refusal(registry: OpenAPIRegistry, some: readonly ErrorCode[]): { $ref: string } {
  const name = setName(some)
  const codes = WITH_KEY_CODES.get(name) ?? some.toSorted()
  const comesBack = codes.some((code) => COME_BACK.has(code))
  return registry.registerComponent('responses', name, {
    description: codes.map((code) => `\`${code}\`: ${ERROR_TEXTS[code]}`).join('\n\n'),
    ...(comesBack
      ? { headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds.' } } }
      : {}),
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Error' },
            { properties: { error: { properties: { code: { enum: [...codes] } } } } },
          ],
        },
      },
    },
  }).ref
}
