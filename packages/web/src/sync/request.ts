import { signInToken, signedOut } from './sign-in'

/** 0: no answer; 502 and 504 are of proxies, 503 of a server that is away, starting or busy. */
const PASSING: readonly number[] = [0, 429, 502, 503, 504]

/** A request that failed. `status` 0: no answer came. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** The faults that the server found, by field of the request. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(
    status: number,
    code: string,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = details
  }

  /** Whether nobody refused: no answer, that of a proxy, or that of a server which has too much to do. */
  get passing(): boolean {
    return PASSING.includes(this.status)
  }
}

export async function request<T>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  options: {
    readonly body?: unknown
    readonly signal?: AbortSignal | undefined
  } = {},
): Promise<T> {
  const token = signInToken()
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (token !== null) headers['Authorization'] = `Bearer ${token}`
  if (options.body !== undefined) headers['Content-Type'] = 'application/json'
  let response: Response
  let text: string
  try {
    response = await fetch(path, {
      method,
      headers,
      credentials: 'omit',
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    })
    // A body that is cut off, by the network or by its caller, does not count as an answer either.
    text = await response.text()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, 'network', 'The server does not answer.')
  }
  const body = parse(text)
  if (response.ok && body !== null) return body as T
  if (response.ok) throw new ApiError(0, 'network', 'The server’s answer cannot be read.')
  // Only the token that was refused ends the sign-in: a late answer must not sign out a new one.
  if (response.status === 401 && token === signInToken()) signedOut('expired')
  throw refusal(response.status, body)
}

/** Sends a file, JSON lines unless it says otherwise, and tells how much of it is on its way: `fetch` does not say. */
export function sendFile<T>(
  path: string,
  file: Blob,
  options: {
    readonly type?: string
    readonly signal: AbortSignal
    readonly sent: (share: number) => void
  },
): Promise<T> {
  const token = signInToken()
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open('POST', path)
    xhr.setRequestHeader('Accept', 'application/json')
    xhr.setRequestHeader('Content-Type', options.type ?? 'application/x-ndjson')
    if (token !== null) xhr.setRequestHeader('Authorization', `Bearer ${token}`)
    xhr.upload.onprogress = ({ loaded, total }) => options.sent(total === 0 ? 1 : loaded / total)
    xhr.onerror = () => reject(new ApiError(0, 'network', 'The server does not answer.'))
    xhr.onabort = () => reject(new DOMException('It was given up.', 'AbortError'))
    xhr.onload = () => {
      const body = parse(xhr.responseText)
      const isFine = xhr.status >= 200 && xhr.status < 300
      if (isFine && body !== null) return resolve(body as T)
      if (xhr.status === 401 && token === signInToken()) signedOut('expired')
      reject(
        isFine
          ? new ApiError(0, 'network', 'The server’s answer cannot be read.')
          : refusal(xhr.status, body),
      )
    }
    options.signal.addEventListener('abort', () => xhr.abort())
    xhr.send(file)
  })
}

/** An answer that is read as it comes. */
export async function openStream(path: string, signal: AbortSignal): Promise<Response> {
  const token = signInToken()
  let response: Response
  try {
    response = await fetch(path, {
      headers: token === null ? {} : { Authorization: `Bearer ${token}` },
      credentials: 'omit',
      signal,
    })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, 'network', 'The server does not answer.')
  }
  if (response.ok) return response
  const text = await response.text().catch(() => '')
  if (response.status === 401 && token === signInToken()) signedOut('expired')
  throw refusal(response.status, parse(text))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function refusal(status: number, body: unknown): ApiError {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  if (typeof error === 'object' && error !== null && 'code' in error && 'message' in error) {
    const details = 'details' in error && typeof error.details === 'object' ? error.details : null
    return new ApiError(
      status,
      String(error.code),
      String(error.message),
      (details ?? {}) as Readonly<Record<string, unknown>>,
    )
  }
  return new ApiError(status, 'unknown', `The server answered ${status}.`)
}
