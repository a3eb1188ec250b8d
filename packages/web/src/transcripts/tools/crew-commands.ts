import type { CommandName } from '@crewroom/shared/command/payloads'
import { textIn, type ToolInput } from './tool-input'

/** What agents of a crew write as commands: in their transcripts these are tools. */
const COMMANDS: Readonly<Record<CommandName, true>> = {
  CREATE_GROUP: true,
  ADD_TO_GROUP: true,
  REMOVE_FROM_GROUP: true,
  LEAVE_GROUP: true,
  GROUP_MESSAGE: true,
  START_DISCUSSION: true,
  REACT: true,
  QUERY_GROUPS: true,
  READ_GROUP: true,
  HELP: true,
  AGENT_MESSAGE: true,
  BROADCAST: true,
  INTERRUPT: true,
  CREATE_AGENT: true,
  DELEGATE: true,
  START_TASK: true,
  CANCEL_TASK: true,
  TERMINATE_AGENT: true,
  COMPLETE_TASK: true,
  QUERY_CREW: true,
  AUTO_GROUPS: true,
  RELEASE_HOLD: true,
}

export const isCrewCommand = (name: string): boolean => Object.hasOwn(COMMANDS, name)

/** `config-team: The loader is done.`: where or whom, and the words. */
export function crewCommandLine(input: ToolInput): string | null {
  const where = textIn(input, 'group', 'to', 'name', 'agent', 'role', 'command')
  const words = textIn(input, 'content', 'task', 'summary', 'reason', 'emoji', 'purpose')
  const line = [where, words].filter((part) => part !== null).join(': ')
  return line === '' ? null : line
}
