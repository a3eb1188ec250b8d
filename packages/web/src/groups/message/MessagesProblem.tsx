import type { ReactNode } from 'react'

interface MessagesProblemProps {
  readonly problem: ReactNode
  readonly retry: () => void
}

/** Stands where the messages would, when they could not be fetched. */
export function MessagesProblem({ problem, retry }: MessagesProblemProps) {
  return (
    <div className="panel">
      <h2>Couldn&apos;t load the messages</h2>
      <p>{problem}</p>
      <button type="button" className="btn" onClick={retry}>
        Retry
      </button>
    </div>
  )
}
