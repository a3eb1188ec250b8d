import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Command } from 'cmdk'
import { MessageSquare } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { participantOf } from '../crew/participant'
import { groupNameIn } from '../groups/group-name'
import { begunWord } from '../sync/search-words'
import { person } from '../sync/sync'
import { useMessageSearch } from '../sync/use-message-search'
import { SearchFar } from '../ui/SearchFar'
import { fullTime, listTime } from '../ui/times'
import { useNow } from '../ui/use-now'
import { paths } from './paths'

const PAUSE_MS = 200
const SHORTEST = 3

interface PaletteMessagesProps {
  readonly state: CrewState
  readonly text: string
  readonly open: (to: string) => void
}

/** Messages of all groups that have what was typed, found by the server. */
export function PaletteMessages({ state, text, open }: PaletteMessagesProps) {
  const { name } = useStore(person)
  const now = useNow(60_000)
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const found = useMessageSearch(
    state.lead.id,
    { q: begunWord(asked), limit: 6 },
    asked.length >= SHORTEST,
  )
  if (asked !== text.trim()) return null
  const { hits = [] } = found.data ?? {}
  return (
    <>
      <div className="search-far" role="status">
        <SearchFar found={found} head={state.seq} />
      </div>
      {hits.length > 0 && (
        <Command.Group heading="Messages">
          {hits.map(({ message, snippet }) => (
            <Command.Item
              key={message.id}
              value={`message ${message.id}`}
              // The server has matched it already.
              keywords={[text]}
              onSelect={() =>
                open(paths.message(state.lead.id, message.group, message.id, message.sessionId))
              }
            >
              <MessageSquare size={18} />
              <span className="hit-lines">
                <span className="hit-head">
                  <b>{participantOf(state, message.from, name, message.fromRole).label}</b>
                  <span className="cnt">
                    in <bdi>{groupNameIn(state, message.group)}</bdi>
                  </span>
                  <time
                    className="cnt"
                    dateTime={message.timestamp}
                    title={fullTime(message.timestamp)}
                  >
                    {listTime(message.timestamp, now)}
                  </time>
                </span>
                <span className="hit">
                  {snippet.map((part, index) =>
                    part.hit ? <mark key={index}>{part.text}</mark> : part.text,
                  )}
                </span>
              </span>
            </Command.Item>
          ))}
        </Command.Group>
      )}
    </>
  )
}
