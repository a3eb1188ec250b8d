import type { RefObject } from 'react'
import { Anchored } from '../../ui/Anchored'
import { folderName, type Project } from './session-rows'

interface SessionFilterProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly projects: readonly Project[]
  readonly projectId: string | null
  readonly onlyOngoing: boolean
  readonly setProject: (id: string | null) => void
  readonly setOnlyOngoing: (only: boolean) => void
  readonly onClose: () => void
}

/** Which session files the list shows. */
export function SessionFilter(props: SessionFilterProps) {
  const { anchor, projects, projectId, onlyOngoing, setProject, setOnlyOngoing, onClose } = props
  return (
    <Anchored
      anchor={anchor}
      label="Filter"
      className="ts-filter"
      takesFocus
      align="end"
      onClose={onClose}
    >
      <label className="ts-choice">
        Folder
        <select
          className="input slim"
          value={projectId ?? ''}
          onChange={(event) => setProject(event.target.value === '' ? null : event.target.value)}
        >
          <option value="">All folders</option>
          {projects.map(({ id, path, sessions }) => (
            <option key={id} value={id}>
              {folderName(path)} ({sessions.length})
            </option>
          ))}
        </select>
      </label>
      <label className="ts-check">
        <input
          type="checkbox"
          checked={onlyOngoing}
          onChange={(event) => setOnlyOngoing(event.target.checked)}
        />
        Only ongoing
      </label>
    </Anchored>
  )
}
