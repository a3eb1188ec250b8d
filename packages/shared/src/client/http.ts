import { createFinalURL, createQuerySerializer, defaultPathSerializer } from 'openapi-fetch'
import type { paths } from './api-types'
import { backoffMs } from './backoff'
import { isCreating, KEY_HEADER, newKey, quoted } from './creating'
import { CrewroomError, noAnswer, notReadable, refusalIn } from './crewroom-error'
import { systemTiming, type Timing } from './timing'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
/** Paths of the API that have this method. */
export type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never
}[keyof paths]
type Operation<M extends Method, P extends PathWith<M>> =
  paths[P] extends Record<M, infer O> ? O : never

/** What is optional may be undefined, and in an address null: then it is left out. */
type Given<T, Nothing = undefined> = T extends readonly (infer U)[]
  ? readonly Given<U>[]
  : T extends object
    ? { readonly [K in keyof T]: Given<T[K]> | (object extends Pick<T, K> ? Nothing : never) }
    : T
type PathPart<O> = O extends { parameters: { path: infer T } } ? { readonly path: T } : object
type QueryPart<O> = O extends { parameters: { query: infer T } }
  ? { readonly query: Given<T, null | undefined> }
  : O extends { parameters: { query?: infer T } }
    ? { readonly query?: Given<T, null | undefined> | undefined }
    : object
type BodyPart<O> = O extends { requestBody: { content: infer C } }
  ? { readonly body: Given<C[keyof C]> }
  : O extends { requestBody?: { content: infer C } }
    ? { readonly body?: Given<C[keyof C]> | undefined }
    : object
interface Common {
  readonly signal?: AbortSignal | undefined
  /**
   * For a request that creates something: sent again with the same key within 24 hours, by whatever process, it creates
   * nothing more and is answered as the first time. By default each call has a new one.
   */
  readonly key?: string | undefined
  /** The content type of a body that is not JSON and is sent as it is. */
  readonly type?: string
}
/** What a request takes: values for the path, the query and the body, as the API’s document has them. */
export type RequestOf<M extends Method, P extends PathWith<M>> = PathPart<Operation<M, P>> &
  QueryPart<Operation<M, P>> &
  BodyPart<Operation<M, P>> &
  Common

/** The query and the body of a request, for those who put them together elsewhere. */
export type QueryOf<M extends Method, P extends PathWith<M>> = Part<'query', RequestOf<M, P>>
export type BodyOf<M extends Method, P extends PathWith<M>> = Part<'body', RequestOf<M, P>>
type Part<K extends string, T> = T extends { readonly [_ in K]?: infer V } ? NonNullable<V> : never

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
  /** Asks as `get` does, for an answer that is read as it comes, or that is not text. */
  readonly open: <P extends PathWith<'get'>>(
    path: P,
    ...request: Arguments<RequestOf<'get', P>>
  ) => Promise<Response>
}

export interface ClientOptions {
  /** Where the server is, such as `http://127.0.0.1:4900`; empty for the server of the page itself. */
  readonly url: string
  readonly token?: string
  /**
   * How often a request is sent again that the server was too busy for (429 and 503 with Retry-After), and one that creates
   * something when no answer came. By default never.
   */
  readonly retries?: number
  /** In place of the global one: it can add to each request, and look at each answer. */
  readonly fetch?: (address: string, init: ClientInit) => Promise<Response>
  readonly timing?: Timing
}

/** What a request is sent with. */
export interface ClientInit extends Omit<RequestInit, 'headers'> {
  readonly headers: Readonly<Record<string, string>>
}

interface AnyRequest extends Common {
  readonly path?: Record<string, unknown>
  readonly query?: Record<string, unknown>
  readonly body?: unknown
}

export function createClient(options: ClientOptions): Client {
  const { url, token } = options
  const server = url.replace(/\/+$/, '')
  const open = (method: string, path: string, request: AnyRequest = {}): Promise<Response> => {
    const { body, type = 'application/json', signal = null, key } = request
    const isKeyed = method === 'post' && isCreating(path)
    const headers = {
      ...(isKeyed ? { [KEY_HEADER]: quoted(key ?? newKey()) } : {}),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': type }),
    }
    const init = { method: method.toUpperCase(), headers, body: bodyOf(body), signal }
    return send(server + addressOf(path, request), init, options)
  }
  const call = (method: Method) => async (path: string, request?: AnyRequest) => {
    const response = await open(method, path, request)
    const text = await textOf(response, request?.signal)
    if (isText(response)) return text
    const reply = parsed(text)
    if (reply === null) throw notReadable()
    return reply
  }
  const calls: Record<keyof Client, unknown> = {
    get: call('get'),
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    delete: call('delete'),
    open: (path: string, request?: AnyRequest) => open('get', path, request),
  }
  return calls as Client
}

/** The address of a request on its server, with its values in place. */
export function addressOf(path: string, params: Pick<AnyRequest, 'path' | 'query'>): string {
  return createFinalURL(path, {
    baseUrl: '',
    params,
    querySerializer: createQuerySerializer(),
    pathSerializer: defaultPathSerializer,
  })
}

type Body = NonNullable<RequestInit['body']>

function bodyOf(body: unknown): Body | null {
  if (body === undefined) return null
  const isAsItIs = typeof body === 'string' || body instanceof Blob || body instanceof Uint8Array
  return isAsItIs ? (body as Body) : JSON.stringify(body)
}

/** All but a few answers are JSON. Whatever comes instead of that, such as the page of a proxy, is not the server's. */
function isText(response: Response): boolean {
  return /^(text\/plain|application\/x-ndjson)/.test(response.headers.get('content-type') ?? '')
}

/** Sends a request until it is answered; what the server had no room for is sent again when it says so. */
async function send(address: string, init: ClientInit, options: ClientOptions): Promise<Response> {
  const { retries = 0, fetch: ask = globalThis.fetch, timing = systemTiming } = options
  const { signal = null } = init
  const isKeyed = KEY_HEADER in init.headers
  for (let attempt = 0; ; attempt++) {
    let wait: number
    try {
      const response = await answer(ask(address, init), signal)
      // An answer that breaks off is asked for again.
      if (response.ok && isKeyed) await textOf(response.clone(), signal)
      if (response.ok) return response
      const body = parsed(await textOf(response, signal))
      const refusal = refusalIn(response.status, body, response.headers.get('retry-after'))
      const passes = refusal.code === 'request_under_way' || [429, 503].includes(response.status)
      if (!passes || refusal.retryAfter === null || attempt >= retries) throw refusal
      wait = refusal.retryAfter * 1000
    } catch (error) {
      const isLost = error instanceof CrewroomError && error.code === 'network'
      if (!isLost || !isKeyed || attempt >= retries) throw error
      wait = backoffMs(attempt, timing.random())
    }
    await pause(wait, timing, signal)
  }
}

/** A body that is cut off does not count as an answer either. */
function textOf(response: Response, signal: AbortSignal | null | undefined): Promise<string> {
  return answer(response.text(), signal)
}

function answer<T>(coming: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  return coming.catch((error: unknown) => {
    throw signal?.aborted ? error : noAnswer()
  })
}

function pause(ms: number, timing: Timing, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = timing.after(ms, resolve)
    signal?.addEventListener('abort', () => {
      cancel()
      reject(signal.reason as Error)
    })
  })
}

/** The JSON of a text; null where it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
