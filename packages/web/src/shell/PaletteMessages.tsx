import type { Message } from '@crewroom/shared/model/message'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Command } from 'cmdk'
import { MessageSquare, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { participantOf } from '../crew/participant'
import { groupNameIn } from '../groups/group-name'
import { begunWord } from '../sync/search-words'
import { person } from '../sync/sync'
import { useMessageSearch } from '../sync/use-message-search'
import { FoundText } from '../ui/FoundText'
import { SearchFar } from '../ui/SearchFar'
import { fullTime, listTime } from '../ui/times'
import { useNow } from '../ui/use-now'
import { LAST } from './palette-score'
import { paths } from './paths'

const PAUSE_MS = 200
const SHORTEST = 3

interface PaletteMessagesProps {
  readonly state: CrewState
  readonly text: string
  /** Shift is held: what is chosen is only looked at. */
  readonly isPeek: () => boolean
  readonly open: (to: string) => void
  readonly peek: (message: Message) => void
}

/** Messages of all groups that have what was typed, found by the server. */
export function PaletteMessages({ state, text, isPeek, open, peek }: PaletteMessagesProps) {
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
        <SearchFar found={found} />
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
                isPeek()
                  ? peek(message)
                  : open(paths.message(state.lead.id, message.group, message.id, message.sessionId))
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
                  <FoundText snippet={snippet} />
                </span>
              </span>
            </Command.Item>
          ))}
        </Command.Group>
      )}
      {/* Not before what was found: what comes first is chosen. */}
      {asked !== '' && !found.isPending && (
        <Command.Group heading="Search">
          <Command.Item
            value="search all messages"
            keywords={[text, LAST]}
            onSelect={() => open(paths.search(state.lead.id, asked))}
          >
            <Search size={18} />
            <span className="hit">All messages with “{asked}”</span>
          </Command.Item>
        </Command.Group>
      )}
    </>
  )
}
