import type { Later } from '../later'
import type { AcpConnection } from './acp/acp-connection'
import { AgentChild } from './processes/agent-child'
import type { Programs } from './program-run'

/**
 * Programs as child processes of this server. The code of the protocol with coding agents is loaded with the first one.
 */
export function realPrograms(acp: Later<typeof AcpConnection>): Programs {
  return {
    spawn: (options) => AgentChild.spawn(options),
    openAcp: async (child, options) => {
      if (!(child instanceof AgentChild)) throw new Error('not a child of this server')
      const connection = await acp()
      return connection.open(child, options)
    },
  }
}
