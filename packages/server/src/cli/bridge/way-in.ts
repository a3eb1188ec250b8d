import type { DataDir } from '../../data-dir'
import { StartRefused } from '../../start-refused'
import { crewCalled } from '../find-crew'
import { ask, runningServer } from '../running-server'
import type { BridgeAgent, BridgeAgents, WantedAgent } from './bridge-agents'

/** How a bridge gets to a crew: through the server of a data folder, or by an invitation. */
export interface WayIn {
  readonly data: DataDir
  /** By name or the id of its lead. */
  readonly crew: string | undefined
  readonly role: string
  /** It leads a crew of its own. */
  readonly isLead: boolean
  readonly invitation: { readonly url: string; readonly code: string } | null
}

/** An agent to speak for, and where. */
export interface Entered {
  readonly agent: Omit<BridgeAgent, 'pid'>
  readonly url: string
}

/** The agent of this client in this folder: the one from earlier, or a new one. Refused in a sentence where there is no way. */
export async function enter(
  way: WayIn,
  agents: BridgeAgents,
  client: string,
  cwd: string,
): Promise<Entered> {
  const { role, isLead, invitation } = way
  const leads = isLead ? (way.crew ?? null) : null
  const wanted = { client, cwd, role, isLead, leads }
  const found = await known(way, agents, wanted)
  if (found) return found
  const made = invitation
    ? await registered(way, { ...wanted, leadId: null, url: invitation.url })
    : await created(way, wanted)
  await agents.keep(made.agent)
  return made
}

/** The agent from earlier, if there is one, for which this bridge then speaks; makes none. */
async function known(
  way: WayIn,
  agents: BridgeAgents,
  wanted: Omit<WantedAgent, 'leadId' | 'url'>,
): Promise<Entered | null> {
  if (way.invitation) {
    const { url } = way.invitation
    const agent = await agents.claim({ ...wanted, leadId: null, url })
    return agent && { agent, url }
  }
  const server = await runningServer(way.data)
  const leadId =
    way.crew === undefined || way.isLead ? null : (await crewCalled(server, way.crew)).id
  const agent = await agents.claim({ ...wanted, leadId, url: null })
  return agent && { agent, url: server.url }
}

async function created(
  { data, crew, role, isLead }: WayIn,
  wanted: Omit<WantedAgent, 'leadId' | 'url'>,
): Promise<Entered> {
  const server = await runningServer(data)
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const response = await ask(server, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await response.json()) as Record<string, unknown>
  }
  const named = { role, name: wanted.client }
  if (isLead) {
    const name = crew ?? wanted.client
    const { lead, token } = await post('/api/lead', { name, role: 'lead' })
    const { id } = lead as { id: string }
    const agent = { ...wanted, agentId: id, leadId: id, url: null, token: String(token) }
    return { agent, url: server.url }
  }
  const { id: leadId } = await crewCalled(server, crew)
  const { agent, token } = await post(`/api/lead/${leadId}/agents`, named)
  const { id } = agent as { id: string }
  return {
    agent: { ...wanted, agentId: id, leadId, url: null, token: String(token) },
    url: server.url,
  }
}

async function registered({ invitation, role }: WayIn, wanted: WantedAgent): Promise<Entered> {
  if (!invitation) throw new Error('no invitation')
  const { url, code } = invitation
  const body = { name: wanted.client, description: role, inviteCode: code }
  let response: Response
  try {
    response = await fetch(new URL('/api/v1/auth/register', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    throw new StartRefused(`The server at ${url} cannot be reached: ${String(cause)}`)
  }
  const answer = (await response.json().catch(() => ({}))) as {
    agentId?: string
    apiKey?: string
    error?: { message?: string }
  }
  const { agentId, apiKey } = answer
  if (!response.ok || agentId === undefined || apiKey === undefined) {
    throw new StartRefused(
      answer.error?.message ?? `The server at ${url} answered ${response.status}.`,
    )
  }
  return { agent: { ...wanted, agentId, token: apiKey }, url }
}
