import { jsonRpc, mcp } from './called'
import type { Door, DoorKind } from './door'
import { acp, model, pipe } from './obedient'
import { agentSocket, inbox, sessionSocket } from './remote'

export const DOORS = {
  pipe,
  acp,
  model,
  '/agent': agentSocket,
  '/api/agents/:agentId/inbox': inbox,
  '/mcp': mcp,
  '/rpc/ws': jsonRpc,
  '/api/group-chats/:chatId/sessions/:sid/ws': sessionSocket,
} satisfies Record<Door, DoorKind>
