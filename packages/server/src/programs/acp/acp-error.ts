import { RequestError } from '@agentclientprotocol/sdk'
import { AcpFailure, type AcpPhase } from './acp-failure'

/** ACP's "authentication required". */
const AUTH_REQUIRED = -32_000
const UNKNOWN_METHOD = -32_601
/** Agents put whole stack traces and HTML pages into their errors. */
const SHOWN = 300

/** What the agent's error answer to a request means. */
export function failureOf(
  error: unknown,
  method: string,
  phase: AcpPhase,
  login: string | null = null,
): AcpFailure {
  if (error instanceof AcpFailure) return error
  const said = `${error instanceof Error ? error.message : String(error)}${details(error)}`
  const shown = said.length > SHOWN ? `${said.slice(0, SHOWN)}…` : said
  if (error instanceof RequestError && error.code === AUTH_REQUIRED) {
    const how = login === null ? '' : ` To log in: ${login}`
    return new AcpFailure(`The agent needs a login before it works here: ${shown}${how}`, 'auth')
  }
  if (phase === 'initialize' && error instanceof RequestError && error.code === UNKNOWN_METHOD) {
    const none = `It does not know "${method}": ${shown}`
    return new AcpFailure(`The program does not speak the Agent Client Protocol. ${none}`, phase)
  }
  return new AcpFailure(`The agent answered "${method}" with an error: ${shown}`, phase)
}

/** Many agents say only "Internal error", and give the reason in the data beside it. */
function details(error: unknown): string {
  if (!(error instanceof RequestError)) return ''
  const { data } = error
  if (typeof data === 'string') return ` (${data})`
  if (typeof data !== 'object' || data === null) return ''
  const found = Object.values(data).find((value) => typeof value === 'string')
  return found === undefined ? '' : ` (${found})`
}
