import type { AgentPart } from '@crewroom/shared/model/agent'
import { SYSTEM_ID } from '@crewroom/shared/model/participant'
import type { AgentEvent, AgentUpdated } from '@crewroom/shared/protocol/events'
import { type Clock, heldBecause } from './held-because'
import { ending, type Sentence, told } from './sentence'

/** What became of an agent. */
export function agentSentence(event: AgentEvent, clock: Clock): Sentence {
  const { id, createdBy, endedReason: quote, hold } = event.agent
  const who = { who: id }
  switch (event.type) {
    case 'agent:created': {
      const isOwn = createdBy === SYSTEM_ID || createdBy === id
      return told(
        'agents',
        isOwn ? id : createdBy,
        isOwn
          ? [who, ' joined the crew']
          : [{ who: createdBy }, ' brought ', who, ' into the crew'],
        { about: [id] },
      )
    }
    case 'agent:completed':
      return told('agents', id, ending([who, ' is done'], quote), { quote })
    case 'agent:failed':
      return told('agents', id, ending([who, ' failed'], quote), { quote, tone: 'bad' })
    case 'agent:terminated':
      return told('agents', id, ending([who, ' was ended'], quote), { quote })
    case 'agent:resumed':
      return told('agents', id, [who, ' is back at work'])
    case 'agent:held':
      return told(
        'agents',
        id,
        ['Agents’ messages to ', who, ' are', ...heldBecause(hold, clock)],
        {
          tone: 'wait',
          about: hold?.agentIds ?? [],
        },
      )
    case 'agent:released':
      return told('agents', id, ['The hold on agents’ messages to ', who, ' has ended'])
    default:
      return event.type satisfies never
  }
}

const PART_WORDS: Readonly<Record<AgentPart, string>> = {
  name: 'name',
  role: 'role',
  program: 'program',
  mode: 'mode',
  folder: 'working folder',
  variables: 'variables',
  instructions: 'instructions',
}

/** What a person changed of an agent. */
export function editSentence(event: AgentUpdated): Sentence {
  return told('agents', event.agent.id, [
    'You changed ',
    { who: event.agent.id },
    `: its ${event.changed.map((part) => PART_WORDS[part]).join(', ')}`,
  ])
}
