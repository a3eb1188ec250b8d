import { statSync } from 'node:fs'
import path from 'node:path'
import type { Joining } from '@crewroom/shared/text/join-lines'
import { narrow } from '../durable-files'
import { StartRefused } from '../start-refused'
import { BridgeAgents } from './bridge/bridge-agents'
import { register } from './bridge/register'

interface JoinElsewhere {
  readonly agent: Joining
  readonly url: string
  readonly code: string
  readonly role: string
  readonly isLead: boolean
  readonly leads: string | null
  readonly folder: string
  /** This program, as it was started. */
  readonly script: string
}

/** A crew has so many agents of one kind at most before this asks for another code. */
const MOST_NAMES = 20

/**
 * Exchanges the code for an agent at once, and keeps its token where only the user may read it: what a coding agent keeps
 * in its settings, and what is in the arguments of its programs, is then no secret. Returns the agent's id.
 */
export async function joinElsewhere(one: JoinElsewhere): Promise<string> {
  const { agent, url, code, role, isLead, leads, folder, script } = one
  const agents = new BridgeAgents(folder)
  await agents.prepare()
  // The printed line has curl make the folder, with the rights that it gives every folder.
  if (path.dirname(script) === folder && statSync(folder).isDirectory()) narrow(folder)
  for (let n = 1; ; n++) {
    const name = n === 1 ? agent : `${agent}-${n}`
    const made = await register(url, code, name, role)
    if ('refused' in made) {
      if (made.isTaken && n < MOST_NAMES) continue
      throw new StartRefused(made.refused)
    }
    await agents.keep({ ...made, url, client: agent, cwd: '', role, isLead, leads, leadId: null })
    return made.agentId
  }
}
