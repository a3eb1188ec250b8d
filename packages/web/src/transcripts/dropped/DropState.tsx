import { FileDown, X } from 'lucide-react'
import { useStore } from 'zustand'
import { ProgressLine } from '../../ui/ProgressLine'
import { reading } from './dropped-files'

/** Where a file may be let go. */
export function DropHere() {
  return (
    <div className="ts-drop" aria-hidden="true">
      <FileDown size={28} strokeWidth={1.6} />
      <b>Drop session files here</b>
      <span>They are read in this page. Nothing is uploaded.</span>
    </div>
  )
}

/** Files that are being read, and what was wrong with those that were not. */
export function DropState({
  problems,
  onForget,
}: {
  readonly problems: readonly string[]
  readonly onForget: () => void
}) {
  const files = useStore(reading)
  return (
    <>
      {Object.entries(files).map(([id, { name, share }]) => (
        <ProgressLine
          key={id}
          what={`Reading ${name} in this page…`}
          far={`${Math.floor(share * 100)} %`}
          share={share}
        />
      ))}
      {problems.length > 0 && (
        <div className="ts-problems" role="alert">
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
          <button type="button" className="ib" aria-label="Dismiss" onClick={onForget}>
            <X size={16} />
          </button>
        </div>
      )}
    </>
  )
}
