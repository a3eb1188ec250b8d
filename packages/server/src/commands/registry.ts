import type { Command, CommandName } from '@crewroom/shared/command/payloads'
import { addToGroupCommand } from './add-to-group'
import { agentMessageCommand } from './agent-message'
import { autoGroupsCommand } from './auto-groups'
import { broadcastCommand } from './broadcast'
import { cancelTaskCommand } from './cancel-task'
import { completeTaskCommand } from './complete-task'
import { createAgentCommand } from './create-agent'
import { delegateCommand } from './delegate'
import { interruptCommand } from './interrupt'
import { queryCrewCommand } from './query-crew'
import { terminateAgentCommand } from './terminate-agent'
import type { CommandContext, CommandHandler, CommandReply } from './command-handler'
import { createGroupCommand } from './create-group'
import { groupMessageCommand } from './group-message'
import { helpCommand } from './help'
import { leaveGroupCommand } from './leave-group'
import { queryGroupsCommand } from './query-groups'
import { reactCommand } from './react'
import { readGroupCommand } from './read-group'
import { releaseHoldCommand } from './release-hold'
import { removeFromGroupCommand } from './remove-from-group'
import { startDiscussionCommand } from './start-discussion'
import { startTaskCommand } from './start-task'

const HANDLERS: { readonly [N in CommandName]: CommandHandler<N> } = {
  CREATE_GROUP: createGroupCommand,
  ADD_TO_GROUP: addToGroupCommand,
  REMOVE_FROM_GROUP: removeFromGroupCommand,
  LEAVE_GROUP: leaveGroupCommand,
  GROUP_MESSAGE: groupMessageCommand,
  START_DISCUSSION: startDiscussionCommand,
  REACT: reactCommand,
  QUERY_GROUPS: queryGroupsCommand,
  READ_GROUP: readGroupCommand,
  CREATE_AGENT: createAgentCommand,
  DELEGATE: delegateCommand,
  START_TASK: startTaskCommand,
  CANCEL_TASK: cancelTaskCommand,
  TERMINATE_AGENT: terminateAgentCommand,
  COMPLETE_TASK: completeTaskCommand,
  AGENT_MESSAGE: agentMessageCommand,
  BROADCAST: broadcastCommand,
  INTERRUPT: interruptCommand,
  QUERY_CREW: queryCrewCommand,
  RELEASE_HOLD: releaseHoldCommand,
  AUTO_GROUPS: autoGroupsCommand,
  HELP: helpCommand,
}

export function runCommand(context: CommandContext, command: Command): CommandReply {
  const handler = HANDLERS[command.name] as CommandHandler<CommandName>
  return handler.run(context, command.payload)
}
