import type { DataDir } from '../../data-dir'
import { StartRefused } from '../../start-refused'
import type { BridgeAgent, BridgeAgents, WantedAgent } from './bridge-agents'
import { register } from './register'

/** How a bridge gets to a crew: through the server of a data folder, or at a server elsewhere. */
export interface WayIn {
  readonly data: DataDir
  /** By name or the id of its lead. */
  readonly crew: string | undefined
  readonly role: string
  /** It leads a crew of its own. */
  readonly isLead: boolean
  readonly elsewhere: Elsewhere | null
}

export interface Elsewhere {
  readonly url: string
  /** The agent that `crewroom join` made; null: one is made with the code of an invitation. */
  readonly agentId: string | null
  readonly code: () => Promise<string>
}

/** An agent to speak for, and where. */
export interface Entered {
  readonly agent: Omit<BridgeAgent, 'pid'>
  readonly url: string
}

export type OfThisFolder = Omit<WantedAgent, 'leadId' | 'url'>

/** The agent of this client in this folder: the one from earlier, or a new one. Refused in a sentence where there is no way. */
export async function enter(
  way: WayIn,
  agents: BridgeAgents,
  client: string,
  cwd: string,
): Promise<Entered> {
  const { role, isLead, elsewhere } = way
  const leads = isLead ? (way.crew ?? null) : null
  const wanted = { client, cwd, role, isLead, leads }
  if (elsewhere) {
    const { url, agentId } = elsewhere
    const agent =
      agentId === null
        ? await invited(elsewhere, agents, wanted)
        : await joined(elsewhere, agentId, agents)
    return { agent, url }
  }
  // The program that only joins has nothing that looks for a server of its own.
  const { enterOwnServer } = await import('./own-server')
  return enterOwnServer(way, agents, wanted)
}

async function invited(
  { url, code }: Elsewhere,
  agents: BridgeAgents,
  ofFolder: OfThisFolder,
): Promise<Omit<BridgeAgent, 'pid'>> {
  const wanted = { ...ofFolder, leadId: null, url }
  const found = await agents.claim(wanted)
  if (found) return found
  const made = await register(url, await code(), wanted.client, wanted.role)
  if ('refused' in made) throw new StartRefused(made.refused)
  const agent = { ...wanted, ...made }
  await agents.keep(agent)
  return agent
}

async function joined(
  { url }: Elsewhere,
  agentId: string,
  agents: BridgeAgents,
): Promise<BridgeAgent> {
  const found = await agents.speakFor(agentId, url)
  if (found === null) {
    throw new StartRefused(
      `No agent ${agentId} of ${url} is kept here, or its token is no longer valid. Join again with a new invitation.`,
    )
  }
  if (found === 'taken') {
    throw new StartRefused(
      'Another program of this machine speaks for this agent now. End that one, or join again with a new invitation: each program needs an agent of its own.',
    )
  }
  return found
}
