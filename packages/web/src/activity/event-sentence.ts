import { admissionSentence } from './admission-sentence'
import { SYSTEM_ID } from '@crewroom/shared/model/participant'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { agentSentence, editSentence } from './agent-sentence'
import { fileSentence } from './file-sentence'
import { groupEditSentence, groupSentence, memberSentence } from './group-sentence'
import type { Clock } from './held-because'
import { messageSentence } from './message-sentence'
import { type Sentence, told } from './sentence'
import { runSentence } from './run-sentence'
import { roundSentence, sessionSentence } from './session-sentence'
import { needSentence, taskSentence } from './work-sentence'

/** One event of a crew's journal as a sentence that a person understands. */
export function sentenceOf(event: CrewEvent, clock: Clock): Sentence {
  switch (event.type) {
    case 'lead:created':
      return event.lead.workspace === undefined
        ? told('agents', event.leadId, ['The crew ', event.lead.name, ' was created'])
        : told('agents', SYSTEM_ID, ['The workspace ', event.lead.workspace, ' was created'])
    case 'lead:deleted':
      return told('agents', event.leadId, ['The crew ', event.lead.name, ' was deleted'])
    case 'lead:paused':
      return told(
        'agents',
        SYSTEM_ID,
        ['The crew is paused: messages are kept until it is resumed'],
        { tone: 'wait' },
      )
    case 'lead:resumed':
      return told('agents', SYSTEM_ID, ['The crew is resumed: what waited is delivered'])
    case 'lead:updated':
      return told('groups', SYSTEM_ID, [
        event.lead.autoGroups
          ? 'Automatic groups for parallel work are now on'
          : 'Automatic groups for parallel work are now off',
      ])
    case 'agent:created':
    case 'agent:completed':
    case 'agent:failed':
    case 'agent:terminated':
    case 'agent:resumed':
    case 'agent:held':
    case 'agent:released':
      return agentSentence(event, clock)
    case 'agent:updated':
      return editSentence(event)
    case 'group:updated':
      return groupEditSentence(event)
    case 'group:created':
    case 'group:archived':
    case 'group:unarchived':
    case 'group:paused':
    case 'group:resumed':
    case 'group:held':
    case 'group:imported':
      return groupSentence(event, clock)
    case 'group:member_added':
    case 'group:member_removed':
      return memberSentence(event)
    case 'group:message':
    case 'group:message_edited':
    case 'group:message_deleted':
    case 'group:reaction':
    case 'group:read':
    case 'direct:message':
      return messageSentence(event)
    case 'task:created':
    case 'task:given':
    case 'task:updated':
    case 'task:completed':
    case 'task:failed':
    case 'task:cancelled':
      return taskSentence(event)
    case 'need:opened':
    case 'need:closed':
      return needSentence(event)
    case 'session:created':
    case 'session:updated':
    case 'session:message':
    case 'session:reaction':
    case 'session:read':
      return sessionSentence(event)
    case 'round:opened':
    case 'round:responded':
    case 'round:closed':
      return roundSentence(event)
    case 'run:started':
    case 'run:updated':
    case 'run:ended':
    case 'run:stepped':
      return runSentence(event)
    case 'admission:created':
    case 'admission:updated':
    case 'admission:closed':
      return admissionSentence(event)
    case 'work_files:changed':
      return told('agents', SYSTEM_ID, [
        event.shown
          ? 'Files of working folders are now shown to whoever can open this dashboard'
          : 'Files of working folders are no longer shown',
      ])
    case 'file:added':
    case 'file:removed':
      return fileSentence(event)
    default:
      return event satisfies never
  }
}
