import { membersFull } from '@crewroom/shared/text/members-full'
import type { CrewError, ErrorCode } from '@crewroom/shared/protocol/errors'

/**
 * What a refusal says on this door, where other doors speak of circles, groups and crews: a program here knows tasks and
 * conversations. A code without a sentence says nothing of those.
 */
const SENTENCES: Partial<Record<ErrorCode, string>> = {
  admission_not_found: 'There is no such task, or you are not in it.',
  admission_closed:
    'This task is closed: its conversations are read-only, and nobody comes or goes. Create another one.',
  group_not_found: 'There is no such conversation in this task.',
  lead_not_found: 'There is no such task, or you are not in it.',
  not_a_member: 'You do not take part in this conversation. Its task-manager can add you.',
  group_archived:
    'This conversation is archived. Its history can still be read, and its task-manager can unarchive it.',
  message_not_found: 'There is no such message in this conversation.',
  forbidden:
    'Only the task-manager may do this. In the task of all agents nobody is taken out, leaves or closes it.',
  lead_cannot_leave: 'This agent takes part in all conversations of the task, and stays in them.',
  busy: 'The server is busy. Try again after the time in `data.retryAfter`.',
}

export function inOwnWords({ code, message, details }: CrewError): string {
  if (code !== 'limit_reached') return SENTENCES[code] ?? message
  return details?.['limit'] === 'members'
    ? membersFull({ at: 'conversation' })
    : 'There are as many tasks, conversations or participants as there may be. Close tasks, archive conversations or remove participants first.'
}
