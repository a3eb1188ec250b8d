import type { DataDir, ServerFile } from '../data-dir'
import { isProof, newChallenge, proofOf } from '../instance-proof'
import { StartFailed, StartRefused } from '../start-refused'
import { failureIn, lockSentence, startSentence } from '../storage-failure'
import { isLockHeld } from '../storage/lock'
import { sentence } from './sentence'

/** A server that answers later than this to a small question is as good as none. */
const ANSWER_WITHIN_MS = 10_000
const ANSWER_BYTES = 4_096

export type Found =
  | { readonly kind: 'running'; readonly server: ServerFile }
  /** `unproven`: one holds the data, and what can be asked did not show that it is it. */
  | { readonly kind: 'none' | 'unproven'; readonly why: string }

/**
 * The server that uses this data, which has proved to be it. Only then is a token sent anywhere: server.json stays
 * when a server is killed, and its pid and its port may be another program's by then.
 */
export async function findServer(data: DataDir): Promise<Found> {
  const server = lastSeen(data)
  if (!isHeld(data)) {
    const why = `No Crewroom server is running on ${data.folder}. Start one with: crewroom start`
    return { kind: 'none', why }
  }
  const unproven = (why: string): Found => ({ kind: 'unproven', why })
  if (!server) {
    return unproven(
      `A server is just starting or stopping on ${data.folder}. Try again in a moment.`,
    )
  }
  const { url, pid, version, proofKey } = server
  if (proofKey === undefined) {
    return unproven(
      `The server at ${url} (pid ${pid}) is an earlier build of Crewroom ${version}: it cannot prove that it is the one that uses ${data.folder}, so no token was sent to it. Restart it and try again.`,
    )
  }
  const challenge = newChallenge()
  let proof: unknown
  try {
    proof = await proofFrom(url, challenge)
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    return unproven(`The server at ${url} cannot be reached: ${String(cause)}`)
  }
  if (isProof(proof, proofOf(proofKey, challenge, url))) return { kind: 'running', server }
  return unproven(
    `The program at ${url} is not the Crewroom server of ${data.folder}; no token was sent to it. Restart the server and try again.`,
  )
}

function lastSeen(data: DataDir): ServerFile | null {
  try {
    return data.runningServer()
  } catch (error) {
    throw new StartFailed(startSentence(failureIn(error), data.folder), error)
  }
}

/** Whether a live process, which can only be a server, holds the data. */
export function isHeld({ folder, lock }: DataDir): boolean {
  try {
    return isLockHeld(lock)
  } catch (error) {
    throw new StartFailed(lockSentence(failureIn(error), folder, lock), error)
  }
}

/** The server that uses this data. Refused in a sentence where there is none. */
export async function runningServer(data: DataDir): Promise<ServerFile> {
  const found = await findServer(data)
  if (found.kind === 'running') return found.server
  throw new StartRefused(found.why)
}

/** What is said to be the proof; undefined when it is none that Crewroom gives. */
async function proofFrom(url: string, challenge: string): Promise<unknown> {
  const response = await fetch(`${url}/api/health?challenge=${challenge}`, {
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  })
  let text = ''
  const body = response.body as AsyncIterable<Uint8Array> | null
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString('latin1')
    // Whoever it is may say what it likes, for as long as it likes.
    if (text.length > ANSWER_BYTES) return undefined
  }
  try {
    return (JSON.parse(text) as { proof?: unknown } | null)?.proof
  } catch {
    return undefined
  }
}

/** One request as the owner; a refusal is said in the server's own words. */
export async function ask(
  server: ServerFile,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  let response: Response
  try {
    response = await fetch(`${server.url}${path}`, {
      ...init,
      headers: { ...(init.headers as object), authorization: `Bearer ${server.token}` },
    })
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    throw new StartRefused(`The server at ${server.url} cannot be reached: ${String(cause)}`)
  }
  if (response.ok) return response
  const { error } = (await response.json().catch(() => ({}))) as { error?: { message?: string } }
  throw new StartRefused(
    (error?.message && sentence(error.message)) ??
      `The server at ${server.url} answered ${response.status}.`,
  )
}
