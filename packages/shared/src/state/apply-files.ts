import type { GroupFile } from '../model/group-file'
import type { CrewEvent } from '../protocol/events'
import type { CrewState } from './crew-state'

type Of<T extends CrewEvent['type']> = Extract<CrewEvent, { type: T }>

/** An agent asks for the files of its groups: those from before it joined would be missing from its view. */
export function applyFile(state: CrewState, event: Of<'file:added' | 'file:removed'>): void {
  const { groupName, file } = event
  const before = state.files[groupName] ?? []
  const others = before.filter(({ kind, name }) => kind !== file.kind || name !== file.name)
  putFiles(state, groupName, event.type === 'file:added' ? [...others, file] : others)
}

/** The files of a group, in the order in which they were added. */
export function putFiles(state: CrewState, groupName: string, files: readonly GroupFile[]): void {
  if (state.viewer !== null) return
  if (files.length > 0) state.files[groupName] = files
  else delete state.files[groupName]
}
