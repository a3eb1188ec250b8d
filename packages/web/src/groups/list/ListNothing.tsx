export type Show = 'all' | 'unread' | 'mentions' | 'auto'

interface NothingProps {
  readonly hasGroups: boolean
  readonly filter: string
  readonly show: Show
  readonly clear: () => void
  readonly create: (() => void) | null
}

const NONE: Readonly<Record<Show, string>> = {
  all: 'No active groups.',
  unread: "You're all caught up.",
  mentions: 'Nobody has mentioned you.',
  auto: 'No automatic groups.',
}

/** Why the list is empty, and what can be done about it. */
export function ListNothing({ hasGroups, filter, show, clear, create }: NothingProps) {
  if (!hasGroups) {
    return (
      <div className="none">
        <b>No groups yet.</b>
        Groups appear when the lead delegates the same feature to 3 agents, when an agent runs
        CREATE_GROUP, or when you create one.
        {create && (
          <button type="button" className="btn" onClick={create}>
            New group
          </button>
        )}
      </div>
    )
  }
  if (filter.trim() === '') return <p className="none">{NONE[show]}</p>
  return (
    <p className="none">
      No group matches ‘{filter.trim()}’.{' '}
      <button type="button" className="plain" onClick={clear}>
        Clear filter
      </button>
    </p>
  )
}
