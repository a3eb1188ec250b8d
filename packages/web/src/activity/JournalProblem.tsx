export function JournalProblem({ retry }: { readonly retry: () => void }) {
  return (
    <div className="panel" role="alert">
      <h2>Couldn’t load what happened</h2>
      <p>The server did not answer. Nothing is lost: it is all in the crew’s journal.</p>
      <button type="button" className="btn" onClick={retry}>
        Try again
      </button>
    </div>
  )
}
