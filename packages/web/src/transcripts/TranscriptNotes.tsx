import type { GoTo } from './use-go-to'

interface TranscriptNotesProps {
  readonly way: GoTo['state']
  readonly error: Error | null
  readonly retry: () => void
}

/** What one waits for, or will not get. */
export function TranscriptNotes({ way, error, retry }: TranscriptNotesProps) {
  return (
    <>
      {way !== null && (
        <p className="tv-note" role="status">
          {way === 'looking'
            ? 'Looking for it in earlier parts…'
            : 'This transcript has no such item any more.'}
        </p>
      )}
      {error && (
        <p className="tv-note bad" role="status">
          Couldn’t load more. {error.message}{' '}
          <button type="button" className="tv-link" onClick={retry}>
            Retry
          </button>
        </p>
      )}
    </>
  )
}

interface TranscriptHeadProps {
  readonly hasBefore: boolean
  readonly unreadable: number
}

/** Stands before the first item. */
export function TranscriptHead({ hasBefore, unreadable }: TranscriptHeadProps) {
  if (hasBefore) return <p className="tv-none">Loading what was before…</p>
  if (unreadable === 0) return null
  return (
    <p className="tv-none" role="note">
      {unreadable === 1 ? '1 line' : `${unreadable.toLocaleString('en')} lines`} of its file could
      not be read.
    </p>
  )
}
