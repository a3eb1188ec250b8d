import { ChevronDown, Folder } from 'lucide-react'
import { useId, useState } from 'react'
import { useStore } from 'zustand'
import type { Machine } from '../sync/api/server'
import { changeQuick, quickStart } from './quick-start'
import { folderProblem } from './start-problem'
import { shortPath } from './use-machine'

interface FolderChipProps {
  readonly machine: Machine | null
  /** What kept a start from going on, as long as nothing newer is known. */
  readonly problem: string | null
}

const GIT: Readonly<Record<Machine['folder']['git'], string | null>> = {
  clean: 'git, clean',
  changed: 'git, changes not committed',
  none: 'no git, no undo',
  unknown: null,
}

/** Once, when it is opened: a function that is new each time would take the focus at every change of the page. */
const takeFocus = (field: HTMLInputElement | null) => field?.focus()

/** In which folder of the server's machine the crew works, and whether git can take back what it does there. */
export function FolderChip({ machine, problem }: FolderChipProps) {
  const id = useId()
  const written = useStore(quickStart, ({ folder }) => folder)
  const [isOpen, setOpen] = useState(false)
  const wrong = machine ? folderProblem(machine.folder) : problem
  const path = machine ? shortPath(machine.folder.path, machine.home) : written
  const git = machine && wrong === null ? GIT[machine.folder.git] : null
  return (
    <>
      <button
        type="button"
        className="fr-chip"
        aria-expanded={isOpen}
        aria-controls={`${id}-edit`}
        aria-describedby={wrong === null ? undefined : `${id}-wrong`}
        title={machine?.folder.path}
        data-state={wrong === null ? (machine?.folder.git ?? 'unknown') : 'wrong'}
        onClick={() => setOpen(!isOpen)}
      >
        <Folder size={15} />
        <span className="sr">Working folder: </span>
        <bdi>{path || 'Where the server was started'}</bdi>
        {git !== null && <small>{git}</small>}
        <ChevronDown size={14} />
      </button>
      {isOpen && (
        <div className="fr-folder" id={`${id}-edit`}>
          <label htmlFor={`${id}-folder`}>Working folder, on the machine of the server</label>
          <input
            id={`${id}-folder`}
            className="input mono"
            value={written}
            placeholder={path}
            autoComplete="off"
            spellCheck={false}
            ref={takeFocus}
            aria-invalid={wrong !== null}
            onChange={({ target }) => changeQuick({ folder: target.value })}
            onKeyDown={(event) => {
              if (event.ctrlKey || event.metaKey) return
              if (event.key !== 'Enter' && event.key !== 'Escape') return
              event.preventDefault()
              setOpen(false)
              const edit = event.currentTarget.closest('.fr-row')
              requestAnimationFrame(() => edit?.querySelector<HTMLElement>('.fr-chip')?.focus())
            }}
          />
        </div>
      )}
      {wrong !== null && (
        <p className="fr-wrong" id={`${id}-wrong`} role="alert">
          {wrong}
        </p>
      )}
    </>
  )
}
