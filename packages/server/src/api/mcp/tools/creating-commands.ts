import type { CommandName } from '@crewroom/shared/command/payloads'

/** Commands that create something each time they run: as calls that are sent again they run once. */
export const COMMAND_CREATES: Readonly<Record<CommandName, boolean>> = {
  CREATE_GROUP: true,
  CREATE_AGENT: true,
  DELEGATE: true,
  START_DISCUSSION: true,
  GROUP_MESSAGE: true,
  AGENT_MESSAGE: true,
  BROADCAST: true,
  INTERRUPT: true,
  // The next task, and the message that is the newest by then.
  COMPLETE_TASK: true,
  REACT: true,
  // What is so already stays so, or is refused.
  ADD_TO_GROUP: false,
  REMOVE_FROM_GROUP: false,
  LEAVE_GROUP: false,
  START_TASK: false,
  CANCEL_TASK: false,
  TERMINATE_AGENT: false,
  RELEASE_HOLD: false,
  AUTO_GROUPS: false,
  QUERY_GROUPS: false,
  READ_GROUP: false,
  QUERY_CREW: false,
  HELP: false,
}
