import { useStore } from 'zustand'
import { connection } from '../sync/connection'
import { retryNow } from '../sync/sync'

/** Nothing for the usual moment; a sentence when the server does not answer. */
export function SlowStart() {
  const { state } = useStore(connection)
  if (state.phase !== 'waiting') return <div className="page" aria-busy="true" />
  return (
    <div className="page calm">
      <main>
        <h1>The server does not answer</h1>
        <p>
          It may still be starting, or it was stopped. Start it with <code>npm start</code>; this
          page keeps trying.
        </p>
        <p>
          <button type="button" className="btn" onClick={retryNow}>
            Retry now
          </button>
        </p>
      </main>
    </div>
  )
}
