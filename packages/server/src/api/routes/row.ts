import { type Request, Router } from 'express'
import { NoBody, NoQuery } from '@crewroom/shared/protocol/rest'
import type { BodyOf, QueryOf, RouteShape } from '@crewroom/shared/protocol/routes/shape'
import type { Crew } from '../../crew/crew'
import type { By } from '../../crew/shard'
import { assertOwner, assertWrites } from '../gate'
import type { Operation } from './operation'
import { byOf, crewFor, type Principal } from '../principal'
import { creatingAt } from '../retries/posts'
import { validated } from '../validate'
import { type Answer, param, route, type RoutePorts } from './route'

/** A request as its route gets it: understood, and of somebody whose token opens the route. */
export type Asked<S extends RouteShape> = {
  readonly by: By
  readonly principal: Principal
  readonly query: QueryOf<S>
  readonly body: BodyOf<S>
  /** A parameter of the path. */
  readonly param: (name: string) => string
} & (S['path'] extends `/lead/:id/${string}` ? { readonly crew: Crew } : unknown)

/** A route beside its shape: which tokens open it, its part of the document, and what it does. */
type About<S extends RouteShape, P> = Omit<
  Operation,
  'method' | 'path' | 'query' | 'body' | 'text' | 'file' | 'tag'
> & {
  // Behind the gate somebody asks. The row's verb turns away whom `self` and `people` leave out.
  readonly who: Exclude<Operation['who'], 'anyone'>
  readonly run: (asked: Asked<S>, ports: P) => Answer | Promise<Answer>
}

/** The same before anybody knows of which route it is. */
interface Understood {
  readonly by: By
  readonly principal: Principal
  readonly query: unknown
  readonly body: unknown
  readonly crew: Crew
  readonly param: (name: string) => string
}

/** One route, whole: router, document, examples, fuzz and the page's types come from it and its shape. */
export interface RouteRow<P> {
  readonly operation: Operation
  readonly run: (asked: Understood, ports: P) => Answer | Promise<Answer>
}

/** `row('Work', listTasks, { id: 'listTasks', who: 'reader', summary: …, run: … })` */
export function row<const S extends RouteShape, P extends RoutePorts>(
  tag: Operation['tag'],
  shape: S,
  { run, ...about }: About<S, P>,
): RouteRow<P> {
  const { method, path, query, body } = shape
  const schemas = { ...(query ? { query } : {}), ...(body ? { body } : {}) }
  return {
    operation: { method, path, tag, ...about, ...schemas },
    // `serve` read query and body with the schemas of this very shape.
    run: (asked, ports) => run(asked as Asked<S>, ports),
  }
}

/** A router of rows. */
export function serve<P extends RoutePorts>(ports: P, rows: readonly RouteRow<P>[]): Router {
  const router = Router()
  for (const { operation, run } of rows) {
    const answer = (request: Request, principal: Principal) =>
      run(understood(ports, operation, request, principal), ports)
    const creating = creatingAt(operation.method, operation.path)
    router[operation.method](operation.path, route(ports, answer, { creating }))
  }
  return router
}

/** The token first, then what takes nothing, then the crew, then what is to be read. */
function understood(
  { shard }: RoutePorts,
  { who, path, query, body }: Operation,
  request: Request,
  principal: Principal,
): Understood {
  if (who === 'owner') assertOwner(principal)
  if (who === 'writer') assertWrites(principal)
  const read = () => ({
    query: query && validated(query, request.query),
    // A body that may be empty may be left out.
    body: body && validated(body, request.body ?? (body.safeParse({}).success ? {} : undefined)),
  })
  const takesNothing = (query ?? NoQuery) === NoQuery && (body ?? NoBody) === NoBody
  const nothing = takesNothing ? read() : null
  const crew = path.startsWith('/lead/:id/')
    ? crewFor(shard, principal, param(request, 'id'))
    : (undefined as never)
  return {
    by: byOf(principal),
    principal,
    crew,
    param: (name) => param(request, name),
    ...(nothing ?? read()),
  }
}
