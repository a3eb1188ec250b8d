import type { GroupRecord } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useRef } from 'react'
import { useStore } from 'zustand'
import { person } from '../sync/sync'
import { chooseFiles } from './own-uploads'
import { FileShelf } from './FileShelf'

interface FilesSectionProps {
  readonly group: GroupRecord
  readonly state: CrewState
}

/** The files of a group in its details. */
export function FilesSection({ group, state }: FilesSectionProps) {
  const isReader = useStore(person, (all) => all.isReader)
  const heading = useRef<HTMLHeadingElement>(null)
  const count = state.files[group.name]?.length ?? 0
  return (
    <section aria-labelledby="group-files">
      <h3 id="group-files" ref={heading} tabIndex={-1}>
        Files {count > 0 && <span className="cnt">{count}</span>}
        <span className="sp" />
        {!isReader && !group.archived && (
          <button type="button" className="link" onClick={() => chooseFiles(group.id)}>
            Add files…
          </button>
        )}
      </h3>
      <FileShelf
        {...{ group, state }}
        onFocusLost={() => heading.current?.focus({ preventScroll: true })}
      />
    </section>
  )
}
