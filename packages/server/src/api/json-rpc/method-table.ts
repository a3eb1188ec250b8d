import type { RpcMethod } from '@crewroom/shared/protocol/rpc/methods'
import type { MethodRow } from './method'
import { agentAnswer } from './methods/agent-answer'
import { agentCommand } from './methods/agent-command'
import { agentsList, agentsLookup, agentsLookupByName } from './methods/agents'
import { connect } from './methods/connect'
import { contactsList } from './methods/contacts-list'
import { conversationArchive, conversationUnarchive } from './methods/conversation-archive'
import { conversationCreate } from './methods/conversation-create'
import { conversationList } from './methods/conversation-list'
import { participantsAdd, participantsRemove } from './methods/conversation-participants'
import { messagesList } from './methods/messages-list'
import { messagesSend } from './methods/messages-send'
import { ping } from './methods/ping'
import { presenceSubscribe, presenceUpdate } from './methods/presence'
import { taskCreate } from './methods/task-create'
import { taskClose, taskLeave } from './methods/task-end'
import { taskList } from './methods/task-list'
import { taskAddParticipant, taskRemoveParticipant } from './methods/task-participants'

/** Every method, in the order of its document: a method without a row is a type error. */
export const METHOD_TABLE: { readonly [M in RpcMethod]: MethodRow<M> } = {
  'network/connect': connect,
  'network/ping': ping,
  'task/create': taskCreate,
  'task/list': taskList,
  'task/close': taskClose,
  'task/leave': taskLeave,
  'task/addParticipant': taskAddParticipant,
  'task/removeParticipant': taskRemoveParticipant,
  'task/conversation/create': conversationCreate,
  'task/conversation/list': conversationList,
  'task/conversation/archive': conversationArchive,
  'task/conversation/unarchive': conversationUnarchive,
  'task/conversation/participants/add': participantsAdd,
  'task/conversation/participants/remove': participantsRemove,
  'messages/send': messagesSend,
  'messages/list': messagesList,
  'agent/answer': agentAnswer,
  'agent/command': agentCommand,
  'agents/list': agentsList,
  'agents/lookup': agentsLookup,
  'agents/lookupByName': agentsLookupByName,
  'presence/subscribe': presenceSubscribe,
  'presence/update': presenceUpdate,
  'contacts/list': contactsList,
}
