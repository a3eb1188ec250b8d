import { commandTools } from '@crewroom/shared/command/tools'
import { answer } from './tools/answer'
import { commandAsTool } from './tools/command'
import { readInbox } from './tools/read-inbox'
import type { Caller, DoorTool } from './tool'

/** For agents that nobody hands anything: how they read, and how they answer. */
const OF_INBOX: readonly DoorTool[] = [readInbox, answer]

/** The tools that the caller has, in the order in which they are listed. */
export function toolsFor({ isLead, runsElsewhere }: Caller): readonly DoorTool[] {
  const commands = commandTools(isLead).map(commandAsTool)
  return runsElsewhere ? [...OF_INBOX, ...commands] : commands
}
