import createFetchClient from 'openapi-fetch'
import type { paths } from './api-types'
import { CrewroomError, noAnswer, notReadable, refusalIn } from './crewroom-error'
import { systemTiming, type Timing } from './timing'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
/** Paths of the API that have this method. */
export type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never
}[keyof paths]
type Operation<M extends Method, P extends PathWith<M>> =
  paths[P] extends Record<M, infer O> ? O : never

type PathPart<O> = O extends { parameters: { path: infer T } } ? { readonly path: T } : object
type QueryPart<O> = O extends { parameters: { query: infer T } }
  ? { readonly query: T }
  : O extends { parameters: { query?: infer T } }
    ? { readonly query?: T }
    : object
type BodyPart<O> = O extends { requestBody: { content: infer C } }
  ? { readonly body: C[keyof C] }
  : O extends { requestBody?: { content: infer C } }
    ? { readonly body?: C[keyof C] }
    : object
interface Common {
  readonly signal?: AbortSignal
  /** The content type of a body that is not JSON and is sent as it is. */
  readonly type?: string
}
/** What a request takes: values for the path, the query and the body, as the API’s document has them. */
export type RequestOf<M extends Method, P extends PathWith<M>> = PathPart<Operation<M, P>> &
  QueryPart<Operation<M, P>> &
  BodyPart<Operation<M, P>> &
  Common

type Content<R> = R extends { content: infer C } ? C[keyof C] : never
type Success<R> = { [S in keyof R]: S extends 200 | 201 | 202 ? Content<R[S]> : never }[keyof R]
/** What a request is answered with. */
export type ReplyOf<M extends Method, P extends PathWith<M>> =
  Operation<M, P> extends { responses: infer R } ? Success<R> : never

type Arguments<T> = object extends T ? [request?: T] : [request: T]
type Call<M extends Method> = <P extends PathWith<M>>(
  path: P,
  ...request: Arguments<RequestOf<M, P>>
) => Promise<ReplyOf<M, P>>

/** The API over HTTP. A refusal is thrown as a `CrewroomError`. */
export interface Client {
  readonly get: Call<'get'>
  readonly post: Call<'post'>
  readonly put: Call<'put'>
  readonly patch: Call<'patch'>
  readonly delete: Call<'delete'>
}

export interface ClientOptions {
  /** Where the server is, such as `http://127.0.0.1:4900`. */
  readonly url: string
  readonly token?: string
  /** How often a request is sent again that the server was too busy for (429 and 503 with Retry-After). By default never. */
  readonly retries?: number
  readonly fetch?: typeof fetch
  readonly timing?: Timing
}

interface AnyRequest extends Common {
  readonly path?: Record<string, unknown>
  readonly query?: Record<string, unknown>
  readonly body?: unknown
}

export function createClient(options: ClientOptions): Client {
  const { url, token } = options
  const client = createFetchClient<Record<string, never>>({
    baseUrl: url,
    fetch: (request) => send(request, options),
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    bodySerializer: (body: unknown) => (isAsItIs(body) ? body : JSON.stringify(body)),
  })
  const ask = client.request as (
    method: string,
    path: string,
    init: object,
  ) => Promise<{ readonly data?: unknown; readonly response: Response }>

  const call =
    (method: Method) =>
    async (path: string, request: AnyRequest = {}): Promise<unknown> => {
      const { signal, type, body } = request
      try {
        const { data, response } = await ask(method, path, {
          params: { path: request.path ?? {}, query: request.query ?? {} },
          parseAs: 'text',
          ...(body === undefined ? {} : { body }),
          ...(type === undefined ? {} : { headers: { 'Content-Type': type } }),
          ...(signal ? { signal } : {}),
        })
        const isJson = /^application\/json\b/.test(response.headers.get('content-type') ?? '')
        return isJson ? JSON.parse(String(data)) : data
      } catch (error) {
        if (signal?.aborted || error instanceof CrewroomError) throw error
        throw notReadable()
      }
    }
  const calls: Record<Method, unknown> = {
    get: call('get'),
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    delete: call('delete'),
  }
  return calls as Client
}

function isAsItIs(body: unknown): body is string {
  return typeof body === 'string' || body instanceof Blob || body instanceof Uint8Array
}

/** Sends a request until it is answered; what the server had no room for is sent again when it says so. */
async function send(request: Request, options: ClientOptions): Promise<Response> {
  const { retries = 0, fetch: ask = globalThis.fetch, timing = systemTiming } = options
  for (let attempt = 0; ; attempt++) {
    let response: Response
    let text: string
    try {
      response = await ask(request.clone())
      if (response.ok) return response
      text = await response.text()
    } catch (error) {
      if (request.signal.aborted) throw error
      throw noAnswer()
    }
    const refusal = refusalIn(response.status, parsed(text), response.headers.get('retry-after'))
    const isBusy = response.status === 429 || response.status === 503
    if (!isBusy || refusal.retryAfter === null || attempt >= retries) throw refusal
    await pause(refusal.retryAfter * 1000, timing, request.signal)
  }
}

function pause(ms: number, timing: Timing, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = timing.after(ms, resolve)
    signal.addEventListener('abort', () => {
      cancel()
      reject(signal.reason as Error)
    })
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
