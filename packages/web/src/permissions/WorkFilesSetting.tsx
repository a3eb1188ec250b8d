import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useId, useState } from 'react'
import { shownHidden } from '../groups/message/text-pieces'
import { useAction } from '../needs/NeedFrame'
import { workFiles } from '../sync/api/work-files'
import { Problem } from '../ui/Problem'

/** More folders than a sentence can hold are counted. */
const NAMED = 3

interface WorkFilesSettingProps {
  readonly state: CrewState
  readonly isReader: boolean
}

/** Whether files of agents' working folders are shown, and what that means. */
export function WorkFilesSetting({ state, isReader }: WorkFilesSettingProps) {
  const id = useId()
  const { isBusy, problem, run } = useAction()
  const isShown = state.workFiles === true
  // The box follows the press at once.
  const [wanted, setWanted] = useState<boolean | null>(null)
  const change = async () => {
    if (isBusy) return
    setWanted(!isShown)
    await run(() => workFiles.show(state.lead.id, !isShown))
    setWanted(null)
  }
  const folders = foldersOf(state)
  return (
    <section className="rules-files" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Files of working folders</h3>
      <label>
        <input
          type="checkbox"
          checked={wanted ?? isShown}
          disabled={isReader}
          aria-describedby={`${id}-about`}
          onChange={() => void change()}
        />
        Show files that agents name in their messages
      </label>
      <p id={`${id}-about`}>
        Whoever can open this dashboard can then read files below <Folders all={folders} />, except
        those whose name, or a folder’s on the way, begins with a dot. Secrets that are known here
        are masked in texts, not in pictures.
      </p>
      <Problem text={problem} />
    </section>
  )
}

function Folders({ all }: { readonly all: readonly string[] }) {
  if (all.length === 0) return 'the working folders of agents that you add'
  const named = all.slice(0, NAMED)
  const more = all.length - named.length
  return (
    <>
      {named.map((folder, at) => (
        <span key={folder}>
          {at > 0 && (at === all.length - 1 ? ' and ' : ', ')}
          <bdi className="mono">{shownHidden(folder)}</bdi>
        </span>
      ))}
      {more > 0 && ` and ${more} other ${more === 1 ? 'folder' : 'folders'}`}
    </>
  )
}

function foldersOf({ agents }: CrewState): readonly string[] {
  const all = Object.values(agents).filter(({ driver }) => driver.kind !== 'remote')
  return [...new Set(all.flatMap(({ cwd }) => (cwd === null ? [] : [cwd])))].toSorted()
}
