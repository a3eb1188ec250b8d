import { ApiError } from '../sync/request'

interface TranscriptNothingProps {
  readonly error: Error | null
  readonly isEmpty: boolean
  readonly retry: () => void
}

/** While nothing is there: it is loading, it is empty, or why it cannot be shown. */
export function TranscriptNothing({ error, isEmpty, retry }: TranscriptNothingProps) {
  if (error) {
    const isGone = error instanceof ApiError && error.status === 404
    return (
      <div className="empty" role="alert">
        <h2>{isGone ? 'There is no such transcript' : 'Couldn’t load the transcript'}</h2>
        <p>{error.message}</p>
        {!isGone && (
          <button type="button" className="btn" onClick={retry}>
            Retry
          </button>
        )}
      </div>
    )
  }
  if (isEmpty) {
    return (
      <div className="empty">
        <h2>Nothing yet</h2>
        <p>What the agent is told, thinks, does and says appears here as it happens.</p>
      </div>
    )
  }
  return <div className="tv-skeleton" role="status" aria-label="Loading the transcript" />
}
