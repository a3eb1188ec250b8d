import { noAnswer, notReadable, refusalIn } from '@crewroom/shared/client/crewroom-error'
import { signInToken, signedOut } from './sign-in'

export { CrewroomError as ApiError } from '@crewroom/shared/client/crewroom-error'

export async function request<T>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  options: {
    readonly body?: unknown
    readonly signal?: AbortSignal | undefined
  } = {},
): Promise<T> {
  const { body, signal } = options
  const response = await answerTo(path, {
    method,
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })
  const reply = parse(await textOf(response))
  if (reply === null) throw notReadable()
  return reply as T
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
    xhr.onerror = () => reject(noAnswer())
    xhr.onabort = () => reject(new DOMException('It was given up.', 'AbortError'))
    xhr.onload = () => {
      const body = parse(xhr.responseText)
      const isFine = xhr.status >= 200 && xhr.status < 300
      if (isFine && body !== null) return resolve(body as T)
      if (xhr.status === 401 && token === signInToken()) signedOut('expired')
      reject(isFine ? notReadable() : refusalIn(xhr.status, body))
    }
    options.signal.addEventListener('abort', () => xhr.abort())
    xhr.send(file)
  })
}

/** An answer that is read as it comes. */
export function openStream(path: string, signal: AbortSignal): Promise<Response> {
  return answerTo(path, { signal })
}

/** The answer to a request of whoever is signed in. A refusal is thrown. */
async function answerTo(
  path: string,
  init: Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> },
): Promise<Response> {
  const token = signInToken()
  const headers = {
    ...init.headers,
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
  }
  const response = await fetch(path, { ...init, headers, credentials: 'omit' }).catch(unanswered)
  if (response.ok) return response
  const text = await textOf(response)
  // Only the token that was refused ends the sign-in: a late answer must not sign out a new one.
  if (response.status === 401 && token === signInToken()) signedOut('expired')
  throw refusalIn(response.status, parse(text))
}

/** A body that is cut off, by the network or by its caller, does not count as an answer either. */
function textOf(response: Response): Promise<string> {
  return response.text().catch(unanswered)
}

function unanswered(error: unknown): never {
  throw error instanceof DOMException && error.name === 'AbortError' ? error : noAnswer()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
