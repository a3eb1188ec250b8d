import { APICallError } from 'ai'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { ModelFailure } from './model-failure'
import type { Question } from './model-shapes'

/** Endpoints put whole web pages into their errors. */
const SHOWN = 300
/** How endpoints say that a conversation does not fit. */
const TOO_LONG =
  /context.{0,40}(length|window|size|limit|exceed)|(exceed|maximum|too).{0,40}(context|tokens?|long)|n_ctx/is

/** What an error of a request means. */
export function failureOf(
  error: unknown,
  { baseUrl, model }: Pick<Question, 'baseUrl' | 'model'>,
): ModelFailure {
  const own = causeOf(error)
  if (own) return own
  if (!APICallError.isInstance(error)) return brokenOff(error)
  const { statusCode: status, responseHeaders = {} } = error
  if (status === undefined) {
    const why = shown(deepest(error))
    return new ModelFailure('passing', `Nothing answers at ${baseUrl}: ${why}.`)
  }
  // The answer had begun.
  if (status >= 200 && status < 300) return brokenOff(error)
  const said = `The endpoint answered ${status}: ${shown(error.message || String(status))}.`
  if (status === 401 || status === 403) {
    return new ModelFailure('final', `${said} Check the key of the agent.`)
  }
  if (status === 404) {
    return new ModelFailure('final', `${said} Check baseUrl, and that it has the model ${model}.`)
  }
  if ([400, 413, 422].includes(status) && TOO_LONG.test(error.message)) {
    return new ModelFailure('too long', said)
  }
  const isPassing = status === 408 || status === 409 || status === 429 || status >= 500
  return new ModelFailure(isPassing ? 'passing' : 'final', said, retryAfter(responseHeaders))
}

/** A failure of ours, however deep the library has wrapped it. */
function causeOf(error: unknown): ModelFailure | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    if (at instanceof ModelFailure) return at
  }
  return null
}

/** The sentence that says most: errors of connections hide it in their cause. */
function deepest(error: Error): string {
  let said = error.message
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; depth++) {
    if (at.message !== '') said = at.message
    else if ('code' in at && typeof at.code === 'string') said = at.code
    at = at.cause
  }
  return said
}

function brokenOff(error: unknown): ModelFailure {
  const why = error instanceof Error ? deepest(error) : saidIn(error)
  return new ModelFailure('passing', `The answer of the model broke off: ${shown(why)}.`)
}

/** An error that came as a part of the answer, in any form. */
function saidIn(error: unknown): string {
  if (typeof error === 'string') return error
  const { message } = (error ?? {}) as { readonly message?: unknown }
  return typeof message === 'string' ? message : (JSON.stringify(error) ?? 'no reason was given')
}

function shown(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '')
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line
}

/** In milliseconds, of which it may ask for at most so many. */
function retryAfter(headers: Readonly<Record<string, string>>): number | null {
  const ms = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (Number.isFinite(ms) && ms >= 0) return Math.min(ms, LIMITS.modelRetryMs)
  const value = headers['retry-after']
  if (value === undefined) return null
  const seconds = Number(value)
  const wait = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(value) - Date.now()
  return Number.isFinite(wait) && wait >= 0 ? Math.min(wait, LIMITS.modelRetryMs) : null
}
