import type { GroupFile } from '@crewroom/shared/model/group-file'

/** What a crew's file says of the files of its groups. */
export interface FileReferences {
  /** One more. `elsewhere`: the group had it before it was imported, and anybody may have added it. */
  add(groupName: string, file: GroupFile, elsewhere?: boolean): void
  remove(groupName: string, file: GroupFile, by: string): void
}
