import { laterOf } from '../model/later-of'
import type { CrewEvent } from '../protocol/events'
import type { CrewState } from './crew-state'

type Of<T extends CrewEvent['type']> = Extract<CrewEvent, { type: T }>

/** Discussions are for people, as the sessions are in which they take place. One that has ended is kept in the tables alone. */
export function applyRun(
  state: CrewState,
  event: Of<'run:started' | 'run:updated' | 'run:ended' | 'run:stepped'>,
): void {
  if (state.viewer !== null) return
  if (event.type === 'run:stepped') {
    const run = state.runs[event.runId]
    if (run) state.runs[run.id] = { ...run, status: event.status, progress: event.progress }
    return
  }
  const { run } = event
  const session = state.sessions[run.sessionId]
  if (session) {
    state.sessions[session.id] = {
      ...session,
      runId: run.id,
      updatedAt: laterOf(session.updatedAt, event.at),
    }
  }
  if (run.status === 'ended') delete state.runs[run.id]
  else state.runs[run.id] = run
}
