/** A search over all sessions that did not look through all of them says so, and what helps. */
export function NotSearched({ count }: { readonly count: number }) {
  if (count === 0) return null
  const sessions = count === 1 ? '1 session was' : `${count.toLocaleString('en')} sessions were`
  return (
    <p className="list-help" role="note">
      {sessions} not searched: together they are too much for one search. Open one, and find words
      in it.
    </p>
  )
}
