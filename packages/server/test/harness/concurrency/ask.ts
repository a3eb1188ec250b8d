import type { Random } from '../random'

export interface Answer {
  readonly status: number
  readonly body: Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- replies are read freely
}

/** How often a client goes away before its answer is there. */
const GOES_AWAY = 0.1

/** One request of a client whose connection may break; null when it does, and nobody knows what became of it. */
export async function ask(
  random: Random,
  url: string,
  token: string,
  [method, body]: readonly [method: string, body?: unknown],
): Promise<Answer | null> {
  const patience = random.chance(GOES_AWAY) ? random.below(8) : 20_000
  const away = new AbortController()
  const gone = new Promise<null>((resolve) => {
    away.signal.addEventListener('abort', () => resolve(null), { once: true })
  })
  const leaving = setTimeout(() => away.abort(), patience)
  try {
    // Raced: the text of a compressed answer that is aborted at the wrong moment never settles in Node's fetch.
    return await Promise.race([answered(url, token, [method, body], away.signal), gone])
  } finally {
    clearTimeout(leaving)
  }
}

async function answered(
  url: string,
  token: string,
  [method, body]: readonly [method: string, body?: unknown],
  signal: AbortSignal,
): Promise<Answer | null> {
  try {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: JSON.parse(text) as Answer['body'] }
  } catch {
    return null
  }
}

/** Whether the server asks to come back, or cannot be reached. */
export function isNotNow(answer: Answer | null): boolean {
  return answer === null || answer.status === 503
}
