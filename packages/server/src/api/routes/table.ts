import { ADMISSION_ROUTES } from './admission-routes'
import { AGENT_TRANSCRIPT_ROUTES, type AgentTranscriptRoutePorts } from './agent-transcript-routes'
import { EFFECT_ROUTES, type EffectRoutePorts } from './effect-routes'
import { BUDGET_ROUTES } from './budget-routes'
import { TREE_ROUTES, type TreeRoutePorts } from './tree-routes'
import { FILE_ROUTES } from './file-routes'
import { GROUP_CHAT_ROUTES, type GroupChatRoutePorts } from './group-chat-routes'
import { INSTRUCTION_ROUTES } from './instruction-routes'
import { INVITE_ROUTES } from './invite-routes'
import { NEED_ROUTES } from './need-routes'
import { PAUSE_ROUTES, type PauseRoutePorts } from './pause-routes'
import { PERMISSION_ROUTES } from './permission-routes'
import type { RouteRow } from './row'
import { RPC_FRAME_ROUTES, type RpcFrameRoutePorts } from './rpc-frame-routes'
import { MESSAGE_CHANGE_ROUTES } from './message-change-routes'
import { PIN_ROUTES } from './pin-routes'
import { RUN_ROUTES } from './run-routes'
import { SESSION_ROUTES, type SessionRoutePorts } from './session-routes'
import {
  SESSION_TRANSCRIPT_ROUTES,
  type SessionTranscriptRoutePorts,
} from './session-transcript-routes'
import { TALK_ROUTES } from './talk-routes'
import { TASK_ROUTES } from './task-routes'
import { TRANSCRIPT_ROUTES, type TranscriptRoutePorts } from './transcript-routes'
import { WORK_FILE_ROUTES, type WorkFileRoutePorts } from './work-file-routes'
import { USAGE_ROUTES } from './usage-routes'

/** What the rows of the table need, each its own part of it. */
export type TablePorts = PauseRoutePorts &
  EffectRoutePorts &
  TranscriptRoutePorts &
  AgentTranscriptRoutePorts &
  SessionRoutePorts &
  SessionTranscriptRoutePorts &
  GroupChatRoutePorts &
  TreeRoutePorts &
  Pick<WorkFileRoutePorts, 'workFolders'> &
  RpcFrameRoutePorts

/** Every route that is written as a row, in the order of the document: what is in here is served and documented. */
export const ROUTE_TABLE: readonly RouteRow<TablePorts>[] = [
  ...ADMISSION_ROUTES,
  ...TASK_ROUTES,
  ...TALK_ROUTES,
  ...MESSAGE_CHANGE_ROUTES,
  ...PIN_ROUTES,
  ...USAGE_ROUTES,
  ...EFFECT_ROUTES,
  ...BUDGET_ROUTES,
  ...NEED_ROUTES,
  ...PERMISSION_ROUTES,
  ...INVITE_ROUTES,
  ...PAUSE_ROUTES,
  ...TRANSCRIPT_ROUTES,
  ...AGENT_TRANSCRIPT_ROUTES,
  ...SESSION_ROUTES,
  ...RUN_ROUTES,
  ...SESSION_TRANSCRIPT_ROUTES,
  ...GROUP_CHAT_ROUTES,
  ...TREE_ROUTES,
  ...FILE_ROUTES,
  ...WORK_FILE_ROUTES,
  ...RPC_FRAME_ROUTES,
  ...INSTRUCTION_ROUTES,
]
