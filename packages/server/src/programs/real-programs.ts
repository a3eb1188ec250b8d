import { AcpConnection } from './acp/acp-connection'
import { AgentChild } from './processes/agent-child'
import type { Programs } from './program-run'

/** Programs as child processes of this server. */
export const REAL_PROGRAMS: Programs = {
  spawn: (options) => AgentChild.spawn(options),
  openAcp: (child, options) => {
    if (!(child instanceof AgentChild)) throw new Error('not a child of this server')
    return AcpConnection.open(child, options)
  },
}
