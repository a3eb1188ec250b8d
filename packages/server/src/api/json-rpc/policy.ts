import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { RpcPolicy } from '@crewroom/shared/protocol/rpc/records'
import type { Shard } from '../../crew/shard'
import { HEARTBEAT_MS } from '../sockets/upgrade'

/** Requests that a connection may send for each message that its agent may: it also asks, lists and pings. */
const REQUESTS_PER_MESSAGE = 2

/** The limits that the server announces to a client when it connects. */
export function policyOf({ ports: { rate } }: Shard): RpcPolicy {
  return {
    maxMessageBytes: LIMITS.rpcFrameBytes,
    maxPartsPerMessage: LIMITS.parts,
    maxTextLength: LIMITS.partText,
    // As many as a group may have members: a conversation is one. Others of this protocol allow 256.
    maxGroupParticipants: LIMITS.members,
    heartbeatIntervalMs: HEARTBEAT_MS,
    messagesPerMinute: rate.perMinute,
    requestsPerMinute: rate.perMinute * REQUESTS_PER_MESSAGE,
  }
}
