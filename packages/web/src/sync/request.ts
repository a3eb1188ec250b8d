import { noAnswer, notReadable, refusalIn } from '@crewroom/shared/client/crewroom-error'
import {
  addressOf,
  type ClientInit,
  createClient,
  parsed,
  type PathWith,
  type ReplyOf,
  type RequestOf,
} from '@crewroom/shared/client/http'
import { creatingOnce } from './creating-once'
import { signInToken, signedOut } from './sign-in'

export { CrewroomError as ApiError } from '@crewroom/shared/client/crewroom-error'

/** The API of the page's own server, as whoever is signed in asks it. */
export const client = createClient({
  url: '',
  fetch: (address, init) => creatingOnce(address, init, (given) => asSignedIn(address, given)),
})

let isLeaving = false

/** Requests that begin in here arrive even if the page closes at once. Together they may have 64 KB. */
export function whileLeaving(begin: () => void): void {
  isLeaving = true
  begin()
  isLeaving = false
}

async function asSignedIn(address: string, init: ClientInit): Promise<Response> {
  const token = signInToken()
  const headers = { ...init.headers, ...authorization(token) }
  const response = await fetch(address, {
    ...init,
    headers,
    credentials: 'omit',
    keepalive: isLeaving,
  })
  if (response.status === 401) refused(token)
  return response
}

function authorization(token: string | null): { Authorization?: string } {
  return token === null ? {} : { Authorization: `Bearer ${token}` }
}

/** Only the token that was refused ends the sign-in: a late answer must not sign out a new one. */
function refused(token: string | null): void {
  if (token === signInToken()) signedOut('expired')
}

/** Sends a file, JSON lines unless it says otherwise, and tells how much of it is on its way: `fetch` does not say. */
export function sendFile<P extends PathWith<'post'>>(
  path: P,
  values: Omit<RequestOf<'post', P>, 'body' | 'signal' | 'type' | 'key'>,
  file: Blob,
  options: {
    readonly type?: string
    readonly signal: AbortSignal
    readonly sent: (share: number) => void
  },
): Promise<ReplyOf<'post', P>> {
  const token = signInToken()
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open('POST', addressOf(path, values))
    const headers = {
      Accept: 'application/json',
      'Content-Type': options.type ?? 'application/x-ndjson',
      ...authorization(token),
    }
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = ({ loaded, total }) => options.sent(total === 0 ? 1 : loaded / total)
    xhr.onerror = () => reject(noAnswer())
    xhr.onabort = () => reject(new DOMException('It was given up.', 'AbortError'))
    xhr.onload = () => {
      const body = parsed(xhr.responseText)
      const isFine = xhr.status >= 200 && xhr.status < 300
      if (isFine && body !== null) return resolve(body as ReplyOf<'post', P>)
      if (xhr.status === 401) refused(token)
      reject(isFine ? notReadable() : refusalIn(xhr.status, body))
    }
    options.signal.addEventListener('abort', () => xhr.abort())
    xhr.send(file)
  })
}
