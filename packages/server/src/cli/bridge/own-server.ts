import { crewCalled } from '../find-crew'
import { ask, runningServer } from '../running-server'
import type { BridgeAgents } from './bridge-agents'
import type { Entered, OfThisFolder, WayIn } from './way-in'

/** The agent of this client at the server of the data folder. */
export async function enterOwnServer(
  way: WayIn,
  agents: BridgeAgents,
  wanted: OfThisFolder,
): Promise<Entered> {
  const found = await known(way, agents, wanted)
  if (found) return found
  const made = await created(way, wanted)
  await agents.keep(made.agent)
  return made
}

/** The agent from earlier, if there is one, for which this bridge then speaks; makes none. */
async function known(
  way: WayIn,
  agents: BridgeAgents,
  wanted: OfThisFolder,
): Promise<Entered | null> {
  const server = await runningServer(way.data)
  const leadId =
    way.crew === undefined || way.isLead ? null : (await crewCalled(server, way.crew)).id
  const agent = await agents.claim({ ...wanted, leadId, url: null })
  return agent && { agent, url: server.url }
}

async function created(
  { data, crew, role, isLead }: WayIn,
  wanted: OfThisFolder,
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
