import { LIMITS } from '@crewroom/shared/protocol/limits'
import { ModelFailure } from './model-failure'

/**
 * `fetch` for endpoints that nobody here has written: a response ends after so many bytes, a web page is not an answer, and
 * no redirect takes the key elsewhere.
 */
export async function boundedFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel()
    const to = response.headers.get('location') ?? 'somewhere else'
    throw new ModelFailure(
      'final',
      `The endpoint redirects to ${to}, which is not followed: give that address as baseUrl, up to /chat/completions.`,
    )
  }
  const type = response.headers.get('content-type') ?? ''
  if (response.ok && /^(text\/html|application\/json)\b/i.test(type)) {
    await response.body?.cancel()
    throw new ModelFailure(
      'final',
      `The endpoint answered with ${type}, not with a stream of events. Check baseUrl: most end with /v1.`,
    )
  }
  const { status, statusText, headers } = response
  const body = response.body?.pipeThrough(atMost(LIMITS.modelResponseBytes)) ?? null
  return new Response(body, { status, statusText, headers })
}

function atMost(bytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = bytes
  return new TransformStream({
    transform(chunk, controller) {
      left -= chunk.byteLength
      if (left < 0) {
        controller.error(new ModelFailure('final', `A response was larger than ${bytes} bytes.`))
      } else controller.enqueue(chunk)
    },
  })
}
