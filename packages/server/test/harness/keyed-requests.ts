/** An answer to a request with a key. */
export interface KeyedReply {
  readonly status: number
  /** Of a refusal. */
  readonly code: string | undefined
  readonly isReplay: boolean
  readonly retryAfter: string | null
  readonly body: Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- tests read replies freely
}

/** Sends a creating request under a key, which stands in the header as it is given. */
export async function sendKeyed(
  server: { readonly url: string; readonly token: string },
  address: string,
  body: object,
  key: string,
): Promise<KeyedReply> {
  const response = await fetch(`${server.url}${address}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  })
  const answered = (await response.json()) as KeyedReply['body']
  return {
    status: response.status,
    code: response.ok ? undefined : (answered['error'].code as string),
    isReplay: response.headers.get('idempotency-replayed') === 'true',
    retryAfter: response.headers.get('retry-after'),
    body: answered,
  }
}
