import { useEffect, useState } from 'react'
import type { TranscriptList } from './session-rows'

const AFTER_MS = 150

interface NoSessionsProps {
  readonly list: {
    readonly data: TranscriptList | undefined
    readonly error: Error | null
    readonly isFetching: boolean
  }
  /** Null: nothing is searched for. */
  readonly search: {
    readonly typed: string
    readonly isBehind: boolean
    readonly error: Error | null
    /** Not all sessions were looked through. */
    readonly isPart: boolean
  } | null
  readonly isNarrowed: boolean
  readonly onAll: () => void
  readonly onRetry: () => void
  readonly onOpenFile: () => void
}

/** Why the list has no row, and what to do. */
export function NoSessions(props: NoSessionsProps) {
  const { list, search, isNarrowed, onAll, onRetry, onOpenFile } = props
  const { data, error, isFetching } = list
  const failed = search?.error ?? (data ? null : error)
  if (failed) {
    return (
      <div className="none" role="alert">
        <b>{search ? 'The search failed' : 'Couldn’t load the transcripts'}</b>
        {failed.message}
        <button type="button" className="btn" disabled={isFetching} onClick={onRetry}>
          Retry
        </button>
      </div>
    )
  }
  if (!data || search?.isBehind) return <Bones />
  if (search) {
    return (
      <div className="none">
        <b>Nothing found</b>No{search.isPart ? ' searched' : ''} transcript
        {isNarrowed ? ' of this selection' : ''} has “{search.typed.trim()}”.
        {isNarrowed && <AllButton onAll={onAll} />}
      </div>
    )
  }
  if (isNarrowed) {
    return (
      <div className="none">
        <b>None of these</b>No transcript fits the filter.
        <AllButton onAll={onAll} />
      </div>
    )
  }
  return (
    <div className="none">
      <b>{data.roots.length === 0 ? 'No folder is named' : 'No transcripts yet'}</b>
      {data.why}
      <button type="button" className="btn" onClick={onOpenFile}>
        Open a file
      </button>
      <p className="list-help ts-help">
        A session file can also be dropped here. It is read in this page and not uploaded.
      </p>
    </div>
  )
}

const AllButton = ({ onAll }: { readonly onAll: () => void }) => (
  <button type="button" className="btn" onClick={onAll}>
    Show all
  </button>
)

/** Places of rows that are on their way; nothing at first, because most are here before one could see them. */
function Bones() {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="ts-bones" aria-busy="true" data-testid="transcripts-skeleton">
      {isShown && Array.from({ length: 7 }, (_, index) => <i key={index} aria-hidden="true" />)}
    </div>
  )
}
