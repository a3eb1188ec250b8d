import WebSocket from 'ws'
import { type Agent, type AgentOptions, connectAgent } from '@crewroom/shared/client/connect-agent'
import type { SocketClass } from '@crewroom/shared/client/open-socket'

/** An agent's program over `/agent`, as the client library has it; it goes with the test. */
export function testAgent(
  url: string,
  agentId: string,
  token: string,
  options: Partial<AgentOptions> = {},
): Agent & AsyncDisposable {
  const agent = connectAgent({
    url,
    agentId,
    token,
    WebSocket: WebSocket as unknown as SocketClass,
    ...options,
  })
  return Object.assign(agent, {
    [Symbol.asyncDispose]: async () => {
      agent.close()
      await agent.ended
    },
  })
}
