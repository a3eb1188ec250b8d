import type { Message, Reactions } from '@crewroom/shared/model/message'
import type { CrewState, LiveState } from '@crewroom/shared/state/crew-state'
import { sessionToken, signedOut } from './session'

/** A request that failed. `status` 0: no answer came. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
  }

  /** Whether the same request may succeed later as it is. */
  get passing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}

export interface Snapshot {
  readonly seq: number
  readonly epoch: string
  readonly state: CrewState
  readonly live: LiveState
}

export interface MessagePage {
  readonly messages: readonly Message[]
  readonly hasBefore: boolean
  /** Everything up to this journal number is in the page. */
  readonly asOf: number
}

async function request<T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  options: { readonly body?: unknown; readonly signal?: AbortSignal | undefined } = {},
): Promise<T> {
  const token = sessionToken()
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (token !== null) headers['Authorization'] = `Bearer ${token}`
  if (options.body !== undefined) headers['Content-Type'] = 'application/json'
  let response: Response
  try {
    response = await fetch(path, {
      method,
      headers,
      credentials: 'omit',
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, 'network', 'The server does not answer.')
  }
  const text = await response.text().catch(() => '')
  const body = parse(text)
  if (response.ok) return body as T
  // Only the token that was refused ends the session: a late answer must not sign out a new one.
  if (response.status === 401 && token === sessionToken()) signedOut('expired')
  throw refusal(response.status, body)
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
    return new ApiError(status, String(error.code), String(error.message))
  }
  return new ApiError(status, 'unknown', `The server answered ${status}.`)
}

const lead = (leadId: string) => `/api/lead/${encodeURIComponent(leadId)}`
const group = (leadId: string, name: string) => `${lead(leadId)}/groups/${encodeURIComponent(name)}`

export const api = {
  me: () => request<{ name?: string }>('GET', '/api/me'),
  snapshot: (leadId: string, signal?: AbortSignal) =>
    request<Snapshot>('GET', `${lead(leadId)}/snapshot`, { signal }),
  messages: (leadId: string, name: string, before: number | null, signal?: AbortSignal) =>
    request<MessagePage>(
      'GET',
      `${group(leadId, name)}/messages?limit=50${before === null ? '' : `&before=${before}`}`,
      { signal },
    ),
  post: (leadId: string, name: string, body: { content: string; clientId: string }) =>
    request<{ message: Message }>('POST', `${group(leadId, name)}/messages`, { body }),
  resume: (leadId: string, name: string) =>
    request<unknown>('POST', `${group(leadId, name)}/resume`, { body: {} }),
  react: (leadId: string, name: string, messageId: string, emoji: string, wanted: boolean) => {
    const path = `${group(leadId, name)}/messages/${encodeURIComponent(messageId)}/reactions`
    return wanted
      ? request<{ reactions: Reactions }>('POST', path, { body: { emoji } })
      : request<{ reactions: Reactions }>('DELETE', `${path}/${encodeURIComponent(emoji)}`)
  },
  read: (leadId: string, name: string, seq: number) =>
    request<{ lastSeq: number }>('PUT', `${group(leadId, name)}/read`, { body: { seq } }),
}
