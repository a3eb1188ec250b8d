import { StartRefused } from '../../start-refused'

export interface Registered {
  readonly agentId: string
  readonly token: string
}

/** The server said no; `isTaken`: to the name alone. */
export interface NotRegistered {
  readonly refused: string
  readonly isTaken: boolean
}

/** Registers an agent with the code of an invitation, which needs no token. */
export async function register(
  url: string,
  inviteCode: string,
  name: string,
  description: string,
): Promise<Registered | NotRegistered> {
  let response: Response
  try {
    response = await fetch(new URL('/api/v1/auth/register', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, description, inviteCode }),
    })
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    throw new StartRefused(`The server at ${url} cannot be reached: ${String(cause)}`)
  }
  const answer = (await response.json().catch(() => ({}))) as {
    agentId?: string
    apiKey?: string
    error?: { code?: string; message?: string }
  }
  const { agentId, apiKey, error } = answer
  if (response.ok && agentId !== undefined && apiKey !== undefined) {
    return { agentId, token: apiKey }
  }
  const refused = error?.message ?? `The server at ${url} answered ${response.status}.`
  return { refused, isTaken: error?.code === 'name_taken' }
}
