import { SYSTEM_ID } from '@crewroom/shared/model/participant'
import type { RunRecord } from '@crewroom/shared/model/run'
import { STOP_WORDS } from '@crewroom/shared/model/stop-words'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { ending, type Part, type Sentence, told } from './sentence'

type RunEvent = Extract<CrewEvent, { type: `run:${string}` }>

const CHANGED: Readonly<Record<RunRecord['status'], string>> = {
  running: ' was changed',
  waiting_human: ' was changed',
  paused: ' was paused',
  ended: ' ended',
}

/** What happened to a discussion. */
export function runSentence(event: RunEvent): Sentence {
  switch (event.type) {
    case 'run:started': {
      const { startedBy, sessionId, groupName: group, goal } = event.run
      const parts = [{ who: startedBy }, ' started a discussion in ', ...placeOf(event.run), ':']
      return told('groups', startedBy, parts, { group, sessionId, quote: goal })
    }
    case 'run:updated': {
      const { sessionId, groupName: group, status } = event.run
      const parts = ['The discussion in ', ...placeOf(event.run), CHANGED[status]]
      return told('groups', SYSTEM_ID, parts, { group, sessionId })
    }
    case 'run:ended': {
      const { sessionId, groupName: group, stopReason, summary } = event.run
      const why = stopReason === null ? '' : `, because ${STOP_WORDS[stopReason]}`
      const parts = ['The discussion in ', ...placeOf(event.run), ` ended${why}`]
      return told('groups', SYSTEM_ID, ending(parts, summary), {
        group,
        sessionId,
        quote: summary,
      })
    }
    case 'run:stepped': {
      const { sessionId, progress } = event
      const place: Part = { session: sessionId, group: null }
      return told(
        'reads',
        SYSTEM_ID,
        ['The discussion in ', place, ` has had ${progress.rounds} rounds`],
        { sessionId },
      )
    }
    default:
      return event satisfies never
  }
}

function placeOf({ sessionId, groupName: group }: RunRecord): readonly Part[] {
  return [{ session: sessionId, group }, ' of ', { group }]
}
