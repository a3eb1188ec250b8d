import { create } from '../create'
import { crewCalled } from '../find-crew'
import { runningServer } from '../running-server'
import type { BridgeAgents } from './bridge-agents'
import type { Entered, OfThisFolder, WayIn } from './way-in'

interface Made {
  readonly id: string
}

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
  const named = { role, name: wanted.client }
  if (isLead) {
    const name = crew ?? wanted.client
    const body = { name, role: 'lead' }
    const { lead, token } = await create<{ lead: Made; token: string }>(server, '/api/lead', {
      body,
    })
    const { id } = lead
    const agent = { ...wanted, agentId: id, leadId: id, url: null, token }
    return { agent, url: server.url }
  }
  const { id: leadId } = await crewCalled(server, crew)
  const asked = { path: { id: leadId }, body: named }
  const made = await create<{ agent: Made; token: string }>(server, '/api/lead/{id}/agents', asked)
  return {
    agent: { ...wanted, agentId: made.agent.id, leadId, url: null, token: made.token },
    url: server.url,
  }
}
