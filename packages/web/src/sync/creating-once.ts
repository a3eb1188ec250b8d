import { KEY_HEADER } from '@crewroom/shared/client/creating'
import type { ClientInit } from '@crewroom/shared/client/http'

interface Creating {
  readonly key: string
  /** Null when no answer came: the server may have created it. */
  answer: Promise<Response> | null
}

/** So many requests without an answer are remembered. */
const MOST = 100

/** What was asked to be created, and is not known to be created or refused. */
const open = new Map<string, Creating>()

/**
 * Asks once for what is asked for while the same is under way, as by a second click; and what was not answered it asks for
 * under the key that it had, so that nothing is created twice.
 */
export async function creatingOnce(
  address: string,
  init: ClientInit,
  ask: (init: ClientInit) => Promise<Response>,
): Promise<Response> {
  const given = init.headers[KEY_HEADER]
  if (given === undefined) return ask(init)
  const asked = `${address} ${typeof init.body === 'string' ? init.body : ''}`
  const creating = open.get(asked) ?? { key: given, answer: null }
  open.delete(asked)
  open.set(asked, creating)
  const [oldest] = open.keys()
  if (open.size > MOST && oldest !== undefined) open.delete(oldest)
  creating.answer ??= whole(
    ask({ ...init, headers: { ...init.headers, [KEY_HEADER]: creating.key } }),
  ).then(
    (response) => {
      if (response.status < 500 && response.status !== 429) open.delete(asked)
      creating.answer = null
      return response
    },
    (error: unknown) => {
      creating.answer = null
      throw error
    },
  )
  return (await creating.answer).clone()
}

/** An answer that breaks off is none. */
async function whole(coming: Promise<Response>): Promise<Response> {
  const response = await coming
  await response.clone().text()
  return response
}
