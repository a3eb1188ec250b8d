import { concerns } from '@crewroom/shared/model/admission'
import { memberOf } from '@crewroom/shared/model/group'
import { type CrewState, emptyRecord } from '@crewroom/shared/state/crew-state'
import type { Crew } from './crew'

/** The crew's state as a viewer may have it: an agent's own groups and marks, or everything for null. */
export function snapshotFor(crew: Crew, viewer: string | null): CrewState {
  if (viewer === null) return crew.state
  const { workFiles: _, ...state } = crew.state
  const groups = emptyRecord<CrewState['groups'][string]>()
  for (const [name, group] of Object.entries(state.groups)) {
    if (memberOf(group, viewer)) groups[name] = group
  }
  const readMarks = emptyRecord<CrewState['readMarks'][string]>()
  const own = state.readMarks[viewer]
  if (own) readMarks[viewer] = own
  const mentions = emptyRecord<CrewState['mentions'][string]>()
  const called = state.mentions[viewer]
  if (called) mentions[viewer] = called
  const admissions = emptyRecord<CrewState['admissions'][string]>()
  for (const [id, admission] of Object.entries(state.admissions)) {
    if (viewer === state.lead.id || concerns(admission, viewer)) admissions[id] = admission
  }
  return {
    ...state,
    viewer,
    groups,
    readMarks,
    mentions,
    ownUnread: emptyRecord(),
    asked: emptyRecord(),
    needs: emptyRecord(),
    sessions: emptyRecord(),
    rounds: emptyRecord(),
    runs: emptyRecord(),
    admissions,
    files: emptyRecord(),
  }
}
