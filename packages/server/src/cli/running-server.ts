import { StartRefused } from '../start-refused'
import type { DataDir, ServerFile } from '../data-dir'

/** The server that uses this data. Refused in a sentence where there is none. */
export function runningServer(data: DataDir): ServerFile {
  const server = data.runningServer()
  if (server) return server
  throw new StartRefused(
    `No Crewroom server runs on ${data.folder}. Start one with: crewroom start`,
  )
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

/** The server's words begin small where they go on a sentence that an agent reads. */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
