import { CrewError } from '@crewroom/shared/protocol/errors'
import { RPC } from '@crewroom/shared/protocol/rpc/codes'
import type { RpcParams } from '@crewroom/shared/protocol/rpc/methods'
import { type VersionRange, versionProblem } from '@crewroom/shared/protocol/rpc/version'
import type { Shard } from '../../../crew/shard'
import type { Authenticator, Principal } from '../../principal'
import { assertCallerTakesPart } from '../caller'
import { method } from '../method'
import { RpcRefusal } from '../rpc-errors'

export const connect = method({
  method: 'network/connect',
  summary: 'Says which agent this is, with its token, and which versions of the protocol it speaks',
  who: 'Any agent; it is the first request of a connection.',
  verb: null,
  tells: [],
})

type AgentPrincipal = Extract<Principal, { readonly kind: 'agent' }>

/** The agent that connects. Throws what the answer says: the connection may try again. */
export function agentThatConnects(
  shard: Shard,
  authenticator: Authenticator,
  { agentKey, sessionToken, minProtocol, maxProtocol }: RpcParams<'network/connect'>,
  versions: VersionRange,
): AgentPrincipal {
  if (sessionToken !== undefined) {
    throw new RpcRefusal(
      RPC.unauthorized,
      'sessionToken is for people, and only agents connect here: send agentKey, the token that the agent was given when it was created.',
      { code: 'unauthorized' },
    )
  }
  const principal = authenticator.principal(agentKey)
  if (principal?.kind !== 'agent') {
    throw new CrewError(
      'unauthorized',
      'agentKey is not the token of an agent. An agent gets its token when it is created or registered; the owner’s and the observer’s are for people.',
    )
  }
  assertCallerTakesPart(shard, principal)
  // After the key: without one nobody learns anything about the server.
  const reason = versionProblem(minProtocol, maxProtocol, versions)
  if (reason === null) return principal
  throw new RpcRefusal(RPC.protocol, `The versions do not fit: ${reason}.`, { reason })
}
