import type { PermissionDiff } from '@crewroom/shared/model/need'
import { useMemo, useState } from 'react'
import { shownHidden } from '../groups/message/text-pieces'
import { changeOf, type DiffLine, type FileChange } from './diff-lines'
import './diff.css'

/** How many lines are shown at first; a change that is hardly longer is shown whole. */
const FOLD_LINES = 14
const FOLD_FROM = 18

/** The change to one file: added and removed lines, told apart by sign as well as colour. */
export function FileDiff({ diff }: { readonly diff: PermissionDiff }) {
  const change = useMemo(() => changeOf(diff), [diff])
  return <ChangeFigure path={diff.path} change={change} />
}

interface ChangeFigureProps {
  readonly path: string
  readonly change: FileChange
}

/** A change that is known line by line. */
export function ChangeFigure({ path, change: { added, removed, lines } }: ChangeFigureProps) {
  const [isOpen, setOpen] = useState(false)
  const isLong = lines.length > FOLD_FROM
  const shown = isOpen || !isLong ? lines : lines.slice(0, FOLD_LINES)
  return (
    <figure className="ask-diff">
      <figcaption>
        <b>{shownHidden(path)}</b>
        <span className="add" aria-label={`${added} added`}>
          +{added}
        </span>
        <span className="del" aria-label={`${removed} removed`}>
          −{removed}
        </span>
      </figcaption>
      <div className="ask-lines">
        {shown.map((line, index) => (
          <Line key={index} line={line} />
        ))}
      </div>
      {isLong && (
        <button
          type="button"
          className="ask-more"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : `Show all ${lines.length.toLocaleString('en')} lines`}
        </button>
      )}
    </figure>
  )
}

const LOOKS = { '+': 'a', '−': 'r', ' ': '' } as const

function Line({ line }: { readonly line: DiffLine }) {
  if (line.sign === 'gap') return <div className="gap">⋯</div>
  if (line.sign === 'note') return <div className="gap">{line.text}</div>
  const { sign, n, text } = line
  return (
    <div className={LOOKS[sign]}>
      <span>{n}</span>
      <span>{sign}</span>
      <code>{shownHidden(text)}</code>
    </div>
  )
}
