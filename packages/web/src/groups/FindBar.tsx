import type { GroupRecord } from '@crewroom/shared/model/group'
import { Search, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { participantOf } from '../crew/participant'
import { useCurrentCrew } from '../crew/use-crew'
import { useKey } from '../shell/use-key'
import type { api } from '../sync/api'
import { begunWord } from '../sync/search-words'
import { person } from '../sync/sync'
import { useMessageSearch } from '../sync/use-message-search'
import { focusMain } from '../ui/focus-main'
import { SearchFar } from '../ui/SearchFar'
import { clockTime, dayLabel } from '../ui/times'
import { useAddressParams } from '../ui/use-address-params'
import { useNow } from '../ui/use-now'
import { groupName, isolated } from './group-name'

const PAUSE_MS = 200

/** Finds messages of this group, on the server: what is loaded here is only a part of it. Opened by `?find`. */
export function FindBar({ group }: { readonly group: GroupRecord }) {
  const [params, change] = useAddressParams()
  const isOpen = params.has('find')
  useKey('find', () => change((next) => next.set('find', '1')))
  if (!isOpen) return null
  return (
    <OpenBar
      group={group}
      close={() => change((next) => next.delete('find'))}
      open={(messageId) => change((next) => next.set('m', messageId))}
    />
  )
}

interface OpenBarProps {
  readonly group: GroupRecord
  readonly close: () => void
  readonly open: (messageId: string) => void
}

function OpenBar({ group, close, open }: OpenBarProps) {
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const state = useCurrentCrew()
  const box = useRef<HTMLInputElement>(null)
  // Before it is seen: what is typed at once belongs to it.
  useLayoutEffect(() => {
    const from = document.activeElement
    box.current?.focus()
    return () => {
      // Back to where one was, if it is still there.
      if (from instanceof HTMLElement) requestAnimationFrame(() => from.focus())
      requestAnimationFrame(focusMain)
    }
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const found = useMessageSearch(
    group.leadId,
    { q: `${begunWord(asked)} in:${group.name}`, limit: 50 },
    asked !== '',
  )
  return (
    <search
      className="findbar"
      aria-label={`Find in ${isolated(groupName(group))}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    >
      <label>
        <Search size={16} />
        <input
          ref={box}
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={`Find in ${isolated(groupName(group))}: words, "a phrase", from:Dora`}
          aria-label={`Find in ${isolated(groupName(group))}`}
          spellCheck={false}
        />
      </label>
      <button type="button" className="ib" aria-label="Close" onClick={close}>
        <X size={18} />
      </button>
      {asked !== '' && (
        <div className="found">
          <div className="search-far" role="status">
            <SearchFar found={found} head={state.seq} />
          </div>
          <Found group={group} asked={asked} found={found} open={open} />
        </div>
      )}
    </search>
  )
}

interface FoundProps {
  readonly group: GroupRecord
  readonly asked: string
  readonly found: {
    readonly data: Awaited<ReturnType<typeof api.search>> | undefined
    readonly error: Error | null
  }
  readonly open: (messageId: string) => void
}

function Found({ group, asked, found, open }: FoundProps) {
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
            <button type="button" onClick={() => open(message.id)}>
              <b>{participantOf(state, message.from, name, message.fromRole).label}</b>
              <time dateTime={message.timestamp}>
                {dayLabel(message.timestamp, now)} {clockTime(message.timestamp)}
              </time>
              <span>
                {snippet.map((part, index) =>
                  part.hit ? <mark key={index}>{part.text}</mark> : part.text,
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
