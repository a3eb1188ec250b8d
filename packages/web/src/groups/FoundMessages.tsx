import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import { useStore } from 'zustand'
import { participantOf } from '../crew/participant'
import { useCurrentCrew } from '../crew/use-crew'
import type { api } from '../sync/api'
import { begunWord } from '../sync/search-words'
import { person } from '../sync/sync'
import { useMessageSearch } from '../sync/use-message-search'
import { FoundText } from '../ui/FoundText'
import { SearchFar } from '../ui/SearchFar'
import { clockTime, dayLabel } from '../ui/times'
import { useNow } from '../ui/use-now'
import { groupName, isolated } from './group-name'

interface FoundMessagesProps {
  readonly group: GroupRecord
  readonly asked: string
  readonly open: (message: Pick<Message, 'id' | 'sessionId'>) => void
}

/** What the server found, newest first, and how far its index is. */
export function FoundMessages({ group, asked, open }: FoundMessagesProps) {
  const q = `${begunWord(asked)} in:${group.name}`
  const found = useMessageSearch(group.leadId, { q, limit: 50 }, true)
  return (
    <>
      <div className="search-far" role="status">
        <SearchFar found={found} />
      </div>
      <Hits group={group} asked={asked} found={found} open={open} />
    </>
  )
}

interface HitsProps extends FoundMessagesProps {
  readonly found: {
    readonly data: Awaited<ReturnType<typeof api.search>> | undefined
    readonly error: Error | null
  }
}

function Hits({ group, asked, found, open }: HitsProps) {
  const state = useCurrentCrew()
  const { name } = useStore(person)
  const now = useNow(60_000)
  if (found.error) return <p role="alert">{found.error.message}</p>
  if (!found.data) return <p>Searching…</p>
  const { hits, hasMore } = found.data
  return (
    <>
      <p role="status">
        {hits.length === 0
          ? `Nothing in ${isolated(groupName(group))} matches ‘${asked}’.`
          : `${hits.length}${hasMore ? '+' : ''} found, newest first`}
      </p>
      <ul>
        {hits.map(({ message, snippet }) => (
          <li key={message.id}>
            <button type="button" onClick={() => open(message)}>
              <b>{participantOf(state, message.from, name, message.fromRole).label}</b>
              <time dateTime={message.timestamp}>
                {dayLabel(message.timestamp, now)} {clockTime(message.timestamp)}
              </time>
              <span>
                <FoundText snippet={snippet} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
