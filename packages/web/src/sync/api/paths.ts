import { MAIN_SESSION } from '@crewroom/shared/model/session'

/** Addresses of the API, with their names and values encoded. */

export const at = encodeURIComponent
export const lead = (leadId: string) => `/api/lead/${at(leadId)}`
export const group = (leadId: string, name: string) => `${lead(leadId)}/groups/${at(name)}`
/** Where messages are: in a group, or in one of its sessions. */
export const talk = (leadId: string, name: string, sessionId: string = MAIN_SESSION) =>
  group(leadId, name) + (sessionId === MAIN_SESSION ? '' : `/sessions/${at(sessionId)}`)
export const agent = (agentId: string) => `/api/agents/${at(agentId)}`

export function query(
  values: Readonly<Record<string, string | number | null | undefined>>,
): string {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined)
  return given.length === 0
    ? ''
    : `?${given.map(([key, value]) => `${key}=${at(String(value))}`).join('&')}`
}
